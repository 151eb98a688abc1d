"""The next table: where one is awaited, then what ended unseen, then what was said unread."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal import chat, lobby
from portal.models import Message, Seat, Table
from tests.portal.cast import Browser, Cast, at, drive

pytestmark = pytest.mark.django_db


def goes(browser: Browser, here: Table | None = None) -> str:
    """Where the way to the next table leads."""
    answer = browser.get(f"/next/?from={here.token}" if here else "/next/")
    assert answer.status == 302
    return str(answer.response["Location"])


def due_in(table: Table, hours: int | None) -> None:
    due = None if hours is None else timezone.now() + timedelta(hours=hours)
    Seat.objects.filter(table=table, number=0).update(due_at=due)


def test_nothing_waits_says_the_front_page(cast: Cast):
    for browser in (Browser(), cast.ana):
        assert goes(browser) == "/"
        assert "Nothing waits for you at the moment." in browser.get("/").text
    cast.start(order=(1, 0))
    assert goes(cast.ana) == "/", "Bo is awaited, not she"


def test_the_earliest_deadline_comes_first_and_the_key_goes_round(cast: Cast):
    late, none, soon = (cast.start() for _ in range(3))
    for table, hours in ((late, 20), (none, None), (soon, 2)):
        due_in(table, hours)
    assert goes(cast.ana) == at(soon)
    assert goes(cast.ana, soon) == at(late)
    assert goes(cast.ana, late) == at(none)
    assert goes(cast.ana, none) == at(soon)
    assert goes(cast.bo) == "/"


def test_alone_with_a_decision_one_stays_with_it(cast: Cast):
    table = cast.start()
    assert goes(cast.ana, table) == at(table)


def test_results_come_after_decisions_and_chats_after_results(cast: Cast):
    said, over, mine = cast.start(order=(1, 0)), drive(cast.start()), cast.start()
    Seat.objects.filter(table=over).update(saw_end=False)
    chat.write(said.pk, 1, cast.bo.person, "your turn soon", key=uuid.uuid4().hex)
    assert goes(cast.ana) == at(mine)
    assert goes(cast.ana, mine) == at(over)
    assert goes(cast.ana, over) == at(said)
    assert goes(cast.ana, said) == at(mine)


def test_a_result_is_seen_once_the_page_is(cast: Cast):
    table = drive(cast.start())
    assert goes(cast.ana) == at(table)
    cast.ana.get(at(table, "watch"))
    cast.ana.client.get(at(table), headers={"HX-Request": "true", "X-Hidden": "1"})
    assert goes(cast.ana) == at(table), "a page in the background has shown nothing"
    cast.ana.table(table)
    assert goes(cast.ana) == "/"
    assert goes(cast.bo) == at(table)
    cast.bo.table(table, htmx=True)
    assert goes(cast.bo) == "/"


def test_a_closed_match_is_a_result_and_a_closed_room_is_none(cast: Cast):
    room, table = cast.gather(), cast.start(order=(1, 0))
    for closed in (room, table):
        lobby.close(closed.pk, cast.ana.person)
    assert goes(cast.bo) == at(table)
    cast.bo.table(table)
    assert goes(cast.bo) == "/"


def test_hidden_lines_own_lines_and_tables_without_a_chat_call_nobody(cast: Cast):
    table = cast.start(order=(1, 0))
    message = chat.write(table.pk, 1, cast.bo.person, "psst", key="one")
    chat.write(table.pk, 1, cast.bo.person, "psst again", key="two")
    assert goes(cast.ana) == at(table)
    assert goes(cast.bo) == at(table), "he is awaited there"
    Message.objects.filter(pk=message.pk).update(hidden_at=timezone.now())
    assert goes(cast.ana) == at(table)
    Message.objects.update(hidden_at=timezone.now())
    assert goes(cast.ana) == "/"
    Message.objects.update(hidden_at=None)
    Table.objects.update(chat=False)
    assert goes(cast.ana) == "/"


def test_the_table_counts_the_others_that_wait(cast: Cast):
    here = cast.start()
    assert 'id="others" hidden>0<' in cast.ana.table(here).text
    for _ in range(2):
        cast.start()
    page = cast.ana.table(here)
    assert 'id="others">2<' in page.text
    assert f"/next/?from={here.token}" in page.read.links
    assert 'data-others="2"' in cast.ana.table(here, htmx=True).text
    assert 'id="next"' not in cast.ana.get(at(here, "watch")).text


def test_many_tables_are_asked_for_as_a_few(cast: Cast):
    counts = []
    for more in (1, 5):
        for _ in range(more):
            cast.start()
        with CaptureQueriesContext(connection) as queries:
            goes(cast.ana)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 3
