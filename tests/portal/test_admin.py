"""The moderators' pages: everything to look at, nothing to change, and no secret of a running match."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.urls import reverse

from portal.models import Move, Notice, Person, Seat, Table
from tests.portal.cast import Browser, Cast, drive, moderator

pytestmark = pytest.mark.django_db

REGISTERED = (Table, Move, Notice, Person)


@pytest.fixture
def staff(db: None) -> Browser:
    browser = Browser()
    browser.client.force_login(moderator())
    return browser


def url(model: type, what: str, *args: object) -> str:
    return reverse(f"admin:portal_{model.__name__.lower()}_{what}", args=args)


@pytest.fixture
def tables(cast: Cast) -> tuple[Table, Table]:
    """A running and a finished one."""
    running, finished = drive(cast.start(), 6), drive(cast.start(seed="the seed of this one"), 6)
    assert cast.bo.does(finished, "resign").status == 302
    return running, Table.objects.get(pk=finished.pk)


def test_every_page_opens_and_shows_no_secret(staff: Browser, tables: tuple[Table, Table], cast: Cast):
    secrets = [s for t in tables for s in (t.seed, t.token, t.watch_token)] + [cast.ana.person.key]
    pages = ["/admin/"]
    for model in REGISTERED:
        assert model in admin.site._registry
        pages.append(url(model, "changelist"))
        pages += [url(model, "change", pk) for pk in list(model.objects.values_list("pk", flat=True))[:3]]
        pages += [url(model, "history", pk) for pk in list(model.objects.values_list("pk", flat=True))[:1]]
    assert Seat.objects.count() == 4
    for path in pages:
        page = staff.get(path)
        assert page.status in (200, 302), path
        for secret in secrets:
            assert secret not in page.text, path


def test_moves_are_shown_after_the_end_only(staff: Browser, tables: tuple[Table, Table]):
    running, finished = tables
    page = staff.get(url(Move, "changelist")).text
    assert f"{finished.ply} moves" in page
    hidden = Move.objects.filter(table=running).first()
    shown = Move.objects.filter(table=finished).first()
    assert hidden and shown
    assert staff.get(url(Move, "change", hidden.pk)).status == 302
    assert shown.text in staff.get(url(Move, "change", shown.pk)).text


def test_nothing_can_be_added_changed_or_deleted(staff: Browser, tables: tuple[Table, Table]):
    for model in REGISTERED:
        found = model.objects.filter(table=tables[1]).first() if model is Move else model.objects.first()
        if found is None:
            continue
        for path in (url(model, "add"), url(model, "change", found.pk), url(model, "delete", found.pk)):
            assert staff.post(path, {"post": "yes", "status": "closed", "_save": "1"}).status == 403, path
        chosen = {"action": "delete_selected", "_selected_action": str(found.pk), "post": "yes"}
        staff.post(url(model, "changelist"), chosen)
        assert model.objects.filter(pk=found.pk).exists()


@pytest.mark.parametrize("field", ["seed", "token", "watch_token", "digest"])
def test_an_address_does_not_tell_how_a_secret_begins(
    staff: Browser, tables: tuple[Table, Table], field: str
):
    """Django's lists take any field of theirs as a filter; letter by letter that would read a seed out."""
    secret = getattr(tables[0], field)
    for lookup in ("startswith", "contains", "regex", "exact", "gt"):
        answers = [
            staff.get(f"{url(Table, 'changelist')}?{field}__{lookup}={value}") for value in (secret[:4], "?")
        ]
        texts = [answer.response.get("Location") or answer.status for answer in answers]
        assert texts[0] == texts[1]
        assert answers[0].status in (302, 400)
    searched = staff.get(f"{url(Table, 'changelist')}?q={secret[:6]}")
    assert "0 tables" in searched.text


def test_what_the_lists_filter_by_still_works(staff: Browser, tables: tuple[Table, Table]):
    for model, query, count in (
        (Table, "status__exact=finished", "1 table"),
        (Table, "pace__exact=live&public__exact=0", "2 tables"),
        (Table, f"q={tables[0].token}", "1 result"),
        (Move, "table__game__exact=drakon&by__exact=clock", "0 moves"),
    ):
        page = staff.get(f"{url(model, 'changelist')}?{query}")
        assert page.status == 200
        assert count in page.text
    for word in ("%00", "'", "%25", "x" * 3000):
        assert staff.get(f"{url(Table, 'changelist')}?q={word}").status in (200, 302)


def test_strangers_and_players_see_nothing(cast: Cast, tables: tuple[Table, Table]):
    for browser in (cast.ana, Browser()):
        for path in ("/admin/", url(Table, "changelist"), url(Move, "changelist")):
            assert browser.get(path).status == 302
