"""`manage.py demo`: fills the lobby with tables in every state, for whoever wants to look around or take pictures."""

from __future__ import annotations

import argparse
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games import GAMES
from games.core import notation
from games.core.match import Match
from games.core.model import Move, Seat
from games.core.rng import Rng
from portal import clock, lobby, matches, play
from portal.models import Person, Table

AnyMatch = Match[Any]

CAST: Sequence[tuple[str, str]] = (
    ("Ana", "es"),
    ("João", "pt-br"),
    ("Zoë", "en"),
    ("Íñigo", "es"),
    ("Łucja", "en"),
    ("Conceição", "pt-br"),
)
"""Names at a table in the order of sitting, and the language of their mails."""

SEARCH = 4000
"""Seeds tried, at most, to find a match that ends as wanted."""

MOST_PLIES = 200
"""A match that is to end does so by then: every move is stored as people's are, which takes its time."""

OPTIONS: Mapping[str, Mapping[str, str]] = {"natrak": {"goal": "5"}}
"""Options of a game's tables that are not its defaults, for matches that end soon."""


ANY_END = "any"
ENDS: Mapping[str, Sequence[str]] = {"drakon": ("coins", "dead_end")}
"""The ends of matches to show, by game; a game without an entry shows whatever its first match comes to."""


@dataclass(frozen=True)
class Scene:
    """One table of the demo: what it is called here, how it is opened, and how far it gets.

    `plies` says how far it is played; `ends`, if not empty, the reason it shall end for.
    """

    name: str
    status: Table.Status
    size: int
    sitting: int
    pace: Table.Pace = Table.Pace.LIVE
    public: bool = True
    plies: int = 0
    ends: str = ""


def scenes(game: str) -> list[Scene]:
    """The tables of a game, with as many seats as it takes."""
    seats, status, days = GAMES[game].seats, Table.Status, Table.Pace.CORRESPONDENCE
    few, some, many = (min(max(n, seats[0]), seats[-1]) for n in (2, 3, 4))
    found = [
        Scene("one seat free", status.WAITING, some, some - 1),
        Scene("waiting for its host to start", status.WAITING, many, many),
        Scene("running, live", status.RUNNING, many, many, plies=34),
        Scene("running over days", status.RUNNING, some, some, pace=days, plies=52),
        Scene("closed by its host", status.CLOSED, few, few, plies=9),
    ]
    for number, reason in enumerate(ENDS.get(game, (ANY_END,))):
        size = few if number % 2 else some
        found.append(Scene(f"over, {reason}", status.FINISHED, size, size, ends=reason))
    return found


def choose(match: AnyMatch, seed: str) -> tuple[Seat, Move]:
    """What the random player does next: the same for one seed and one position."""
    if match.standing is not None:
        return match.standing
    rng = Rng(seed, match.ply, "demo")
    seat = match.waiting[0]
    listed = match.legal(seat)
    if not listed:
        return seat, match.stack[-1].sample(match.state, seat, rng)
    # First what kind of move, then which: a hand can be laid in a hundred ways, and heroes would stand still.
    verb = rng.choice(sorted({move.verb for move in listed}))
    return seat, rng.choice([move for move in listed if move.verb == verb])


@cache
def seed_for(game: str, scene: Scene, seed: str) -> str:
    """A seed of the cards with which the random player comes to where the scene wants to be."""
    for number in range(SEARCH):
        candidate = f"{seed} {scene.name} {number}"
        match = Match(GAMES[game], candidate, _order(game, scene.size), OPTIONS.get(game))
        while match.outcome is None and match.ply < (MOST_PLIES if scene.ends else scene.plies):
            match.play(*choose(match, seed))
        reached = (match.outcome.reason, ANY_END) if match.outcome else ("",)
        if scene.ends in reached:
            return candidate
    raise CommandError(f"No match of {game} ended as the scene “{scene.name}” wants.")


def person(key: str, language: str) -> Person:
    """Somebody of the cast, the same at every call. The key is no secret: a cookie counts only when it is signed."""
    return Person.objects.get_or_create(key=f"demo {key}"[:32], defaults={"language": language})[0]


def sitters(game: str, scene: Scene) -> list[Person]:
    """Who sits at a scene's table; the first opens it. Nobody sits at two, as strangers on different devices."""
    known = [one.name for one in scenes(game)]
    number = known.index(scene.name) if scene.name in known else len(known)
    return [person(f"{game} {number} {name}", language) for name, language in CAST[: scene.sitting]]


def open_scene(game: str, scene: Scene, seed: str) -> Table:
    """Open a scene's table and play it as far as the scene wants."""
    return open_for(game, scene, sitters(game, scene), seed)


def open_for(game: str, scene: Scene, people: Sequence[Person], seed: str, *, play: bool = True) -> Table:
    """Open the table, sit down, start and (if wanted) play, all as people do it."""
    table = lobby.open_table(
        people[0],
        game,
        size=scene.size,
        options=dict(OPTIONS.get(game, {})),
        pace=scene.pace,
        clock_seconds=clock.DEFAULTS[scene.pace],
        public=scene.public,
    )
    for (name, _), who, (colour, portrait) in zip(CAST, people, _looks(game), strict=False):
        lobby.sit(table.pk, who, name=name, colour=colour, portrait=portrait)
    if scene.status == Table.Status.WAITING:
        return table
    # Only here is chance not left to itself: the scene wants a certain end.
    Table.objects.filter(pk=table.pk).update(seed=seed_for(game, scene, seed), order=_order(game, scene.size))
    lobby.start(table.pk, people[0])
    if play:
        play_on(table.pk, people, seed, lambda match: bool(not scene.ends and match.ply >= scene.plies))
    if scene.status == Table.Status.CLOSED:
        lobby.close(table.pk, people[0])
    table.refresh_from_db()
    return table


def _order(game: str, size: int) -> list[Seat]:
    """The order of sitting, unless the sides that the cast takes decide it."""
    portraits = {seat: portrait for seat, (_, portrait) in enumerate(_looks(game)[:size])}
    decided = GAMES[game].roles({}, portraits)
    return list(range(size) if decided is None else decided)


def _looks(game: str) -> list[tuple[str, str]]:
    colours = ("vermilion", "sky", "green", "yellow", "pink", "blue")
    portraits = list(GAMES[game].portraits({})) or [""] * len(colours)
    return list(zip(colours, portraits, strict=False))


def play_on(table_id: int, people: Sequence[Person], seed: str, enough: Callable[[AnyMatch], bool]) -> None:
    """Let the random player answer for everybody until it is enough or the match is over."""
    while True:
        with matches.reading(Table.objects.get(pk=table_id)) as match:
            if match.outcome is not None or enough(match):
                return
            seat, move = choose(match, seed)
        play.make_move(table_id, people[seat], notation.write(move), prompt=None, key=uuid.uuid4().hex)


def table_of(game: str, scene: Scene, seed: str) -> Table:
    """A scene's table: the one that is there already and still as it should be, or a new one."""
    opener = sitters(game, scene)[0]
    table = Table.objects.filter(opener=opener, status=scene.status).order_by("pk").last()
    if table is not None and table.seat_set.count() == scene.sitting:
        return table
    return open_scene(game, scene, seed)


def fill(game: str, seed: str) -> list[tuple[Scene, Table]]:
    """Every scene of a game with its table."""
    return [(scene, table_of(game, scene, seed)) for scene in scenes(game)]


class Command(BaseCommand):
    """Tables in several states, made through the services; calling it again makes only what is missing."""

    help = "Fill the lobby with tables in several states and print their links."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--seed", default="demo", help="another text gives other matches")
        parser.add_argument("--game", choices=sorted(GAMES), action="append", help="only this game")

    def handle(self, *args: Any, **options: Any) -> None:
        """CommandError in production: who knows a name of the cast could take its seat."""
        if settings.PRODUCTION:
            raise CommandError("The demo is for development: it would put strangers into your lobby.")
        for game in options["game"] or GAMES:
            for scene, table in fill(game, options["seed"]):
                self._show(scene, table)
        self.stdout.write(
            "Open a link and take a seat by typing one of its names (“Sitting here already, on another device?”)."
        )

    def _show(self, scene: Scene, table: Table) -> None:
        awaited = [seat.name for seat in table.seat_set.all() if seat.awaited_since]
        facts = [f"ply {table.ply}"] if table.started_at else []
        facts += [f"awaits {', '.join(awaited)}"] if awaited else []
        facts += [f"due {table.due_at:%Y-%m-%d %H:%M} UTC"] if table.due_at else []
        self.stdout.write(f"{table.game}, {scene.name}" + (f" ({'; '.join(facts)})" if facts else ""))
        self.stdout.write(f"  table  {settings.SITE_URL}{reverse('table', args=[table.token])}")
        if table.started_at:
            self.stdout.write(f"  watch  {settings.SITE_URL}{reverse('watch', args=[table.watch_token])}")
        self.stdout.write(f"  seats  {', '.join(seat.name for seat in table.seat_set.all())}\n")
