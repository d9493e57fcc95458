"""Writers and readers who all want one file at the same time.

Run as a program it is one writer: ``python -m support.crowd FOLDER SECONDS NUMBER``.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from evalcore.errors import DatabaseBusy
from evalcore.store import open_store

from support.crashing import Bench, digest, store_makers


def write(folder: Path, seconds: float, number: int) -> int:
    """Store runs until the time is over, noting each that was said to be stored; how many."""
    bench, until, stored = Bench(folder, store_makers()), time.monotonic() + seconds, 0
    random.seed(number)
    while time.monotonic() < until:
        try:
            with open_store(bench.db) as store:
                run_id = store.save_run(bench.contents(f"w{number}-{stored}"))
                bench.said(run_id, digest(store, run_id))
            stored += 1
        except DatabaseBusy:
            continue
    return stored


@dataclass
class Reader:
    """A dashboard's session over its socket: what a browser does, without drawing it."""

    url: str
    pages: tuple[str, ...]
    finished: int = 0
    wrong: list[str] = field(default_factory=list)

    async def read(self, seconds: float) -> None:
        """Ask for page after page until the time is over."""
        until = time.monotonic() + seconds
        address = self.url.replace("http", "ws", 1) + "/_stcore/stream"
        async with websockets.connect(
            address, origin=self.url, subprotocols=["streamlit"], max_size=None
        ) as session:
            while time.monotonic() < until or not self.finished:
                page = self.pages[self.finished % len(self.pages)]
                asked = BackMsg()
                asked.rerun_script.query_string = page.partition("?")[2]
                asked.rerun_script.page_name = page.partition("?")[0]
                await session.send(asked.SerializeToString())
                await self._until_finished(session)

    async def _until_finished(self, session) -> None:
        while True:
            told = ForwardMsg.FromString(await asyncio.wait_for(session.recv(), timeout=120))
            kind = told.WhichOneof("type")
            if kind == "delta" and told.delta.new_element.WhichOneof("type") == "exception":
                self.wrong.append(told.delta.new_element.exception.message)
            if kind == "session_event" and told.session_event.HasField(
                "script_compilation_exception"
            ):
                self.wrong.append(told.session_event.script_compilation_exception.message)
            if kind == "script_finished":
                self.finished += told.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
                if told.script_finished in (
                    ForwardMsg.FINISHED_SUCCESSFULLY,
                    ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
                ):
                    return


async def read_all(readers: list[Reader], seconds: float) -> None:
    """All of them at once."""
    await asyncio.gather(*(reader.read(seconds) for reader in readers))


if __name__ == "__main__":
    sys.stdout.write(str(write(Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))))
