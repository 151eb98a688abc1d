"""From a table to its match: replay what is stored, keep the result for the next request.

A kept match belongs to one thread at a time. A writer takes it out under the table's lock and puts it back only when
the transaction has committed; on any error it is dropped and the next reader replays. Readers look under the same lock,
so nobody sees a position that may yet be rolled back.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Iterable, Iterator
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
from portal.prepared import Prepared
from portal.refusal import Refused

AnyMatch = Match[Any]
KEPT = 200
"""Matches kept in a process."""
WALKED, APART = 20, 200
"""Tables of which copies are kept for stepping through, and how many plies lie between two of them.

A copy of the longest matches (1700 plies) is 200 kB, made in 10 ms; playing them through takes 55 ms.
"""


_HELD = Prepared(lambda pk: Table.objects.select_for_update().filter(pk=pk))
_HELD_AT_ONCE = Prepared(lambda pk: Table.objects.select_for_update(skip_locked=True).filter(pk=pk))
_MOVES = Prepared(
    lambda table, after, to: (
        Move.objects.filter(table=table, ply__gt=after, ply__lte=to)
        .order_by("ply")
        .values_list("seat", "text", "by")
    )
)


@dataclass
class _Slot:
    lock: RLock = field(default_factory=RLock)
    match: AnyMatch | None = None


_slots: OrderedDict[int, _Slot] = OrderedDict()
_walked: OrderedDict[int, dict[int, bytes]] = OrderedDict()
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
    for seat, text, by in _stored(table, match.ply, to):
        match.play(seat, text, by=cast(By, by))


def _stored(table: Table, after: int, to: int) -> Iterable[tuple[int | None, str, str]]:
    return _MOVES.rows(table.pk, after, to)


def replayed(table: Table, ply: int) -> AnyMatch:
    """The match as it was after that many stored moves, shared with nobody.

    Played on from the last place where an earlier replay left a copy: what was stored never changes.
    """
    stops = _stops_of(table.pk)
    before = max((stop for stop in stops if stop <= ply), default=None)
    # Our own bytes: they never leave this process.
    match: AnyMatch = pickle.loads(stops[before]) if before is not None else fresh(table)  # noqa: S301
    for seat, text, by in _stored(table, match.ply, ply):
        match.play(seat, text, by=cast(By, by))
        if match.ply % APART == 0:
            stops.setdefault(match.ply, pickle.dumps(match))
    return match


def _stops_of(table_id: int) -> dict[int, bytes]:
    """The copies that replays of a table have left, by ply."""
    with _slots_lock:
        stops = _walked.setdefault(table_id, {})
        _walked.move_to_end(table_id)
        while len(_walked) > WALKED:
            _walked.popitem(last=False)
        return stops


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
            table = (_HELD if wait else _HELD_AT_ONCE).first(table_id)
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
        _walked.pop(table_id, None)
