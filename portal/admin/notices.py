"""What people are told, and what was done by the staff."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from django.contrib import admin

from portal.admin.acts import Act, ReadOnly, WithActs
from portal.models import Audit, Notice
from portal.moderation import talk


@admin.register(Notice)
class NoticeAdmin(WithActs):
    acts = (
        Act(
            "resend", "Send again", lambda u, n, a: talk.resend(u, n, a["reason"]),
            warns="With the next sweep, if it is still true by then.",
        ),
    )  # fmt: skip
    list_display = ["table", "seat", "kind", "ply", "status", "send_at", "sent_at", "tries", "error"]
    list_filter: ClassVar[Any] = ["status", "kind"]
    lookups = ("table__id__exact",)
    list_select_related = ["table"]
    show_full_result_count = False
    search_fields = ["error"]
    ordering = ["-pk"]


@admin.register(Audit)
class AuditAdmin(ReadOnly, admin.ModelAdmin):
    """Who did what, to what and why. Appended, never changed."""

    list_display = ["created_at", "user", "action", "subject", "reason", "changed"]
    list_filter: ClassVar[Any] = ["action", ("user", admin.RelatedOnlyFieldListFilter)]
    lookups = ("table_number__exact", "user__id__exact")
    list_select_related = ["user"]
    show_full_result_count = False
    search_fields = ["reason", "subject"]
    fields = ["created_at", "user", "action", "table_number", "subject", "reason", "before", "after"]

    @admin.display(description="before → after")
    def changed(self, entry: Audit) -> str:
        return f"{_short(entry.before)} → {_short(entry.after)}"


def _short(facts: dict[str, Any]) -> str:
    text = json.dumps(facts, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:120]}…"
