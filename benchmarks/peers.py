"""The tools compared with, in an environment of their own, so that ours stays as it is installed.

It is made on the first call, from the package index. A peer that cannot be installed is named,
with the reason, and left out.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv" / "peers"
INSTALLATION = 300
"""Seconds that one peer may take to be installed."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A package in the version that is compared with, and the script that runs it."""

    name: str
    package: str
    script: str
    slow: bool = False
    """Whether it takes so long that the large sizes are run once."""

    @property
    def command(self) -> list[str]:
        """The interpreter and the script; two files follow."""
        return [str(HOME / "bin" / "python"), str(Path(__file__).with_name(self.script))]


PEERS = (
    Peer("pytrec_eval", "pytrec_eval-terrier==0.5.11", "peer_pytrec_eval.py"),
    Peer("ir_measures", "ir_measures==0.4.3", "peer_ir_measures.py", slow=True),
    Peer("ranx", "ranx==0.3.21", "peer_ranx.py", slow=True),
)


def installed() -> tuple[list[Peer], list[str]]:
    """The peers that can be run here, and a sentence on each that cannot."""
    if not (HOME / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=True)
    ready, missing = [], []
    for peer in PEERS:
        why = _installed(peer)
        if why:
            missing.append(f"{peer.name} is left out: it could not be installed ({why}).")
        else:
            ready.append(peer)
    return ready, missing


def _installed(peer: Peer) -> str:
    """Install what is not there yet; the last line of what went wrong, empty if nothing did."""
    name, _, version = peer.package.partition("==")
    python = str(HOME / "bin" / "python")
    asked = f"from importlib.metadata import version; assert version({name!r}) == {version!r}"
    if subprocess.run([python, "-c", asked], capture_output=True, check=False).returncode == 0:
        return ""
    command = [python, "-m", "pip", "install", "--quiet", peer.package]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=INSTALLATION
        )
    except subprocess.TimeoutExpired:
        return f"not done after {INSTALLATION} s"
    lines = done.stderr.strip().splitlines() or ["no reason given"]
    return "" if done.returncode == 0 else lines[-1]
