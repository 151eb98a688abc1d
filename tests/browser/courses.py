"""Whole matches written down beforehand, one a game and short, and rivals who make their moves without a page."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from games import GAMES
from games.core.match import Match
from games.core.model import Move
from games.drakon.components import CHAMBERS, Kind
from games.drakon.moves import Go, Place
from portal import presence
from portal.matches import AnyMatch
from tests.browser import natrak
from tests.browser.tables import NAMES, Party, write

MOST = 400
Chooser = Callable[[AnyMatch, int, list[Move], random.Random], Move]


def grab_gold(match: AnyMatch, seat: int, moves: list[Move], chance: random.Random) -> Move:
    """Drakon: the first player lays gold beside the hero and takes it; the other only lays chambers."""
    board, hero = match.state.board, match.state.heroes[seat]
    taken = [move for move in moves if isinstance(move, Go) and board[move.cell].kind is Kind.GOLD]
    places = [move for move in moves if isinstance(move, Place)]
    gold = [move for move in places if CHAMBERS[move.chamber].kind is Kind.GOLD]
    if taken:
        return chance.choice(taken)
    if seat == 0 and gold:
        return min(gold, key=lambda move: abs(move.cell[0] - hero[0]) + abs(move.cell[1] - hero[1]))
    walks = [move for move in moves if isinstance(move, Go)]
    if seat == 0 and walks and chance.random() < 0.6:
        return chance.choice(walks)
    return chance.choice(places or moves)


def fight(match: AnyMatch, seat: int, moves: list[Move], chance: random.Random) -> Move:
    """Drako: attacks wherever one is possible, and hardly any shield."""
    blows = [move for move in moves if move.verb in ("attack", "attack2", "fire", "shoot")]
    bare = [move for move in moves if write(move) == "block -"]
    useful = [move for move in moves if move.verb not in ("nothing", "fury")]
    return chance.choice(blows or bare or useful or moves)


def anything(match: AnyMatch, seat: int, moves: list[Move], chance: random.Random) -> Move:
    return chance.choice(moves)


def build(match: AnyMatch, seat: int, moves: list[Move], chance: random.Random) -> Move:
    """Natrak: camps where the best numbers meet, then whatever is worth most."""
    if match.state.turn == 0:
        return max(moves, key=lambda move: natrak.pips(match, move))
    return min(moves, key=lambda move: natrak.rank(match, move))


@dataclass(frozen=True)
class Course:
    """How a game is set up, and which match of it is short."""

    title: str
    seed: str
    chooser: Chooser
    names: tuple[str, ...] = NAMES
    options: Mapping[str, str] = field(default_factory=dict)

    def written(self, game: str) -> list[tuple[int, str]]:
        """The whole match: seat and text of every move."""
        chance = random.Random(self.seed)
        match = Match(GAMES[game], self.seed, range(len(self.names)), self.options)
        line: list[tuple[int, str]] = []
        while match.outcome is None and match.ply < MOST:
            seat = match.waiting[0]
            own = [
                move for move in match.legal(seat) if not hasattr(move, "offer") and move.verb != "ofrecer"
            ]
            move = self.chooser(match, seat, own, chance)
            match.play(seat, move)
            line.append((seat, write(move)))
        assert match.outcome is not None
        return line


COURSES: Mapping[str, Course] = {
    "drakon": Course("Drakon", "keys 110", grab_gold),
    "natrak": Course("Natrak", "natrak 27", build, ("Ana", "Bo", "Cy"), {"goal": natrak.GOAL}),
    "drako": Course("Drako", "keys 190", fight),
    "dragonkeeper": Course("Dragonkeeper", "keys 150", anything),
}


def answer(table: Party, moves: list[tuple[int, str]], seats: int) -> None:
    """The rivals make their moves, without a page, and count as being there all the same."""

    def are_here() -> None:
        for seat in range(1, seats):
            presence.here(table.pk, seat, "behind the scenes")

    table.site.do(are_here)
    natrak.store(table, moves)
