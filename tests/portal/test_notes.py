"""Private notes: kept for one seat, and shown to nobody else."""

from __future__ import annotations

import re

import pytest

from portal import notes
from portal.models import Seat, Table
from portal.refusal import Forbidden
from tests.portal.cast import Browser, Cast, Page, at, drive, moderator

pytestmark = pytest.mark.django_db

SECRET = "the dragon sleeps on the left"


def keeps(browser: Browser, table: Table, text: str, *, htmx: bool = True) -> Page:
    return browser.post(at(table, "notes"), {"notes": text}, htmx=htmx)


def noted(page: Page) -> str:
    """What stands in the notes of a page."""
    found = re.search(r'<textarea name="notes".*?>\n(.*?)</textarea>', page.text, re.DOTALL)
    assert found is not None
    return found[1]


def test_notes_are_kept_by_the_button_and_while_typing(cast: Cast):
    table = cast.start()
    answer = keeps(cast.ana, table, "first\r\nsecond")
    assert (answer.status, answer.text) == (200, "Kept.")
    assert noted(cast.ana.table(table)) == "first\nsecond"
    form = cast.ana.get(at(table, "talk")).form("note-down")
    by_hand = cast.ana.send(form, notes="third", htmx=False)
    assert (by_hand.status, by_hand.response["Location"]) == (302, at(table, "talk"))
    assert noted(cast.ana.get(at(table, "talk"))) == "third"
    assert keeps(cast.ana, table, "").status == 200
    assert noted(cast.ana.table(table)) == ""


def test_notes_are_escaped_composed_and_bounded(cast: Cast):
    table = cast.start()
    keeps(cast.ana, table, "</textarea><script>cafe\u0301\x00\x1b")
    assert noted(cast.ana.table(table)) == "&lt;/textarea&gt;&lt;script&gt;café"
    assert keeps(cast.ana, table, "é" * notes.LONGEST).status == 200
    refused = keeps(cast.ana, table, "x" * (notes.LONGEST + 1))
    assert refused.status == 409
    assert "4000 letters at most" in refused.text
    by_hand = keeps(cast.ana, table, "x" * (notes.LONGEST + 1), htmx=False)
    assert by_hand.status == 409
    assert noted(by_hand) == "x" * (notes.LONGEST + 1), "what was typed is still there"
    assert noted(cast.ana.table(table)) == "é" * notes.LONGEST


def test_what_is_noted_changes_nobody_elses_page(cast: Cast):
    table = cast.start()
    keeps(cast.ana, table, SECRET)
    assert Table.objects.get(pk=table.pk).version == table.version


def test_nobody_but_the_seat_ever_reads_them(cast: Cast):
    table = drive(cast.start(public="on"), 6)
    keeps(cast.ana, table, SECRET)
    assert SECRET in cast.ana.table(table).text
    staff = Browser("Staff")
    staff.client.force_login(moderator())
    seats = Seat.objects.filter(table=table)
    for over in (False, True):
        if over:
            table = drive(table)
            assert table.status == "finished"
        pages = [
            at(table),
            at(table, "watch"),
            at(table, "history"),
            at(table, "talk"),
            at(table, "record"),
            "/",
            "/next/",
        ]
        pages += [f"/admin/portal/table/{table.pk}/change/", "/admin/portal/table/"]
        pages += [f"/admin/portal/seat/{seat.pk}/change/" for seat in seats] + ["/admin/portal/seat/"]
        for browser in (cast.bo, cast.watcher, Browser(), staff):
            for url in pages:
                for eyes in ("", "0", "all"):
                    assert SECRET not in browser.get(url, eyes=eyes).text, url
        assert SECRET not in cast.ana.get(at(table, "watch")).text
        assert SECRET not in cast.ana.get(at(table, "record")).text


def test_who_no_longer_sits_there_keeps_nothing(cast: Cast):
    table = cast.start()
    seat = Seat.objects.get(table=table, name="Bo")
    person = cast.bo.person
    Seat.objects.filter(pk=seat.pk).update(person=cast.cy.person)
    assert keeps(cast.bo, table, "mine once").status == 403
    with pytest.raises(Forbidden):
        notes.keep(table.pk, seat.number, person, "mine once")
    assert keeps(cast.bo, table, "mine once", htmx=False).errors == []
    assert Seat.objects.get(pk=seat.pk).notes == ""
