"""`manage.py bench`: how long things take here. Medians of five, on servers of its own that vanish afterwards."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any
from urllib.parse import quote

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection, reset_queries
from django.test import Client

from games import GAMES
from games.core import notation
from games.core.checks import digest, playout
from games.core.choosing import Choices
from games.core.match import Match
from games.core.model import Pen, Sitter
from portal import access, matches, say
from portal.management.commands import demo, load
from portal.models import Move, Person, Table
from portal.views.page import table_page
from tools import beside, lighthouse, serving

REPEATS = 5
MOST_QUERIES = 6
MOST_BOARD_MS = 2.0
MOST_COLD_MS = {4: 250.0, 6: 400.0}
"""By the number of seats."""
LONG, LONGER = range(950, 1050), range(1800, 2500)
"""Plies of a long match, whose opening by a process that does not know it has a budget."""
MATCHES = 6
"""Matches that random players play in each of the runs that are compared."""
ADVENTURERS, COMPLETE = {"version": "aventureros"}, {"version": "completo"}
MOST_PLIES = 3000
"""Random players with adventurers play no longer: they would take many thousand plies."""
MIDDLE = 45
"""The ply at which a match counts as in its middle."""


@dataclass
class Report:
    """What was measured, as medians of five.

    Milliseconds are processor time of the web process; those by the wall clock say so in their name and have the
    database and Redis in them. `load` are single runs: see the command `load`. `lighthouse` says of a hundred.
    """

    playout_us_per_ply: dict[str, int] = field(default_factory=dict)
    playout_moves_per_second: dict[str, int] = field(default_factory=dict)
    random_moves_per_second: dict[str, int | str] = field(default_factory=dict)
    digest_ms: dict[str, float] = field(default_factory=dict)
    replay_ms: dict[str, float] = field(default_factory=dict)
    replay_plies: dict[str, int] = field(default_factory=dict)
    cold_wall_ms: dict[str, float] = field(default_factory=dict)
    page_ms: dict[str, float] = field(default_factory=dict)
    page_wall_ms: dict[str, float] = field(default_factory=dict)
    page_queries: dict[str, int] = field(default_factory=dict)
    page_kb: dict[str, float] = field(default_factory=dict)
    fragment_ms: dict[str, float] = field(default_factory=dict)
    fragment_wall_ms: dict[str, float] = field(default_factory=dict)
    fragment_queries: dict[str, int] = field(default_factory=dict)
    fragment_kb: dict[str, float] = field(default_factory=dict)
    board_ms: dict[str, float] = field(default_factory=dict)
    choices_ms: dict[str, float] = field(default_factory=dict)
    view_model_ms: dict[str, float] = field(default_factory=dict)
    load: list[load.Run] = field(default_factory=list)
    lighthouse: dict[str, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    over_budget: list[str] = field(default_factory=list)


def milliseconds(
    work: Callable[[], object], times: int = 1, clock: Callable[[], float] = time.process_time
) -> float:
    """The median of five runs, each of `times` calls, for one call: time this process computed, unless told otherwise.

    Whatever else the machine does hardly touches that; time by the clock on the wall it does.
    """
    work()
    runs = []
    for _ in range(REPEATS):
        began = clock()
        for _ in range(times):
            work()
        runs.append((clock() - began) / times * 1000)
    return round(median(runs), 3)


class Command(BaseCommand):
    """Plays, draws, replays and serves; nothing of it touches the database the settings name."""

    help = "Measure playouts, pages, replays and moves a second; medians of five."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
        parser.add_argument(
            "--no-http", action="store_true", help="leave out the moves against a real Daphne"
        )
        parser.add_argument(
            "--no-lighthouse", action="store_true", help="leave out what Lighthouse says of pages on a phone"
        )
        parser.add_argument(
            "--lighthouse", action="store_true", help="only that; fails where it cannot be installed"
        )
        parser.add_argument(
            "--profile", action="store_true", help="also show what a table page spends its time on"
        )
        parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 1 when a page is over its budget or below its scores, or a move failed or was lost."""
        if not options["inside"]:
            sys.exit(load.on_own_servers())
        report = Report()
        call_command("migrate", verbosity=0)
        scenes = {game: _scene(game, "bench, mid-game", MIDDLE) for game in GAMES}
        tables = {game: demo.open_scene(game, scene, "bench") for game, scene in scenes.items()}
        if not options["lighthouse"]:
            self._figures(report, scenes, tables, options)
        if not options["no_lighthouse"]:
            light(report, scenes, tables, must=options["lighthouse"])
        if options["json"]:
            self.stdout.write(json.dumps(asdict(report)))
        else:
            self._print(report)
        if report.over_budget or report.lost:
            sys.exit(1)

    def _figures(
        self,
        report: Report,
        scenes: Mapping[str, demo.Scene],
        tables: Mapping[str, Table],
        options: Mapping[str, Any],
    ) -> None:
        """Everything but Lighthouse."""
        random_players(report)
        cold(report)
        for game, scene in scenes.items():
            engine(report, game)
            pages(report, game, scene, tables[game])
            if options["profile"]:
                profile(tables[game], demo.sitters(game, scene)[0])
        if not options["no_http"]:
            report.load, report.lost = load.measure(next(iter(GAMES)))

    def _print(self, report: Report) -> None:
        if report.load:
            self.stdout.write(load.table_of(report.load))
        for name, value in asdict(report).items():
            if name == "load":
                continue
            shown = value.items() if isinstance(value, dict) else enumerate(value)
            for key, one in shown:
                self.stdout.write(f"{name:20} {key!s:24} {one}")


def _scene(game: str, name: str, plies: int) -> demo.Scene:
    """A running table of three, or as near to three as the game comes."""
    seats = GAMES[game].seats
    size = min(max(3, seats[0]), seats[-1])
    return demo.Scene(name, Table.Status.RUNNING, size, size, plies=plies)


# The engine


def engine(report: Report, game: str) -> None:
    """Playouts for few, some (four, if that is allowed) and many seats; digest and replay of a match."""
    rules = GAMES[game]
    middle = 4 if 4 in rules.seats else rules.seats[len(rules.seats) // 2]
    for seats in sorted({rules.seats[0], middle, rules.seats[-1]}):
        runs = []
        for number in range(REPEATS):
            began = time.process_time()
            match = playout(rules, f"bench {number}", seats).match
            runs.append((time.process_time() - began) / match.ply * 1e6)
        report.playout_us_per_ply[f"{game}, {seats} seats"] = round(median(runs))
        report.playout_moves_per_second[f"{game}, {seats} seats"] = round(1e6 / median(runs))
    match = playout(rules, "bench", middle).match
    report.digest_ms[game] = milliseconds(lambda: digest(match), times=10)
    lines = [(entry.seat, entry.by, notation.write(entry.move)) for entry in match.story[1:] if entry.move]

    def again() -> None:
        fresh: Match[Any] = Match(rules, match.seed, match.order, match.options)
        for seat, by, line in lines:
            fresh.play(seat, line, by=by)

    report.replay_ms[game] = milliseconds(again)
    report.replay_plies[game] = match.ply


def random_players(report: Report) -> None:
    """Four random players in one process, legal lists included: Natrak, and catanatron beside it."""
    report.random_moves_per_second["natrak, 4 seats"] = _moves_a_second({})
    report.random_moves_per_second["natrak with adventurers, 4 seats"] = _moves_a_second(
        ADVENTURERS, MOST_PLIES
    )
    report.random_moves_per_second["natrak complete, 4 seats"] = _moves_a_second(COMPLETE, MOST_PLIES)
    try:
        theirs: int | str = round(median(beside.catanatron_speeds(REPEATS, MATCHES)))
    except beside.NotThere as why:
        theirs = f"could not be installed or run: {why}"
    report.random_moves_per_second["catanatron, 4 seats"] = theirs


def _moves_a_second(options: Mapping[str, str], most: int = 20_000) -> int:
    """Of four random players of Natrak; matches are stopped after `most` plies."""
    rules, runs = GAMES["natrak"], []
    for run in range(REPEATS):
        began = time.process_time()
        seeds = [f"bench {run}/{number}" for number in range(MATCHES)]
        plies = sum(playout(rules, seed, 4, options, most=most).match.ply for seed in seeds)
        runs.append(plies / (time.process_time() - began))
    return round(median(runs))


def cold(report: Report) -> None:
    """Two long finished matches, opened from what is stored: their moves are read and replayed."""
    _cold(report, 4, {"goal": "8"}, LONG)
    _cold(report, 6, COMPLETE, LONGER)


def _cold(report: Report, seats: int, options: Mapping[str, str], plies: range) -> None:
    rules = GAMES["natrak"]
    played = (
        playout(rules, f"bench, cold {number}", seats, options, most=plies.stop).match
        for number in range(1000)
    )
    match = next(match for match in played if match.ply in plies and match.outcome)
    table = Table.objects.create(
        game=rules.slug,
        options=match.options,
        generation=match.generation,
        seed=match.seed,
        size=len(match.order),
        pace=Table.Pace.LIVE,
        status=Table.Status.FINISHED,
        order=list(match.order),
        ply=match.ply,
    )
    Move.objects.bulk_create(
        Move(table=table, ply=entry.ply, seat=entry.seat, text=notation.write(entry.move), by=entry.by)
        for entry in match.story[1:]
        if entry.move
    )
    assert digest(matches.load(table)) == digest(match)
    name = f"natrak {match.options['version']}, {seats} seats, {match.ply} plies"
    report.cold_wall_ms[name] = milliseconds(lambda: matches.load(table), clock=time.perf_counter)
    if report.cold_wall_ms[name] > MOST_COLD_MS[seats]:
        report.over_budget.append(
            f"opening {name}: {report.cold_wall_ms[name]} ms, not {MOST_COLD_MS[seats]}"
        )


# Pages


def browser_of(person: Person) -> Client:
    """A browser that is this person."""
    client = Client()
    client.cookies[access.COOKIE] = access.cookie_for(person)
    return client


def pages(report: Report, game: str, scene: demo.Scene, table: Table) -> None:
    """The table page, its live part, and what they are made of, for the seat that is to move."""
    table.refresh_from_db()
    with matches.reading(table) as match:
        mine = match.waiting[0]
        place = next((notation.write(move) for move in reversed(match.legal(mine))), "")
    person = demo.sitters(game, scene)[mine]
    client = browser_of(person)
    for part, headers in (("page", {}), ("fragment", {"HX-Request": "true"})):
        for name, pick in ((game, ""), (f"{game}, selected", place)):

            def get(pick: str = pick, headers: dict[str, str] = headers) -> bytes:
                answer = client.get(f"/t/{table.token}/", {"pick": pick} if pick else {}, headers=headers)
                assert answer.status_code == 200
                return answer.content

            getattr(report, f"{part}_ms")[name] = milliseconds(get, times=5)
            getattr(report, f"{part}_wall_ms")[name] = milliseconds(get, times=5, clock=time.perf_counter)
            getattr(report, f"{part}_kb")[name] = round(len(get()) / 1024, 1)
            asked = queries(get)
            getattr(report, f"{part}_queries")[name] = asked
            if asked > MOST_QUERIES:
                report.over_budget.append(f"{part} of {name}: {asked} queries, not {MOST_QUERIES}")
    _parts(report, game, table, person)


def _parts(report: Report, game: str, table: Table, person: Person) -> None:
    """The board alone (the budget's 2 ms), the list of choices, and everything `table.html` is given."""
    place = access.at_table(table, person)
    with matches.reading(table) as match:
        seat = place.number
        assert seat is not None
        view = match.view(seat)
        choices = Choices(match.legal(seat))
        sitters = [Sitter(one.name, one.colour, one.portrait) for one in place.seats]
        pen = Pen(say.sayer(place.seats), lambda pick: f'href="?pick={quote(pick)}"', sitters)
        report.choices_ms[game] = milliseconds(lambda: Choices(match.legal(seat)), times=10)
        report.board_ms[game] = milliseconds(lambda: match.game.draw(view, choices, "", pen), times=10)
    report.view_model_ms[game] = milliseconds(lambda: table_page(place, f"/t/{table.token}/", ""), times=10)
    if report.board_ms[game] > MOST_BOARD_MS:
        report.over_budget.append(f"board of {game}: {report.board_ms[game]} ms, not {MOST_BOARD_MS}")


# Lighthouse


def light(
    report: Report, scenes: Mapping[str, demo.Scene], tables: Mapping[str, Table], *, must: bool
) -> None:
    """What Lighthouse says of the front page, seen by a stranger, and of a table of each game, by who is to move.

    Where it cannot be installed, the report says why; with `must` that counts as a failure.
    """
    visits = [("front page", "/", "")]
    for game, table in tables.items():
        table.refresh_from_db()
        with matches.reading(table) as match:
            person = demo.sitters(game, scenes[game])[match.waiting[0]]
        visits.append((f"table of {game}", f"/t/{table.token}/", access.cookie_for(person)))
    try:
        with serving.production() as url:
            for name, path, cookie in visits:
                who = f"{access.COOKIE}={cookie}" if cookie else ""
                verdict = lighthouse.judge(lighthouse.Visited(name, url + path, who))
                report.lighthouse[name] = str(verdict)
                report.over_budget += [f"{name}: {why}" for why in verdict.short_of()]
    except lighthouse.NotThere as why:
        report.lighthouse["could not be installed or run"] = str(why)
        if must:
            report.over_budget.append(f"Lighthouse: {why}")


def queries(work: Callable[[], object]) -> int:
    """How often the database is asked."""
    connection.force_debug_cursor = True
    reset_queries()
    try:
        work()
        return len(connection.queries)
    finally:
        connection.force_debug_cursor = False


def profile(table: Table, person: Person) -> None:
    """The thirty functions in which a table page spends most, on standard output."""
    import cProfile
    import pstats

    client = browser_of(person)
    client.get(f"/t/{table.token}/")
    spy = cProfile.Profile()
    spy.enable()
    for _ in range(50):
        client.get(f"/t/{table.token}/")
    spy.disable()
    pstats.Stats(spy).sort_stats("tottime").print_stats(30)
