"""A week at many tables over days: people answer, miss, go on autopilot, come back, are replaced.

The real pages, sweeps and mails; only the clock is moved. A short week is in `make test`, the long one in
`make test-long`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games import GAMES
from games.core import notation
from games.core.checks import digest
from portal import lobby, matches, tasks
from portal.models import Move, Notice, Person, Seat, Table
from tests.portal.cast import Browser, at, match_of

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 3, 2, 8, tzinfo=UTC)
HALF_A_DAY = 12 * 3600


@dataclass
class Human:
    """Somebody with a habit, a browser and an address."""

    name: str
    habit: str
    browser: Browser = field(default_factory=Browser)

    def arrives(self) -> None:
        self.browser.name = self.name
        Person.objects.filter(pk=self.browser.person.pk).update(
            email=f"{self.name.lower()}@example.org", email_confirmed_at=timezone.now()
        )

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@example.org"


HABITS = ("prompt", "prompt", "slow", "forgetful", "returning", "leaving", "gone")
"""prompt: within the hour or two. slow: on the last day. forgetful: now and then not at all. returning: away for days,
then back. leaving: gives the seat up after a while. gone: never seen again."""


class Week:
    """The tables, their people, and what they do as time goes by."""

    def __init__(self, tables: int, seed: int, time: time_machine.Traveller) -> None:
        self.rng = Random(seed)
        self.time = time
        self.now = MONDAY
        self.tables: list[Table] = []
        self.seated: dict[tuple[int, int], Human] = {}
        self.newcomers = 0
        self.kinds: Counter[str] = Counter()
        for number in range(tables):
            self._open(number)

    def _open(self, number: int) -> None:
        slug = ("drakon", "dragonkeeper", "natrak", "drako")[number % 4]
        game = GAMES[slug]
        size = game.seats[0] if number % 3 == 0 else min(game.seats[-1], max(3, game.seats[0]))
        humans = [Human(f"P{number}x{seat}", self.rng.choice(HABITS)) for seat in range(size)]
        for human in humans:
            human.arrives()
        host = humans[0].browser.person
        options = {"goal": "8"} if slug == "natrak" else {}
        table = lobby.open_table(
            host,
            slug,
            size=size,
            options=options,
            pace="correspondence",
            clock_seconds=HALF_A_DAY,
            public=False,
        )
        faces = list(game.portraits(table.options)) or [""] * size
        for human, colour, face in zip(humans, Seat.COLOURS, faces, strict=False):
            lobby.sit(table.pk, human.browser.person, name=human.name, colour=colour, portrait=face)
        assert humans[0].browser.post(at(table, "start")).status == 302
        self.tables.append(table)
        self.seated |= {(table.pk, seat): human for seat, human in enumerate(humans)}

    def passes(self, days: float, step: timedelta) -> None:
        end = MONDAY + timedelta(days=days)
        while self.now < end:
            self.now += step
            self.time.move_to(self.now)
            tasks.sweep_clocks()
            for table in self.tables:
                table.refresh_from_db()
                if table.status == Table.Status.RUNNING:
                    self._happens(table)
            tasks.sweep_notices()
            tasks.sweep_notices()
            tasks.sweep_tables()

    def _happens(self, table: Table) -> None:
        for seat in list(table.seat_set.all()):
            human = self.seated[table.pk, seat.number]
            if seat.freed_at is not None:
                self._takes_over(table, seat)
            elif seat.autopilot_since is not None:
                self._is_missed(table, seat, human)
            elif seat.awaited_since is not None and self._feels_like_it(human, seat):
                self._answers(table, human, seat.number)
            elif human.habit == "leaving" and table.size > 2 and self.rng.random() < 0.01:
                self._does(human, table, "quit")

    def _feels_like_it(self, human: Human, seat: Seat) -> bool:
        assert seat.due_at is not None
        left = (seat.due_at - self.now).total_seconds() / HALF_A_DAY
        match human.habit:
            case "slow":
                return left < 0.3
            case "forgetful":
                return self.rng.random() < 0.03
            case "returning":
                return self.now - MONDAY < timedelta(days=1) or self.now - MONDAY > timedelta(days=4)
            case "gone":
                return self.now - MONDAY < timedelta(hours=10)
        return self.rng.random() < 0.5

    def _answers(self, table: Table, human: Human, number: int) -> None:
        """A few moves by the page's own address, as long as it is the seat's turn; one of them twice."""
        for _ in range(self.rng.randint(1, 12)):
            with matches.reading(Table.objects.get(pk=table.pk)) as match:
                if match.outcome is not None or number not in match.waiting:
                    return
                prompt = match.stack[-1]
                text = notation.write(self.rng.choice(match.legal(number) or [match.default(number)]))
            values = {"move": text, "key": f"k{self.rng.getrandbits(60)}", "prompt": str(prompt.number)}
            first = human.browser.post(at(table, "move"), values, htmx=True)
            assert first.status in (200, 409), first.errors
            if self.rng.random() < 0.1:
                assert human.browser.post(at(table, "move"), values, htmx=True).status == first.status

    def _is_missed(self, table: Table, seat: Seat, human: Human) -> None:
        """Who was away comes back, or the others free the seat."""
        if human.habit == "returning" and self.now - MONDAY > timedelta(days=4):
            self._does(human, table, "awake")
            return
        if human.habit != "gone" or table.size == 2:
            return
        for other in table.seat_set.exclude(pk=seat.pk):
            if other.autopilot_since is None and self.rng.random() < 0.1:
                self._does(self.seated[table.pk, other.number], table, "replace", seat=seat.number)
                seat.refresh_from_db()
                if seat.freed_at is not None:
                    return

    def _takes_over(self, table: Table, seat: Seat) -> None:
        if self.rng.random() < 0.1:
            self.newcomers += 1
            human = Human(f"New{self.newcomers}", "prompt")
            human.arrives()
            answer = human.browser.post(
                at(table, "take_over"), {"seat": str(seat.number), "name": human.name}
            )
            assert answer.status == 302, answer.errors
            self.seated[table.pk, seat.number] = human

    def _does(self, human: Human, table: Table, what: str, **values: Any) -> None:
        self.kinds[what] += 1
        answer = human.browser.post(at(table, what), {name: str(value) for name, value in values.items()})
        assert answer.status == 302, (what, answer.errors)


def number_of(message: Any) -> int:
    """The notice that a mail carries out."""
    found = re.fullmatch(r"<notice\.(\d+)@[^>]+>", message.extra_headers["Message-ID"])
    assert found is not None
    return int(found[1])


def check_tables(week: Week) -> None:
    """Every table is over or waits for the right seat, and what is stored agrees with itself."""
    for table in week.tables:
        table.refresh_from_db()
        match = match_of(table)
        assert digest(match) == table.digest
        assert table.ply == match.ply == Move.objects.filter(table=table).count()
        seats = list(table.seat_set.all())
        awaited = {seat.number for seat in seats if seat.awaited_since is not None}
        if table.status != Table.Status.RUNNING:
            assert table.status == Table.Status.FINISHED or table.closed_because == Table.Why.ABANDONED
            assert (match.outcome is not None) == (table.status == Table.Status.FINISHED)
            assert not awaited
            assert table.due_at is None
            assert not Notice.objects.filter(table=table, status="waiting").exclude(kind="result").exists()
            continue
        assert awaited == set(match.waiting)
        assert all(seat.autopilot_since is None for seat in seats if seat.number in awaited)
        assert table.due_at == min(seat.due_at for seat in seats if seat.due_at)
        assert table.due_at > week.now
        assert any(seat.autopilot_since is None for seat in seats)


def check_mails(week: Week) -> None:
    """Each notice was mailed once at most, to who it was for, while true; after an end only its result."""
    sent = Counter(number_of(message) for message in mail.outbox)
    assert set(sent.values()) <= {1}
    rows = {row.pk: row for row in Notice.objects.select_related("table", "person")}
    assert {pk for pk, row in rows.items() if row.status == "sent"} == set(sent)
    for message in mail.outbox:
        row = rows[number_of(message)]
        assert row.sent_at is not None
        if row.person is not None:
            assert message.to == [row.person.email]
        else:
            assert message.to[0].split("@")[0].startswith(("p", "new"))
        if row.table.ended_at is not None and row.kind != Notice.Kind.RESULT:
            assert row.sent_at <= row.table.ended_at
    assert not Notice.objects.filter(status="failed").exists()


def a_week(tables: int, days: float, step: timedelta, seed: int) -> Iterator[Week]:
    with time_machine.travel(MONDAY, tick=False) as time:
        week = Week(tables, seed, time)
        week.passes(days, step)
        yield week


def test_a_few_tables_for_two_days():
    for week in a_week(4, 2, timedelta(hours=3), seed=5):
        check_tables(week)
        check_mails(week)
        assert len(mail.outbox) > 10
        assert Move.objects.filter(by="clock").exists()


@pytest.mark.long
def test_twenty_tables_for_a_week():
    for week in a_week(20, 7, timedelta(minutes=20), seed=1):
        check_tables(week)
        check_mails(week)
        kinds = set(Notice.objects.filter(status="sent").values_list("kind", flat=True))
        assert {"turn", "reminder", "autopilot", "result", "replaced"} <= kinds
        assert {"awake", "replace", "quit"} <= set(week.kinds)
        assert week.newcomers > 0
        ended = {table.status for table in week.tables}
        assert "finished" in ended
        for table in week.tables:
            for seat in table.seat_set.all():
                human = week.seated[table.pk, seat.number]
                assert human.browser.get(reverse("table", args=[table.token])).status == 200
