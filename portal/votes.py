"""What needs the others: freeing an absent player's seat, closing the table, taking moves back past one's own.

Votes are rows, one a seat and a question. Seats on autopilot are not asked: nobody is there to answer. They are counted
under the table's lock (`portal.counting`), so that the last two at once do a thing once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils import timezone

from games.core.match import Entry
from games.core.model import SystemMove, TakeBack
from games.core.words import Who, gettext_noop
from portal import counting, matches, notices, play
from portal.matches import AnyMatch
from portal.models import Notice, Person, Seat, Table, Vote
from portal.prepared import Prepared
from portal.refusal import Refused

_VOTES = Prepared(lambda table: Vote.objects.filter(table=table).order_by("pk"))


def replace(table_id: int, person: Person, number: int, looking: int | None = None) -> None:
    """Vote to free the seat of somebody on autopilot; with more than half of the other players it is done."""
    now = timezone.now()
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        mine = play.seat_of(seats, person, looking)
        play.require_running(table)
        seat = next((seat for seat in seats if seat.number == number and seat != mine), None)
        if seat is None or seat.autopilot_since is None:
            raise Refused(gettext_noop("Only a seat that plays by itself can be freed for somebody new."))
        if seat.freed_at is not None:
            raise Refused(gettext_noop("That seat is free already."))
        _vote(table, Vote.Kind.REPLACE, mine, number)
        counting.settle(table, seats, match, now=now, actor=mine)


def close(table_id: int, person: Person, looking: int | None = None) -> None:
    """Agree to close the table; when every player has, it is closed and nobody wins."""
    now = timezone.now()
    with matches.writing(table_id) as (table, _match):
        seats = list(table.seat_set.all())
        mine = play.seat_of(seats, person, looking)
        play.require_running(table)
        _vote(table, Vote.Kind.CLOSE, mine)
        if counting.closes(table, seats):
            play.end(table, now, why=Table.Why.AGREED)
        play.save_and_tell(table)


def take_back(table_id: int, person: Person, looking: int | None = None) -> None:
    """Ask that one's last move be taken back with all that followed, or agree to what somebody asked."""
    now = timezone.now()
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        mine = play.seat_of(seats, person, looking)
        play.require_running(table)
        asked = Vote.objects.filter(table=table, kind=Vote.Kind.TAKEBACK).order_by("pk").first()
        ply, asker = (asked.subject, asked.voter) if asked else (_last_of(match, mine.number), mine.number)
        needed = match.consent(ply) if ply else None
        if needed is None:
            raise Refused(gettext_noop("That can't be taken back any more."))
        _vote(table, Vote.Kind.TAKEBACK, mine, ply)
        agreed = counting.agreed(table, Vote.Kind.TAKEBACK, ply) | _unasked(seats)
        if needed <= agreed:
            move = TakeBack(ply, tuple(sorted((needed & agreed) - {asker})))
            play.play(table, match, asker, move, by="system")
            play.settle(table, seats, match, now=now, actor=mine)
            return
        if asked is None:
            missing = [seat for seat in seats if seat.number in needed - agreed]
            notices.post(
                table, Notice.Kind.TAKEBACK, missing, match.ply, now + notices.WAIT, subject=mine.number
            )
        play.save_and_tell(table)


def decline(table_id: int, person: Person, looking: int | None = None) -> None:
    """Not agree that moves be taken back (or no longer ask for it): the question is gone."""
    with matches.writing(table_id) as (table, _match):
        play.seat_of(list(table.seat_set.all()), person, looking)
        Vote.objects.filter(table=table, kind=Vote.Kind.TAKEBACK).delete()
        play.save_and_tell(table)


def withdraw(table_id: int, person: Person, looking: int | None = None) -> None:
    """No longer agree to close the table, nor to free any seat."""
    with matches.writing(table_id) as (table, _match):
        mine = play.seat_of(list(table.seat_set.all()), person, looking)
        Vote.objects.filter(table=table, voter=mine.number).exclude(kind=Vote.Kind.TAKEBACK).delete()
        play.save_and_tell(table)


# What a page shows


@dataclass(frozen=True)
class Question:
    """Something put to the vote: who asked first, who agrees, and whose answer is missing."""

    asker: int
    agreed: frozenset[int]
    missing: frozenset[int]
    subject: int = 0


@dataclass(frozen=True)
class Ballot:
    """All that is put to the vote at a table, and whether a seat may ask to take its last move back."""

    close: Question | None = None
    take_back: Question | None = None
    replace: tuple[Question, ...] = ()
    may_ask_back: bool = False


def ballot(table: Table, seats: Sequence[Seat], match: AnyMatch, me: int | None) -> Ballot:
    """The questions that are open for a running table's players; nothing for spectators."""
    if me is None or table.status != Table.Status.RUNNING:
        return Ballot()
    votes = _VOTES.all(table.pk) if table.asked else []
    present = counting.present(seats)

    def question(kind: Vote.Kind, subject: int, asked: Collection[int]) -> Question | None:
        said = [vote.voter for vote in votes if vote.kind == kind and vote.subject == subject]
        return (
            Question(said[0], frozenset(said), frozenset(set(asked) - set(said)), subject) if said else None
        )

    freed = sorted({vote.subject for vote in votes if vote.kind == Vote.Kind.REPLACE})
    replacing = (question(Vote.Kind.REPLACE, number, present - {number}) for number in freed)
    back = next((vote.subject for vote in votes if vote.kind == Vote.Kind.TAKEBACK), None)
    needed = (match.consent(back) or frozenset()) & present if back is not None else frozenset()
    last = _last_of(match, me)
    alone = last in match.undoable(me)
    return Ballot(
        close=question(Vote.Kind.CLOSE, 0, present),
        take_back=None if back is None else question(Vote.Kind.TAKEBACK, back, needed),
        replace=tuple(found for found in replacing if found is not None),
        may_ask_back=back is None and not alone and last > 0 and match.consent(last) is not None,
    )


def _vote(table: Table, kind: Vote.Kind, seat: Seat, subject: int = 0) -> None:
    if seat.autopilot_since is not None:
        raise Refused(
            gettext_noop("{who} is on autopilot: say first that you are back."), who=Who(seat.number)
        )
    Vote.objects.get_or_create(table=table, kind=kind, subject=subject, voter=seat.number)
    table.asked = True


def _unasked(seats: Collection[Seat]) -> set[int]:
    return {seat.number for seat in seats} - counting.present(seats)


def _last_of(match: AnyMatch, seat: int) -> int:
    """The ply of the last move a seat made itself and did not take back; 0 if there is none."""
    return next((entry.ply for entry in reversed(match.story) if _is_own(entry, seat)), 0)


def _is_own(entry: Entry, seat: int) -> bool:
    told = isinstance(entry.move, TakeBack | SystemMove)
    return entry.seat == seat and entry.by == "seat" and not entry.undone and not told
