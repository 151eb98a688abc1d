"""Who is at a live table: clocks that stand still, and seats said to be away (Natrak, 2.8; S87, S106, S107)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from redis.exceptions import ConnectionError as RedisDown

from games import GAMES
from games.core import notation
from games.core.checks import digest
from portal import absence, clock, lobby, people, play, presence, tasks, timeouts
from portal.models import Move, Notice, Person, Seat, Table
from portal.redis_client import redis
from tests.portal.cast import default_of, leaves, looks, match_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def later(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


@pytest.fixture(autouse=True)
def _long_after_any_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "is_settled", lambda: True)


@pytest.fixture
def at_noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as time:
        yield time


def natrak(size: int = 3, clock_seconds: int | None = 60, pace: str = "live", **options: str) -> Table:
    """A running table of Natrak, played in the order of the seats."""
    persons = [people.arrive("en") for _ in range(size)]
    table = lobby.open_table(
        persons[0],
        "natrak",
        size=size,
        options=options,
        pace=pace,
        clock_seconds=clock_seconds,
        public=False,
    )
    portraits = list(GAMES["natrak"].portraits(table.options))
    for number, colour in enumerate(list(Seat.COLOURS)[:size]):
        lobby.sit(table.pk, persons[number], name=f"P{number}", colour=colour, portrait=portraits[number])
    Table.objects.filter(pk=table.pk).update(order=list(range(size)), seed="absence")
    lobby.start(table.pk, persons[0])
    table.refresh_from_db()
    return table


def person(table: Table, number: int) -> Person:
    found = Seat.objects.select_related("person").get(table=table, number=number).person
    assert found is not None
    return found


def says(table: Table, number: int, text: str) -> None:
    key = f"key{Move.objects.filter(table=table).count()}"
    play.make_move(table.pk, person(table, number), text, prompt=None, key=key)


def found(table: Table) -> Table:
    """Everybody has placed their camps and roads."""
    while (
        match_of(table).turn.number <= 2 * table.size
        and "found" in type(match_of(table).stack[-1]).__module__
    ):
        says(table, match_of(table).waiting[0], default_of(table))
    table.refresh_from_db()
    return table


def sweep() -> None:
    tasks.sweep_clocks()


def system_moves(table: Table) -> list[str]:
    return list(Move.objects.filter(table=table, by="system").values_list("text", flat=True))


def test_after_half_a_minute_without_a_connection_a_seat_is_away_and_then_back(
    at_noon: time_machine.Traveller,
):
    table = found(natrak())
    looks(table, 0, 1, 2)
    leaves(table, 2)
    at_noon.move_to(later(29))
    looks(table, 0, 1)
    sweep()
    assert system_moves(table) == []
    at_noon.move_to(later(30))
    sweep()
    sweep()
    assert system_moves(table) == ["ausente 2"]
    table.refresh_from_db()
    assert table.absent == [2]
    assert table.digest == digest(match_of(table))
    looks(table, 2)
    sweep()
    sweep()
    assert system_moves(table) == ["ausente 2", "presente 2"]


def test_a_short_blip_is_forgiven(at_noon: time_machine.Traveller):
    table = found(natrak())
    looks(table, 0, 1, 2)
    for second in range(0, 100, 20):
        at_noon.move_to(later(second))
        leaves(table, 2)
        at_noon.move_to(later(second + 19))
        looks(table, 0, 1, 2)
        sweep()
    assert system_moves(table) == []


def test_s106_whose_grace_is_over_is_skipped_without_a_roll_and_a_replay_needs_nothing_else(
    at_noon: time_machine.Traveller,
):
    table = found(natrak())
    looks(table, 0, 1, 2)
    active = match_of(table).turn.seat
    assert active is not None
    leaves(table, active)
    at_noon.move_to(later(31))
    looks(table, *({0, 1, 2} - {active}))
    sweep()
    match = match_of(table)
    assert match.turn.seat == (active + 1) % 3
    assert Move.objects.filter(table=table, by="clock").count() == 0


def test_s107_while_nobody_is_connected_nothing_advances_and_the_clock_stands_still(
    at_noon: time_machine.Traveller,
):
    table = found(natrak(clock_seconds=60))
    looks(table, 0, 1, 2)
    at_noon.move_to(later(20))
    leaves(table, 0, 1, 2)
    at_noon.move_to(later(22))
    sweep()
    for minutes in (2, 10, 300):
        at_noon.move_to(later(60 * minutes))
        sweep()
    table.refresh_from_db()
    assert (system_moves(table), table.due_at, table.ply) == ([], None, match_of(table).ply)
    assert Move.objects.filter(table=table, by="clock").count() == 0
    looks(table, 1)
    sweep()
    table.refresh_from_db()
    assert table.due_at == later(60 * 300 + 40), "what was left when the last one went"


def test_an_expiry_that_comes_before_the_sweep_finds_nobody_and_waits_too(at_noon: time_machine.Traveller):
    table = found(natrak(clock_seconds=60))
    looks(table, 0)
    at_noon.move_to(later(50))
    leaves(table, 0)
    at_noon.move_to(later(61))
    assert clock.overdue(later(61)) == [table.pk]
    assert timeouts.time_out(table.pk, later(61)) == 0
    assert clock.overdue(later(1000)) == []
    at_noon.move_to(later(1000))
    looks(table, 0)
    sweep()
    table.refresh_from_db()
    assert table.due_at == later(1010)


def test_over_days_nobody_is_ever_away(at_noon: time_machine.Traveller):
    table = found(natrak(pace="correspondence", clock_seconds=48 * 3600))
    looks(table, 0, 1)
    at_noon.move_to(later(3600))
    looks(table, 0, 1)
    sweep()
    assert system_moves(table) == []
    table.refresh_from_db()
    assert table.due_at is not None


def test_games_that_do_not_ask_for_it_know_nobody_as_away(at_noon: time_machine.Traveller):
    from tests.portal.cast import Cast

    table = Cast().start(3, clock_live="60")
    looks(table, 0)
    at_noon.move_to(later(59))
    looks(table, 0)
    sweep()
    assert system_moves(table) == []


@pytest.mark.parametrize("what", ["a web process", "the store of presence"])
def test_nobody_is_said_to_be_away_right_after_a_restart(
    at_noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, what: str
):
    monkeypatch.undo()
    table = found(natrak())
    if what == "a web process":
        presence.web_started()
        monkeypatch.setattr(presence, "RESTART_GRACE", 0)
    else:
        monkeypatch.setattr(presence, "RESTART_GRACE", 10**6)
    at_noon.move_to(later(45))
    looks(table, 0)
    sweep()
    assert system_moves(table) == []
    redis().delete(presence._WEB_STARTED)
    monkeypatch.setattr(presence, "RESTART_GRACE", 0)
    sweep()
    assert system_moves(table) == ["ausente 1", "ausente 2"]


def test_without_redis_nobody_is_away_and_the_clocks_over_days_go_on(
    at_noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
):
    live = found(natrak(clock_seconds=60))
    slow = natrak(pace="correspondence", clock_seconds=48 * 3600)

    def down(*args: object) -> None:
        raise RedisDown("no Redis")

    for name in ("attendance", "connected", "is_settled"):
        monkeypatch.setattr(presence, name, down)
    at_noon.move_to(later(49 * 3600))
    sweep()
    assert system_moves(live) == []
    assert Move.objects.filter(table=live, by="clock").count() == 0
    assert Move.objects.filter(table=slow, by="clock").count() > 0


def test_two_sweeps_say_it_once(at_noon: time_machine.Traveller):
    table = found(natrak())
    looks(table, 0)
    at_noon.move_to(later(31))
    looks(table, 0)
    ids = absence.changed(later(31))
    assert ids == [table.pk]
    absence.settle(table.pk, later(31))
    absence.settle(table.pk, later(31))
    assert system_moves(table) == ["ausente 1", "ausente 2"]


# Questions with a time of their own


@pytest.fixture
def seven(monkeypatch: pytest.MonkeyPatch) -> Callable[[Table], int]:
    """The active seat rolls a seven, holding nine cards; returns who that is."""
    from games.natrak import turn

    def roll(table: Table, move: str = "tirar", by_clock: bool = False) -> int:
        from portal import matches

        active = match_of(table).turn.seat
        assert active is not None
        plain = turn.roll

        def loaded(match: Any, seat: int) -> None:
            match.state.turn += 30
            match.state.hands[seat] = [3, 3, 1, 1, 1]
            plain(match, seat)

        monkeypatch.setattr(turn, "_thrown", lambda match, seat: (3, 4))
        monkeypatch.setattr(turn, "roll", loaded)
        matches.forget(table.pk)
        if by_clock:
            table.refresh_from_db()
            assert table.due_at is not None
            timeouts.time_out(table.pk, table.due_at)
        else:
            says(table, active, move)
        return active

    return roll


def due(table: Table, number: int) -> float | None:
    at = Seat.objects.get(table=table, number=number).due_at
    return None if at is None else (at - NOON).total_seconds()


def test_discard_and_dragon_have_their_own_time_and_the_turn_keeps_what_was_left(
    at_noon: time_machine.Traveller, seven: Callable[..., int]
):
    table = found(natrak(clock_seconds=60))
    looks(table, 0, 1, 2)
    at_noon.move_to(later(10))
    active = seven(table)
    assert due(table, active) == 10 + 45
    at_noon.move_to(later(40))
    says(table, active, notation.write(match_of(table).legal(active)[0]))
    assert due(table, active) == 40 + 25
    at_noon.move_to(later(50))
    says(table, active, default_of(table))
    assert due(table, active) == 50 + 50, "of sixty seconds ten were used"


def test_over_days_each_question_with_a_time_of_its_own_is_reminded_of_once(
    at_noon: time_machine.Traveller, seven: Callable[..., int]
):
    table = found(natrak(pace="correspondence", clock_seconds=48 * 3600))
    active = match_of(table).turn.seat
    assert active is not None
    sitter = Person.objects.filter(pk=person(table, active).pk)
    sitter.update(email="p@example.org", email_confirmed_at=NOON, mails="reminders")

    def reminded(hours: float) -> int:
        """How many mails go out by then, and an hour later."""
        mail.outbox = []
        for ago in (1, 0):
            at_noon.move_to(later((hours - ago) * 3600))
            tasks.sweep_notices()
        return len(mail.outbox)

    def answers() -> None:
        says(table, active, notation.write(match_of(table).legal(active)[0]))

    assert [reminded(hours) for hours in (38, 40, 44)] == [0, 1, 0], "four fifths of 48 hours are 38.4"
    seven(table)
    assert due(table, active) == (44 + 48) * 3600, "the discard"
    assert [reminded(hours) for hours in (46, 82, 84, 90)] == [0, 0, 1, 0]
    answers()
    assert due(table, active) == (90 + 48) * 3600, "the dragon"
    at_noon.move_to(later(100 * 3600))
    answers()
    assert due(table, active) == (100 + 4) * 3600, "what was left of the turn, of which there was a reminder"
    assert [reminded(hours) for hours in (102, 130)] == [0, 0]


def test_over_days_a_turn_that_goes_on_is_reminded_of_in_its_own_time(
    at_noon: time_machine.Traveller, seven: Callable[..., int]
):
    table = found(natrak(pace="correspondence", clock_seconds=48 * 3600))
    at_noon.move_to(later(10 * 3600))
    active = seven(table)
    reminder = Notice.objects.filter(table=table, seat=active, kind="reminder").latest("ply")
    for hours in (20, 21):
        at_noon.move_to(later(hours * 3600))
        says(table, active, notation.write(match_of(table).legal(active)[0]))
    assert due(table, active) == (21 + 38) * 3600
    reminder.refresh_from_db()
    assert reminder.send_at == later((21 + 38 - 9.6) * 3600)


def test_the_time_of_a_discard_that_is_up_answers_that_alone(
    at_noon: time_machine.Traveller, seven: Callable[..., int]
):
    table = found(natrak(clock_seconds=60))
    looks(table, 0, 1, 2)
    active = seven(table)
    at_noon.move_to(later(45))
    looks(table, 0)
    timeouts.time_out(table.pk, later(45))
    assert match_of(table).turn.seat == active
    assert due(table, active) == 45 + 25
    timeouts.time_out(table.pk, later(70))
    assert due(table, active) == 70 + 60


def test_d64_who_lets_the_roll_run_out_keeps_the_time_of_the_discard(
    at_noon: time_machine.Traveller, seven: Callable[..., int]
):
    table = found(natrak(clock_seconds=60))
    looks(table, 0, 1, 2)
    at_noon.move_to(later(60))
    looks(table, 0, 1, 2)
    active = seven(table, by_clock=True)
    assert match_of(table).waiting == (active,)
    assert due(table, active) == 60 + 45
    timeouts.time_out(table.pk, later(105))
    assert match_of(table).turn.seat != active, "dragon and turn went by default"


def test_in_the_foundation_a_live_table_has_no_clock_and_one_over_days_has(at_noon: time_machine.Traveller):
    assert due(natrak(clock_seconds=60), 0) is None
    assert due(natrak(pace="correspondence", clock_seconds=48 * 3600), 0) == 48 * 3600
