"""Tables, their seats and, when they are over, their moves."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.timesince import timesince

from games.core.telling import tell
from portal import matches, say
from portal.admin.acts import Act, HoursForm, NameForm, PlyForm, ReadOnly, WithActs
from portal.models import Move, Report, Seat, Table
from portal.moderation import seats, tables
from portal.numbers import read_number

GRACE = timedelta(seconds=60)
"""How long a deadline may have passed before a table counts as overdue."""
QUIET = timedelta(hours=7)
"""A live table that is quiet for longer should have closed itself."""
LOG_LINES = 300


class Attention(admin.SimpleListFilter):
    """What somebody should look at."""

    title = "what to look at"
    parameter_name = "look"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("overdue", "overdue"),
            ("stuck", "stuck"),
            ("reported", "reported"),
            ("autopilot", "seats on autopilot"),
        ]

    def queryset(self, request: HttpRequest, rows: QuerySet[Table]) -> QuerySet[Table]:
        now = timezone.now()
        running = rows.filter(status=Table.Status.RUNNING)
        match self.value():
            case "overdue":
                return running.filter(due_at__lt=now - GRACE)
            case "stuck":
                unasked = Q(pace=Table.Pace.CORRESPONDENCE, due_at=None)
                return running.filter(unasked | Q(pace=Table.Pace.LIVE, active_at__lt=now - QUIET))
            case "reported":
                return rows.filter(Exists(Report.open().filter(table=OuterRef("pk"))))
            case "autopilot":
                pilots = Seat.objects.filter(table=OuterRef("pk"), autopilot_since__isnull=False)
                return running.filter(Exists(pilots))
        return rows


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = [
        "number",
        "name",
        "person",
        "colour",
        "host",
        "awaited_since",
        "due_at",
        "timeouts",
        "autopilot_since",
    ]
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("person")


def _replay(user: Any, number: int, asked: Any) -> str:
    differing = tables.replay(user, number, asked["reason"])
    return f"these differ: {', '.join(differing)}." if differing else "replays to what is stored."


def _extend_all(user: Any, number: int, asked: Any) -> str:
    found = tables.extend_all(user, asked["hours"], asked["reason"])
    said = f"{found.done} tables have more time."
    if not found.failed:
        return said
    which = ", ".join(map(str, found.failed))
    return f"{said} {len(found.failed)} failed, and the server's log says why: {which}."


@admin.register(Table)
class TableAdmin(WithActs):
    """What is overdue comes first."""

    acts = (
        Act(
            "close", "Close the table", lambda u, n, a: tables.close(u, n, a["reason"]),
            warns="The match ends; nobody wins.",
        ),
        Act(
            "reopen", "Reopen the table", lambda u, n, a: tables.reopen(u, n, a["reason"]),
            warns="Whoever was awaited has the full time again, and is told.",
        ),
        Act(
            "play_default", "Play the default now", lambda u, n, a: tables.play_default(u, n, a["reason"]),
            warns="Whoever is awaited is answered for, as the clock would. It counts as nobody's time-out.",
        ),
        Act("extend", "Add hours", lambda u, n, a: tables.extend(u, n, a["hours"], a["reason"]), HoursForm),
        Act(
            "extend", "Add hours at all running tables", _extend_all, HoursForm, slug="extend-all", alone=True,
            warns="For every decision that is owed anywhere: after an outage.",
        ),
        Act(
            "rewind", "Take back to a ply", lambda u, n, a: tables.rewind(u, n, a["ply"], a["reason"]), PlyForm,
            one=True, warns="Everything after this ply is taken back; the log keeps it, struck out.",
        ),
        Act("replay", "Replay and compare", _replay),
    )  # fmt: skip
    list_display = ["named", "status", "pace", "waits_for", "due", "reported", "players", "quiet_for"]
    list_filter: ClassVar[Any] = [Attention, "status", "pace", "game", "public"]
    list_per_page = 100
    show_full_result_count = False
    search_fields = ["seat__name", "=token"]
    search_help_text = "The table's number, a name, or the word of its link"
    ordering = [F("due_at").asc(nulls_last=True), "-active_at"]
    inlines = [SeatInline]
    # Neither links nor seed: who reads them here could sit at the table, or see every hand.
    fields = [
        "game", "options", "generation", "size", "pace", "clock", "public", "chat", "pass_and_play", "status",
        "closed_because", "order", "ply", "outcome", "due_at", "still_since", "created_at", "started_at", "ended_at",
        "active_at",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        rows: QuerySet[Table] = super().get_queryset(request)
        reports = Count("report", filter=Q(report__status=Report.Status.OPEN), distinct=True)
        return rows.prefetch_related("seat_set").annotate(reports=reports)

    def get_search_results(
        self, request: HttpRequest, rows: QuerySet[Table], word: str
    ) -> tuple[QuerySet[Table], bool]:
        if (pk := read_number(word)) is not None:
            return rows.filter(pk=pk), False
        return super().get_search_results(request, rows, word)

    @admin.display(description="table", ordering="pk")
    def named(self, table: Table) -> str:
        return f"{table.game} {table.pk}"

    @admin.display(description="waits for")
    def waits_for(self, table: Table) -> str:
        if table.status != Table.Status.RUNNING:
            return ""
        return ", ".join(seat.name for seat in table.seat_set.all() if seat.awaited_since)

    @admin.display(description="due", ordering="due_at")
    def due(self, table: Table) -> str:
        return _late(table.due_at)

    @admin.display(description="reports", ordering="reports")
    def reported(self, table: Table) -> str:
        number: int = getattr(table, "reports", 0)
        if not number:
            return ""
        url = f"{reverse('admin:portal_report_changelist')}?table__id__exact={table.pk}"
        return format_html('<a class="late" href="{}">{}</a>', url, number)

    @admin.display(description="quiet for", ordering="active_at")
    def quiet_for(self, table: Table) -> str:
        return timesince(table.active_at, depth=1)

    @admin.display(description="players")
    def players(self, table: Table) -> str:
        return ", ".join(_player(seat) for seat in table.seat_set.all())

    def also(self, request: HttpRequest, number: int) -> list[tuple[str, str]]:
        found = [("the log, as spectators read it", reverse("admin:portal_table_log", args=[number]))]
        for words, model in (
            ("reports", "report"),
            ("notices", "notice"),
            ("seats", "seat"),
            ("moves", "move"),
        ):
            if request.user.has_perm(f"portal.view_{model}"):
                url = reverse(f"admin:portal_{model}_changelist")
                found.append((words, f"{url}?table__id__exact={number}"))
        audit = f"{reverse('admin:portal_audit_changelist')}?table_number__exact={number}"
        return [*found, ("audit", audit)]

    def get_urls(self) -> list[URLPattern]:
        log = path("<int:number>/log/", self.admin_site.admin_view(self.log_view), name="portal_table_log")
        return [log, *super().get_urls()]

    def log_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """What spectators read: the same for who plays there."""
        table = Table.objects.filter(pk=number).first()
        if table is None:
            raise Http404
        if not self.has_view_permission(request, table):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": f"The log of table {table.pk}",
            "opts": self.opts,
            "table": table,
            "lines": _log(table) if table.started_at else [],
        }
        return TemplateResponse(request, "admin/log.html", context)


def links(found: list[tuple[str, str]]) -> str:
    """Words and where they lead, one beside the other."""
    return format_html_join(" · ", '<a href="{}">{}</a>', [(url, words) for words, url in found])


def _player(seat: Seat) -> str:
    state = " (free)" if seat.freed_at else " (autopilot)" if seat.autopilot_since else ""
    return f"{seat.name}{state}"


def _late(due: datetime | None) -> str:
    now = timezone.now()
    if due is None:
        return ""
    if due < now:
        return format_html('<span class="late">{} late</span>', timesince(due, now, depth=1))
    return f"in {timesince(now, due, depth=1)}"


def _log(table: Table) -> list[tuple[int, str, bool]]:
    """The last lines: ply, sentence, whether it was taken back."""
    names = {seat.number: seat for seat in table.seat_set.all()}
    with matches.reading(table) as match:
        return [
            (entry.ply, say.plain(tell(match.game, seen), names), entry.undone)
            for entry in match.story[-LOG_LINES:]
            for event in entry.events
            if (seen := event.seen_by(None)) is not None
        ]


@admin.register(Seat)
class SeatAdmin(WithActs):
    acts = (
        Act(
            "free", "Free the seat", lambda u, n, a: seats.free(u, n, a["reason"]),
            warns="Whoever holds it loses it; in a match it plays by itself until somebody new takes it over.",
        ),
        Act(
            "rename", "Rename the seat", lambda u, n, a: seats.rename(u, n, a["name"], a["reason"]), NameForm,
            one=True,
        ),
    )  # fmt: skip
    list_display = [
        "name",
        "table",
        "number",
        "person",
        "host",
        "due_at",
        "timeouts",
        "autopilot_since",
        "freed_at",
    ]
    list_filter: ClassVar[Any] = ["table__status", "table__game"]
    lookups = ("table__id__exact",)
    list_select_related = ["table", "person"]
    show_full_result_count = False
    search_fields = ["name"]
    fields = [
        "table", "number", "name", "colour", "portrait", "person", "host", "awaited_since", "due_at", "timeouts",
        "autopilot_since", "freed_at",
    ]  # fmt: skip


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    """Moves of finished matches: before, a move may be a secret of its seat, and a closed table may be reopened."""

    list_display = ["table", "ply", "seat", "by", "text", "created_at"]
    list_filter: ClassVar[Any] = ["table__game", "by"]
    lookups = ("table__id__exact",)
    list_select_related = ["table"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        return super().get_queryset(request).filter(table__status=Table.Status.FINISHED)
