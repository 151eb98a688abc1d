"""What the tests of every game share: which playouts are played, and positions that chance hardly reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy, deepcopy
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import product
from pkgutil import iter_modules
from typing import Any

from games import GAMES
from games.core.checks import Playout, playout
from games.core.match import Entry, Match
from games.core.model import Event, Move, Option, Prompt, Seat
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
from tests.games.natrak.directed import DIRECTED as NATRAK_DIRECTED
from tests.games.natrak.directed import SEEDS as NATRAK_SEEDS
from tests.games.natrak.directed import hides as natrak_hides

AnyMatch = Match[Any]

SEEDS: Mapping[str, list[tuple[str, int, dict[str, str]]]] = {
    "dragonkeeper": DRAGONKEEPER_SEEDS,
    "drako": DRAKO_SEEDS,
    "drakon": DRAKON_SEEDS,
    "natrak": NATRAK_SEEDS,
}
"""Playouts, by seed, number of seats and options, known to reach what is rare."""

DIRECTED: Mapping[str, list[Callable[[], AnyMatch]]] = {
    "dragonkeeper": DRAGONKEEPER_DIRECTED,
    "drako": DRAKO_DIRECTED,
    "drakon": DRAKON_DIRECTED,
    "natrak": NATRAK_DIRECTED,
}
"""Matches played from a set-up position to reach what playouts do not; they can't be replayed."""

HIDES: Mapping[str, Callable[[Any, Seat | None], bool]] = {
    "dragonkeeper": dragonkeeper_hides,
    "drako": drako_hides,
    "drakon": drakon_hides,
    "natrak": natrak_hides,
}
"""Whether a state hides anything from a reader that could be otherwise."""

ENDLESS_DEFAULTS = {"natrak"}
"""Games in which nobody wins who only answers by default: who never builds never scores."""

SLUGS = sorted(GAMES)


def variants(slug: str) -> Iterator[dict[str, str]]:
    """Every combination of a game's options."""
    options = GAMES[slug].options
    for values in product(*map(values_of, options)):
        yield dict(zip((option.name for option in options), values, strict=True))


def values_of(option: Option) -> tuple[str, ...]:
    """What an option is tried with: all its choices, or two numbers from the beginning of its range."""
    return option.choices if option.whole is None else (str(option.whole[0]), str(option.whole[3]))


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


def copied(match: AnyMatch) -> AnyMatch:
    """A copy to be played on. What was said and what happened are facts and stay the same ones: that is much faster."""
    entries: dict[int, object] = {id(e): replace(e, events=[*e.events]) for e in match.story}
    return deepcopy(match, entries)


def with_state(match: AnyMatch, state: object) -> AnyMatch:
    """The match at the same point in another position, which becomes its own; to be played on, not taken back."""
    twin = copy(match)
    twin.state, twin.story, twin._entry = state, [*match.story], Entry(match.ply, None, None, "system")
    twin.stack, twin.offers, twin.absent = deepcopy((match.stack, match.offers, match.absent))
    return twin


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
