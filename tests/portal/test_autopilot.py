"""Who lets time run out again and again: autopilot, coming back, leaving, and somebody new on the seat."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.core.checks import digest
from games.core.model import SeatNews
from portal import clock, newcomers, play, timeouts, votes
from portal.models import Move, Notice, Seat, Table
from portal.refusal import Forbidden, Refused
from tests.portal.cast import Browser, Cast, default_of, match_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def over_days(cast: Cast, size: int = 3) -> Table:
    return cast.start(size, pace="correspondence")


def seat(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def let_run_out(table: Table) -> datetime:
    """Whoever is awaited lets the time run out; returns when that was."""
    table.refresh_from_db()
    assert table.due_at is not None
    now = table.due_at + timedelta(seconds=1)
    assert clock.overdue(now) == [table.pk]
    assert timeouts.time_out(table.pk, now) > 0
    table.refresh_from_db()
    return now


def answer(cast: Cast, table: Table) -> None:
    """Whoever is awaited plays the default themselves."""
    mover = cast.awaited(table)
    ply = Table.objects.get(pk=table.pk).ply
    play.make_move(table.pk, mover.person, default_of(table), prompt=None, key=f"answer{ply}")
    table.refresh_from_db()


def tire(cast: Cast, table: Table, number: int) -> None:
    """A seat lets its time run out three times; the others answer."""
    while seat(table, number).autopilot_since is None:
        if match_of(table).waiting[0] == number:
            let_run_out(table)
        else:
            answer(cast, table)


def test_three_timeouts_in_a_row_put_a_seat_on_autopilot_and_everybody_is_told(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        table = over_days(cast)
        for times in (1, 2, 3):
            assert seat(table, 0).autopilot_since is None
            time.move_to(let_run_out(table))
            assert seat(table, 0).timeouts == times
            while times < 3 and match_of(table).waiting[0] != 0:
                answer(cast, table)
    assert seat(table, 0).autopilot_since is not None
    assert (
        Move.objects.filter(table=table, by="system").values_list("text", flat=True).get() == "report 0 tired"
    )
    told = Notice.objects.filter(table=table, kind=Notice.Kind.AUTOPILOT, subject=0)
    assert set(told.values_list("seat", flat=True)) == {0, 1, 2}
    assert table.digest == digest(match_of(table))


def test_an_answer_of_ones_own_begins_the_count_anew(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = over_days(cast)
        for _ in range(2):
            let_run_out(table)
            while match_of(table).waiting[0] != 0:
                answer(cast, table)
        assert seat(table, 0).timeouts == 2
        answer(cast, table)
        assert seat(table, 0).timeouts == 0


def test_a_seat_on_autopilot_answers_at_once_and_holds_nobody_up(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = over_days(cast)
        tire(cast, table, 0)
        for _ in range(6):
            assert match_of(table).waiting[0] != 0
            answer(cast, table)
        assert Move.objects.filter(table=table, seat=0, by="clock").count() > 3
        assert not Notice.objects.filter(
            table=table, kind="turn", seat=0, send_at__gt=NOON + timedelta(days=30)
        ).exists()


def test_back_with_one_click_and_the_full_time(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = over_days(cast)
        tire(cast, table, 0)
        play.awake(table.pk, cast.ana.person)
        while match_of(table).waiting[0] != 0:
            answer(cast, table)
        assert seat(table, 0).autopilot_since is None
        assert seat(table, 0).due_at == NOON + timedelta(days=2)
    assert [move.text for move in Move.objects.filter(table=table, by="system")] == [
        "report 0 tired",
        "report 0 awake",
    ]


def test_a_table_where_everybody_is_on_autopilot_is_abandoned_and_nothing_fires_any_more(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = over_days(cast)
        while table.status == "running":
            let_run_out(table)
    assert (table.status, table.closed_because) == ("closed", "abandoned")
    assert table.due_at is None
    assert timeouts.time_out(table.pk, NOON + timedelta(days=400)) == 0
    assert all(seat(table, n).timeouts == timeouts.MOST_TIMEOUTS for n in range(3))


def test_who_leaves_is_free_of_the_seat_and_the_seat_plays_on(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = over_days(cast)
        newcomers.leave(table.pk, cast.ana.person)
        left = seat(table, 0)
        assert (left.person, left.host, left.freed_at) == (None, False, NOON)
        assert seat(table, 1).host, "the table has a host all the same"
        assert match_of(table).waiting[0] != 0, "it answered at once"
        with pytest.raises(Forbidden):
            play.awake(table.pk, cast.ana.person)


def test_with_two_players_leaving_is_giving_up(cast: Cast):
    table = cast.start(2)
    with pytest.raises(Refused):
        newcomers.leave(table.pk, cast.ana.person)
    assert seat(table, 0).person == cast.ana.person


def test_the_others_free_the_seat_by_majority_and_somebody_new_takes_it_over(cast: Cast):
    dee = Browser("Dee")
    with time_machine.travel(NOON, tick=False):
        table = over_days(cast)
        tire(cast, table, 0)
        code, hand = seat(table, 0).code, match_of(table).view(0)
        Seat.objects.filter(pk=seat(table, 0).pk).update(notes="my plans")
        votes.replace(table.pk, cast.bo.person, 0)
        votes.replace(table.pk, cast.bo.person, 0)
        assert seat(table, 0).freed_at is None, "one of two is not more than half"
        with pytest.raises(Refused):
            newcomers.take_over(table.pk, dee.person, number=0, name="Dee")
        votes.replace(table.pk, cast.cy.person, 0)
        freed = seat(table, 0)
        assert (freed.person, freed.freed_at, freed.notes) == (None, NOON, "")
        assert freed.code != code, "the old code opens nothing any more"
        assert Notice.objects.get(table=table, kind="replaced").person == cast.ana.person
        newcomers.take_over(table.pk, dee.person, number=0, name=" Dee ")
        taken = seat(table, 0)
        assert (taken.name, taken.person, taken.autopilot_since, taken.timeouts) == (
            "Dee",
            dee.person,
            None,
            0,
        )
        assert match_of(table).view(0) == hand, "the newcomer sees what the seat sees"
        for act in (play.awake, newcomers.leave):
            with pytest.raises(Forbidden):
                act(table.pk, cast.ana.person)
        while match_of(table).waiting[0] != 0:
            answer(cast, table)
        play.make_move(table.pk, dee.person, default_of(table), prompt=None, key="dee")
    news = [move.text.split()[2] for move in Move.objects.filter(table=table, by="system")]
    assert news == [SeatNews.TIRED, SeatNews.FREED, SeatNews.REPLACED]


@pytest.mark.parametrize("name", ["Bo", "bo ", "", "\u200b"])
def test_a_newcomer_needs_a_name_of_their_own(cast: Cast, name: str):
    table = over_days(cast)
    newcomers.leave(table.pk, cast.ana.person)
    with pytest.raises(Refused):
        newcomers.take_over(table.pk, Browser().person, number=0, name=name)
    assert seat(table, 0).person is None


def test_who_sits_there_takes_no_second_seat_over(cast: Cast):
    table = over_days(cast)
    newcomers.leave(table.pk, cast.ana.person)
    with pytest.raises(Refused):
        newcomers.take_over(table.pk, cast.bo.person, number=0, name="Bo again")


def test_only_a_seat_on_autopilot_can_be_voted_free_and_its_return_ends_the_vote(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = over_days(cast)
        with pytest.raises(Refused):
            votes.replace(table.pk, cast.bo.person, 0)
        tire(cast, table, 0)
        with pytest.raises(Refused):
            votes.replace(table.pk, cast.ana.person, 0)
        votes.replace(table.pk, cast.bo.person, 0)
        play.awake(table.pk, cast.ana.person)
        with pytest.raises(Refused):
            votes.replace(table.pk, cast.cy.person, 0)
    assert seat(table, 0).person == cast.ana.person


def test_all_who_play_agree_to_close(cast: Cast):
    table = over_days(cast)
    votes.close(table.pk, cast.ana.person)
    votes.close(table.pk, cast.bo.person)
    votes.withdraw(table.pk, cast.bo.person)
    votes.close(table.pk, cast.cy.person)
    table.refresh_from_db()
    assert table.status == "running"
    votes.close(table.pk, cast.bo.person)
    table.refresh_from_db()
    assert (table.status, table.closed_because, table.due_at) == ("closed", "agreed", None)


def test_a_take_back_past_others_needs_all_whose_moves_vanish(cast: Cast):
    table = over_days(cast)
    before = match_of(table)
    while len({entry.seat for entry in match_of(table).story[1:]}) < 2:
        answer(cast, table)
    first = before.waiting[0]
    movers = {entry.seat for entry in match_of(table).story[1:]} - {first}
    votes.take_back(table.pk, cast.players(3)[first].person)
    assert Notice.objects.filter(table=table, kind="takeback").exists()
    needed = (match_of(table).consent(1) or frozenset()) - {first}
    assert movers <= needed
    for number in sorted(needed):
        assert Table.objects.get(pk=table.pk).ply == match_of(table).ply
        votes.take_back(table.pk, cast.players(3)[number].person)
    now = match_of(table)
    assert all(entry.undone for entry in now.story[1:-1])
    assert digest(now) == Table.objects.get(pk=table.pk).digest
    assert now.waiting == before.waiting
    assert now.view(0) == before.view(0)


def test_a_declined_take_back_is_gone_and_so_is_one_that_was_overtaken(cast: Cast):
    table = over_days(cast)
    mover = cast.awaited(table)
    while len({entry.seat for entry in match_of(table).story[1:]}) < 2:
        answer(cast, table)
    votes.take_back(table.pk, mover.person)
    other = next(browser for browser in cast.players(3) if browser is not mover)
    votes.decline(table.pk, other.person)
    assert not table.vote_set.exists()
    votes.take_back(table.pk, mover.person)
    answer(cast, table)
    assert not table.vote_set.exists()
    assert not any(entry.undone for entry in match_of(table).story)
