"""What is cheap for who asks and dear for others is limited; addresses are asked by a worker, and with a button."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from portal import people, tasks
from portal.models import Person, Table
from portal.views import limits
from tests.portal.cast import Cast

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_after_so_many_tables_the_next_is_refused_with_a_page_of_ours(cast: Cast):
    with time_machine.travel(NOON + timedelta(minutes=48, seconds=1), tick=False):
        before = {cast.ana.post("/new/drakon/", {"size": "no number"}).status for _ in range(60)}
        answer = cast.ana.post("/new/drakon/", {"size": "2", "pace": "live"})
    assert before == {422}, "what was filled in wrongly counts too"
    assert answer.status == 429
    assert answer.response["Retry-After"] == str(12 * 60 - 1)
    assert "Try again in 12 minutes." in answer.text
    assert not Table.objects.exists()
    assert cast.ana.get("/new/drakon/").status == 200, "looking is free"


def test_trying_names_is_limited(cast: Cast):
    table = cast.start()
    answers = [cast.cy.does(table, "return", {"name": f"name {n}"}).status for n in range(61)]
    assert set(answers[:60]) == {422}
    assert answers[60] == 429
    assert cast.bo.does(table, "return", {"name": "Ana"}).status == 429, "whose browser it is does not matter"
    assert cast.cy.does(table, "sit", {"name": "Cy"}).status == 422, "it is counted by kind"
    cast.cy.client.defaults["REMOTE_ADDR"] = "198.51.100.7"
    assert cast.cy.does(table, "return", {"name": "another name"}).status == 422, "and by address"


def test_all_of_a_household_s_addresses_count_together(cast: Cast):
    table = cast.start()
    for n in range(60):
        cast.cy.client.defaults["REMOTE_ADDR"] = f"2a01:4f8:c0c:1::{n:x}"
        assert cast.cy.does(table, "return", {"name": f"name {n}"}).status == 422
    cast.cy.client.defaults["REMOTE_ADDR"] = "2a01:4f8:c0c:1:ffff::1"
    assert cast.cy.does(table, "return", {"name": "one more"}).status == 429
    cast.cy.client.defaults["REMOTE_ADDR"] = "2a01:4f8:c0c:2::1"
    assert cast.cy.does(table, "return", {"name": "a neighbour"}).status == 422


LIMITED = (
    ("sit", 120, 422, lambda cast, table: cast.cy.does(table, "sit", {"name": ""})),
    ("sign-in", 60, 302, lambda cast, table: cast.cy.post("/me/link/no-such-word/", {})),
    ("go", 60, 302, lambda cast, table: cast.cy.post("/go/no-such-word/", {})),
    ("admin", 10, 200, lambda cast, table: cast.cy.post("/admin/login/", {"username": "a", "password": "b"})),
)


@pytest.mark.parametrize(
    ("most", "before", "act"), [row[1:] for row in LIMITED], ids=[row[0] for row in LIMITED]
)
def test_sitting_and_signing_in_are_limited(cast: Cast, most: int, before: int, act: Any):
    table = cast.gather()
    with time_machine.travel(NOON, tick=False):
        assert {act(cast, table).status for _ in range(most)} == {before}
        assert act(cast, table).status == 429


def test_behind_a_trusted_proxy_its_last_word_counts(cast: Cast, rf, settings):
    request = rf.get("/", headers={"X-Forwarded-For": "1.2.3.4, 5.6.7.8"}, REMOTE_ADDR="127.0.0.1")
    assert limits.address(request) == "127.0.0.1"
    settings.TRUSTED_PROXY = True
    assert limits.address(request) == "5.6.7.8"


def test_an_address_is_asked_by_the_worker_and_not_by_the_page(cast: Cast):
    person = cast.ana.person
    assert cast.ana.post("/me/", {"email": "ana@example.org"}).status == 302
    assert mail.outbox == []
    tasks.sweep_notices()
    tasks.sweep_notices()
    assert [message.to for message in mail.outbox] == [["ana@example.org"]]
    assert "/me/confirm/" in str(mail.outbox[0].body)
    person.refresh_from_db()
    assert person.confirm_at is None


def test_an_address_gets_one_mail_in_two_minutes_whoever_asks(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        for browser in (cast.ana, cast.bo, cast.cy):
            answer = browser.post("/me/", {"email": "victim@example.org"})
            assert answer.response["Location"] == "/me/", "the answer tells nothing about the others"
        sent = []
        for minute in range(6):
            time.move_to(NOON + timedelta(minutes=minute, seconds=1))
            tasks.sweep_notices()
            sent.append(len(mail.outbox))
        assert sent == [1, 1, 2, 2, 3, 3]


def test_a_failing_mail_server_is_tried_again_for_a_while(cast: Cast, monkeypatch):
    def fails(self, messages):
        raise ConnectionRefusedError

    person = cast.ana.person
    people.set_email(person, "ana@example.org")
    monkeypatch.setattr(EmailBackend, "send_messages", fails)
    tasks.sweep_notices()
    person.refresh_from_db()
    assert person.confirm_at is not None
    assert person.confirm_at > timezone.now() + timedelta(minutes=1)
    long_ago = timezone.now() - timedelta(hours=1)
    Person.objects.filter(pk=person.pk).update(email_asked_at=long_ago, confirm_at=long_ago)
    tasks.sweep_notices()
    person.refresh_from_db()
    assert person.confirm_at is None


def test_following_the_link_asks_and_only_the_button_confirms(cast: Cast):
    person = cast.ana.person
    people.set_email(person, "ana@example.org")
    link = f"/me/confirm/{people.confirm_word(person)}/"
    assert cast.ana.get(link).status == 200
    person.refresh_from_db()
    assert person.email_confirmed_at is None
    assert cast.ana.post(link).status == 302
    person.refresh_from_db()
    assert person.email_confirmed_at is not None
