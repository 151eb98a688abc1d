"""Coming back to one's seat from another device: by name, by code, by link; and what its earlier holder can do."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from portal import people
from portal.models import Notice, Person, Seat, Table
from tests.portal.cast import Browser, Cast, Page, at, leaves, looks, stored

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def returns(browser: Browser, table: Table, name: str = "Bo", *, code: str = "") -> Page:
    """Type the name of a seat into the page's own form."""
    return browser.send(browser.table(table).form("return"), name=name, code=code)


def seat(table: Table, name: str = "Bo") -> Seat:
    return Seat.objects.get(table=table, name=name)


def confirmed(browser: Browser, address: str, *, protected: bool = False) -> Person:
    person = browser.person
    people.set_email(person, address)
    people.confirm_email(people.confirm_word(person))
    person.refresh_from_db()
    people.protect(person, protected)
    return person


# What the old screen sees, and its one click


def test_the_old_browser_takes_its_seat_back_with_one_click(cast: Cast):
    table = cast.start(pace="correspondence")
    bo = cast.bo.person
    phone = Browser()
    assert returns(phone, table).status == 302
    assert (seat(table).person, seat(table).taken_from) == (phone.person, bo)
    page = cast.bo.table(table)
    assert "dk-hand" not in page.text, "read only at once: not even that"
    assert any("opened on another device" in error for error in page.errors)
    assert cast.bo.send(page.form("reclaim")).status == 302
    now = seat(table)
    assert (now.person, now.taken_from, now.code_needed) == (bo, None, True)
    assert "dk-hand" in cast.bo.table(table).text
    assert "dk-hand" not in phone.table(table).text
    assert [move.text.split()[0] for move in table.move_set.all()] == ["report", "report"], (
        "all read it in the log"
    )
    assert cast.ana.table(table).text.count("seat moved to another screen.") >= 2


def test_once_disputed_the_name_alone_is_not_enough_and_the_old_code_neither(cast: Cast):
    table = cast.start()
    thief = Browser()
    returns(thief, table)
    read_by_the_thief = seat(table).code
    cast.bo.does(table, "reclaim")
    for code in ("", read_by_the_thief):
        answer = thief.does(table, "return", {"name": "Bo", "code": code})
        assert (answer.status, len(answer.errors)) == (422, 1)
        assert "code" in answer.form("return").values, "its field is there now"
    code = seat(table).code
    assert code in cast.bo.table(table).text, "its holder reads the new one"
    assert Browser().does(table, "return", {"name": "Bo", "code": code}).status == 302


def test_only_who_held_it_last_takes_it_back(cast: Cast):
    table = cast.start()
    for browser in (cast.cy, cast.ana, Browser()):
        before = stored(table)
        answer = browser.does(table, "reclaim")
        assert answer.status in (403, 409)
        assert len(answer.errors) == 1
        assert stored(table) == before
    returns(Browser(), table)
    assert cast.bo.does(table, "reclaim").status == 302
    assert cast.bo.does(table, "reclaim").status == 409, "once"


def test_in_the_waiting_room_too(cast: Cast):
    table = cast.gather()
    returns(Browser(), table)
    page = cast.bo.table(table)
    assert cast.bo.send(page.form("reclaim")).status == 302
    assert seat(table).person == cast.bo.person


def test_at_a_public_table_the_old_screen_watches_and_has_the_button(cast: Cast):
    table = cast.start(public="on")
    assert Browser().does(table, "return", {"name": "Bo", "code": seat(table).code}).status == 302
    page = cast.bo.table(table)
    assert "dk-board" in page.text
    assert "dk-hand" not in page.text
    assert cast.bo.send(page.form("reclaim")).status == 302
    assert "reclaim" not in cast.watcher.table(table).text


def test_nobody_hides_behind_a_second_browser(cast: Cast):
    """Who takes the seat on from the thief takes it from the same holder; but a day later it counts as theirs."""
    table = cast.start()
    bo = cast.bo.person
    with time_machine.travel(NOON, tick=False) as time:
        thief = Browser()
        returns(thief, table)
        time.shift(timedelta(hours=2))
        returns(Browser(), table)
        assert seat(table).taken_from == bo
        time.shift(timedelta(days=1))
        holder = seat(table).person
        returns(Browser(), table)
        assert seat(table).taken_from == holder


def test_who_comes_back_by_name_to_a_seat_that_was_theirs_is_asked_nothing_and_accuses_nobody(cast: Cast):
    table = cast.start()
    phone = Browser()
    returns(phone, table)
    looks(table, 1)
    assert returns(cast.bo, table).status == 302
    now = seat(table)
    assert (now.person, now.taken_from, now.code_needed) == (cast.bo.person, None, False)


def test_the_old_holder_is_told_and_not_the_new_one(cast: Cast):
    table = cast.start()
    bo = confirmed(cast.bo, "bo@example.org")
    phone = Browser()
    returns(phone, table)
    notice = Notice.objects.get(kind=Notice.Kind.TAKEN)
    assert (notice.seat, notice.person) == (1, bo)
    assert "bo@example.org" not in phone.table(table).text + cast.ana.table(table).text


# The code


def test_over_days_the_page_shows_the_code_to_keep_and_a_field_for_it(cast: Cast):
    table = cast.start(pace="correspondence")
    assert seat(table).code in cast.bo.table(table).text
    assert "code" in Browser().table(table).form("return").values
    room = cast.gather(pace="correspondence")
    assert seat(room).code in cast.bo.table(room).text


def test_with_the_code_no_question_is_asked(cast: Cast):
    table = cast.start(pace="correspondence")
    looks(table, 1)
    assert "Is that you?" in returns(Browser(), table).text
    assert returns(Browser(), table, code=seat(table).code).status == 302


@pytest.mark.parametrize("code", ["ABCDEF", "é", "\x00", "A" * 20])
def test_a_wrong_code_opens_nothing_even_where_none_is_needed(cast: Cast, code: str):
    table = cast.start(pace="correspondence")
    before = stored(table)
    answer = returns(Browser(), table, code=code)
    assert (answer.status, len(answer.errors)) == (422, 1)
    assert stored(table) == before


def test_the_host_s_seat_is_never_handed_over_while_connected(cast: Cast):
    table = cast.start(pace="correspondence")
    looks(table, 0)
    answer = returns(Browser(), table, "Ana", code=seat(table, "Ana").code)
    assert answer.status == 422
    assert "can’t be taken over" in answer.text.replace("&#x27;", "’")
    assert seat(table, "Ana").person == cast.ana.person
    leaves(table, 0)
    assert returns(Browser(), table, "Ana").status == 302
    assert Seat.objects.get(table=table, host=True).name == "Ana", "host powers travel with the seat"


def test_a_seat_that_was_given_up_is_nobody_s_to_come_back_to(cast: Cast):
    table = cast.start(3, pace="correspondence")
    Seat.objects.filter(table=table, name="Bo").update(person=None, freed_at=timezone.now())
    answer = returns(Browser(), table)
    assert (answer.status, len(answer.errors)) == (422, 1)
    assert seat(table).person is None


# Protected seats


def test_a_protected_seat_is_not_opened_by_its_name_but_its_link_is_mailed_once(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        table = cast.start()
        bo = confirmed(cast.bo, "bo@example.org", protected=True)
        before = stored(table)
        for _ in range(2):
            answer = returns(Browser(), table)
            assert (answer.status, len(answer.errors)) == (422, 1)
            assert "example.org" not in answer.text
        assert stored(table) == before
        notice = Notice.objects.get(kind=Notice.Kind.LINK)
        assert (notice.seat, notice.person) == (1, bo)
        time.shift(timedelta(minutes=10))
        returns(Browser(), table)
        assert Notice.objects.filter(kind=Notice.Kind.LINK, person=bo).count() == 2


@pytest.mark.parametrize("opening", [{"public": "on"}, {"public": "on", "pace": "correspondence"}])
def test_at_a_public_table_a_protected_seat_has_its_link_mailed_too(cast: Cast, opening: dict[str, Any]):
    table = cast.start(**opening)
    bo = confirmed(cast.bo, "bo@example.org", protected=True)
    page = Browser().table(table)
    assert "code" in page.form("return").values
    assert not re.search(r'name="code"[^>]* required', page.text), "its holder may leave the code out"
    answer = returns(Browser(), table)
    assert (answer.status, len(answer.errors)) == (422, 1)
    assert "on its way by mail" in answer.text
    notice = Notice.objects.get(kind=Notice.Kind.LINK)
    assert (notice.seat, notice.person) == (1, bo)
    assert seat(table).person == bo


def test_a_protected_seat_that_was_disputed_has_its_link_mailed_too(cast: Cast):
    table = cast.start()
    confirmed(cast.bo, "bo@example.org", protected=True)
    Seat.objects.filter(table=table, name="Bo").update(code_needed=True)
    assert "on its way by mail" in returns(Browser(), table).text
    assert Notice.objects.filter(kind=Notice.Kind.LINK).count() == 1


def test_its_code_opens_a_protected_seat_all_the_same(cast: Cast):
    table = cast.start(pace="correspondence")
    confirmed(cast.bo, "bo@example.org", protected=True)
    assert returns(Browser(), table, code=seat(table).code).status == 302


def test_its_own_browser_is_never_refused(cast: Cast):
    table = cast.start()
    confirmed(cast.bo, "bo@example.org", protected=True)
    assert cast.bo.does(table, "return", {"name": "Bo"}).status == 302
    assert at(table) in cast.bo.get("/").text


def test_no_seat_changes_hands_while_nobody_knows_who_is_there(cast: Cast, without_redis: None):
    """A host who is connected would lose the seat otherwise."""
    table = cast.start()
    answer = cast.watcher.does(table, "return", {"name": "Ana"})
    assert answer.status == 503
    assert answer.response["Retry-After"]
    assert Seat.objects.get(table=table, host=True).person == cast.ana.person
