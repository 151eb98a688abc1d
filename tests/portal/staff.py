"""The staff of the tests: browsers of moderators and operators, and what they do on the admin's pages."""

from __future__ import annotations

import importlib
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Group, User
from django.urls import reverse

from portal import matches
from portal.models import Notice, Seat, Table
from tests.portal.cast import Browser, Page, match_of

WHY = "asked for by mail"


def url(model: type, what: str, *args: object) -> str:
    """An address of the admin."""
    return reverse(f"admin:portal_{model.__name__.lower()}_{what}", args=args)


def group(name: str) -> Group:
    """As the migration makes it; a test that empties the database takes it away."""
    importlib.import_module("portal.migrations.0010_groups").make_groups(apps, None)
    return Group.objects.get(name=name)


class Staff(Browser):
    """Somebody of the staff: of a group, with some rights, or with all of them."""

    def __init__(self, of: str = "", *, rights: list[Any] | None = None, checks_csrf: bool = False) -> None:
        super().__init__(checks_csrf=checks_csrf)
        number = User.objects.count()
        everything = not of and rights is None
        self.user = User.objects.create(username=f"staff {number}", is_staff=True, is_superuser=everything)
        if of:
            self.user.groups.add(group(of))
        self.user.user_permissions.add(*(rights or []))
        self.client.force_login(self.user)

    def asked(self, model: type, word: str, *rows: Any) -> Page:
        """The page that asks for the reason."""
        return self.get(url(model, "act", word), rows=",".join(str(row.pk) for row in rows))

    def does_act(self, model: type, word: str, *rows: Any, reason: str = WHY, **said: Any) -> Page:
        """Fill in the form of that page and send it."""
        form = self.asked(model, word, *rows).form("act")
        values = {**form.values, **{name: str(value) for name, value in said.items()}, "reason": reason}
        return self.post(url(model, "act", word), values)

    def chooses(self, model: type, word: str, *rows: Any) -> Page:
        """Choose the action above a list for these rows."""
        values = {"action": word, "_selected_action": [row.pk for row in rows]}
        return Page(self.client.post(url(model, "changelist"), values, follow=True))


def agrees(table: Table) -> None:
    """What is stored beside the moves is what the moves come to: caches, clocks, notices."""
    table = Table.objects.get(pk=table.pk)
    match, seats = match_of(table), list(Seat.objects.filter(table=table))
    with matches.reading(table) as kept:
        assert (kept.ply, kept.waiting) == (match.ply, match.waiting)
    assert table.ply == match.ply
    running = table.status == Table.Status.RUNNING
    awaited = {seat.number for seat in seats if seat.awaited_since is not None}
    assert awaited == (set(match.waiting) if running else set())
    dues = [seat.due_at for seat in seats if seat.due_at is not None]
    assert {seat.number for seat in seats if seat.due_at} == (awaited if table.clock else set())
    assert table.due_at == min(dues, default=None)
    waiting = Notice.objects.filter(table=table, status=Notice.Status.WAITING, kind__in=["turn", "reminder"])
    live = {(notice.seat, notice.ply) for notice in waiting}
    if running and table.pace == Table.Pace.CORRESPONDENCE:
        told = {(seat.number, seat.awaited_ply) for seat in seats if seat.awaited_since and seat.person_id}
        assert told <= live
    else:
        assert not live
