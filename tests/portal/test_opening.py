"""How many tables one may have: one live table a connection, a few over days; and what opening one offers."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal import access, lobby, opening, play, tasks
from portal.models import Notice, Person, Table
from tests.patience import PATIENCE
from tests.portal.cast import Browser, Cast, Page, at, moderator
from tests.portal.races import alongside, until_it_waits
from tests.portal.told import reachable, sweep

pytestmark = pytest.mark.django_db

HOME, ELSEWHERE = "5.6.7.8", "9.9.9.9"


@pytest.fixture(autouse=True)
def production(settings) -> None:
    """The rules about addresses count too."""
    settings.OPENING_LIMITS = True
    settings.LIVE_TABLES_BY_ADDRESS = True


def asks(browser: Browser, address: str = HOME, **changes: str) -> Page:
    """Post the form that opens a table, as it stands but for the changes."""
    values = browser.get("/new/drakon/").form("").values | changes
    return Page(browser.client.post("/new/drakon/", values, REMOTE_ADDR=address))


def opened(answer: Page) -> Table:
    assert answer.status == 302, answer.errors
    return Table.objects.get(token=answer.response["Location"].split("/")[2])


def test_who_has_a_live_table_is_led_to_it_and_may_close_it_for_the_new_one(cast: Cast):
    first = opened(asks(cast.ana))
    again = asks(cast.ana, ELSEWHERE, size="3")
    assert again.status == 409
    assert at(first) in again.read.links
    assert Table.objects.count() == 1
    answer = cast.ana.send(again.form("instead"))
    second = opened(answer)
    assert (second.size, second.status) == (3, "waiting")
    first.refresh_from_db()
    assert (first.status, first.closed_because, first.opened_from) == ("closed", "host", "")


def test_a_stranger_at_the_same_address_is_refused_and_told_no_link(cast: Cast):
    first = opened(asks(cast.ana))
    answer = asks(cast.bo)
    assert answer.status == 422
    assert "network address" in answer.errors[0]
    assert first.token not in answer.text
    assert opened(asks(cast.bo, ELSEWHERE)).size == 2, "from elsewhere it is no matter"
    refused = cast.cy.post("/new/drakon/", {"size": "2", "pace": "live", "instead": first.token})
    assert refused.status == 422
    assert Table.objects.get(pk=first.pk).status == "waiting", "only its host may close it for another"


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.7", "::1", "unknown"])
def test_addresses_that_many_share_do_not_count(cast: Cast, address: str):
    assert opened(asks(cast.ana, address)).opened_from == ""
    assert asks(cast.bo, address).status == 302


def test_a_household_s_addresses_of_ipv6_are_one(cast: Cast):
    opened(asks(cast.ana, "2a00:1450:1:2::7"))
    assert asks(cast.bo, "2a00:1450:1:2:ffff::1").status == 422
    assert asks(cast.bo, "2a00:1450:1:3::7").status == 302


def test_outside_production_only_the_browser_counts(cast: Cast, settings):
    settings.LIVE_TABLES_BY_ADDRESS = False
    assert opened(asks(cast.ana)).opened_from == ""
    assert asks(cast.bo).status == 302
    assert asks(cast.ana).status == 409
    settings.OPENING_LIMITS = False
    assert asks(cast.ana).status == 302


def test_the_address_is_kept_as_a_digest_and_for_no_longer_than_the_table_lives(cast: Cast):
    table = opened(asks(cast.ana))
    assert len(table.opened_from) == 64
    assert HOME not in table.opened_from
    lobby.close(table.pk, cast.ana.person)
    table.refresh_from_db()
    assert table.opened_from == ""
    assert asks(cast.bo).status == 302
    assert opened(asks(cast.cy, pace="correspondence")).opened_from == ""


def test_a_table_that_is_over_is_in_nobody_s_way(cast: Cast):
    table = opened(asks(cast.ana))
    cast.ana.sits(table)
    cast.bo.sits(table)
    cast.ana.does(table, "start")
    assert asks(cast.ana, ELSEWHERE).status == 409
    play.resign(table.pk, cast.bo.person)
    assert Table.objects.get(pk=table.pk).opened_from == ""
    assert asks(cast.ana).status == 302


def test_who_got_the_host_s_seat_on_another_device_has_the_table_and_its_opener_has_not(cast: Cast):
    table = opened(asks(cast.ana))
    cast.ana.sits(table)
    table.seat_set.update(person=cast.cy.person)
    answer = asks(cast.cy, ELSEWHERE)
    assert answer.status == 409
    assert at(table) in answer.read.links
    assert asks(cast.ana, ELSEWHERE).status == 302


def test_a_guest_has_three_tables_over_days_and_a_confirmed_address_twenty(cast: Cast, settings):
    for _ in range(3):
        opened(asks(cast.ana, pace="correspondence"))
    answer = asks(cast.ana, pace="correspondence")
    assert answer.status == 422
    assert answer.errors == [
        "3 of your tables over days are not over yet: finish or close one first, or confirm an e-mail address, with"
        " which you may have 20."
    ]
    assert asks(cast.ana).status == 302, "a live one is another matter"
    settings.TABLES_OVER_DAYS_CONFIRMED = 5
    for browser in (cast.ana, cast.bo):
        Person.objects.filter(pk=browser.person.pk).update(
            email="ana@example.org", email_confirmed_at=timezone.now()
        )
    opened(asks(cast.ana, pace="correspondence"))
    opened(asks(cast.bo, pace="correspondence"))
    answer = asks(cast.bo, pace="correspondence")
    assert answer.errors == ["5 of your tables over days are not over yet: finish or close one first."]
    mine = Table.objects.filter(pace="correspondence").first()
    assert mine
    lobby.close(mine.pk, cast.ana.person)
    assert asks(cast.bo, pace="correspondence").status == 302


def test_staff_open_as_many_as_they_like(cast: Cast):
    cast.ana.client.force_login(moderator())
    assert [asks(cast.ana).status for _ in range(3)] == [302] * 3
    assert not Table.objects.exclude(opened_from="").exists()


def at_once(*acts: Any) -> list[Any]:
    """Do all that at the same time, each over a connection of its own."""
    barrier = Barrier(len(acts))

    def run(act: Any) -> Any:
        try:
            barrier.wait(PATIENCE)
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(run, act) for act in acts]]


@pytest.mark.django_db(transaction=True)
def test_two_posts_at_once_open_one_table():
    cast = Cast()
    assert cast.ana.person
    values = cast.ana.get("/new/drakon/").form("").values
    twins = []
    for _ in range(2):
        twin = Browser("Ana")
        twin.client.cookies.update(cast.ana.client.cookies)
        twins.append(lambda twin=twin: twin.client.post("/new/drakon/", values, REMOTE_ADDR=HOME))
    assert sorted(answer.status_code for answer in at_once(*twins)) == [302, 409]
    assert Table.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("known_by", ["the browser", "the address"])
def test_of_two_tables_over_days_at_once_the_one_too_many_is_refused(
    known_by: str, monkeypatch: pytest.MonkeyPatch, settings
):
    """The other one is asked for as soon as the first was found to be allowed."""
    settings.TABLES_OVER_DAYS = settings.TABLES_OVER_DAYS_CONFIRMED = 2
    cast = Cast()
    other = cast.bo
    if known_by == "the browser":
        other = Browser("Ana")
        other.client.cookies[access.COOKIE] = access.cookie_for(cast.ana.person)
    else:
        for browser in (cast.ana, cast.bo):
            reachable(browser, email="ana@example.org")
    values = cast.ana.get("/new/drakon/").form("").values | {"pace": "correspondence"}
    assert cast.ana.post("/new/drakon/", values).status == 302
    allowed, begun = opening._check_over_days, list[Future[Any]]()

    def meanwhile(person: Person) -> None:
        allowed(person)
        if not begun:
            begun.append(alongside(lambda: other.post("/new/drakon/", values)))
            until_it_waits(begun[0])

    monkeypatch.setattr(opening, "_check_over_days", meanwhile)
    first = cast.ana.post("/new/drakon/", values)
    assert (first.status, begun[0].result().status) == (302, 422)
    assert Table.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_strangers_at_one_address_who_post_at_once_open_one_table():
    values = Browser().get("/new/drakon/").form("").values

    def stranger() -> Any:
        return Browser().client.post("/new/drakon/", values, REMOTE_ADDR=HOME)

    assert sorted(answer.status_code for answer in at_once(stranger, stranger)) == [302, 422]
    assert Table.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_more_people_than_chairs_who_sit_down_at_once_fill_the_chairs():
    cast = Cast()
    table = cast.ana.opens(size=3)
    cast.ana.sits(table)
    forms = [
        (browser := Browser(name), browser.table(table).form("sit")) for name in ("Bo", "Cy", "Dee", "Eli")
    ]

    def sit(number: int) -> Any:
        browser, form = forms[number]
        colour, portrait = (form.choices[what][number] for what in ("colour", "portrait"))
        return lambda: browser.send(form, name=browser.name, colour=colour, portrait=portrait).status

    sits = [sit(number) for number in range(4)]
    assert sorted(at_once(*sits)) == [302, 302, 422, 422]
    assert sorted(table.seat_set.values_list("number", flat=True)) == [0, 1, 2]


@pytest.mark.django_db(transaction=True)
def test_sweeps_between_any_two_writes_of_a_start_change_nothing():
    cast = Cast()
    table = cast.gather()
    swept = []

    def sweep() -> None:
        def run() -> None:
            tasks.sweep_clocks()
            tasks.sweep_notices()
            tasks.sweep_tables()

        at_once(run)
        swept.append(Table.objects.get(pk=table.pk).status)

    def between(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if sql.startswith(("UPDATE", "INSERT")) and not swept[3:]:
            sweep()
        return answer

    # Captured, what is prepared goes through the wrapper, too.
    with CaptureQueriesContext(connection), connection.execute_wrapper(between):
        lobby.start(table.pk, cast.ana.person)
    table.refresh_from_db()
    assert len(swept) >= 2
    assert (table.status, table.ply) == ("running", 0)
    assert table.seat_set.filter(awaited_since__isnull=False).count() == 1


# The form


def test_the_form_s_own_answers_open_a_table_with_chat_for_several_devices(cast: Cast):
    form = cast.ana.get("/new/drakon/").form("")
    assert form.values["chat"] == "on"
    assert "pass_and_play" not in form.values
    table = opened(asks(cast.ana))
    assert (table.chat, table.pass_and_play, table.public) == (True, False, False)


def test_chat_may_be_left_out_and_one_device_be_chosen(cast: Cast):
    values = cast.ana.get("/new/drakon/").form("").values
    del values["chat"]
    table = opened(cast.ana.post("/new/drakon/", {**values, "pass_and_play": "on"}))
    assert (table.chat, table.pass_and_play) == (False, True)


# A full room tells its host


def full_notices(table: Table) -> list[int]:
    return list(Notice.objects.filter(table=table, kind="full").values_list("seat", flat=True))


def test_a_full_table_tells_its_host_once_whoever_leaves_and_comes(cast: Cast):
    table = cast.ana.opens()
    cast.ana.sits(table)
    assert full_notices(table) == []
    cast.bo.sits(table)
    assert full_notices(table) == [0]
    for _ in range(2):
        cast.bo.does(table, "leave")
        cast.bo.sits(table)
    assert full_notices(table) == [0]


def test_a_room_that_was_not_full_any_more_tells_its_host_when_it_is_full_again(cast: Cast):
    """Whoever left did so before the host could be told; once told, it is enough."""
    reachable(cast.ana)
    table = cast.ana.opens()
    cast.ana.sits(table)
    cast.bo.sits(table)
    cast.bo.does(table, "leave")
    assert sweep() == []
    assert Notice.objects.get(table=table).status == "moot"
    for mails in (1, 0):
        cast.bo.sits(table)
        assert len(sweep()) == mails
        cast.bo.does(table, "leave")
        assert sweep() == []


def test_a_host_who_sits_down_last_knows_that_the_table_is_full(cast: Cast):
    table = cast.ana.opens()
    cast.bo.sits(table)
    cast.ana.sits(table)
    assert full_notices(table) == []


# A rematch is a table too


def over(cast: Cast, pace: str = "live") -> Table:
    """A table of this pace that was closed during the match."""
    table = cast.start(pace=pace)
    lobby.close(table.pk, cast.ana.person)
    return table


def asks_again(browser: Browser, table: Table, address: str = HOME) -> Page:
    return Page(browser.client.post(at(table, "rematch"), REMOTE_ADDR=address))


def test_five_closed_tables_give_one_live_rematch(cast: Cast):
    tables = [over(cast) for _ in range(5)]
    answers = [asks_again(cast.ana, table) for table in tables]
    assert [answer.status for answer in answers] == [302, 409, 409, 409, 409]
    assert answers[1].errors == ["You have a live table already: one at a time."]
    assert Table.objects.filter(status="waiting").count() == 1
    again = asks_again(cast.bo, tables[0], ELSEWHERE)
    assert opened(again) == opened(answers[0]), "the one that there is is in nobody's way"
    assert asks(cast.ana, ELSEWHERE).status == 409, "and it counts when another is opened"


def test_a_rematch_counts_for_its_network(cast: Cast):
    first, second = over(cast), over(cast)
    table = opened(asks_again(cast.ana, first))
    assert len(table.opened_from) == 64
    refused = asks_again(cast.bo, second)
    assert refused.status == 409
    assert "network address" in refused.errors[0]
    assert asks_again(cast.bo, second, ELSEWHERE).status == 302


def test_over_days_three_rematches_are_all_for_a_guest_and_staff_have_more(cast: Cast):
    tables = [over(cast, "correspondence") for _ in range(5)]
    answers = [asks_again(cast.ana, table) for table in tables[:4]]
    assert [answer.status for answer in answers] == [302, 302, 302, 409]
    assert "3 of your tables over days are not over yet" in answers[3].errors[0]
    cast.ana.client.force_login(moderator())
    assert asks_again(cast.ana, tables[4]).status == 302
