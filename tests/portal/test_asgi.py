"""Pages as Daphne asks for them: through the ASGI application, in its few threads."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from portal.asgi import application
from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


def scope(path: str, method: str = "GET") -> dict[str, Any]:
    headers = [(b"host", b"localhost")]
    return {"type": "http", "path": path, "method": method, "query_string": b"", "headers": headers}


async def answer(path: str, method: str = "GET", body: bytes = b"") -> tuple[int, dict[bytes, bytes], bytes]:
    asked = ApplicationCommunicator(application, scope(path, method))
    await asked.send_input({"type": "http.request", "body": body})
    start = await asked.receive_output(PATIENCE)
    content = b""
    while True:
        part = await asked.receive_output(PATIENCE)
        content += part["body"]
        if not part.get("more_body"):
            return start["status"], dict(start["headers"]), content


def test_a_page_arrives_whole_with_its_headers_and_cookies():
    status, headers, content = asyncio.run(answer("/"))

    assert status == 200
    assert headers[b"Content-Type"].startswith(b"text/html")
    assert headers[b"Set-Cookie"].startswith(b"csrftoken=")
    assert int(headers[b"Content-Length"]) == len(content)


def test_more_are_asked_at_once_than_there_are_threads():
    async def scene() -> list[int]:
        found = await asyncio.gather(*(answer(path) for path in ["/", "/nowhere/"] * 5))
        return [status for status, _headers, _content in found]

    assert asyncio.run(scene()) == [200, 404] * 5


def test_a_form_without_its_token_is_refused():
    status, _headers, _content = asyncio.run(answer("/theme/", "POST", b"theme=dark"))

    assert status == 403


def test_who_hangs_up_before_all_is_read_is_not_answered():
    async def scene() -> None:
        asked = ApplicationCommunicator(application, scope("/", "POST"))
        await asked.send_input({"type": "http.request", "body": b"x", "more_body": True})
        await asked.send_input({"type": "http.disconnect"})
        await asked.wait(PATIENCE)
        assert asked.output_queue.empty()

    asyncio.run(scene())
