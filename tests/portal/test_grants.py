"""What the link of a turn mail opens in another browser: one seat, and nothing else of whoever holds it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core import signing
from django.utils import timezone

from portal import access, grants, lobby, merging, moderation, people, play, presence
from portal.models import Ban, Message, Person, PushDevice, Report, Seat, Table
from tests.patience import PATIENCE
from tests.portal.cast import Browser, Cast, at, default_of, drive, match_of, moderator
from tests.portal.test_sockets import closed, opened, path_of, run, socket, version

pytestmark = pytest.mark.django_db
ADDRESS = "bo@example.org"


def mailed_seat(cast: Cast, table: Table) -> str:
    """The link to Bo's seat as it is mailed to the address that he has confirmed."""
    bo = cast.bo.person
    if not bo.email:
        people.set_email(bo, ADDRESS)
        people.confirm_email(people.confirm_word(bo))
    bo = Person.objects.get(pk=bo.pk)
    return f"/go/{people.seat_word(bo, Seat.objects.get(table=table, person=bo))}/"


def let_in(browser: Browser, link: str) -> Browser:
    """Open the link and press its button."""
    assert browser.send(browser.get(link).form("sign-in")).status == 302
    return browser


@pytest.fixture
def table(cast: Cast) -> Table:
    """Bo, who has an address, is to move first; he plays at another table as well."""
    return cast.start(order=[1, 0])


@pytest.fixture
def phone(cast: Cast, table: Table) -> Browser:
    return let_in(Browser(), mailed_seat(cast, table))


def shows_hand(browser: Browser, table: Table) -> bool:
    return "dk-hand" in browser.table(table).text


# What it opens


def test_looking_at_the_link_changes_nothing(cast: Cast, table: Table):
    stranger = Browser()
    assert stranger.get(mailed_seat(cast, table)).status == 200
    assert not stranger.client.cookies.keys() & {access.COOKIE, grants.COOKIE}
    assert not shows_hand(stranger, table)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(phone: Browser):
    kept = phone.client.cookies[grants.COOKIE]
    assert (kept["httponly"], kept["samesite"]) == (True, "Lax")


def test_in_production_the_cookie_travels_by_https_only(cast: Cast, table: Table, settings: Any):
    settings.SESSION_COOKIE_SECURE = True
    assert let_in(Browser(), mailed_seat(cast, table)).client.cookies[grants.COOKIE]["secure"]


@pytest.mark.parametrize("htmx", [False, True])
def test_a_move_is_made_from_there_and_the_first_browser_keeps_the_seat(
    cast: Cast, table: Table, phone: Browser, htmx: bool
):
    assert shows_hand(phone, table)
    answer = phone.moves(table, default_of(table), htmx=htmx)
    assert answer.status == (200 if htmx else 302)
    assert match_of(table).story[-1].seat == 1
    assert shows_hand(phone, table)
    assert shows_hand(cast.bo, table)
    assert not table.move_set.filter(text__startswith="report").exists(), "nobody took it from anybody"
    assert access.COOKIE not in phone.client.cookies


def test_everything_of_the_seat_is_there(cast: Cast, table: Table, phone: Browser):
    bo = cast.bo.person
    assert phone.table(table, htmx=True).text.count("dk-hand")
    assert "dk-hand" in phone.get(at(table, "history")).text
    assert phone.does(table, "chat", {"text": "hello", "key": "a"}).status == 302
    assert Message.objects.get().seat == 1
    assert phone.get(at(table, "talk")).status == 200
    assert phone.does(table, "notes", {"notes": "mine"}).status == 302
    assert Seat.objects.get(table=table, number=1).notes == "mine"
    assert phone.does(table, "agree_to_close").status == 302
    assert phone.does(table, "withdraw").status == 302
    assert phone.does(table, "report", {"text": "look", "line": str(Message.objects.get().pk)}).status == 302
    assert Report.objects.get().reporter == bo
    drive(table)
    assert phone.get(at(table, "course")).status == phone.get(at(table, "record")).status == 200
    assert Person.objects.count() == 2, "and nobody arrived"


def test_the_seat_stands_up_and_the_match_is_given_up_from_there(cast: Cast):
    room = cast.gather()
    phone = let_in(Browser(), mailed_seat(cast, room))
    assert phone.does(room, "leave").status == 302
    assert not Seat.objects.filter(table=room, person=cast.bo.person).exists()
    table = cast.start()
    let_in(phone, mailed_seat(cast, table))
    assert phone.does(table, "resign").status == 302
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED


def test_its_table_is_listed_among_this_browser_s_and_is_the_next_one(cast: Cast, table: Table):
    own = cast.start(3)
    link = mailed_seat(cast, table)
    let_in(cast.cy, link)
    for path in ("/", "/me/tables/"):
        page = cast.cy.get(path).text
        assert page.index(at(table)) < page.index(at(own)), "where one is awaited comes first"
        assert page.count("Your move") == 1
    assert cast.cy.get("/next/").response["Location"] == at(table)
    assert 'data-others="1"' in cast.cy.table(own).text
    assert at(table) in let_in(Browser(), link).get("/").text, "also for who never did anything here"


def test_who_is_the_person_already_goes_straight_to_the_table(cast: Cast, table: Table, phone: Browser):
    link = mailed_seat(cast, table)
    for browser in (cast.bo, phone):
        assert browser.get(link).response["Location"] == at(table)
    assert grants.COOKIE not in cast.bo.client.cookies


def test_who_plays_at_that_table_goes_on_as_who_they_are(cast: Cast, table: Table):
    link = mailed_seat(cast, table)
    for answer in (cast.ana.get(link), cast.ana.post(link)):
        assert answer.response["Location"] == at(table)
    assert "You already sit here as Ana" in cast.ana.table(table).text
    assert grants.COOKIE not in cast.ana.client.cookies


def test_who_plays_elsewhere_stays_who_they_are(cast: Cast, table: Table):
    cy, own = cast.cy.person, cast.cy.opens()
    let_in(cast.cy, mailed_seat(cast, table))
    assert cast.cy.person == cy
    assert shows_hand(cast.cy, table)
    assert at(own) in cast.cy.get("/").text
    cy.refresh_from_db()
    assert cy.merged_into is None


def test_twenty_seats_are_remembered_and_the_oldest_is_dropped(cast: Cast):
    phone = Browser()
    tables = [cast.gather() for _ in range(grants.MOST + 1)]
    for table in tables:
        let_in(phone, mailed_seat(cast, table))
    page = phone.get("/me/tables/").text
    assert [at(table) in page for table in tables] == [False] + [True] * grants.MOST
    assert len(phone.client.cookies[grants.COOKIE].value) < 2000
    let_in(phone, mailed_seat(cast, tables[0]))
    assert at(tables[2]) in phone.get("/me/tables/").text, "the second was dropped, and only that"
    assert at(tables[1]) not in phone.get("/me/tables/").text


def test_several_seats_on_one_device_are_asked_who_looks(cast: Cast):
    table = cast.start()
    Table.objects.update(pass_and_play=True)
    link = mailed_seat(cast, table)
    merging.merge(cast.bo.person, cast.ana.person)
    phone = let_in(Browser(), link)
    assert not shows_hand(phone, table)
    assert phone.does(table, "look", {"seat": "0"}).status == 302
    assert shows_hand(phone, table)
    assert phone.moves(table, default_of(table)).status == 302


# What it does not open


def test_nothing_else_of_whoever_holds_the_seat_is_reached(cast: Cast, table: Table, phone: Browser):
    other = cast.start(order=[1, 0])
    assert not shows_hand(phone, other)
    assert phone.does(other, "move", {"move": default_of(other), "key": "k"}).status == 403
    assert phone.does(other, "chat", {"text": "hello", "key": "k"}).status == 403
    for path in ("/", "/me/", "/me/tables/"):
        text = phone.get(path).text
        assert ADDRESS not in text
        assert at(other) not in text
    assert phone.get("/next/").response["Location"] == at(table)
    assert 'data-others="0"' in phone.table(table).text, "nor how many others wait for them"
    assert 'data-others="1"' in cast.bo.table(table).text


def test_nothing_is_changed_about_whoever_holds_the_seat(cast: Cast, table: Table, phone: Browser):
    before = Person.objects.filter(pk=cast.bo.person.pk).values().get()
    for values in (
        {"email": "thief@example.org"},
        {"mails": "nothing"},
        {"protecting": "on", "protected": "on"},
        {"begins": "2099-01-01", "ends": "2099-01-02"},
    ):
        phone.post("/me/", values)
    phone.post("/push/", {"endpoint": "https://push.example/1", "p256dh": "x", "auth": "y"})
    assert Person.objects.filter(pk=cast.bo.person.pk).values().get() == before
    assert not PushDevice.objects.filter(person=cast.bo.person).exists()
    assert not cast.bo.person.days_off.exists()
    assert phone.person != cast.bo.person


def test_the_seat_s_return_code_is_not_shown_there(cast: Cast):
    """It would outlive the link."""
    for table in (cast.start(pace="correspondence"), cast.gather(pace="correspondence")):
        code = Seat.objects.get(table=table, number=1).code
        assert code in cast.bo.table(table).text
        assert code not in let_in(Browser(), mailed_seat(cast, table)).table(table).text


def test_no_second_seat_and_no_other_table_is_taken_in_their_name(cast: Cast):
    room = cast.gather(pass_and_play="on")
    lobby.leave(room.pk, cast.ana.person)
    phone = let_in(Browser(), mailed_seat(cast, room))
    assert "sit" not in [form.action.rstrip("/").rpartition("/")[2] for form in phone.table(room).read.forms]
    answer = phone.does(room, "sit", {"name": "Bo two", "colour": "green", "email": "thief@example.org"})
    assert answer.status == 409
    assert answer.errors == ["You already sit here as Bo."]
    assert Person.objects.get(pk=cast.bo.person.pk).email == ADDRESS
    table = cast.start()
    let_in(phone, mailed_seat(cast, table))
    lobby.close(table.pk, cast.ana.person)
    answer = phone.does(table, "rematch")
    assert (answer.status, len(answer.errors)) == (403, 1)
    assert not Table.objects.filter(rematch_of=table).exists()
    again = lobby.rematch(table.pk, cast.ana.person)
    assert phone.does(table, "rematch").response["Location"] == at(again), (
        "one that there is may be looked at"
    )


def test_a_free_seat_is_not_taken_over_besides(cast: Cast):
    table = cast.start(3)
    phone = let_in(Browser(), mailed_seat(cast, table))
    Seat.objects.filter(table=table, number=2).update(person=None, freed_at=timezone.now())
    answer = phone.does(table, "take_over", {"seat": "2", "name": "Two"})
    assert answer.status == 409
    assert Seat.objects.get(table=table, number=2).person is None


# When it ends


def gone(cast: Cast, table: Table, phone: Browser) -> bool:
    return not shows_hand(phone, table) and at(table) not in phone.get("/").text


def test_it_ends_when_the_address_is_another_one(cast: Cast, table: Table, phone: Browser):
    link = mailed_seat(cast, table)
    assert cast.bo.post("/me/", {"email": "new@example.org"}).status == 302
    assert gone(cast, table, phone)
    for answer in (Browser().get(link), Browser().post(link)):
        assert answer.response["Location"] == "/me/"
    assert shows_hand(cast.bo, table)


def test_it_ends_when_somebody_else_has_the_seat(cast: Cast, table: Table, phone: Browser):
    Browser().does(table, "return", {"name": "Bo"})
    assert gone(cast, table, phone)
    assert phone.does(table, "move", {"move": default_of(table), "key": "k"}).status == 403
    cast.bo.does(table, "reclaim")
    assert shows_hand(phone, table)


def test_it_ends_when_they_are_forgotten(cast: Cast, table: Table, phone: Browser):
    moderation.people.anonymise(moderator(), cast.bo.person.pk, "asked for it")
    assert gone(cast, table, phone)


def test_it_goes_on_when_the_same_human_is_known_by_an_earlier_row(cast: Cast, table: Table, phone: Browser):
    link = mailed_seat(cast, table)
    earlier = Browser().person
    people.set_email(earlier, ADDRESS)
    people.confirm_email(people.confirm_word(earlier))
    merging.merge(Person.objects.get(pk=earlier.pk), cast.bo.person)
    assert Seat.objects.get(table=table, number=1).person == earlier
    assert shows_hand(phone, table)
    assert shows_hand(let_in(Browser(), link), table)


@pytest.mark.parametrize("word", ["", "x", signing.dumps(["x"], salt="portal.who"), "\x00"])
def test_a_forged_cookie_opens_nothing(cast: Cast, table: Table, word: str):
    thief = Browser()
    thief.client.cookies[grants.COOKIE] = word
    assert not shows_hand(thief, table)
    assert thief.get("/").status == 200


def ban(person: Person) -> None:
    Ban.objects.create(kind=Ban.Kind.BROWSER, person=person, until=timezone.now() + timedelta(days=1))


def test_a_ban_on_whoever_holds_the_seat_bites_there(cast: Cast, table: Table, phone: Browser):
    elsewhere = cast.cy.opens()
    let_in(cast.cy, mailed_seat(cast, table))
    ban(cast.bo.person)
    for browser in (phone, cast.cy):
        assert browser.table(table).status == 403
        assert browser.does(table, "move", {"move": default_of(table), "key": "k"}).status == 403
        assert browser.get(at(table, "history")).status == 403
    assert cast.cy.table(elsewhere).status == 200, "it is not a ban on who was let in"


def test_a_ban_on_who_was_let_in_bites_too(cast: Cast, table: Table):
    let_in(cast.cy, mailed_seat(cast, table))
    ban(cast.cy.person)
    assert cast.cy.table(table).status == 403
    assert shows_hand(cast.bo, table)


def test_no_more_is_asked_of_the_database_without_such_a_cookie(cast: Cast, django_assert_num_queries: Any):
    with django_assert_num_queries(0):
        assert grants.seats(None) == []
        assert grants.holder("", 1) is None


# Sockets


@pytest.mark.django_db(transaction=True)
def test_its_socket_plays_the_seat_until_it_ends_or_is_banned():
    cast = Cast()
    table = cast.start()
    phone = let_in(Browser(), mailed_seat(cast, table))
    ana, bo, text, staff = cast.ana.person, cast.bo.person, default_of(table), moderator()

    async def scene() -> None:
        found, first = await opened(path_of(table), phone)
        assert first == {"version": table.version, "here": []}
        assert await sync_to_async(presence.connected)(table.pk) == {1}
        await sync_to_async(play.make_move)(table.pk, ana, text, prompt=None, key="k")
        assert await version(found) == table.version + 1
        await sync_to_async(moderation.people.ban_browser)(staff, bo.pk, 1, "", "rude")
        assert await closed(found) == 4403
        again = socket(path_of(table), phone)
        assert (await again.connect(timeout=PATIENCE))[0]
        assert await closed(again) == 4403

    run(scene)
