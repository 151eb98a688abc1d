"""The front page and the page that opens a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, When
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import GAMES
from games.core.model import Game
from portal import attention, lobby, opening, say
from portal.models import Person, Seat, Table
from portal.refusal import Refused
from portal.views import visitor
from portal.views.forms import NewTableForm
from portal.views.limits import address, limited
from portal.views.page import pace_text, portrait_symbol

SHOWN = 30
"""Tables of each list on the front page, except one's own, which are all there."""
OWN_A_PAGE = 50
"""Tables of a page of one's own tables."""


@dataclass(frozen=True)
class GameCard:
    """A game as the front page presents it."""

    slug: str
    title: str
    tagline: str
    length: str
    players: str
    card: str


@dataclass(frozen=True)
class RowPlayer:
    """Somebody at a table, in one of the lists."""

    name: str
    colour: str
    emblem: str
    portrait_symbol: str
    awaited: bool


@dataclass(frozen=True)
class Row:
    """A table in one of the lists."""

    url: str
    title: str
    status: str
    players: tuple[RowPlayer, ...]
    free: int
    pace_text: str
    my_turn: bool
    due: datetime | None
    since: datetime | None


def card(game: Game[Any]) -> GameCard:
    """How a game presents itself."""
    players = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    title, tagline, length = (say.plain(words) for words in (game.title, game.tagline, game.length))
    return GameCard(game.slug, title, tagline, length, players, f"{game.slug}/card.svg")


def _row(table: Table, me: Person | None, granted: Collection[Seat] = (), *, watch: bool = False) -> Row:
    seats: Sequence[Seat] = table.seat_set.all()  # type: ignore[assignment]  # prefetched
    held = [seat for seat in seats if (me and seat.person_id == me.pk) or seat in granted]
    mine = next((seat for seat in held if seat.awaited_since), next(iter(held), None))
    return Row(
        url=reverse("watch", args=[table.watch_token]) if watch else reverse("table", args=[table.token]),
        title=say.plain(GAMES[table.game].title),
        status=table.status,
        players=tuple(
            RowPlayer(
                seat.name,
                seat.colour,
                seat.emblem,
                portrait_symbol(table, seat),
                seat.awaited_since is not None,
            )
            for seat in seats
        ),
        free=table.size - len(seats),
        pace_text=pace_text(table),
        my_turn=mine is not None and mine.awaited_since is not None,
        due=mine.due_at if mine else table.due_at,
        since=mine.awaited_since if mine else None,
    )


def _tables() -> QuerySet[Table]:
    return Table.objects.prefetch_related(Prefetch("seat_set", Seat.objects.order_by("number")))


def _by_urgency(rows: Iterable[Row]) -> list[Row]:
    """One's own tables: where one is awaited, by deadline; then the open ones; then the rest."""
    last = {Table.Status.RUNNING.value: 1, Table.Status.WAITING.value: 1}
    return sorted(
        rows,
        key=lambda row: (
            not row.my_turn,
            last.get(row.status, 2),
            row.due is None,
            row.due and row.due.timestamp(),
        ),
    )


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this is, the games, one's own tables, tables to join and to watch."""
    me, granted = visitor.person(request), visitor.granted_seats(request)
    mine: list[Row] = []
    public = _tables().filter(public=True)
    if me is not None or granted:
        own = _tables().filter(_is_mine(me, granted)).order_by("-active_at")
        mine = _by_urgency(_row(table, me, granted) for table in own)
        public = public.exclude(Exists(_seats(me, granted)))
    if me is not None:
        public = public.exclude(opener=me)
    waiting = public.filter(status=Table.Status.WAITING).alias(taken=Count("seat"))
    joinable = waiting.filter(taken__lt=F("size")).order_by("-active_at")[:SHOWN]
    running = public.filter(status=Table.Status.RUNNING).order_by("-active_at")[:SHOWN]
    context = {
        "games": [card(game) for game in GAMES.values()],
        "mine": mine,
        "open_tables": [_row(table, me) for table in joinable],
        "live_tables": [_row(table, me, watch=True) for table in running],
    }
    return render(request, "lobby.html", context)


@never_cache
@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """All tables of whoever this browser is, however many: a page at a time, the most urgent first."""
    me, granted = visitor.person(request), visitor.granted_seats(request)
    page = Paginator(_own(me, granted), OWN_A_PAGE).get_page(request.GET.get("page"))
    rows = [_row(table, me, granted) for table in page]
    return render(request, "own_tables.html", {"rows": rows, "page": page, "granted": granted})


def _seats(me: Person | None, granted: Collection[Seat]) -> QuerySet[Seat]:
    """The seats of a table that are this browser's."""
    return Seat.objects.filter(attention.seats_of(me, granted), table=OuterRef("pk"))


def _is_mine(me: Person | None, granted: Collection[Seat]) -> Q:
    """The tables where this browser plays, or that it has opened and not left to somebody else."""
    sits = Q(Exists(_seats(me, granted)))
    return sits | Q(opener=me, status=Table.Status.WAITING) if me is not None else sits


def _own(me: Person | None, granted: Collection[Seat]) -> QuerySet[Table]:
    awaited = _seats(me, granted).filter(awaited_since__isnull=False)
    over = Q(status__in=Table.OVER)
    return (
        _tables()
        .filter(_is_mine(me, granted))
        .annotate(mine=Exists(awaited), over=Case(When(over, then=1), default=0))
        .annotate(mine_due=Subquery(awaited.order_by("due_at").values("due_at")[:1]))
        .order_by("-mine", "over", F("mine_due").asc(nulls_last=True), "-active_at", "-pk")
    )


class OpeningForm(NewTableForm):
    """A new table, and the name of whoever opens it: with one they sit down at once."""

    name = forms.CharField(max_length=200, strip=True, required=False)


@limited("open", most=60, seconds=3600)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table of one game."""
    if slug not in GAMES:
        raise Http404
    form = OpeningForm(slug, request.POST or None)
    form.fields["pass_and_play"].initial = "device" in request.GET
    if request.method == "POST" and form.is_valid():
        person = visitor.person_or_new(request)
        try:
            table = _open(request, person, form)
        except opening.AlreadyOpen as refused:
            return _already_open(request, refused)
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, say.plain(refused.text))
        else:
            response: HttpResponse = redirect("table", token=table.token)
            visitor.remember(response, person)
            return response
    status = 422 if form.is_bound else 200
    return render(request, "new_table.html", {"game": card(GAMES[slug]), "form": form}, status=status)


def _open(request: HttpRequest, person: Person, form: OpeningForm) -> Table:
    """The table that the form asks for, its opener seated if they gave a name; first close the one that it shall
    replace."""
    data, token = form.cleaned_data, request.POST.get("instead", "")
    instead = Table.objects.filter(token=token).first() if token.isprintable() else None
    exempt = visitor.is_staff(request)
    with transaction.atomic():
        if instead is not None:
            lobby.close(instead.pk, person)
        origin = opening.allow(person, address(request), data["pace"], exempt=exempt)
        table = lobby.open_table(
            person,
            form.game.slug,
            size=data["size"],
            options=form.options,
            pace=data["pace"],
            clock_seconds=form.clock_seconds,
            public=data["public"],
            chat=data["chat"],
            pass_and_play=data["pass_and_play"],
            opened_from=origin,
        )
        if data["name"]:
            colour = next(iter(Seat.COLOURS))
            portrait = next(iter(form.game.portraits(table.options)), "")
            lobby.sit(table.pk, person, name=data["name"], colour=colour, portrait=portrait)
        return table


def _already_open(request: HttpRequest, refused: opening.AlreadyOpen) -> HttpResponse:
    """The table that is in the way, for its own host: to go there, or to close it and open the new one."""
    context = {
        "table": refused.table,
        "game": say.plain(GAMES[refused.table.game].title),
        "error": say.plain(refused.text),
        "fields": [
            (name, value)
            for name, value in request.POST.items()
            if name not in ("csrfmiddlewaretoken", "instead")
        ],
    }
    return render(request, "already_open.html", context, status=409)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is played."""
    if slug not in GAMES:
        raise Http404
    return render(request, "rules.html", {"game": card(GAMES[slug]), "include": f"{slug}/rules.html"})


THEMES = ("light", "dark", "system")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Day, night, or as the system has it; remembered for a year."""
    chosen = request.POST.get("theme", "")
    response = HttpResponseRedirect(visitor.back(request))
    if chosen in THEMES:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie("theme", chosen, max_age=365 * 24 * 3600, samesite="Lax", secure=secure)
    return response
