"""The moderators' pages: everything can be looked at, nothing changed; no seed or move of a running match is shown."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from portal.models import Move, Notice, Person, Seat, Table


class ReadOnly:
    """No adding, changing or deleting."""

    list_filter: ClassVar[Any] = ()

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest) -> bool:
        """Only what the list filters by: Django would let an address ask whether a table's seed begins with "a"."""
        return any(lookup == name or lookup.startswith(f"{name}__") for name in self.list_filter)


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ["number", "name", "colour", "portrait", "host", "awaited_since", "due_at"]


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "game", "status", "pace", "size", "ply", "due_at", "public", "active_at"]
    list_filter = ["game", "status", "pace", "public"]
    search_fields = ["seat__name", "=token"]
    inlines = [SeatInline]
    # Neither links nor seed: who reads them here could sit at the table, or see every hand.
    fields = [
        "game", "options", "generation", "size", "pace", "clock", "public", "status", "order", "ply", "outcome",
        "due_at", "created_at", "started_at", "ended_at", "active_at",
    ]  # fmt: skip


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    """Moves of ended matches: in a running one a move may be a secret of its seat."""

    list_display = ["table", "ply", "seat", "by", "text", "created_at"]
    list_filter = ["table__game", "by"]
    list_select_related = ["table"]

    def get_queryset(self, request: HttpRequest) -> Any:
        return (
            super()
            .get_queryset(request)
            .filter(table__status__in=[Table.Status.FINISHED, Table.Status.CLOSED])
        )


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["table", "seat", "kind", "ply", "status", "send_at", "sent_at", "tries", "error"]
    list_filter = ["kind", "status"]
    list_select_related = ["table"]


@admin.register(Person)
class PersonAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["id", "email", "email_confirmed_at", "mails", "language", "created_at"]
    search_fields = ["email"]
    fields = ["email", "email_confirmed_at", "mails", "language", "created_at"]
