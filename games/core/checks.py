"""What tests, benchmarks and commands share: digests, random playouts, records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from typing import Any, TypeVar

from games.core import notation
from games.core.match import By, Match
from games.core.model import Game, Move, NotPossibleNow, Prompt, Seat
from games.core.rng import Rng

S = TypeVar("S")


def canonical(value: object) -> str:
    """A text that is equal exactly for equal values, whatever the process and its hash seed.

    Fields of a dataclass that hold their default are left out: a field added later leaves older digests as they are.
    """
    kind = type(value)
    if kind is int or kind is str:  # as most are
        return repr(value)
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if value is None or isinstance(value, (str, int)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(canonical, value))}]"
    if isinstance(value, (set, frozenset)):
        return f"{{{','.join(sorted(map(canonical, value)))}}}"
    if isinstance(value, Mapping):
        pairs = sorted((canonical(k), canonical(v)) for k, v in value.items())
        return f"{{{','.join(f'{k}:{v}' for k, v in pairs)}}}"
    if is_dataclass(value):
        held_fields = ((f, getattr(value, f.name)) for f in fields(value))
        inside: dict[str, object] = {f.name: held for f, held in held_fields if not _is_default(f, held)}
    else:
        inside = vars(value)
    return f"{type(value).__name__}({canonical(inside)})"


def _is_default(f: Field[Any], held: object) -> bool:
    if f.default_factory is not MISSING:
        return bool(held == f.default_factory())
    return f.default is not MISSING and bool(held == f.default)


def digest(match: Match[Any]) -> str:
    """32 hex digits of the whole position: state with everything hidden in it, prompts, offers, turn, outcome."""
    parts = (match.state, match.stack, match.offers, match.turn, match.outcome)
    return blake2b(canonical(parts).encode(), digest_size=16).hexdigest()


OFFERS_ONE_IN = 4
"""How often the random player lets a seat speak that is not awaited but has an offer before it."""


@dataclass
class Playout:
    """A match of random legal moves. `match.outcome` is None if the cap on plies came first."""

    match: Match[Any]
    options: list[int]
    prompts: Counter[str]


def playout(
    game: Game[S],
    seed: str,
    seats: int,
    options: Mapping[str, str] | None = None,
    *,
    most: int = 20_000,
    watch: Callable[[Match[S]], None] | None = None,
) -> Playout:
    """Play uniformly random legal moves (or the prompt's `sample`) to the end, at most `most` plies.

    `watch` sees the match after the set-up and after every ply.
    """
    rng = Rng(seed, 0, "playout")
    order = list(range(seats))
    rng.shuffle(order)
    match = Match(game, seed, order, options)
    seen = Playout(match, [], Counter())
    while match.outcome is None and match.ply < most:
        if watch:
            watch(match)
        seat, move = match.standing or _random_move(match, rng, seen)
        if (number := getattr(move, "offer", None)) is not None:
            seen.prompts[type(match.offers[number]).__name__] += 1
        with suppress(NotPossibleNow):
            match.play(seat, move)
    if watch:
        watch(match)
    return seen


def _random_move(match: Match[Any], rng: Rng, seen: Playout) -> tuple[Seat, Move]:
    """A move of an awaited seat, or now and then of one that has nothing but an offer to answer."""
    waiting, prompt = match.waiting, match.stack[-1]
    idle = [s for s in match.order if s not in waiting and match.legal(s)] if match.offers else []
    if idle and rng.below(OFFERS_ONE_IN) == 0:
        seat = rng.choice(idle)
        return seat, rng.choice(match.legal(seat))
    seat = rng.choice(waiting)
    seen.prompts[type(prompt).__name__] += 1
    listed = list(prompt.options(match.state, seat))
    if not listed or type(prompt).sample is not Prompt.sample:
        listed.append(prompt.sample(match.state, seat, rng))
    for offer in match.prompts_for(seat)[1:]:
        listed += offer.options(match.state, seat)
    seen.options.append(len(listed))
    return seat, rng.choice(listed)


# Records: a match as a text file. "key: value" lines, an empty line, then "seat move" lines.

BY_MARKS: Mapping[By, str] = {"seat": "", "clock": "!", "system": "*", "staff": "#"}
"""Before a move's seat: nothing, "!" for the clock in its stead, "*" for the portal, "#" for its staff."""


def write_record(match: Match[Any], **more: str) -> str:
    """The match as text: everything a replay needs, and the end it comes to."""
    head = {
        "game": match.game.slug,
        "generation": str(match.generation),
        "seed": match.seed,
        "order": " ".join(map(str, match.order)),
        **{f"option {name}": value for name, value in match.options.items()},
        **more,
    }
    if match.outcome:
        head["winners"] = " ".join(map(str, match.outcome.winners)) or "-"
        head["reason"] = match.outcome.reason
    head["digest"] = digest(match)
    lines = [f"{key}: {value}" for key, value in head.items()] + [""]
    for entry in match.story[1:]:
        assert entry.move is not None
        seat = "-" if entry.seat is None else str(entry.seat)
        lines.append(f"{BY_MARKS[entry.by]}{seat} {notation.write(entry.move)}")
    return "\n".join(lines) + "\n"


class BadRecord(ValueError):
    """The text is not a record, or it does not play to what it says."""


@dataclass(frozen=True)
class Record:
    """A record read from text: its head, and its moves as (seat, by, line)."""

    head: Mapping[str, str]
    moves: Sequence[tuple[Seat | None, By, str]]


def read_record(source: str) -> Record:
    """Raises BadRecord when a line is neither head nor move."""
    top, _, rest = source.replace("\r\n", "\n").partition("\n\n")
    head: dict[str, str] = {}
    for line in top.splitlines():
        key, colon, value = line.partition(": ")
        if not colon:
            raise BadRecord(f"not a line of a record's head: {line!r}")
        head[key] = value
    return Record(head, [_read_move(line) for line in rest.splitlines() if line.strip()])


def _read_move(line: str) -> tuple[Seat | None, By, str]:
    marked: list[By] = [by for by, mark in BY_MARKS.items() if mark and line.startswith(mark)]
    by: By = marked[0] if marked else "seat"
    word, _, move = line.removeprefix(BY_MARKS[by]).partition(" ")
    if word != "-" and not (word.isascii() and word.isdigit()):
        raise BadRecord(f"not a move of a record: {line!r}")
    return (None if word == "-" else int(word)), by, move


def replay(record: Record, games: Mapping[str, Game[Any]]) -> Match[Any]:
    """Play a record through; raises BadRecord, IllegalMove or ValueError where it does not play."""
    try:
        head, game = record.head, games[record.head["game"]]
        options = {key.removeprefix("option "): v for key, v in head.items() if key.startswith("option ")}
        order = [int(word) for word in head["order"].split()]
        match = Match(game, head["seed"], order, options, int(head.get("generation", game.generation)))
    except KeyError as missing:
        raise BadRecord(f"the record lacks or does not know {missing}") from None
    for seat, by, line in record.moves:
        match.play(seat, line, by=by)
    return match


def compare(match: Match[Any], head: Mapping[str, str]) -> list[str]:
    """What the replayed match has otherwise than the record says, in words; empty when it agrees."""
    outcome = match.outcome
    now = {
        "digest": digest(match),
        "winners": (" ".join(map(str, outcome.winners)) or "-") if outcome else "",
        "reason": outcome.reason if outcome else "",
    }
    return [
        f"{key} is {value}, not {head[key]}" for key, value in now.items() if head.get(key, value) != value
    ]
