"""What the tests of every game share: which playouts are played, and positions that chance hardly reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import product
from pkgutil import iter_modules
from typing import Any

from games import GAMES
from games.core.checks import Playout, playout
from games.core.match import Match
from games.core.model import Event, Move, Prompt, Seat
from games.core.rng import Rng
from tests.games.dragonkeeper.directed import DIRECTED as DRAGONKEEPER_DIRECTED
from tests.games.dragonkeeper.directed import SEEDS as DRAGONKEEPER_SEEDS
from tests.games.dragonkeeper.directed import hides as dragonkeeper_hides
from tests.games.drako.directed import DIRECTED as DRAKO_DIRECTED
from tests.games.drako.directed import SEEDS as DRAKO_SEEDS
from tests.games.drako.directed import hides as drako_hides
from tests.games.drakon.directed import DIRECTED as DRAKON_DIRECTED
from tests.games.drakon.directed import SEEDS as DRAKON_SEEDS
from tests.games.drakon.directed import hides as drakon_hides

AnyMatch = Match[Any]

SEEDS: Mapping[str, list[tuple[str, int, dict[str, str]]]] = {
    "dragonkeeper": DRAGONKEEPER_SEEDS,
    "drako": DRAKO_SEEDS,
    "drakon": DRAKON_SEEDS,
}
"""Playouts, by seed, number of seats and options, known to reach what is rare."""

DIRECTED: Mapping[str, list[Callable[[], AnyMatch]]] = {
    "dragonkeeper": DRAGONKEEPER_DIRECTED,
    "drako": DRAKO_DIRECTED,
    "drakon": DRAKON_DIRECTED,
}
"""Matches played from a set-up position to reach what playouts do not; they can't be replayed."""

HIDES: Mapping[str, Callable[[Any, Seat | None], bool]] = {
    "dragonkeeper": dragonkeeper_hides,
    "drako": drako_hides,
    "drakon": drakon_hides,
}
"""Whether a state hides anything from a reader that could be otherwise."""

SLUGS = sorted(GAMES)


def variants(slug: str) -> Iterator[dict[str, str]]:
    """Every combination of a game's options."""
    options = GAMES[slug].options
    for values in product(*(option.choices for option in options)):
        yield dict(zip((option.name for option in options), values, strict=True))


@cache
def plays(slug: str) -> list[Playout]:
    """A random playout for every number of seats and combination of options, and the directed seeds."""
    game = GAMES[slug]
    found = [playout(game, "contract", seats, options) for options in variants(slug) for seats in game.seats]
    return found + [playout(game, seed, seats, options) for seed, seats, options in SEEDS[slug]]


def some(slug: str, count: int) -> list[Playout]:
    """So many of the playouts, spread over seats and options: for what is slow to look at."""
    every = plays(slug)
    return [every[n * len(every) // count] for n in range(count)]


@cache
def directed(slug: str) -> list[AnyMatch]:
    """The directed matches, played."""
    return [play() for play in DIRECTED[slug]]


def any_move(match: AnyMatch, rng: Rng) -> tuple[Seat, Move]:
    """A random move of an awaited seat."""
    seat = rng.choice(match.waiting)
    prompt = match.stack[-1]
    listed = list(prompt.options(match.state, seat))
    return seat, rng.choice(listed) if listed else prompt.sample(match.state, seat, rng)


def classes_of(slug: str, base: type[Any]) -> set[str]:
    """The names of the classes below `base` that a game's modules define and use as they are.

    A prompt without options is never asked: it only carries something out when it comes up.
    """
    package = import_module(f"games.{slug}")
    for module in iter_modules(package.__path__, f"games.{slug}."):
        import_module(module.name)
    found, open_ = set(), [base]
    while open_:
        kind = open_.pop()
        open_ += kind.__subclasses__()
        inner = [k for k in kind.__subclasses__() if k.__module__.startswith(f"games.{slug}.")]
        if kind.__module__.startswith(f"games.{slug}.") and not inner and asks(kind):
            found.add(kind.__name__)
    return found


def asks(kind: type[Any]) -> bool:
    """Whether a class is no prompt, or one with options."""
    return not issubclass(kind, Prompt) or kind.options is not Prompt.options


def prompts_of(slug: str) -> set[str]:
    """The prompt classes of a game."""
    return classes_of(slug, Prompt)


def events_of(slug: str) -> set[str]:
    """The event kinds of a game."""
    return classes_of(slug, Event)
