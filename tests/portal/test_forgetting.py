"""Forget me on this device: cookies, sessions, open pages and pushes of whoever used this browser."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings

from portal import access, grants, merging
from portal.models import Person, PushDevice, Seat, Table
from tests.portal.cast import Browser, Cast, at, moderator
from tests.portal.test_grants import let_in, mailed_seat
from tests.portal.test_sockets import closed, opened, path_of, run

pytestmark = pytest.mark.django_db


def forgets(browser: Browser) -> None:
    """Press the button of one's own page."""
    answer = browser.send(browser.get("/me/").form("forget"))
    assert (answer.status, answer.response["Location"]) == (302, "/")


def kept(browser: Browser) -> set[str]:
    """The cookies that the browser still sends, but for those that say nothing of who it is."""
    said = {name for name, morsel in browser.client.cookies.items() if morsel.value}
    return said - {settings.CSRF_COOKIE_NAME, "messages"}


@pytest.mark.parametrize("confirmed", [False, True])
def test_a_browser_that_forgets_is_a_stranger_and_the_seats_stay_whose_they_were(cast: Cast, confirmed: bool):
    table, bo = cast.start(), cast.bo.person
    if confirmed:
        mailed_seat(cast, table)
    text = cast.bo.get("/me/").text
    assert ("A link mailed to your address" in text) is confirmed
    assert "by your name there" in text
    forgets(cast.bo)
    assert kept(cast.bo) == set()
    front = cast.bo.get("/").text
    assert "This device has forgotten you." in front
    assert at(table) not in front
    assert "dk-hand" not in cast.bo.table(table).text
    assert cast.bo.get("/me/").read.form("forget") is None, "there is nobody any more"
    assert Seat.objects.get(table=table, number=1).person == bo
    assert cast.bo.send(cast.bo.table(table).form("return"), name="Bo").status == 302
    assert "dk-hand" in cast.bo.table(table).text


def test_who_has_protected_their_seats_is_told_of_the_mailed_link_alone(cast: Cast):
    mailed_seat(cast, cast.start())
    Person.objects.update(protected=True)
    text = cast.bo.get("/me/").text
    assert "A link mailed to your address" in text
    assert "by your name there" not in text


def test_seats_of_mailed_links_are_forgotten_too(cast: Cast):
    table = cast.start()
    phone = let_in(Browser(), mailed_seat(cast, table))
    assert kept(phone) == {grants.COOKIE}
    forgets(phone)
    assert kept(phone) == set()
    assert "dk-hand" not in phone.table(table).text
    assert "dk-hand" in cast.bo.table(table).text, "nobody else's browser forgets"


def test_whose_eyes_look_is_forgotten(cast: Cast):
    table = cast.start()
    Table.objects.update(pass_and_play=True)
    merging.merge(cast.ana.person, cast.bo.person)
    cast.ana.does(table, "look", {"seat": "0"})
    assert access.look_cookie(table.token) in kept(cast.ana)
    forgets(cast.ana)
    assert kept(cast.ana) == set()


def test_a_moderator_s_session_ends_too(cast: Cast):
    cast.ana.client.force_login(moderator())
    cast.ana.opens()
    assert settings.SESSION_COOKIE_NAME in kept(cast.ana)
    forgets(cast.ana)
    assert kept(cast.ana) == set()
    assert cast.ana.get("/admin/").status == 302


def test_what_pages_have_stored_goes_as_well_and_nothing_is_pushed_there(cast: Cast):
    cast.ana.opens()
    for number in (1, 2):
        cast.ana.person.devices.create(endpoint=f"https://push.example/{number}", p256dh="x", auth="y")
    form = cast.ana.get("/me/").form("forget")
    answer = cast.ana.send(form, endpoint="https://push.example/1")
    assert answer.response["Clear-Site-Data"] == '"cache", "storage"'
    assert [device.endpoint for device in PushDevice.objects.all()] == ["https://push.example/2"]


@pytest.mark.parametrize("endpoint", ["", "\x00", "x" * 5000])
def test_without_a_device_that_is_pushed_to_it_is_the_same(cast: Cast, endpoint: str):
    cast.ana.opens()
    assert cast.ana.post("/me/forget/", {"endpoint": endpoint}).status == 302
    assert kept(cast.ana) == set()


def test_it_takes_a_post_with_its_token(cast: Cast):
    strict = Browser(checks_csrf=True)
    who = access.cookie_for(cast.ana.person)
    strict.client.cookies[access.COOKIE] = who
    assert strict.get("/me/forget/").response["Location"] == "/me/"
    assert strict.post("/me/forget/").status == 403
    assert strict.client.cookies[access.COOKIE].value == who


def test_a_stranger_is_offered_nothing_and_may_ask_all_the_same(cast: Cast):
    assert Browser().get("/me/").read.form("forget") is None
    assert Browser().post("/me/forget/").status == 302
    assert Person.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_its_open_pages_lose_their_seats_at_once_and_another_device_comes_again():
    cast = Cast()
    table = cast.start()
    tablet = Browser()
    tablet.client.cookies[access.COOKIE] = access.cookie_for(cast.bo.person)
    path, phone = path_of(table), let_in(Browser(), mailed_seat(cast, table))

    async def scene() -> None:
        ana, _ = await opened(path, cast.ana)
        for browser in (cast.bo, phone):
            mine, _ = await opened(path, browser)
            await sync_to_async(forgets)(browser)
            assert await closed(mine) == 4403
            again, first = await opened(path, tablet)
            assert first["version"] == table.version
            await again.disconnect()
        await ana.disconnect()

    run(scene)
