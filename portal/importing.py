"""A record read back: a match that was played somewhere becomes a table that is over, at which nobody sits.

Nothing in the text is believed. It is played move by move by the rules, as the portal plays a stored match, and what it
says of its end must come out.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict
from itertools import permutations
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import GAMES
from games.core import notation
from games.core.checks import Record, compare, digest, read_record, replay
from games.core.match import Match
from games.core.model import IllegalMove, TakeBack
from games.core.words import gettext_noop
from portal.models import Move, Seat, Table
from portal.names import clean_name, name_key
from portal.refusal import Refused

log = logging.getLogger(__name__)

LONGEST = 256 * 1024
"""Bytes of a record."""
MOST_MOVES = 5_000
MOST_PLAYED = 50_000
"""Moves played altogether: a take-back plays again what stands before it."""
LONGEST_SEED = 64
_KNOWN = re.compile(
    r"(game|generation|seed|order|winners|reason|digest|option \w+|(player|colour|portrait) \d)"
)

NO_RECORD = gettext_noop(
    "That is not the record of a match: take the text file that a finished match offers."
)


def too_long() -> Refused:
    """What is said of more bytes than a record may have."""
    return Refused(gettext_noop("A record has {most} kB at most, and that is longer."), most=LONGEST // 1024)


def decoded(raw: bytes) -> str:
    """The text of a file. Raises Refused."""
    if len(raw) > LONGEST:
        raise too_long()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(NO_RECORD) from None


def table_from(text: str) -> Table:
    """The table of a record, finished and unlisted. Raises Refused, with nothing stored."""
    text = text.replace("\r\n", "\n")
    if len(text.encode(errors="replace")) > LONGEST:
        raise too_long()
    record = _read(text)
    match = _played(record)
    return _store(match, _sitters(match, record.head))


def _read(text: str) -> Record:
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in text if character != "\n"):
        raise Refused(NO_RECORD)
    try:
        record = read_record(text.strip("\n") + "\n")
    except ValueError:
        raise Refused(NO_RECORD) from None
    if "game" in record.head and record.head["game"] not in GAMES:
        raise Refused(gettext_noop("There is no such game here: choose one from the front page."))
    if (
        not all(_KNOWN.fullmatch(key) for key in record.head)
        or len(record.head.get("seed", "")) > LONGEST_SEED
    ):
        raise Refused(NO_RECORD)
    if len(record.moves) > MOST_MOVES:
        raise Refused(gettext_noop("That is too long for the record of a match."))
    return record


def _played(record: Record) -> Match[Any]:
    """The match at its end, which must be the one that the record tells of."""
    try:
        match = replay(Record(record.head, []), GAMES)
    except ValueError:
        raise Refused(NO_RECORD) from None
    for number, (seat, by, line) in enumerate(record.moves, start=1):
        try:
            match.play(seat, line, by=by)
        except IllegalMove:
            raise Refused(gettext_noop("Move {n} of the record is against the rules."), n=number) from None
        except Exception:
            log.exception("move %s of a record to import broke the rules' own code", number)
            raise Refused(gettext_noop("Move {n} of the record is against the rules."), n=number) from None
        _require_brevity(match)
    if match.outcome is None:
        raise Refused(gettext_noop("The record stops before the end of its match."))
    if compare(match, record.head):
        raise Refused(gettext_noop("The match of the record ends otherwise than the record says."))
    return match


def _require_brevity(match: Match[Any]) -> None:
    """A take-back plays what is before it again; nobody may have us do that for minutes."""
    if not isinstance(match.story[-1].move, TakeBack):
        return
    again = sum(entry.ply for entry in match.story if isinstance(entry.move, TakeBack))
    if match.ply + again > MOST_PLAYED:
        raise Refused(gettext_noop("That is too long for the record of a match."))


def _sitters(match: Match[Any], head: Mapping[str, str]) -> list[Seat]:
    """Who played, as the record names them; what it leaves out is chosen."""
    size = len(match.order)
    seats = [
        Seat(
            number=n,
            name=clean_name(head.get(f"player {n}", f"Player {n + 1}")),
            portrait=portrait,
            colour=colour,
        )
        for n, portrait, colour in zip(
            range(size), _portraits(match, head), _colours(size, head), strict=True
        )
    ]
    for seat in seats:
        seat.name_key = name_key(seat.name)
    if len({seat.name_key for seat in seats}) < size:
        raise Refused(gettext_noop("Two players of the record have the same name."))
    return seats


def _colours(size: int, head: Mapping[str, str]) -> list[str]:
    said = [head.get(f"colour {n}", "") for n in range(size)]
    free = iter([colour for colour in Seat.COLOURS if colour not in said])
    colours = [colour or next(free) for colour in said]
    if len(set(colours)) < size or not set(colours) <= set(Seat.COLOURS):
        raise Refused(NO_RECORD)
    return colours


def _portraits(match: Match[Any], head: Mapping[str, str]) -> list[str]:
    """Faces that the game has, each once, and that go with the turn order where it comes from them."""
    size = len(match.order)
    said = [head.get(f"portrait {n}", "") for n in range(size)]
    offered = list(match.game.portraits(match.options))
    if not offered and not any(said):
        return said
    for chosen in permutations(offered, size):
        agrees = all(word in ("", face) for word, face in zip(said, chosen, strict=True))
        if agrees and match.game.roles(match.options, dict(enumerate(chosen))) in (None, match.order):
            return list(chosen)
    raise Refused(NO_RECORD)


@transaction.atomic
def _store(match: Match[Any], seats: list[Seat]) -> Table:
    assert match.outcome is not None
    now = timezone.now()
    table = Table.objects.create(
        game=match.game.slug,
        options=match.options,
        generation=match.generation,
        seed=match.seed,
        size=len(seats),
        pace=Table.Pace.LIVE,
        chat=False,
        imported=True,
        status=Table.Status.FINISHED,
        order=list(match.order),
        ply=match.ply,
        digest=digest(match),
        outcome=asdict(match.outcome),
        started_at=now,
        ended_at=now,
    )
    for seat in seats:
        seat.table = table
    Seat.objects.bulk_create(seats)
    Move.objects.bulk_create(
        Move(table=table, ply=entry.ply, seat=entry.seat, by=entry.by, text=notation.write(entry.move))
        for entry in match.story[1:]
        if entry.move is not None
    )
    return table
