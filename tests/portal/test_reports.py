"""A word to the moderators: from a table, from its chat, and by whoever watches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from portal import chat, tasks
from portal.models import Message, Report, Table
from tests.portal.cast import LANGUAGES, Browser, Cast, at, drive
from tests.portal.forms import Form
from tests.portal.staff import Staff

pytestmark = pytest.mark.django_db


def form(browser: Browser, table: Table, line: Message | None = None, what: str = "report") -> Form:
    """The form that the page's own link leads to."""
    address = at(table, what) if what == "report" else f"{at(table, 'watch')}report/"
    found = browser.get(address, line=str(line.pk) if line else "")
    assert found.status == 200
    return found.form("report")


def sends(
    browser: Browser, table: Table, line: Message | None = None, what: str = "report", **said: str
) -> int:
    address = at(table, "report") if what == "report" else f"{at(table, 'watch')}report/"
    return browser.post(address, {**form(browser, table, line, what).values, **said}).status


def test_the_page_of_a_table_leads_to_its_report(cast: Cast):
    table = cast.start(public="on")
    for browser, url in (
        (cast.ana, at(table)),
        (cast.watcher, at(table, "watch")),
        (cast.watcher, at(table)),
    ):
        assert f"{url}report/" in browser.get(url).read.links
    assert sends(cast.ana, table, text="they talk to each other outside") == 302
    report = Report.objects.get()
    assert (report.table, report.reporter, report.seat) == (table, cast.ana.person, 0)
    assert (report.text, report.status) == ("they talk to each other outside", "open")
    assert "the moderators will look at it" in cast.ana.table(table).text


def test_a_line_of_the_chat_is_reported_from_the_chat(cast: Cast):
    table = cast.start()
    mine = chat.write(table.pk, 0, cast.ana.person, "hello", key="a")
    theirs = chat.write(table.pk, 1, cast.bo.person, "something bad", key="b")
    links = cast.ana.get(at(table, "talk")).read.links
    assert f"{at(table, 'report')}?line={theirs.pk}" in links
    assert f"{at(table, 'report')}?line={mine.pk}" not in links
    assert "something bad" in cast.ana.get(at(table, "report"), line=str(theirs.pk)).text
    assert sends(cast.ana, table, theirs) == 302, "the sentence is optional"
    assert Report.objects.get().message == theirs


def test_who_watches_a_public_table_reports_it_and_reads_no_chat(cast: Cast):
    table = drive(cast.start(public="on"), 3)
    line = chat.write(table.pk, 1, cast.bo.person, "something bad", key="b")
    assert sends(cast.watcher, table, what="watch", text="cheats") == 302
    assert sends(Browser(), table) == 302
    assert [report.seat for report in Report.objects.all()] == [None, None]
    for browser in (cast.watcher, Browser()):
        answer = browser.get(at(table, "report"), line=str(line.pk))
        assert answer.status == 403 and "something bad" not in answer.text
        assert browser.does(table, "report", {"line": str(line.pk)}).status == 403
    assert Report.objects.count() == 2


def test_who_may_not_look_may_not_report(cast: Cast):
    table = cast.start()
    assert cast.watcher.get(at(table, "report")).status == 404
    assert cast.watcher.does(table, "report", {"text": "x"}).status == 404
    assert not Report.objects.exists()


def test_twice_is_one_report_with_the_newer_sentence(cast: Cast):
    table = cast.start()
    sends(cast.ana, table, text="first")
    sends(cast.ana, table, text="second")
    sends(cast.ana, table)
    sends(cast.bo, table, text="Bo's")
    assert sorted(Report.objects.values_list("text", flat=True)) == ["Bo's", "second"]
    Report.objects.update(status="handled")
    sends(cast.ana, table, text="again")
    assert Report.objects.filter(status="open").count() == 1


def test_strangers_fill_no_queue(cast: Cast):
    table = cast.start(public="on")
    for number in range(8):
        sends(Browser(), table, text=f"spam {number}")
    assert Report.objects.count() == 5


def test_reports_are_limited_by_address(cast: Cast):
    table = cast.start()
    answers = [cast.ana.does(table, "report", {"text": "x"}).status for _ in range(22)]
    assert answers[:20] == [302] * 20 and answers[20:] == [429, 429]


@pytest.mark.parametrize(
    ("text", "status"), [("x" * 301, 409), ("\u202egnorw", 302), ("\x00", 409), ("<b>bold</b>", 302)]
)
def test_whatever_is_typed_gets_an_answer(cast: Cast, text: str, status: int):
    table = cast.start()
    answer = cast.ana.does(table, "report", {"text": text})
    assert answer.status == status
    assert bool(answer.errors) == (status == 409)
    for line in ("", "x", "-1", "9" * 30, "7"):
        assert cast.ana.get(at(table, "report"), line=line).status in (200, 403)


def test_a_waiting_room_and_an_ended_match_can_be_reported(cast: Cast):
    waiting, ended = cast.gather(), cast.start()
    cast.bo.does(ended, "resign")
    for table in (waiting, ended):
        assert sends(cast.ana, table) == 302
    assert Report.objects.count() == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_speaks_the_readers_language(cast: Cast, language: str):
    table = cast.start(public="on")
    words = {
        "en": "Report to the moderators",
        "es": "Enviar una denuncia",
        "pt-br": "Denunciar aos moderadores",
    }
    assert words[language] in Browser(language=language).get(at(table, "report")).text


# The staff are told


@pytest.fixture
def noon() -> Iterator[Any]:
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False) as time:
        yield time


def staff(name: str, *, of: str = "moderator", **values: Any) -> User:
    """Somebody of the staff with an address."""
    user = Staff(of).user
    for field, value in {"email": f"{name}@example.org", **values}.items():
        setattr(user, field, value)
    user.save()
    return user


def told() -> list[tuple[str, str]]:
    """Who is mailed by a sweep, and the subject."""
    mail.outbox = []
    tasks.sweep_notices()
    return sorted((one.to[0].partition("@")[0], str(one.subject)) for one in mail.outbox)


def test_a_batch_of_reports_is_one_mail_and_the_next_one_comes_ten_minutes_later(cast: Cast, noon: Any):
    staff("mod")
    table = cast.start()
    assert told() == []
    sends(cast.ana, table, text="they talk to each other outside")
    sends(cast.bo, table, text="no, they do")
    assert told() == [("mod", "2 new reports")]
    body = str(mail.outbox[0].body)
    assert body.count(f"at table {table.pk}") == 2
    assert "/admin/portal/report/" in body
    assert "outside" not in body, "what was said stays in the admin"
    noon.shift(timedelta(minutes=1))
    line = chat.write(table.pk, 1, cast.bo.person, "something bad", key="b")
    sends(cast.ana, table, line)
    assert told() == []
    noon.shift(timedelta(minutes=9))
    assert told() == [("mod", "1 new report")]
    assert f"of a message at table {table.pk}" in str(mail.outbox[0].body)
    noon.shift(timedelta(days=1))
    assert told() == [], "each is told of once"


def test_only_who_may_handle_reports_and_has_an_address_is_told(cast: Cast, noon: Any):
    staff("mod")
    staff("nobody", email="")
    staff("gone", is_active=False)
    staff("operator", of="operator")
    staff("former", is_staff=False)
    staff("chief", is_superuser=True, of="operator")
    sends(cast.ana, cast.start(), text="look")
    assert told() == [("chief", "1 new report"), ("mod", "1 new report")]


def test_a_report_that_was_handled_before_is_not_told_of(cast: Cast, noon: Any):
    staff("mod")
    sends(cast.ana, cast.start(), text="look")
    Report.objects.update(status=Report.Status.HANDLED)
    assert told() == []


def test_while_the_mail_server_is_silent_the_mail_waits(
    cast: Cast, noon: Any, monkeypatch: pytest.MonkeyPatch
):
    staff("mod")
    sends(cast.ana, cast.start(), text="look")

    def silent(*_args: object) -> None:
        raise TimeoutError("no answer")

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", silent)
        assert told() == []
    assert told() == [("mod", "1 new report")]
