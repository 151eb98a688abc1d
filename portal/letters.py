"""What a notice says, in the language and the time zone that are active: the same words for a mail and for a push."""

from __future__ import annotations

import copy
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import GAMES
from games.core.telling import tell
from portal import matches, people, say
from portal.matches import AnyMatch
from portal.models import DaysOff, Notice, Person, Seat, Table

Kind = Notice.Kind

NEWS_LINES = 20
"""How many of the last events a letter tells."""
CHAT_LINES = 10
"""How many of the last lines of the chat."""
MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
"""Django's, said again in our catalogs: its Portuguese writes them with a capital letter."""
_SEATED = frozenset(
    {Kind.TURN, Kind.REMINDER, Kind.STARTED, Kind.AUTOPILOT, Kind.TAKEBACK, Kind.LINK, Kind.CHAT}
)
"""What leads to the reader's seat."""


@dataclass(frozen=True)
class Letter:
    """What somebody is told: a line, a headline, sentences, a deadline, what happened meanwhile, and where to go."""

    subject: str
    about: str
    headline: str
    lines: tuple[str, ...]
    due: str
    since_title: str
    since: tuple[str, ...]
    url: str
    button: str


@dataclass(frozen=True)
class _Facts:
    """A notice and what its sentences need. Names are ready to stand in a sentence."""

    notice: Notice
    table: Table
    seat: Seat
    person: Person
    seats: list[Seat]

    @property
    def kind(self) -> Notice.Kind:
        return Kind(self.notice.kind)

    @property
    def eyes(self) -> int | None:
        """Whose secrets may be told: the seat's, unless its reader plays several on one device."""
        held = [other for other in self.seats if other.person_id == self.seat.person_id]
        return self.notice.seat if len(held) < 2 else None

    @property
    def names(self) -> dict[int, Seat]:
        return {seat.number: seat for seat in self.seats}

    @property
    def game(self) -> str:
        return say.plain(GAMES[self.table.game].title)

    @property
    def about(self) -> str:
        """The game and whom one plays with."""
        others = say.listed([other.name for other in self.seats if other.number != self.notice.seat])
        return _("{game} with {names}").format(game=self.game, names=others) if others else self.game

    @property
    def who(self) -> str:
        """The seat that it is about, by name."""
        number = self.notice.subject
        return self.names[number].name if number in self.names else self.seat.name

    @property
    def own(self) -> bool:
        """Whether it is about the reader's own seat."""
        return self.notice.subject == self.notice.seat


def letter(notice: Notice, seat: Seat, person: Person) -> Letter:
    """The notice in words, for the person who holds the seat (or did until now)."""
    facts = _facts(notice, seat, person)
    headline, *lines = filter(None, _said(facts))
    return Letter(
        subject=one_line(_subject(facts)),
        about=facts.about,
        headline=headline,
        lines=tuple(lines),
        due=until(seat.due_at) if facts.kind in (Kind.TURN, Kind.REMINDER) and seat.due_at else "",
        since_title=_("In the chat:") if facts.kind == Kind.CHAT else _("Since your last move:"),
        since=tuple(_since(facts)),
        url=_url(facts),
        button=_("To my seat") if facts.kind in _SEATED else _("To the table"),
    )


def subject(notice: Notice, seat: Seat, person: Person) -> str:
    """One line that says which table, with whom, and what is asked or has happened. No secret of the match."""
    return one_line(_subject(_facts(notice, seat, person)))


def until(due: datetime) -> str:
    """A deadline in the reader's zone, with the zone's name."""
    return _("You have until {time} ({zone}).").format(time=moment(due), zone=zone_name())


def moment(when: datetime) -> str:
    """A point of time in the reader's zone."""
    return formats.date_format(timezone.localtime(when), "DATETIME_FORMAT")


def zone_name() -> str:
    """The name of the reader's zone: "America/Sao Paulo"."""
    return timezone.get_current_timezone_name().replace("_", " ")


def one_line(text: str) -> str:
    """Fit for a header: whatever a name contains, no line break nor other control character is left."""
    return " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in text).split())


def absolute(path: str) -> str:
    """An address for use outside the site."""
    return str(settings.SITE_URL) + path


def reports_url() -> str:
    """Where the staff look at reports."""
    return absolute(reverse("admin:portal_report_changelist"))


def seat_url(person: Person, seat: Seat) -> str:
    """The link that opens somebody's seat on any device."""
    return absolute(reverse("go", args=[people.seat_word(person, seat)]))


def _facts(notice: Notice, seat: Seat, person: Person) -> _Facts:
    seats = [copy.copy(other) for other in notice.table.seat_set.all()]
    for other in seats:
        other.name = say.isolated(other.name)
    return _Facts(notice, notice.table, seat, person, seats)


def _url(facts: _Facts) -> str:
    if facts.kind in _SEATED:
        return seat_url(facts.person, facts.seat)
    return absolute(reverse("table", args=[facts.table.token]))


def _subject(facts: _Facts) -> str:
    table, who = facts.about, facts.who
    match facts.kind:
        case Kind.TURN:
            return _("{table}: your move").format(table=table)
        case Kind.REMINDER:
            return _("{table}: your time is nearly up").format(table=table)
        case Kind.FULL:
            return _("{table}: everybody is here").format(table=table)
        case Kind.STARTED:
            return _("{table}: the match has begun").format(table=table)
        case Kind.RESULT:
            return _("{table}: the match is over").format(table=table)
        case Kind.AUTOPILOT if facts.own:
            return _("{table}: your seat plays by itself").format(table=table)
        case Kind.AUTOPILOT:
            return _("{table}: the seat of {name} plays by itself").format(table=table, name=who)
        case Kind.REPLACED if facts.own:
            return _("{table}: your seat was freed").format(table=table)
        case Kind.REPLACED:
            return _("{table}: {name} has taken a seat over").format(table=table, name=who)
        case Kind.TAKEN:
            return _("{table}: your seat was opened on another device").format(table=table)
        case Kind.LINK:
            return _("{table}: the link to your seat").format(table=table)
        case Kind.TAKEBACK:
            return _("{table}: {name} asks to take moves back").format(table=table, name=who)
        case Kind.CLOSING:
            return _("{table}: your table closes tomorrow").format(table=table)
        case Kind.CHAT:
            return _("{table}: somebody wrote to you").format(table=table)
        case Kind.DAYS_OFF:
            return _("{table}: {name} takes days off").format(table=table, name=who)
        case never:
            assert_never(never)


def _said(facts: _Facts) -> list[str]:
    """The headline, and the sentences below it."""
    who = facts.who
    match facts.kind:
        case Kind.TURN:
            return [_question(facts)]
        case Kind.REMINDER:
            return [_question(facts), _("When your time is up, you are answered for.")]
        case Kind.FULL:
            return [_("Everybody is here."), _("You can start the match now.")]
        case Kind.STARTED:
            return [_("The match has begun."), _awaits(facts)]
        case Kind.RESULT:
            return _result(facts)
        case Kind.AUTOPILOT if facts.own:
            return [
                _("Your seat plays by itself."),
                _(
                    "Your time has run out three times in a row. Come back with one click: you go on from there."
                ),
            ]
        case Kind.AUTOPILOT:
            return [
                _("The seat of {name} plays by itself.").format(name=who),
                _("The time of {name} has run out three times in a row.").format(name=who),
                _("If most of you agree, the seat is freed for somebody new."),
            ]
        case Kind.REPLACED if facts.own:
            return [
                _("Your seat was freed for somebody new."),
                _("The log says by whom. As long as nobody else has taken it, you can sit down there again."),
            ]
        case Kind.REPLACED:
            return [_("{name} plays on where somebody left.").format(name=who)]
        case Kind.TAKEN:
            return [
                _("Your seat was opened on another device."),
                _("If it was you, there is nothing to do."),
                _("If not, open the table where you sat before: one click gives you the seat back."),
            ]
        case Kind.LINK:
            return [
                _("This opens your seat."),
                _("Somebody, you perhaps, typed your name at the table. If it was not you, do nothing."),
            ]
        case Kind.TAKEBACK:
            return [
                _("{name} asks to take moves back.").format(name=who),
                _("It needs your consent: say yes or no at the table."),
            ]
        case Kind.CLOSING:
            return [
                _("Your table closes tomorrow."),
                _("Nothing has happened there for six days. It stays open if somebody sits down."),
            ]
        case Kind.CHAT:
            return [_("Somebody wrote to you.")]
        case Kind.DAYS_OFF:
            return [_("{name} takes days off.").format(name=who), *_days(facts)]
        case never:
            assert_never(never)


def _question(facts: _Facts) -> str:
    if facts.eyes is None:
        return _awaits(facts)
    with matches.reading(facts.table) as match:
        prompts = match.prompts_for(facts.notice.seat)
        asked = match.game.ask(prompts[0], facts.notice.seat) if prompts else None
    return say.plain(asked, facts.names) if asked else _("Your move")


def _awaits(facts: _Facts) -> str:
    with matches.reading(facts.table) as match:
        if match.outcome is not None:
            return ""
        prompt = match.stack[-1]
        return " ".join(say.plain(match.game.awaits(prompt, number), facts.names) for number in match.waiting)


def _result(facts: _Facts) -> list[str]:
    if facts.table.status == Table.Status.CLOSED:
        return [say.why_closed(facts.table), _("Nobody wins.")]
    with matches.reading(facts.table) as match:
        assert match.outcome is not None
        winners = [facts.names[number].name for number in match.outcome.winners]
        return [say.who_won(winners), say.plain(match.game.reasons[match.outcome.reason], facts.names)]


def _days(facts: _Facts) -> list[str]:
    """When the days off are, whose number stands in place of a ply."""
    return [
        _("From {begins} to {ends} ({zone}) the clock of {name} stands still.").format(
            begins=moment(row.begins_at), ends=moment(row.ends_at), zone=zone_name(), name=facts.who
        )
        for row in DaysOff.objects.filter(pk=facts.notice.ply)
    ]


def _since(facts: _Facts) -> list[str]:
    """What happened since the reader's last move, or was written since they last read."""
    if facts.kind == Kind.CHAT:
        return _chat(facts)
    if facts.kind in (Kind.TURN, Kind.REMINDER, Kind.RESULT):
        with matches.reading(facts.table) as match:
            return _news(facts, match)[-NEWS_LINES:]
    return []


def _news(facts: _Facts, match: AnyMatch) -> list[str]:
    return [
        say.plain(tell(match.game, seen), facts.names)
        for entry in match.story
        if entry.ply > facts.seat.seen_ply and not entry.undone
        for event in entry.events
        if (seen := event.seen_by(facts.eyes)) is not None
    ]


def _chat(facts: _Facts) -> list[str]:
    last = facts.seat.unread().order_by("-pk")[:CHAT_LINES]
    return [f"{say.isolated(line.name)}: {line.text}" for line in reversed(last)]
