"""What is reported, and the lines of chats that reports are about. Other chats are nobody's business here."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from portal.admin.acts import Act, WithActs
from portal.admin.tables import links
from portal.models import Message, Report, Seat
from portal.moderation import talk

AROUND = 10
"""Lines shown before and after the one that was reported."""


def _reported(rows: QuerySet[Message]) -> QuerySet[Message]:
    return rows.filter(Exists(Report.objects.filter(table=OuterRef("table"))))


@admin.register(Report)
class ReportAdmin(WithActs):
    """The queue: what is open comes first, the oldest of it on top."""

    acts = (
        Act(
            "handle", "Handled", lambda u, n, a: talk.handle(u, n, a["reason"]),
            warns="Say what came of it: the next moderator reads it in the audit.",
        ),
    )  # fmt: skip
    list_display = ["id", "status", "about", "text", "reporter", "seat", "created_at", "handled_at"]
    list_filter: ClassVar[Any] = ["status", "table__game"]
    lookups = ("table__id__exact",)
    list_select_related = ["table", "message", "reporter"]
    show_full_result_count = False
    search_fields = ["text", "table__seat__name"]
    ordering = ["-status", "pk"]  # "open" after "handled", by its letters
    fields = [
        "status",
        "table",
        "about",
        "text",
        "reporter",
        "seat",
        "created_at",
        "handled_at",
        "around",
        "sitters",
        "see_also",
    ]
    readonly_fields = ["about", "around", "sitters", "see_also"]

    @admin.display(description="about")
    def about(self, report: Report) -> str:
        return str(report.message) if report.message else f"the {report.table}"

    @admin.display(description="chat around it")
    def around(self, report: Report) -> str:
        lines = Message.objects.filter(table=report.table_id)
        at = report.message_id or (lines.order_by("-pk").values_list("pk", flat=True).first() or 0)
        before = list(lines.filter(pk__lte=at).order_by("-pk")[: AROUND + 1])[::-1]
        found = before + list(lines.filter(pk__gt=at).order_by("pk")[:AROUND])
        if not found:
            return "Nobody has said anything."
        rows = (
            (
                "reported" if line.pk == report.message_id else "",
                reverse("admin:portal_message_change", args=[line.pk]),
                line.name,
                f" [hidden] {line.text}" if line.hidden_at else line.text,
            )
            for line in found
        )
        items = format_html_join("", '<li class="{}"><a href="{}">{}</a>: {}</li>', rows)
        return format_html('<ul class="said-lines">{}</ul>', items)

    @admin.display(description="who sits there")
    def sitters(self, report: Report) -> str:
        seats = Seat.objects.filter(table=report.table_id)
        rows = (
            (
                reverse("admin:portal_seat_change", args=[seat.pk]),
                f"{seat.name} ({seat.number})",
                reverse("admin:portal_person_change", args=[seat.person_id]) if seat.person_id else "#",
                f"person {seat.person_id}" if seat.person_id else "nobody",
            )
            for seat in seats
        )
        items = format_html_join("", '<li><a href="{}">{}</a>, <a href="{}">{}</a></li>', rows)
        return format_html('<ul class="said-lines">{}</ul>', items)

    @admin.display(description="see also")
    def see_also(self, report: Report) -> str:
        others = f"{reverse('admin:portal_report_changelist')}?table__id__exact={report.table_id}"
        return links(
            [
                ("the table", reverse("admin:portal_table_change", args=[report.table_id])),
                ("the log, as spectators read it", reverse("admin:portal_table_log", args=[report.table_id])),
                ("all reports of it", others),
            ]
        )


@admin.register(Message)
class MessageAdmin(WithActs):
    """Lines at tables of which something was reported."""

    acts = (
        Act("hide", "Hide", lambda u, n, a: talk.hide(u, n, a["reason"])),
        Act("show", "Show again", lambda u, n, a: talk.show(u, n, a["reason"])),
    )
    list_display = ["id", "table", "seat", "name", "text", "hidden_at", "created_at"]
    list_filter: ClassVar[Any] = [("hidden_at", admin.EmptyFieldListFilter)]
    lookups = ("hidden_at__isempty",)
    list_select_related = ["table"]
    show_full_result_count = False
    search_fields = ["name", "text"]
    ordering = ["-pk"]
    fields = ["table", "seat", "name", "text", "hidden_at", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        return _reported(super().get_queryset(request))
