"""People without accounts: their zone, their address, links that sign in, and one human known by two browsers."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal import access, lobby, merging, people, tasks
from portal.models import DaysOff, Person, PushDevice, Seat, Table
from portal.refusal import Refused
from tests.portal.cast import Browser, Cast, Page, at

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


# The zone


def in_zone(browser: Browser, zone: str) -> None:
    """What a script of every page does."""
    browser.client.cookies["zone"] = zone


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/Madrid", "03/03/2026 1 p.m. CET"),
        ("America/Sao_Paulo", "03/03/2026 9 a.m. UTC-03"),
        ("Asia/Kolkata", "03/03/2026 5:30 p.m. IST"),
        ("", "03/03/2026 noon UTC"),
    ],
)
def test_a_page_shows_times_in_the_reader_s_zone_with_its_name(cast: Cast, zone: str, shown: str):
    with time_machine.travel(NOON, tick=False):
        table = cast.start(pace="correspondence")
        in_zone(cast.ana, zone)
        assert shown in cast.ana.table(table).text
        assert shown in cast.ana.get("/").text
        in_zone(cast.ana, "")
        assert "UTC" in cast.ana.table(table).text, "and nobody else's"


@pytest.mark.parametrize("zone", ["Middle/Earth", "../../etc/passwd", "x" * 3000, "europe/madrid;", "\x00"])
def test_what_is_no_zone_is_ignored(cast: Cast, zone: str):
    table = cast.start(pace="correspondence")
    in_zone(cast.ana, zone)
    page = cast.ana.table(table)
    assert page.status == 200
    assert "UTC</time>" in page.text
    assert cast.ana.person.zone == ""


def test_the_zone_last_seen_is_kept_for_the_mails(cast: Cast):
    cast.ana.opens()
    assert cast.ana.person.zone == ""
    for zone in ("Europe/Madrid", "America/Bogota"):
        in_zone(cast.ana, zone)
        cast.ana.get("/")
        assert cast.ana.person.zone == zone
    in_zone(cast.bo, "Europe/Madrid")
    cast.bo.opens()
    assert cast.bo.person.zone == "Europe/Madrid", "from the first thing somebody does"


@pytest.mark.parametrize("zone", ["", "Europe/Atlantis", "../etc"])
def test_who_was_seen_in_a_zone_that_is_no_more_lives_in_utc(zone: str):
    assert people.zone_of(Person(zone=zone)).key == "UTC"


def test_every_time_on_a_page_is_written_by_the_tags_that_know_the_zone():
    folders = [settings.BASE_DIR / "templates", *settings.BASE_DIR.glob("games/*/templates")]
    pages = [path for folder in folders for path in Path(folder).rglob("*.html")]
    assert [path.name for path in pages if re.search(r"<time\b", path.read_text(encoding="utf-8"))] == []


# The address


def mailed(what: str) -> str:
    """The path of the last link of a kind that was mailed."""
    bodies = [str(message.body) for message in mail.outbox]
    found = [path for body in bodies for path in re.findall(rf"http://localhost(/{what}/\S+)", body)]
    assert found, bodies
    return str(found[-1])


def confirms(browser: Browser, address: str) -> Page:
    """Enter an address and follow the mailed link in the same browser."""
    assert browser.send(browser.get("/me/").form("address"), email=address).status == 302
    tasks.sweep_notices()
    return browser.post(mailed("me/confirm"))


def later(minutes: float = 3) -> None:
    """The address may be written to again."""
    ago = timezone.now() - timedelta(minutes=minutes)
    Person.objects.update(email_asked_at=ago, link_planned_at=ago)


def test_an_address_is_the_same_in_capitals(cast: Cast):
    confirms(cast.ana, "Ana@Example.ORG")
    assert cast.ana.person.email == "ana@example.org"
    Person.objects.filter(pk=cast.ana.person.pk).update(email="Ana@Example.org")
    assert people.known_by("aNA@example.org") == cast.ana.person
    cast.bo.post("/me/link/", {"address": "ANA@example.org"})
    tasks.sweep_notices()
    assert len(mail.outbox) == 2


def test_an_address_that_failed_is_shown_and_entering_it_again_asks_anew(cast: Cast):
    confirms(cast.ana, "ana@example.org")
    assert "came back" not in cast.ana.get("/me/").text
    for address in ("ana@example.org", "else@example.org"):
        Person.objects.filter(pk=cast.ana.person.pk).update(address_failed_at=timezone.now())
        later()
        page = cast.ana.get("/me/")
        assert any("came back" in error for error in page.errors)
        cast.ana.send(page.form("address"), email=address)
        assert "came back" not in cast.ana.get("/me/").text
        assert cast.ana.person.email_confirmed_at is None, "it has to be confirmed once more"
        tasks.sweep_notices()
        assert mail.outbox[-1].to == [address]


def test_an_address_that_no_mail_can_carry_is_refused(cast: Cast):
    """Its domain is too long once it is written in ASCII: sending raised what nobody expected."""
    answer = cast.ana.post("/me/", {"email": f"ana@{'ü' * 60}.org"})
    assert answer.status == 422
    assert "That is not an e-mail address" in answer.text


def test_what_is_mailed_is_chosen_and_kept(cast: Cast):
    confirms(cast.ana, "ana@example.org")
    form = cast.ana.get("/me/").form("mails")
    assert form.choices["mails"] == ["turns", "digest", "reminders", "nothing"]
    assert "while_open" not in form.values
    cast.ana.send(form, mails="digest", while_open="on")
    assert (cast.ana.person.mails, cast.ana.person.mails_while_open) == ("digest", True)
    cast.ana.send(cast.ana.get("/me/").form("mails"), while_open=None)
    assert (cast.ana.person.mails, cast.ana.person.mails_while_open) == ("digest", False)
    assert cast.ana.post("/me/", {"mails": "weekly"}).status == 422


def test_seats_are_protected_only_with_a_confirmed_address(cast: Cast):
    answer = cast.ana.post("/me/", {"protecting": "on", "protected": "on"})
    assert (answer.status, len(answer.errors)) == (422, 1)
    confirms(cast.ana, "ana@example.org")
    cast.ana.send(cast.ana.get("/me/").form("protect"), protected="on")
    assert cast.ana.person.protected
    cast.ana.send(cast.ana.get("/me/").form("address"), email="else@example.org")
    assert not cast.ana.person.protected, "there is nowhere to mail the link to"


# A link to one's tables


def asks_link(browser: Browser, address: str) -> Page:
    return browser.send(browser.get("/me/").form("sign-in"), address=address)


def known(browser: Browser, address: str = "ana@example.org") -> Person:
    """Whoever this browser is has confirmed an address."""
    confirms(browser, address)
    mail.outbox.clear()
    return browser.person


def test_a_mailed_link_opens_one_s_tables_on_another_device(cast: Cast):
    table = cast.start()
    ana = known(cast.ana)
    phone = Browser()
    asks_link(phone, "ana@example.org")
    assert mail.outbox == [], "the page itself sends nothing"
    tasks.sweep_notices()
    link = mailed("me/link")
    page = phone.get(link)
    assert "ana@example.org" in page.text
    assert "dk-hand" not in phone.table(table).text, "looking at the link changes nothing: mail programs do"
    answer = phone.send(page.form("sign-in"))
    assert answer.response["Location"] == "/me/tables/"
    assert at(table) in phone.get("/me/tables/").text
    assert "dk-hand" in phone.table(table).text
    assert "dk-hand" in cast.ana.table(table).text, "the other device stays"
    assert phone.person == ana


def test_the_answer_tells_nobody_whether_an_address_is_known(cast: Cast):
    known(cast.ana)
    people.set_email(cast.bo.person, "unconfirmed@example.org")
    Person.objects.update(confirm_at=None)
    answers: list[tuple[int, object, list[str]]] = []
    for address in ("ana@example.org", "nobody@example.org", "unconfirmed@example.org"):
        browser = Browser()
        answer = asks_link(browser, address)
        answers.append((answer.status, answer.response["Location"], browser.get("/me/").read.errors))
        asks_link(browser, address)
        answers.append((200, re.findall(r'notice success">([^<]+)', browser.get("/me/").text), []))
    assert answers[0] == answers[2] == answers[4]
    assert answers[1] == answers[3] == answers[5]
    tasks.sweep_notices()
    assert [message.to for message in mail.outbox] == [["ana@example.org"]]


@pytest.mark.parametrize("address", ["", "x", "a@b", "é@é", "\x00", "a" * 300 + "@example.org"])
def test_what_is_no_address_gets_a_sentence(cast: Cast, address: str):
    answer = cast.ana.post("/me/link/", {"address": address})
    assert (answer.status, len(answer.errors)) == (422, 1)


def test_a_link_works_once_and_for_half_an_hour(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        ana = known(cast.ana)
        word = people.link_word(ana)
        time.shift(timedelta(minutes=29))
        first, second = Browser(), Browser()
        assert first.post(f"/me/link/{word}/").response["Location"] == "/me/tables/"
        for browser, method in ((second, "post"), (second, "get"), (first, "post")):
            assert getattr(browser, method)(f"/me/link/{word}/").response["Location"] == "/me/"
        assert "who" not in second.client.cookies
        assert "no longer good" in second.get("/me/").text
        ana.refresh_from_db()
        word = people.link_word(ana)
        time.shift(timedelta(minutes=31))
        assert second.post(f"/me/link/{word}/").response["Location"] == "/me/"
        assert "who" not in second.client.cookies


@pytest.mark.parametrize("word", ["x", "a:b:c", "%00", "é", "x" * 3000])
def test_a_forged_link_is_refused_with_a_sentence(cast: Cast, word: str):
    for path in (f"/me/link/{word}/", f"/go/{word}/"):
        for answer in (cast.ana.get(path), cast.ana.post(path)):
            assert answer.response["Location"] == "/me/"
        assert "no longer good" in cast.ana.get("/me/").text


def test_a_link_to_an_address_that_was_changed_since_is_no_longer_good(cast: Cast):
    ana = known(cast.ana)
    word = people.link_word(ana)
    cast.ana.post("/me/", {"email": "else@example.org"})
    assert cast.bo.get(f"/me/link/{word}/").status == 302


def test_an_address_is_mailed_one_link_in_two_minutes_however_often_it_is_asked_for(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        known(cast.ana)
        sent = []
        for second in range(0, 300, 20):
            time.move_to(NOON + timedelta(seconds=second))
            Browser().post("/me/link/", {"address": "ana@example.org"})
            tasks.sweep_notices()
            sent.append(len(mail.outbox))
        assert sent[0] == 1
        assert sent[-1] == 3
        assert Browser().post("/me/link/", {"address": "ana@example.org"}).status == 429, (
            "and asking is limited"
        )


def test_a_link_that_could_not_be_mailed_is_tried_again_for_a_while(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    def fails(self: object, messages: object) -> None:
        raise ConnectionRefusedError

    with time_machine.travel(NOON, tick=False) as time:
        known(cast.ana)
        asks_link(cast.bo, "ana@example.org")
        with monkeypatch.context() as patched:
            patched.setattr(EmailBackend, "send_messages", fails)
            tasks.sweep_notices()
        assert mail.outbox == []
        time.shift(timedelta(minutes=3))
        tasks.sweep_notices()
        assert len(mail.outbox) == 1
        asks_link(cast.bo, "ana@example.org")
        monkeypatch.setattr(EmailBackend, "send_messages", fails)
        for _ in range(20):
            time.shift(timedelta(minutes=3))
            tasks.sweep_notices()
        cast.ana.person.refresh_from_db()
        assert cast.ana.person.link_at is None, "given up"


# A link to one's seat


def test_the_link_of_a_turn_mail_opens_the_seat(cast: Cast):
    table = cast.start()
    seat = Seat.objects.get(table=table, name="Bo")
    link = f"/go/{people.seat_word(cast.bo.person, seat)}/"
    answer = cast.bo.get(link)
    assert answer.response["Location"] == at(table), "straight to the table where the seat is open already"
    phone = Browser()
    page = phone.get(link)
    assert "dk-hand" not in page.text
    assert phone.send(page.form("sign-in")).response["Location"] == at(table)
    assert "dk-hand" in phone.table(table).text
    assert "dk-hand" in cast.bo.table(table).text
    assert Browser().get(link).status == 200, "it holds for two weeks, more than once"


def test_the_link_of_a_seat_holds_two_weeks_and_while_one_sits(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        table = cast.gather()
        seat = Seat.objects.get(table=table, name="Bo")
        link = f"/go/{people.seat_word(cast.bo.person, seat)}/"
        time.shift(timedelta(days=14))
        assert Browser().get(link).status == 200
        Browser().does(table, "return", {"name": "Bo"})
        for browser in (Browser(), cast.bo):
            for answer in (browser.get(link), browser.post(link)):
                assert answer.response["Location"] == "/me/"
        assert "not yours any more" in cast.bo.get("/me/").text
        cast.bo.does(table, "reclaim")
        assert cast.bo.get(link).response["Location"] == at(table)
        time.shift(timedelta(minutes=1))
        assert cast.bo.get(link).response["Location"] == "/me/"
        lobby.leave(table.pk, cast.bo.person)
        assert cast.bo.get(link).response["Location"] == "/me/"


# One human, two browsers


def test_who_confirms_an_address_once_more_is_the_same_human(cast: Cast):
    first, second = cast.start(), cast.cy.opens()
    ana = known(cast.ana)
    cast.cy.sits(second)
    later()
    cast.cy.person.devices.create(endpoint="https://push.example/1", p256dh="x", auth="y")
    cy = Person.objects.get(pk=cast.cy.person.pk)
    confirms(cast.cy, "ana@example.org")
    cy.refresh_from_db()
    assert (cy.merged_into, cy.email) == (ana, "")
    assert cast.cy.person == ana, "its cookie is good for the earlier one"
    assert {seat.table_id for seat in Seat.objects.filter(person=ana)} == {first.pk, second.pk}
    second.refresh_from_db()
    assert second.opener == ana
    assert PushDevice.objects.get().person == ana
    for browser in (cast.ana, cast.cy):
        page = browser.get("/").text
        assert at(first) in page
        assert at(second) in page
    assert "dk-hand" in cast.cy.table(first).text


def test_a_stranger_who_enters_my_address_does_not_get_my_seats_by_my_click(cast: Cast):
    table = cast.start()
    known(cast.ana)
    later()
    thief = Browser()
    thief.sits(cast.bo.opens(), "Thief")
    thief.post("/me/", {"email": "ana@example.org"})
    tasks.sweep_notices()
    cast.ana.post(mailed("me/confirm"))
    assert thief.person != cast.ana.person
    assert "dk-hand" not in thief.table(table).text


def test_signing_in_puts_together_what_the_device_had_if_it_is_said_to_be_theirs(cast: Cast):
    table = cast.start()
    ana = known(cast.ana)
    for together in ("on", None):
        device = Browser()
        other = device.opens()
        device.sits(other, "Ana too")
        before = device.person
        form = device.get(f"/me/link/{people.link_word(Person.objects.get(pk=ana.pk))}/").form("sign-in")
        assert form.values["together"] == "on"
        device.send(form, together=together)
        assert device.person == ana
        before.refresh_from_db()
        assert (before.merged_into == ana) is (together == "on")
        assert (Seat.objects.get(table=other).person == ana) is (together == "on")
        assert "dk-hand" in device.table(table).text
    assert (
        "together" not in Browser().get(f"/me/link/{people.link_word(Person.objects.get(pk=ana.pk))}/").text
    )


def test_a_device_of_somebody_with_another_address_is_never_put_together(cast: Cast):
    cast.start()
    ana = known(cast.ana)
    bo = known(cast.bo, "bo@example.org")
    link = f"/me/link/{people.link_word(ana)}/"
    assert "together" not in cast.bo.get(link).text
    cast.bo.post(link, {"together": "on"})
    assert cast.bo.person == ana
    bo.refresh_from_db()
    assert bo.merged_into is None


def test_who_sits_twice_at_a_running_table_stays_two_until_it_is_over(cast: Cast):
    table = cast.start()
    ana = known(cast.ana)
    later()
    page = confirms(cast.bo, "ana@example.org")
    assert page.status == 302
    assert "You sit twice at a table of Drakon, here as Bo" in cast.bo.get("/me/").text
    assert cast.bo.person != ana
    assert "dk-hand" in cast.bo.table(table).text
    word = people.link_word(Person.objects.get(pk=ana.pk))
    assert cast.bo.post(f"/me/link/{word}/", {"together": "on"}).response["Location"] == "/me/"
    assert cast.bo.person != ana
    lobby.close(table.pk, ana)
    assert cast.bo.post(f"/me/link/{word}/", {"together": "on"}).status == 302, "the link is still good"
    assert cast.bo.person == ana
    assert Seat.objects.get(table=table, name="Bo").person != ana, "that seat stays with the old row"


def test_two_seats_at_a_pass_and_play_table_come_together(cast: Cast):
    table = cast.start()
    Table.objects.update(pass_and_play=True)
    merging.merge(cast.ana.person, cast.bo.person)
    assert [seat.person for seat in table.seat_set.all()] == [cast.ana.person] * 2


def test_rows_that_were_merged_are_followed_but_never_in_a_ring(cast: Cast):
    ana, bo, cy = cast.ana.person, cast.bo.person, cast.cy.person
    merging.merge(bo, cy)
    merging.merge(ana, bo)
    merging.merge(cy, ana)
    merging.merge(ana, ana)
    assert [browser.person for browser in (cast.ana, cast.bo, cast.cy)] == [ana, ana, ana]
    Person.objects.filter(pk=ana.pk).update(merged_into=bo)
    assert access.person_of(access.cookie_for(ana)) is not None, "even a ring has an end"


def test_days_off_and_the_time_left_come_along(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = cast.start(pace="correspondence")
        due = Seat.objects.get(table=table, number=0).due_at
        other = Browser()
        DaysOff.objects.create(
            person=other.person, begins_at=NOON + timedelta(hours=1), ends_at=NOON + timedelta(hours=25)
        )
        merging.merge(other.person, cast.ana.person)
        now = Seat.objects.get(table=table, number=0).due_at
        assert due is not None
        assert now == due + timedelta(days=1)


def test_a_refused_merge_changes_nothing(cast: Cast):
    table = cast.start(pace="correspondence")
    before = list(table.seat_set.values_list("person", "due_at")), Person.objects.count()
    with pytest.raises(Refused):
        merging.merge(cast.ana.person, cast.bo.person)
    assert (list(table.seat_set.values_list("person", "due_at")), Person.objects.count()) == before


# All my tables


def test_three_hundred_tables_are_all_listed_page_by_page_at_a_constant_price(cast: Cast):
    ana = cast.ana.person
    asked = []
    for number in (1, 300):
        while (have := Table.objects.count()) < number:
            table = Table.objects.create(
                game="drakon", generation=1, size=2, pace="correspondence", opener=cast.bo.person
            )
            Seat.objects.create(
                table=table, number=0, name="Ana", name_key="ana", colour="orange", person=ana
            )
            assert have < 300
        with CaptureQueriesContext(connection) as queries:
            cast.ana.get("/me/tables/")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 6
    found: list[str] = []
    for page in range(1, 7):
        found += re.findall(r'href="(/t/[^"]+/)"', cast.ana.get("/me/tables/", page=str(page)).text)
    assert len(found) == len(set(found)) == 300
    assert "/me/tables/" in cast.ana.get("/").read.links


def test_the_most_urgent_of_my_tables_comes_first(cast: Cast):
    waits, over = cast.ana.opens(), cast.start()
    urgent, mine = cast.start(pace="correspondence"), cast.start()
    lobby.close(over.pk, cast.ana.person)
    found = re.findall(r'href="(/t/[^"]+/)"', cast.ana.get("/me/tables/").text)
    assert found[:2] == [at(urgent), at(mine)]
    assert found[2:] == [at(waits), at(over)]


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999999999", "\x00"])
def test_a_page_that_there_is_not_is_no_error(cast: Cast, page: str):
    for browser in (cast.ana, Browser()):
        assert browser.get("/me/tables/", page=page).status == 200


def test_every_change_of_one_s_page_is_a_post_with_its_token(cast: Cast):
    strict: Any = Browser(checks_csrf=True)
    for path in ("/me/", "/me/link/", "/me/link/x/", "/go/x/"):
        assert strict.post(path, {"address": "ana@example.org"}).status == 403
