"""Votes are counted also when the one whose answer was missing goes on autopilot, leaves, or is taken off the seat."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.core.checks import digest
from portal import announce, matches, moderation, newcomers, timeouts, votes
from portal.models import Move, Notice, Seat, Table, Vote
from portal.refusal import Forbidden, Refused
from tests.patience import PATIENCE
from tests.portal.cast import Cast, match_of, moderator
from tests.portal.told import of, reachable, seat_of, sweep, to

pytestmark = pytest.mark.django_db

Going = Callable[[Cast, Table], None]


def tires(cast: Cast, table: Table) -> None:
    """Cy, who is awaited, lets the time run out for the third time."""
    past = timezone.now() - timedelta(minutes=1)
    table.seat_set.filter(number=2).update(timeouts=timeouts.MOST_TIMEOUTS - 1, due_at=past)
    assert timeouts.time_out(table.pk, timezone.now()) > 0


def leaves(cast: Cast, table: Table) -> None:
    newcomers.leave(table.pk, cast.cy.person)


def is_freed(cast: Cast, table: Table) -> None:
    moderation.seats.free(moderator(), seat_of(table, 2).pk, "does not answer")


def is_forgotten(cast: Cast, table: Table) -> None:
    moderation.people.anonymise(moderator(), cast.cy.person.pk, "asked for it")


going = pytest.mark.parametrize("go", [tires, leaves, is_freed, is_forgotten])


def over_days(cast: Cast) -> Table:
    """Cy's seat, the last one, is awaited."""
    return cast.start(3, order=[2, 0, 1], pace="correspondence")


def news(table: Table) -> list[str]:
    """What the system has reported into the log."""
    return list(Move.objects.filter(table=table, by="system").order_by("ply").values_list("text", flat=True))


@going
def test_all_others_had_agreed_to_close_and_the_last_one_is_gone(
    cast: Cast,
    go: Going,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
):
    for browser in (cast.ana, cast.bo):
        reachable(browser)
    table = over_days(cast)
    votes.close(table.pk, cast.ana.person)
    votes.close(table.pk, cast.bo.person)
    assert Table.objects.get(pk=table.pk).status == "running"
    told: list[int] = []
    monkeypatch.setattr(announce, "changed", lambda _table, version, _holders=None: told.append(version))
    with django_capture_on_commit_callbacks(execute=True):
        go(cast, table)
    table.refresh_from_db()
    assert (table.status, table.closed_because, table.outcome) == ("closed", "agreed", None)
    assert (table.due_at, table.asked, Vote.objects.count()) == (None, False, 0)
    assert not table.seat_set.exclude(awaited_since=None, due_at=None).exists()
    assert table.digest == digest(match_of(table))
    assert told == [table.version], "the pages are told once, of what is stored"
    assert len(news(table)) == 1, "that the seat is gone, and nothing twice"
    assert of(table, Notice.Kind.RESULT)[:2] == [0, 1]
    assert to(sweep()) == ["ana", "bo"], "one mail each: that the table is closed"


@going
def test_half_of_the_others_had_agreed_to_free_a_seat_and_the_other_half_is_gone(
    cast: Cast,
    go: Going,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
):
    reachable(cast.ana)
    table = over_days(cast)
    Seat.objects.filter(table=table, number=0).update(autopilot_since=timezone.now())
    votes.replace(table.pk, cast.bo.person, 0)
    assert seat_of(table, 0).freed_at is None, "one of two is not more than half"
    told: list[int] = []
    monkeypatch.setattr(announce, "changed", lambda _table, version, _holders=None: told.append(version))
    with django_capture_on_commit_callbacks(execute=True):
        go(cast, table)
    freed = seat_of(table, 0)
    assert freed.freed_at is not None and freed.person is None
    table.refresh_from_db()
    assert table.status == "running"
    assert not Vote.objects.filter(table=table).exists()
    assert told == [table.version]
    assert [line for line in news(table) if line.startswith("report 0")] == ["report 0 freed"]
    assert len(news(table)) == 2
    assert Notice.objects.get(table=table, kind="replaced", seat=0).person == cast.ana.person
    (sent,) = [one for one in sweep() if "ana" in one.to[0]]
    assert sent.subject.endswith("your seat was freed")
    assert table.digest == digest(match_of(table))


@going
def test_one_whose_answer_is_still_missing_keeps_the_question_open(cast: Cast, go: Going):
    table = over_days(cast)
    votes.close(table.pk, cast.ana.person)
    go(cast, table)
    table.refresh_from_db()
    assert (table.status, table.asked) == ("running", True)
    with matches.reading(table) as match:
        seats = list(table.seat_set.all())
        question = votes.ballot(table, seats, match, 1).close
    assert question is not None
    assert (sorted(question.agreed), sorted(question.missing)) == ([0], [1])
    votes.close(table.pk, cast.bo.person)
    table.refresh_from_db()
    assert (table.status, table.closed_because) == ("closed", "agreed")


@going
def test_who_is_gone_closes_nothing_that_nobody_asked_for(cast: Cast, go: Going):
    table = over_days(cast)
    go(cast, table)
    table.refresh_from_db()
    assert table.status == "running"
    assert not Notice.objects.filter(table=table, kind="result").exists()


def test_a_table_that_is_closed_frees_no_seat_first(cast: Cast):
    table = over_days(cast)
    Seat.objects.filter(table=table, number=0).update(autopilot_since=timezone.now())
    votes.replace(table.pk, cast.bo.person, 0)
    votes.close(table.pk, cast.bo.person)
    newcomers.leave(table.pk, cast.cy.person)
    table.refresh_from_db()
    assert (table.status, table.closed_because) == ("closed", "agreed")
    assert seat_of(table, 0).person == cast.ana.person
    assert news(table) == ["report 2 left"]


def test_the_last_one_leaves_and_nobody_is_there_to_agree(cast: Cast):
    table = over_days(cast)
    votes.close(table.pk, cast.ana.person)
    Seat.objects.filter(table=table, number__in=[0, 1]).update(autopilot_since=timezone.now())
    newcomers.leave(table.pk, cast.cy.person)
    table.refresh_from_db()
    assert (table.status, table.closed_because) == ("closed", "abandoned")


@pytest.mark.django_db(transaction=True)
def test_the_last_two_leave_and_agree_at_the_same_moment(monkeypatch: pytest.MonkeyPatch):
    """Whoever comes first, the table closes once, and each of those who stay is told once."""
    cast = Cast()
    table = over_days(cast)
    votes.close(table.pk, cast.ana.person)
    people = [cast.bo.person, cast.cy.person]
    monkeypatch.setattr(matches, "_slot", lambda table_id: matches._Slot())
    barrier = threading.Barrier(2)

    def act(number: int) -> None:
        try:
            barrier.wait(PATIENCE)
            if number == 0:
                votes.close(table.pk, people[0])
            else:
                newcomers.leave(table.pk, people[1])
        except (Forbidden, Refused) as late:
            raise AssertionError(late.text.msgid) from late
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(act, range(2)))
    table.refresh_from_db()
    assert (table.status, table.closed_because) == ("closed", "agreed")
    assert of(table, Notice.Kind.RESULT) == [0, 1]
    assert news(table) == ["report 2 left"]
    assert table.digest == digest(match_of(table))
