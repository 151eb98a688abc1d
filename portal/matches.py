"""From a table to its match: replay what is stored, keep the result for the next request.

A kept match belongs to one thread at a time. A writer takes it out under the table's lock and puts it back only when
the transaction has committed; on any error it is dropped and the next reader replays. Readers look under the same lock,
so nobody sees a position that may yet be rolled back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import Any, cast

from django.db import transaction

from games import GAMES
from games.core.match import By, Match
from games.core.model import IllegalMove
from games.core.words import gettext_noop
from portal.models import Move, Table
from portal.refusal import Refused

AnyMatch = Match[Any]
KEPT = 200
"""Matches kept in a process."""


@dataclass
class _Slot:
    lock: RLock = field(default_factory=RLock)
    match: AnyMatch | None = None


_slots: OrderedDict[int, _Slot] = OrderedDict()
_slots_lock = Lock()


def _slot(table_id: int) -> _Slot:
    with _slots_lock:
        slot = _slots.setdefault(table_id, _Slot())
        _slots.move_to_end(table_id)
        while len(_slots) > KEPT:
            _slots.popitem(last=False)
        return slot


def fresh(table: Table) -> AnyMatch:
    """The match at its beginning, by the rules the table was born with."""
    return Match(GAMES[table.game], table.seed, table.order or (), table.options, table.generation)


def load(table: Table) -> AnyMatch:
    """The match replayed from what is stored, shared with nobody."""
    return _catch_up(table, None)


def _catch_up(table: Table, match: AnyMatch | None) -> AnyMatch:
    """Play the stored moves that the match does not know yet."""
    match = match or fresh(table)
    if match.ply < table.ply:
        _play_stored(match, table, table.ply)
    return match


def _play_stored(match: AnyMatch, table: Table, to: int) -> None:
    new = Move.objects.filter(table=table, ply__gt=match.ply, ply__lte=to).order_by("ply")
    for seat, text, by in new.values_list("seat", "text", "by"):
        match.play(seat, text, by=cast(By, by))


def replayed(table: Table, ply: int) -> AnyMatch:
    """The match as it was after that many stored moves, shared with nobody."""
    match = fresh(table)
    _play_stored(match, table, ply)
    return match


@contextmanager
def reading(table: Table) -> Iterator[AnyMatch]:
    """The match of a running or ended table as it is stored, for looking only, until the block ends."""
    slot = _slot(table.pk)
    with slot.lock:
        kept, slot.match = slot.match, None
        slot.match = _catch_up(table, kept)
        yield slot.match


class Busy(Exception):
    """Somebody else holds the table's row."""


@contextmanager
def writing(table_id: int, *, wait: bool = True) -> Iterator[tuple[Table, AnyMatch]]:
    """One transaction that holds the table's row: the table and its match, to be changed together.

    The match is kept if the transaction commits, and after a refusal that left it as it was. Raises Busy for who
    would not `wait` for the row.
    """
    slot = _slot(table_id)
    with slot.lock:
        kept, slot.match = slot.match, None
        with transaction.atomic():
            table = Table.objects.select_for_update(skip_locked=not wait).filter(pk=table_id).first()
            if table is None:
                slot.match = kept
                raise Busy(table_id)
            if table.started_at is None:
                # Its order may still be drawn again: no match of it may be kept.
                raise Refused(gettext_noop("The match has not started yet."))
            match = _catch_up(table, kept)
            stored = table.ply
            try:
                yield table, match
            except (IllegalMove, Refused):
                slot.match = match if match.ply == stored else None
                raise
        slot.match = match


def forget(table_id: int) -> None:
    """Drop a kept match."""
    with _slots_lock:
        _slots.pop(table_id, None)
