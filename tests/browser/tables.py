"""Tables set up behind the scenes, for tests that are about something else than how one gets there."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page

from games import GAMES
from games.core import notation
from games.core.match import Match
from games.core.model import Move as GameMove
from portal import access, lobby, matches, people, play
from portal.matches import AnyMatch
from portal.models import Move, Seat, Table
from tests.browser.site import Site

NAMES = ("Ana", "Bo")
COLOURS = tuple(Seat.COLOURS)


@dataclass(frozen=True)
class Party:
    """A table and how its people come to it."""

    site: Site
    pk: int
    path: str
    watch_path: str
    cookies: dict[str, str] = field(default_factory=dict)

    def moves(self) -> list[str]:
        """The stored moves, as text."""
        return self.site.do(
            lambda: list(Move.objects.filter(table_id=self.pk).order_by("ply").values_list("text", flat=True))
        )

    def table(self) -> Table:
        """The stored row."""
        return self.site.do(lambda: Table.objects.get(pk=self.pk))

    def change(self, **fields: object) -> None:
        """Change the stored row of the table."""
        self.site.do(lambda: Table.objects.filter(pk=self.pk).update(**fields))

    def play(self, *texts: str) -> None:
        """Moves of whoever is awaited, without a browser."""
        self.site.do(lambda: _play(self.pk, texts))

    def default(self, moves: int) -> None:
        """So many default moves of whoever is awaited, without a browser."""
        for _ in range(moves):
            self.play(self.site.do(lambda: _default(self.pk)))

    def to_the_end(self) -> None:
        """Default moves of whoever is awaited until the match is over, without a browser."""
        self.site.do(lambda: _play_out(self.pk))

    def deal(self, seed: str) -> None:
        """Before the start: what chance brings, and the players' order as they sat down."""
        self.site.do(lambda: _deal(self.pk, seed))

    def awaited(self) -> str:
        """The name of whoever is awaited."""
        return self.site.do(lambda: Seat.objects.get(table_id=self.pk, awaited_since__isnull=False).name)


def _play(table_id: int, texts: Iterable[str]) -> None:
    awaited = Seat.objects.filter(table_id=table_id, awaited_since__isnull=False)
    for text in texts:
        seat = awaited.select_related("person").order_by("number")[0]
        assert seat.person
        play.make_move(table_id, seat.person, text, prompt=None, key=uuid.uuid4().hex)


def _default(table_id: int) -> str:
    match = matches.load(Table.objects.get(pk=table_id))
    return notation.write(match.default(match.waiting[0]))


def _play_out(table_id: int) -> None:
    while Table.objects.get(pk=table_id).status == Table.Status.RUNNING:
        _play(table_id, [_default(table_id)])


def _deal(table_id: int, seed: str) -> None:
    table = Table.objects.get(pk=table_id)
    Table.objects.filter(pk=table_id).update(seed=seed, order=list(range(table.size)))


def opened(site: Site, page: Page) -> Party:
    """The table whose page this is."""
    token = page.url.split("/t/")[1].split("/")[0]
    table = site.do(lambda: Table.objects.get(token=token))
    return Party(site, table.pk, f"/t/{table.token}/", f"/w/{table.watch_token}/")


def party(
    site: Site,
    *,
    game: str = "drakon",
    names: tuple[str, ...] = NAMES,
    size: int = 2,
    started: bool = True,
    clock: int | None = None,
    pace: str = "live",
    public: bool = False,
    seed: str = "",
    options: Mapping[str, str] | None = None,
    line: Iterable[str] = (),
    one_device: bool = False,
) -> Party:
    """A table at which these people sit, all on `one_device` perhaps; the first one is its host and, with a `seed`, the
    first to play.

    `line` are moves made after the start.
    """

    def make() -> Party:
        persons = [people.arrive("en")] * len(names) if one_device else [people.arrive("en") for _ in names]
        table = lobby.open_table(
            persons[0],
            game,
            size=size,
            options=options or {},
            pace=pace,
            clock_seconds=clock,
            public=public,
            pass_and_play=one_device,
        )
        heroes = list(GAMES[game].portraits(table.options)) or [""] * size
        for person, name, colour, hero in zip(persons, names, COLOURS, heroes, strict=False):
            lobby.sit(table.pk, person, name=name, colour=colour, portrait=hero)
        if seed:
            _deal(table.pk, seed)
        if started:
            lobby.start(table.pk, persons[0])
        _play(table.pk, line)
        cookies = {name: access.cookie_for(person) for name, person in zip(names, persons, strict=True)}
        return Party(site, table.pk, f"/t/{table.token}/", f"/w/{table.watch_token}/", cookies)

    return site.do(make)


Holds = Callable[[AnyMatch], bool]


def seed_where(
    holds: Holds, game: str = "drakon", seats: int = 2, options: Mapping[str, str] | None = None
) -> str:
    """A seed whose deal has what a test is about."""
    return next(
        seed
        for n in range(10_000)
        if holds(Match(GAMES[game], seed := f"browser {n}", tuple(range(seats)), options))
    )


Chooser = Callable[[AnyMatch, list[GameMove]], list[GameMove]]


def line_where(
    holds: Holds,
    *,
    game: str,
    seed: str = "",
    options: Mapping[str, str] | None = None,
    most: int = 200,
    among: Chooser = lambda match, moves: moves,
) -> tuple[str, list[str]]:
    """A seed, and moves of two random players, that lead to a position a test is about, in at most so many moves.

    `among` narrows down what they choose from.
    """
    for n in range(2_000):
        chance = random.Random(n)
        match = Match(GAMES[game], seed or f"browser {n}", (0, 1), options)
        line: list[str] = []
        while match.outcome is None and len(line) <= most:
            if holds(match):
                return match.seed, line
            seat = match.waiting[0]
            moves = [move for move in match.legal(seat) if not hasattr(move, "offer")]
            move = chance.choice(among(match, moves))
            match.play(seat, move)
            line.append(write(move))
    raise AssertionError("no such position was found")


def legal(table: Table, seat: int) -> list[GameMove]:
    """What a seat may do now, according to the rules."""
    return list(matches.load(table).legal(seat))


def write(move: GameMove) -> str:
    """A move as it is stored."""
    return notation.write(move)
