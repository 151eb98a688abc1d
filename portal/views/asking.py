"""What the players of a table ask of each other, in words: to take moves back, to free a seat, to close."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.core.words import Text, Who, gettext_noop
from portal import newcomers, say, votes
from portal.access import Place
from portal.matches import AnyMatch
from portal.models import Seat, Table


@dataclass(frozen=True)
class Asked:
    """An open question: `mine` says whether the reader agrees already, `owed` whether their answer is missing."""

    sentence: SafeString
    agreed: str
    missing: str
    mine: bool
    owed: bool


@dataclass(frozen=True)
class Pilot:
    """A seat that plays by itself, and the question whether somebody new should have it, once somebody asked."""

    seat: int
    name: str
    colour: str
    asked: Asked | None


@dataclass(frozen=True)
class Asking:
    """All of it, for one reader; and what they may ask for."""

    take_back: Asked | None = None
    close: Asked | None = None
    pilots: tuple[Pilot, ...] = ()
    free: tuple[Seat, ...] = ()
    on_autopilot: bool = False
    may_ask_back: bool = False
    may_ask_to_close: bool = False
    may_leave: bool = False

    @property
    def anything(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.take_back or self.close or self.pilots or self.free)

    @property
    def owed(self) -> int:
        """How many answers of the reader are missing."""
        asked = [self.take_back, self.close, *(pilot.asked for pilot in self.pilots)]
        return sum(question is not None and question.owed for question in asked)


def asking(place: Place, match: AnyMatch) -> Asking:
    """What is asked at a running table, and what the reader may ask; spectators see which seats are free."""
    table, seats, me = place.table, place.seats, place.seat
    if table.status != Table.Status.RUNNING:
        return Asking()
    free = tuple(newcomers.free_seats(table, seats))
    if me is None:
        return Asking(free=free)
    ballot, names = votes.ballot(table, seats, match, me.number), {seat.number: seat for seat in seats}
    replacing = {question.subject: question for question in ballot.replace}
    awake = me.autopilot_since is None

    def asked(question: votes.Question | None, sentence: str) -> Asked | None:
        if question is None:
            return None
        return Asked(
            say.html(Text(sentence, {"who": Who(question.asker), "seat": Who(question.subject)}), names),
            _names(names.values(), question.agreed),
            _names(names.values(), question.missing),
            me.number in question.agreed,
            me.number in question.missing,
        )

    pilots = (
        Pilot(
            seat.number,
            seat.name,
            seat.colour,
            asked(
                replacing.get(seat.number),
                gettext_noop("{who} wants to free {seat}’s seat for somebody new."),
            ),
        )
        for seat in seats
        if seat.autopilot_since is not None and seat.freed_at is None and seat != me
    )
    return Asking(
        take_back=asked(
            ballot.take_back, gettext_noop("{who} asks to take back their last move, with all that followed.")
        ),
        close=asked(ballot.close, gettext_noop("{who} wants to close the table. Nobody wins then.")),
        pilots=tuple(pilots),
        free=free,
        on_autopilot=not awake,
        may_ask_back=awake and ballot.may_ask_back,
        may_ask_to_close=awake and ballot.close is None and not place.host,
        may_leave=table.size > 2,
    )


def _names(seats: Collection[Seat], numbers: Collection[int]) -> str:
    return say.listed([seat.name for seat in seats if seat.number in numbers])


def standing(seat: Seat, absent: Collection[int], off: Collection[str]) -> str:
    """How a seat of a running match stands, where it is not simply played: by itself, free, or its player away."""
    if seat.freed_at is not None:
        return _("seat free")
    if seat.autopilot_since is not None:
        return _("on autopilot")
    if seat.name in off:
        return _("days off")
    return _("absent") if seat.number in absent else ""
