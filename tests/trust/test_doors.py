"""Who can come in: this machine, by its own name, to read; writing is asked for, and noted."""

import asyncio
import logging
import re
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
import websockets
from streamlit.testing.v1 import AppTest

from evalcore.cli.serve import command as serve_command
from evalcore.errors import UsageError
from pages.ui import permission, server, signing_in
from pages.ui.permission import NotAllowedToWrite


@pytest.fixture(scope="module")
def door(browsing, stored_runs, tmp_path_factory):
    """The dashboard over no database at all: its doors are the same."""
    home = tmp_path_factory.mktemp("home")
    with browsing.serving(home / "none.db", home) as url:
        yield SimpleNamespace(url=url, port=int(url.rsplit(":", 1)[1]))


def test_it_listens_on_this_machine_alone(door):
    table = Path("/proc/net/tcp")
    if not table.exists():
        pytest.skip("only Linux tells here what is listened on")
    rows = [line.split()[1:4] for line in table.read_text().splitlines()[1:]]
    listening = {local.split(":")[0] for local, _, state in rows
                 if state == "0A" and int(local.split(":")[1], 16) == door.port}  # fmt: skip
    assert listening == {"0100007F"}


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/app/static/unbury.svg", "/case"])
@pytest.mark.parametrize("host", ["evil.invalid", "evil.invalid:8501", "127.0.0.1.evil.invalid"])
def test_another_name_for_this_machine_is_refused(door, path, host):
    assert httpx.get(door.url + path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/case?run=x", "/nowhere.txt"])
def test_every_answer_binds_the_browser_to_this_origin(door, path):
    headers = httpx.get(door.url + path).headers
    rules = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert rules["default-src"] == "'self'"
    assert rules["img-src"] == "'self' data: blob:"
    assert rules["frame-ancestors"] == rules["object-src"] == "'none'"
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert not re.search(r"\*|https?:", headers["content-security-policy"])
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


async def _greeted(url, **headers):
    try:
        async with websockets.connect(url, **headers):
            return 101
    except websockets.InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize(
    ("origin", "host", "welcome"),
    [
        (None, None, True),
        ("http://evil.invalid", None, False),
        ("http://evil.invalid", "evil.invalid", False),
    ],
    ids=["our own page", "a foreign page", "a foreign name for this machine"],
)
def test_a_socket_is_opened_for_our_own_page_alone(door, origin, host, welcome):
    address = f"ws://{host or '127.0.0.1'}:{door.port}/_stcore/stream"
    code = asyncio.run(_greeted(address, origin=origin or door.url, host="127.0.0.1"))
    assert (code == 101) is welcome


def test_a_cookie_s_uploads_need_its_token(door):
    answer = httpx.put(f"{door.url}/_stcore/upload_file/x/y", content=b"x")
    assert answer.status_code in {400, 401, 403}


def note(db, *, author):
    return f"{author} wrote"


def test_who_wrote_what_and_when_is_a_line_of_the_log(monkeypatch, caplog, tmp_path):
    monkeypatch.setenv("UNBURY_WRITE", "1")
    with caplog.at_level(logging.INFO, logger="unbury.writes"):
        permission.write(note, tmp_path / "u.db", author="Ana\nwrote forged by 'Eve'")
        monkeypatch.setenv("UNBURY_WRITE", "0")
        with pytest.raises(NotAllowedToWrite):
            permission.write(note, tmp_path / "u.db", author="Luis")
    lines = [record.getMessage() for record in caplog.records if record.name == permission.LOG.name]
    assert lines == [
        """wrote note in 'u.db' by "Ana\\nwrote forged by 'Eve'\"""",
        "refused note in 'u.db' by 'Luis'",
    ]


def test_the_log_s_lines_begin_with_the_moment(monkeypatch, capsys):
    monkeypatch.setattr(permission.LOG, "handlers", [])
    monkeypatch.setattr(permission.LOG, "propagate", True)
    server._log_writes()
    permission.LOG.warning("refused %s", "x")
    permission.LOG.handlers.clear()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ refused x\n", capsys.readouterr().err)


def signed_in(monkeypatch, **claims):
    monkeypatch.setattr(permission.st, "user", claims)


@pytest.mark.parametrize(
    ("claims", "may"),
    [
        ({}, False),
        ({"is_logged_in": False, "email": "ana@x.es"}, False),
        ({"is_logged_in": True, "email": "luis@x.es"}, False),
        ({"is_logged_in": True, "email": "ana@x.es", "email_verified": False}, False),
        ({"is_logged_in": True}, False),
        ({"is_logged_in": True, "email": "ana@x.es"}, True),
    ],
)
def test_with_writers_named_only_they_may_write_signed_in_and_verified(monkeypatch, claims, may):
    monkeypatch.setenv("UNBURY_WRITE", "1")
    monkeypatch.setenv("UNBURY_WRITERS", "ana@x.es eva@x.es")
    signed_in(monkeypatch, **claims)
    assert permission.granted() is may
    monkeypatch.setenv("UNBURY_WRITE", "0")
    assert not permission.granted()


def test_who_signed_in_signs_with_that_address_and_no_other(monkeypatch):
    signed_in(monkeypatch, is_logged_in=True, email="ana@x.es")

    def page():
        import streamlit as st

        from pages.ui import permission

        st.text(permission.author("Signed by", "k"))

    at = AppTest.from_function(page).run(timeout=20)
    assert at.text[0].value == "ana@x.es"
    assert at.text_input[0].disabled
    at.session_state["k_account"] = at.session_state["k"] = "Eve"
    at.run(timeout=20)
    assert at.text[0].value == "ana@x.es"


@pytest.mark.parametrize(
    ("claims", "buttons"),
    [({}, []), ({"is_logged_in": False}, ["Sign in"]), ({"is_logged_in": True}, ["Sign out"])],
)
def test_a_way_to_sign_in_is_drawn_only_where_a_provider_is_named(monkeypatch, claims, buttons):
    monkeypatch.setattr(signing_in.st, "user", claims)

    def page():
        from evalcore.views.language import Translator
        from pages.ui import signing_in

        signing_in.draw(Translator("en"))

    at = AppTest.from_function(page).run(timeout=20)
    assert [button.label for button in at.button] == buttons


def test_writers_without_write_are_a_mistake_that_is_said(tmp_path):
    with pytest.raises(UsageError, match="nobody may"):
        serve_command(writer=["a@b.c"], db=tmp_path / "u.db")
