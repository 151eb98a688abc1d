"""Tables set up behind the scenes, for tests that are about something else than how one gets there."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

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
    cookies: dict[str, str]

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
        for text in texts:
            self.site.do(lambda text=text: _play(self.pk, text))  # type: ignore[misc]

    def awaited(self) -> str:
        """The name of whoever is awaited."""
        return self.site.do(lambda: Seat.objects.get(table_id=self.pk, awaited_since__isnull=False).name)


def _play(table_id: int, text: str) -> None:
    seat = Seat.objects.select_related("person").get(table_id=table_id, awaited_since__isnull=False)
    assert seat.person
    play.make_move(table_id, seat.person, text, prompt=None, key=uuid.uuid4().hex)


def party(
    site: Site,
    *,
    game: str = "drakon",
    names: tuple[str, ...] = NAMES,
    size: int = 2,
    started: bool = True,
    clock: int | None = None,
    public: bool = False,
    seed: str = "",
) -> Party:
    """A table at which these people sit; the first one is its host and, with a `seed`, the first to play."""

    def make() -> Party:
        persons = [people.arrive("en") for _ in names]
        table = lobby.open_table(
            persons[0], game, size=size, options={}, pace="live", clock_seconds=clock, public=public
        )
        heroes = list(GAMES[game].portraits(table.options)) or [""] * size
        for person, name, colour, hero in zip(persons, names, COLOURS, heroes, strict=False):
            lobby.sit(table.pk, person, name=name, colour=colour, portrait=hero)
        if seed:
            Table.objects.filter(pk=table.pk).update(seed=seed, order=list(range(size)))
        if started:
            lobby.start(table.pk, persons[0])
        cookies = {name: access.cookie_for(person) for name, person in zip(names, persons, strict=True)}
        return Party(site, table.pk, f"/t/{table.token}/", f"/w/{table.watch_token}/", cookies)

    return site.do(make)


def seed_where(holds: Callable[[AnyMatch], bool], game: str = "drakon", seats: int = 2) -> str:
    """A seed whose deal has what a test is about."""
    return next(
        seed for n in range(10_000) if holds(Match(GAMES[game], seed := f"browser {n}", tuple(range(seats))))
    )


def legal(table: Table, seat: int) -> list[GameMove]:
    """What a seat may do now, according to the rules."""
    return list(matches.load(table).legal(seat))


def write(move: GameMove) -> str:
    """A move as it is stored."""
    return notation.write(move)
