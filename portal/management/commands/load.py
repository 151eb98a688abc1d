"""`manage.py load`: moves a second with everybody's pages, against real web processes; on servers of its own."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import count
from statistics import quantiles
from typing import Any

import psutil
import psycopg
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection, connections
from django.urls import reverse
from django.utils import timezone

from games import GAMES
from games.core import notation
from games.core.checks import digest
from portal import access, matches
from portal import play as service
from portal.management.commands import demo
from portal.models import Move, Table
from tools import load, serving, with_servers

TABLES = (1, 20, 100)
SPARE = 12
"""Tables more than that: where a match is over, its people go on at the next."""
BEGUN = 20
"""The ply at which the tables are when the clients come: everything on the page has something to show."""
SECONDS = 8.0
"""How long a run lasts."""
QUIET = 4.0
"""Seconds between two runs, in which the web processes notice that the last one's clients are gone."""
PACE = 1.0
"""Seconds between two moves of a table, in the paced runs."""


@dataclass(frozen=True)
class Run:
    """One run. Milliseconds of the wall clock: from the post to the other page's fresh live part.

    `cpu_ms` is processor time a move: of the web processes, the database, Redis, and of the clients themselves, who
    share the machine.
    """

    tables: int
    paced: bool
    moves: int
    moves_per_second: float
    p50_ms: float
    p95_ms: float
    answer_p50_ms: float
    errors: int
    fetches_per_move: float
    kb_per_move: float
    queries_per_move: float
    web_cpu_ms: float
    database_cpu_ms: float
    redis_cpu_ms: float
    clients_cpu_ms: float
    cpu_ms: float
    """Of everything but the clients."""
    clients_share: float
    """Of all the processor time that was used."""


class Command(BaseCommand):
    """Opens tables, plays at them over HTTP, and checks that no acknowledged move is lost."""

    help = "Moves a second with everybody's pages, at several tables at once, against real web processes."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES), default="drakon")
        parser.add_argument("--tables", type=int, nargs="+", default=TABLES)
        parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each run lasts")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="web processes")
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
        parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 1 when something failed or was lost."""
        if not options["inside"]:
            sys.exit(on_own_servers())
        call_command("migrate", verbosity=0)
        runs, troubles = measure(
            options["game"], options["tables"], seconds=options["seconds"], processes=options["processes"]
        )
        if options["json"]:
            self.stdout.write(json.dumps([asdict(run) for run in runs]))
        else:
            self.stdout.write(table_of(runs))
        for trouble in troubles:
            self.stderr.write(trouble)
        if troubles:
            sys.exit(1)


def on_own_servers() -> int:
    """The same command, in a process whose settings name servers that nobody else uses."""
    env = {"LOG_LEVEL": "WARNING", "OPENING_LIMITS": "0"}
    return with_servers.run([*sys.argv, "--inside"], env, count_queries=True)


def table_of(runs: Sequence[Run]) -> str:
    """A line a measure, a column a run."""
    lines = [f"{'':18}" + "".join(f"{'paced' if run.paced else 'closed loop':>14}" for run in runs)]
    names = [name for name in asdict(runs[0]) if name != "paced"]
    lines += [f"{name:18}" + "".join(f"{getattr(run, name):>14}" for run in runs) for name in names]
    return "\n".join(lines)


def measure(
    game: str,
    tables: Sequence[int] = TABLES,
    *,
    seconds: float = SECONDS,
    processes: int = os.cpu_count() or 1,
) -> tuple[list[Run], list[str]]:
    """A run for each number of tables, as fast as it goes and paced; and what failed or was lost."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
    runs, troubles, made = [], [], count()
    ports = [serving.free_port() for _ in range(processes)]
    with serving.web(*ports, env={"DATABASE_POOL": "1"}) as started:
        web = [psutil.Process(one.pid) for one in started]
        for pace in (0.0, PACE):
            for size in tables:
                # Tables of its own: a match goes on where another run left it, or is over.
                games = [_game(game, next(made)) for _ in range(size + SPARE)]
                connections.close_all()
                run, errors = _run(games, size, ports, web, seconds=seconds, pace=pace)
                runs.append(run)
                troubles += errors
                for one in games:
                    troubles += _lost(one)
                time.sleep(QUIET)
    return runs, troubles


def _game(game: str, number: int) -> load.Game:
    """A table of as few as the game takes, at least two, in the midst of a match of random moves."""
    size = max(2, GAMES[game].seats[0])
    scene = demo.Scene(f"load {number}", Table.Status.RUNNING, size, size, plies=BEGUN)
    people = [demo.person(f"load {game} {number} {name}", language) for name, language in demo.CAST[:size]]
    table = demo.open_for(game, scene, people, f"load {number}", play=False)
    with matches.writing(table.pk) as (locked, match):
        while match.outcome is None and match.ply < BEGUN:
            seat, move = demo.choose(match, "load")
            service.play(locked, match, seat, move, by="seat")
        service.settle(locked, list(locked.seat_set.all()), match, now=timezone.now())
    return load.Game(
        page=reverse("table", args=[table.token]),
        move=reverse("move", args=[table.token]),
        socket=f"/ws/table/{table.token}/",
        cookies=[f"{access.COOKIE}={access.cookie_for(who)}" for who in people],
        steps=_steps(table),
    )


def _steps(table: Table) -> deque[load.Step]:
    """What will be posted until the match is over; standing orders are played by the portal."""
    table.refresh_from_db()
    match, steps = matches.load(table), deque[load.Step]()
    while match.outcome is None:
        seat, move = demo.choose(match, "load")
        if match.standing is None:
            offer = getattr(move, "offer", None)
            number = match.prompts_for(seat)[0].number if offer is None else offer
            steps.append(load.Step(seat, notation.write(move), number))
        match.play(seat, move)
    return steps


# Measuring


@dataclass(frozen=True)
class _Used:
    """Processor time so far, in seconds, queries so far, and the time of the wall clock."""

    web: float
    database: float
    redis: float
    clients: float
    queries: int
    wall: float

    @classmethod
    def now(cls, web: Sequence[psutil.Process]) -> _Used:
        """As far as it has come by now."""
        database, redis = _servers()
        return cls(
            web=sum(_seconds(one) for one in web),
            database=_seconds(database, children=True),
            redis=_seconds(redis),
            clients=time.process_time(),
            queries=_queries(),
            wall=time.perf_counter(),
        )


def _servers() -> tuple[psutil.Process, psutil.Process]:
    """The database and Redis, which the parent of this process has started."""
    children = psutil.Process(os.getppid()).children()
    database = next(one for one in children if "postgres" in " ".join(one.cmdline()[:1]))
    redis = next(one for one in children if "valkey" in " ".join(one.cmdline()[:1]))
    return database, redis


def _seconds(process: psutil.Process, *, children: bool = False) -> float:
    """Processor time of a process; with `children` of all it has started, also of those that have ended."""
    times = process.cpu_times()
    total = times.user + times.system
    if children:
        total += times.children_user + times.children_system
        total += sum(_seconds(child) for child in process.children(recursive=True))
    return float(total)


def _queries() -> int:
    """What the database was asked so far, but for the begin and end of transactions."""
    # Not Django's connection: it may not be used where an event loop runs.
    with psycopg.connect(os.environ["DATABASE_URL"]) as link:
        row = link.execute(
            "SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements"
            " WHERE query !~* '^(begin|commit|rollback|set |savepoint|release)'"
        ).fetchone()
        return int(row[0]) if row else 0


def _run(
    games: Sequence[load.Game],
    tables: int,
    ports: Sequence[int],
    web: Sequence[psutil.Process],
    *,
    seconds: float,
    pace: float,
) -> tuple[Run, list[str]]:
    used: list[_Used] = []
    tally = asyncio.run(
        load.play(
            games, tables, ports, seconds=seconds, pace=pace, measure=lambda: used.append(_Used.now(web))
        )
    )
    before, after = used
    moves = len(tally.took)
    cuts = _percentiles(tally.took)

    def each(until: float, since: float) -> float:
        return round((until - since) / max(moves, 1) * 1000, 2)

    web_ms, database_ms = each(after.web, before.web), each(after.database, before.database)
    redis_ms, clients_ms = each(after.redis, before.redis), each(after.clients, before.clients)
    servers_ms = web_ms + database_ms + redis_ms
    run = Run(
        tables=tables,
        paced=bool(pace),
        moves=moves,
        moves_per_second=round(moves / (after.wall - before.wall), 1),
        p50_ms=cuts[49],
        p95_ms=cuts[94],
        answer_p50_ms=_percentiles(tally.answered)[49],
        errors=len(tally.errors),
        fetches_per_move=round(tally.fetches / max(moves, 1), 2),
        kb_per_move=round(tally.bytes / max(moves, 1) / 1024, 1),
        queries_per_move=round((after.queries - before.queries) / max(moves, 1), 1),
        web_cpu_ms=web_ms,
        database_cpu_ms=database_ms,
        redis_cpu_ms=redis_ms,
        clients_cpu_ms=clients_ms,
        cpu_ms=round(servers_ms, 2),
        clients_share=round(clients_ms / max(servers_ms + clients_ms, 0.01), 2),
    )
    return run, tally.errors


def _percentiles(seconds: Sequence[float]) -> list[float]:
    """The hundredths, in milliseconds."""
    if len(seconds) < 2:
        return [round(one * 1000, 1) for one in (*seconds, 0.0)[:1]] * 99
    return [round(one * 1000, 1) for one in quantiles(seconds, n=100, method="inclusive")]


def _lost(game: load.Game) -> list[str]:
    """What is wrong with a table's stored moves: they are those that were acknowledged, and a replay agrees."""
    table = Table.objects.get(token=game.page.split("/")[2])
    stored = list(Move.objects.filter(table=table).exclude(key="").order_by("ply").values_list("key", "text"))
    troubles = []
    if stored != game.acknowledged:
        troubles.append(f"{table}: {len(game.acknowledged)} moves acknowledged, {len(stored)} stored")
    if digest(matches.load(table)) != table.digest:
        troubles.append(f"{table}: the stored moves do not lead to the stored position")
    return troubles
