"""Clients that play against real web processes: one process, plain asyncio, no more than a browser's page does.

Each client has one socket open and fetches its own live part when a new version is announced, as `static/site/live.js`
does: one fetch at a time, none while its own move is under way. It competes for the processors it measures with, so
answers are not read further than to their version.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import re
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

PATIENCE = 20.0
"""Seconds after which an answer or a fragment counts as lost."""
_HEAD = 4096
"""Bytes of a live part in which its version stands."""
_VERSION = re.compile(rb'<div id="live"[^>]* data-version="(\d+)"')
_SAID = re.compile(rb'<div id="live"[^>]* data-said="([\d.]*)"')


class Failed(Exception):
    """A client was answered otherwise than a page needs."""


_TROUBLE = (Failed, OSError, TimeoutError, asyncio.IncompleteReadError)
"""What may go wrong at a table."""


@dataclass(frozen=True)
class Step:
    """A move that somebody posts, and the number of the question that it answers."""

    seat: int
    text: str
    prompt: int


@dataclass
class Game:
    """A table to play at: its addresses, a cookie for each seat, and the moves that are to come.

    `acknowledged` fills up with the key and the text of every move that was answered by a fresh page.
    """

    page: str
    move: str
    socket: str
    cookies: Sequence[str]
    steps: deque[Step]
    acknowledged: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Tally:
    """What a run saw: seconds from each post to the last of the other clients' fragments, and bytes over the wire."""

    took: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    fetches: int = 0
    bytes: int = 0
    errors: list[str] = field(default_factory=list)


class Link:
    """One connection that asks one thing at a time, over HTTP/1.1."""

    def __init__(self, port: int, cookie: str, tally: Tally) -> None:
        self.port, self.cookie, self.tally = port, cookie, tally
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, body: bytes = b"", more: str = ""
    ) -> tuple[int, Mapping[bytes, bytes], bytes]:
        """Status, headers in small letters, and the body as it came."""
        if self.writer is None or self.reader is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
            f"Accept-Encoding: gzip, deflate\r\nCookie: {self.cookie}\r\nHX-Request: true\r\n{more}"
        )
        if body:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + body)
        raw = await self.reader.readuntil(b"\r\n\r\n")
        first, *lines = raw[:-4].split(b"\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(b":")
            headers[name.lower()] = value.strip()
        status = int(first.split()[1])
        length = int(headers.get(b"content-length", 0)) if status != 204 else 0
        content = await self.reader.readexactly(length) if length else b""
        self.tally.bytes += len(raw) + length
        return status, headers, content

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()


def beginning(headers: Mapping[bytes, bytes], content: bytes) -> bytes:
    """The first bytes of an answer's text."""
    if headers.get(b"content-encoding") == b"gzip":
        return zlib.decompressobj(31).decompress(content, _HEAD)
    return content[:_HEAD]


class Client:
    """One seat's open page."""

    def __init__(self, game: Game, seat: int, port: int, tally: Tally) -> None:
        self.word = secrets.token_hex(16)
        self.cookie = f"{game.cookies[seat]}; csrftoken={self.word}"
        self.game, self.seat, self.port, self.tally = game, seat, port, tally
        self.getting, self.posting = Link(port, self.cookie, tally), Link(port, self.cookie, tally)
        self.version, self.said, self.heard = -1, "", -1
        self.busy = False  # a move of its own is under way
        self.news = asyncio.Event()
        self.reached: dict[int, asyncio.Future[float]] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.socket: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        """Load the live part, then open the socket; raises Failed."""
        await self._fetch(whole=True)
        reader, self.socket = await asyncio.open_connection("127.0.0.1", self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.write(
            f"GET {self.game.socket} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101"):
            raise Failed(f"the socket was refused: {answer[:40]!r}")
        self.tasks = [asyncio.create_task(self._listen(reader)), asyncio.create_task(self._keep_up())]

    async def close(self) -> None:
        """Leave the table."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.socket is not None:
            self.socket.close()
        self.getting.close()
        self.posting.close()

    async def post(self, step: Step) -> int:
        """Make a move as the page's form does; the version that its answer shows. Raises Failed."""
        key = secrets.token_hex(16)
        form = {
            "csrfmiddlewaretoken": self.word, "move": step.text, "prompt": step.prompt, "key": key,
            "picked": step.text,
        }  # fmt: skip
        self.busy = True
        try:
            status, headers, content = await self.posting.ask(
                "POST", self.game.move, urlencode(form).encode(), "HX-Target: live\r\n"
            )
            if status != 200:
                raise Failed(f"{step.text!r} was answered by {status}")
            self.game.acknowledged.append((key, step.text))
            self._show(beginning(headers, content))
        finally:
            self.busy = False
            self.news.set()
        return self.version

    async def see(self, version: int) -> float:
        """When this page showed that version or a later one; raises TimeoutError."""
        if self.version >= version:
            return time.perf_counter()
        future = self.reached.setdefault(version, asyncio.get_running_loop().create_future())
        return await asyncio.wait_for(asyncio.shield(future), PATIENCE)

    async def _keep_up(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            while self.heard > self.version and not self.busy:
                try:
                    await self._fetch()
                except _TROUBLE as error:
                    self.tally.errors.append(f"a fetch failed: {error}")
                    return

    async def _fetch(self, *, whole: bool = False) -> None:
        """Its own live part; with `whole` whatever it has already."""
        asked = "" if whole or not self.said else f"?have={self.version}&said={self.said}"
        status, headers, content = await self.getting.ask(
            "GET", self.game.page + asked, more="HX-Target: live\r\n"
        )
        self.tally.fetches += 1
        if status != 200:
            raise Failed(f"{self.game.page} was answered by {status}")
        self._show(beginning(headers, content))

    def _show(self, text: bytes) -> None:
        found, said = _VERSION.search(text), _SAID.search(text)
        if found is None:
            raise Failed("an answer has no version")
        version = int(found[1])
        if version > self.version:
            self.version, self.said = version, said[1].decode() if said else ""
        now = time.perf_counter()
        for wanted in [one for one in self.reached if one <= version]:
            future = self.reached.pop(wanted)
            if not future.done():
                future.set_result(now)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                kind, text = await _frame(reader)
                self.tally.bytes += len(text) + 2
                if kind == 8:
                    break
                if kind != 1:
                    continue
                version = json.loads(text).get("version")
                if version is not None and version > self.heard:
                    self.heard = version
                    self.news.set()
        self.tally.errors.append("a socket was closed")


async def _frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The kind and the text of a server's frame (RFC 6455): short, whole and without a mask."""
    first, length = await reader.readexactly(2)
    if length >= 126:
        length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
    return first & 15, await reader.readexactly(length)


class _Clock:
    """When the next move of a table is due: at once, or so many seconds after the last was."""

    def __init__(self, until: float, pace: float, first: float) -> None:
        self.until, self.pace, self.due = until, pace, first

    @property
    def over(self) -> bool:
        return time.perf_counter() >= self.until

    async def next_move(self) -> None:
        """Wait until a move may be made; those that were missed are not made up for."""
        if not self.pace:
            return
        await asyncio.sleep(max(0.0, self.due - time.perf_counter()))
        self.due = max(self.due + self.pace, time.perf_counter())


class Table:
    """A table with everybody's page open, each at the next web process: most moves cross from one to another."""

    def __init__(self, number: int, ports: Sequence[int], tally: Tally) -> None:
        self.number, self.ports, self.tally = number, ports, tally
        self.clients: list[Client] = []

    async def open(self, game: Game) -> None:
        """Come to a table, from another one perhaps."""
        await self.close()
        self.game = game
        for seat in range(len(game.cookies)):
            port = self.ports[(self.number + seat) % len(self.ports)]
            self.clients.append(Client(game, seat, port, self.tally))
            await self.clients[-1].open()

    async def close(self) -> None:
        """Everybody leaves."""
        await asyncio.gather(*(client.close() for client in self.clients))
        self.clients = []

    async def play(self, clock: _Clock, spare: deque[Game]) -> None:
        """Move after move, table after table, until the time is over or nothing is left to play; what fails ends it."""
        try:
            while not clock.over:
                while self.game.steps and not clock.over:
                    await self._move(clock)
                if not clock.over:
                    if not spare:
                        raise Failed("no table is left to play at")
                    await self.open(spare.popleft())
        except _TROUBLE as error:
            self.tally.errors.append(f"{self.game.page}: {type(error).__name__} {error}")

    async def _move(self, clock: _Clock) -> None:
        await clock.next_move()
        if clock.over:
            return
        step = self.game.steps.popleft()
        mover = self.clients[step.seat]
        expected = mover.version + 1
        seen = asyncio.gather(*(c.see(expected) for c in self.clients if c is not mover))
        began = time.perf_counter()
        try:
            version = await mover.post(step)
            answered = time.perf_counter()
            if version != expected:
                raise Failed(f"a move led from version {expected - 1} to {version}")
            arrived = max(await seen)
        finally:
            seen.cancel()
        self.tally.answered.append(answered - began)
        self.tally.took.append(arrived - began)


async def play(
    games: Sequence[Game],
    tables: int,
    ports: Sequence[int],
    *,
    seconds: float,
    pace: float = 0,
    measure: Callable[[], None] = lambda: None,
) -> Tally:
    """Play at so many tables at once for so long, each with a move every `pace` seconds, or as fast as it goes (0).

    `games` holds the tables and spare ones: where a match is over, its people go on to another. `measure` is called
    when all pages are open, and when the time is over. Whatever goes wrong is among the errors of the answer.
    """
    tally = Tally()
    waiting = deque(game for game in games if game.steps)
    places = [Table(number, ports, tally) for number in range(tables)]
    try:
        for place in places:
            await place.open(waiting.popleft())
        tally.fetches = tally.bytes = 0
        measure()
        now = time.perf_counter()
        clocks = [_Clock(now + seconds, pace, now + pace * place.number / tables) for place in places]
        await asyncio.gather(*(one.play(clock, waiting) for one, clock in zip(places, clocks, strict=True)))
        measure()
    finally:
        await asyncio.gather(*(place.close() for place in places), return_exceptions=True)
    return tally
