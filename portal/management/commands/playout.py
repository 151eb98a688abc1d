"""`manage.py playout GAME`: random matches to the end, summed up in one line of JSON."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import GAMES
from games.core.checks import playout, write_record
from games.core.match import Match


class Command(BaseCommand):
    """Exit code 1 if a match failed or was stopped by the cap; each such match is written as a record."""

    help = "Play matches of random legal moves and print one line of JSON about them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--matches", type=int, default=100, metavar="N")
        parser.add_argument("--seats", type=int, metavar="K", help="default: the fewest")
        parser.add_argument("--seed", default="playout", metavar="TEXT", help="match n has the seed TEXT/n")
        parser.add_argument("--option", action="append", default=[], metavar="name=value")
        parser.add_argument("--cap", type=int, default=100_000, help="plies after which a match is stopped")
        parser.add_argument("--failures", type=Path, default=Path(".local/failures"), metavar="FOLDER")

    def handle(self, *args: Any, **chosen: Any) -> None:
        game = GAMES[chosen["game"]]
        seats = chosen["seats"] or game.seats[0]
        options = _options(chosen["option"])
        if "\n" in chosen["seed"]:
            raise CommandError("The seed must be one line.")
        try:
            Match(game, "", range(seats), options)
        except ValueError as wrong:
            raise CommandError(str(wrong)) from None
        tally = Tally(game.slug, seats)
        for n in range(chosen["matches"]):
            failure = tally.play(f"{chosen['seed']}/{n}", options, chosen["cap"])
            if failure:
                self.stderr.write(f"{failure}: see {tally.keep(chosen['failures'])}")
        self.stdout.write(json.dumps(tally.summary()))
        if tally.finished < tally.matches:
            raise SystemExit(1)


def _options(pairs: list[str]) -> dict[str, str]:
    split = [pair.partition("=") for pair in pairs]
    if not all(equals for _, equals, _ in split):
        raise CommandError("Write options as name=value.")
    return {name: value for name, _, value in split}


class Tally:
    """What the matches were like, added up."""

    def __init__(self, slug: str, seats: int) -> None:
        self.game = GAMES[slug]
        self.seats = seats
        self.matches = self.finished = self.moves = 0
        self.seconds = 0.0
        self.reasons: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.verbs: Counter[str] = Counter()
        self.prompts: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.plies: list[int] = []
        self.options: list[int] = []
        self.last: Match[Any] | None = None

    def play(self, seed: str, options: dict[str, str], cap: int) -> str:
        """Play one match; what went wrong with it, or nothing."""
        self.matches += 1
        began = process_time()
        failure = ""
        try:
            play = playout(self.game, seed, self.seats, options, most=cap, watch=self._watch)
        except Exception as error:  # whatever the rules raise is a finding, and the other matches go on
            failure = f"{seed} failed: {error!r}"
        else:
            self.options += play.options
            self.prompts += play.prompts
        self.seconds += process_time() - began
        match = self.last
        if match is None:
            return failure or f"{seed} never began"
        self._add(match, failed=bool(failure))
        return failure or ("" if match.outcome else f"{seed} had no end after {match.ply} plies")

    def _watch(self, match: Match[Any]) -> None:
        self.last = match

    def _add(self, match: Match[Any], *, failed: bool) -> None:
        self.moves += match.ply
        self.plies.append(match.ply)
        self.verbs.update(entry.move.verb for entry in match.story[1:] if entry.move)
        self.events.update(type(event).__name__ for event in match.events)
        if match.outcome and not failed:
            self.finished += 1
            self.reasons[match.outcome.reason] += 1
            self.wins.update(str(match.order.index(winner)) for winner in match.outcome.winners)

    def keep(self, folder: Path) -> Path:
        """Write the last match down as a record; where it is."""
        if self.last is None:
            return folder
        name = re.sub(r"[^\w.-]+", "_", f"{self.game.slug}-{self.seats}-{self.last.seed}")
        path = folder / f"{name[:100]}.txt"
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(write_record(self.last))
        return path

    def summary(self) -> dict[str, object]:
        """The line, as data. Counters are sorted by name; `wins` are by place in the turn order: who began is 0."""
        return {
            "game": self.game.slug,
            "seats": self.seats,
            "matches": self.matches,
            "finished": self.finished,
            "reasons": _sorted(self.reasons),
            "wins": _sorted(self.wins),
            "plies": {
                "min": min(self.plies, default=0),
                "median": median(self.plies) if self.plies else 0,
                "max": max(self.plies, default=0),
            },
            "microseconds_per_ply": round(1e6 * self.seconds / max(self.moves, 1)),
            "options_mean": round(fmean(self.options), 2) if self.options else 0,
            "verbs": _sorted(self.verbs),
            "prompts": _sorted(self.prompts),
            "events": _sorted(self.events),
        }


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))
