"""The cast: Ana, Bo, Cy and a watcher, each with a browser of their own, and what they do at tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games import GAMES
from games.core import notation
from games.core.match import Match
from games.core.rng import Rng
from portal import access, lobby, matches, people, play, presence
from portal.models import Move, Person, Seat, Table
from portal.views.forms import NewTableForm
from tests.portal.forms import Form, Reading

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Flo")
SEED = "a seed of the tests"


@dataclass
class Page:
    """An answer, read."""

    response: Any

    @property
    def status(self) -> int:
        return int(self.response.status_code)

    @property
    def text(self) -> str:
        return str(self.response.content.decode())

    @property
    def read(self) -> Reading:
        return Reading(self.text)

    @property
    def errors(self) -> list[str]:
        """The sentences that the page sets off as errors."""
        return self.read.errors

    def form(self, ident: str) -> Form:
        """A form that must be there."""
        found = self.read.form(ident)
        assert found is not None, f"no form {ident!r} among {[f.action for f in self.read.forms]}"
        return found


class Browser:
    """A browser: keeps its cookies, reads in one language."""

    def __init__(self, name: str = "", *, language: str = "en", checks_csrf: bool = False) -> None:
        self.name = name
        self.language = language
        self.client = Client(enforce_csrf_checks=checks_csrf, headers={"accept-language": language})

    def get(self, url: str, *, htmx: bool = False, **query: str) -> Page:
        headers: Any = {"HX-Request": "true"} if htmx else {}
        return Page(self.client.get(url, query, headers=headers))

    def post(self, url: str, values: dict[str, Any] | None = None, *, htmx: bool = False) -> Page:
        headers: Any = {"HX-Request": "true"} if htmx else {}
        return Page(self.client.post(url, values or {}, headers=headers))

    def send(
        self,
        form: Form,
        filled: dict[str, str | None] | None = None,
        *,
        htmx: bool = False,
        **more: str | None,
    ) -> Page:
        """Press the form's button, with some fields filled in otherwise (None: left out)."""
        all_values: dict[str, str | None] = {**form.values, **(filled or {}), **more}
        values = {name: value for name, value in all_values.items() if value is not None}
        return self.post(form.action, values, htmx=htmx)

    @property
    def person(self) -> Person:
        """Who this browser is: whom its cookie names, or somebody who arrives now."""
        if access.COOKIE not in self.client.cookies:
            self.client.cookies[access.COOKIE] = access.cookie_for(people.arrive(self.language))
        found = access.person_of(self.client.cookies[access.COOKIE].value)
        assert found is not None
        return found

    # At tables

    def table(self, table: Table, pick: str | None = None, *, htmx: bool = False) -> Page:
        """The page of a table, with something selected perhaps."""
        query = {} if pick is None else {"pick": pick}
        return self.get(at(table), htmx=htmx, **query)

    def opens(self, **changes: Any) -> Table:
        """Open a table by its form as it stands, but for `changes`."""
        form = self.get("/new/drakon/").form("")
        values = form.values | {name: str(value) for name, value in changes.items()}
        answer = self.post("/new/drakon/", values)
        assert answer.status == 302, answer.errors
        return Table.objects.get(token=answer.response["Location"].split("/")[2])

    def sits(self, table: Table, name: str | None = None) -> Seat:
        """Sit down by the form of the waiting room, as it stands but for the name."""
        answer = self.send(self.table(table).form("sit"), name=name or self.name)
        assert answer.status == 302, answer.errors
        return Seat.objects.get(table=table, person=self.person)

    def does(self, table: Table, what: str, values: dict[str, Any] | None = None) -> Page:
        """Post to one of the table's addresses, form or not."""
        return self.post(at(table, what), values)

    def moves(self, table: Table, text: str, *, htmx: bool = False, **changes: str | None) -> Page:
        """Make a move: select it on the page and confirm it with the page's own form."""
        return self.send(self.table(table, text).form("move"), changes, htmx=htmx)


def at(table: Table, what: str = "table") -> str:
    """An address of a table."""
    return reverse(what, args=[table.watch_token if what.startswith("watch") else table.token])


@dataclass
class Cast:
    """People of one test. `players` are the browsers of a table by seat."""

    ana: Browser = field(default_factory=lambda: Browser("Ana"))
    bo: Browser = field(default_factory=lambda: Browser("Bo"))
    cy: Browser = field(default_factory=lambda: Browser("Cy"))
    watcher: Browser = field(default_factory=lambda: Browser("Watcher"))

    def gather(self, size: int = 2, *, game: str = "drakon", **opening: Any) -> Table:
        """Ana opens a table; she, Bo and as many others as there are seats sit down, in this order.

        `opening` are fields of the form that opens a table. Pages are spared here: the lobby's tests take their way.
        """
        form = NewTableForm(game, {"size": size, "pace": "live", "chat": "on", **opening})
        assert form.is_valid(), form.errors
        table = lobby.open_table(
            self.ana.person,
            game,
            size=size,
            options=form.options,
            pace=form.cleaned_data["pace"],
            clock_seconds=form.clock_seconds,
            public=form.cleaned_data["public"],
            chat=form.cleaned_data["chat"],
            pass_and_play=form.cleaned_data["pass_and_play"],
        )
        looks = zip(Seat.COLOURS, GAMES[game].portraits(table.options) or [""] * size, strict=False)
        for browser, (colour, portrait) in zip(self.players(size), looks, strict=False):
            lobby.sit(table.pk, browser.person, name=browser.name, colour=colour, portrait=portrait)
        table.refresh_from_db()
        return table

    def players(self, size: int = 2) -> Sequence[Browser]:
        """The browsers of a table's seats, by seat number."""
        return (self.ana, self.bo, self.cy)[:size]

    def start(self, size: int = 2, *, seed: str = SEED, order: Sequence[int] = (), **opening: Any) -> Table:
        """A running table; the seats play in the order given, else Ana first."""
        table = self.gather(size, **opening)
        Table.objects.filter(pk=table.pk).update(seed=seed, order=list(order or range(size)))
        lobby.start(table.pk, self.ana.person)
        table.refresh_from_db()
        return table

    def awaited(self, table: Table) -> Browser:
        """The browser of the seat that is to move (the first one, if several are)."""
        with matches.reading(Table.objects.get(pk=table.pk)) as match:
            return self.players(table.size)[match.waiting[0]]


def match_of(table: Table) -> Match[Any]:
    """The match as it is stored, replayed for this caller alone."""
    return matches.load(Table.objects.get(pk=table.pk))


def default_of(table: Table) -> str:
    """The text of the move that the clock would make now."""
    with matches.reading(Table.objects.get(pk=table.pk)) as match:
        return notation.write(match.default(match.waiting[0]))


def drive(table: Table, ply: int = 10_000, *, chance: str = "") -> Table:
    """Play on to a ply or the end, without pages: default moves, or random ones of the stream `chance`."""
    people = {seat.number: seat.person for seat in table.seat_set.select_related("person")}
    match, rng = match_of(table), Rng(chance, 0)
    while match.outcome is None and match.ply < ply:
        seat = match.waiting[0]
        move = rng.choice(match.legal(seat)) if chance else match.default(seat)
        person = people[seat]
        assert person is not None
        play.make_move(table.pk, person, notation.write(move), prompt=None, key=f"drive{match.ply}")
        match.play(seat, move)
    table.refresh_from_db()
    return table


def stored(table: Table) -> tuple[object, ...]:
    """Everything that a refused move must leave as it was."""
    table = Table.objects.get(pk=table.pk)
    return (
        table.version,
        table.ply,
        table.digest,
        table.status,
        table.due_at,
        list(Move.objects.filter(table=table).values_list("ply", "text", "key")),
        list(table.seat_set.values_list("number", "person_id", "due_at", "awaited_ply")),
    )


def looks(table: Table, *seats: int) -> None:
    """These seats have the table open, as far as presence knows."""
    for seat in seats:
        presence.here(table.pk, seat, "a test")


def leaves(table: Table, *seats: int) -> None:
    """These seats have closed it again."""
    for seat in seats:
        presence.gone(table.pk, seat, "a test")


def moderator() -> Any:
    """An account of the staff that may see everything the admin shows."""
    return get_user_model().objects.create(username="mod", is_staff=True, is_superuser=True)


LANGUAGES = [code for code, _name in settings.LANGUAGES]
