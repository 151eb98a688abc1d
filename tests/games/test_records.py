"""Records of finished matches: each still plays to the end that it states."""

from pathlib import Path

import pytest

from games import GAMES
from games.core.checks import Record, compare, read_record, replay, write_record
from games.core.match import Match
from games.core.model import TakeBack
from tests.games.playing import SLUGS, AnyMatch, prompts_of

RECORDS = Path(__file__).parents[1] / "records"
FILES = sorted(RECORDS.glob("*/*.txt"))


def head(record: Record) -> dict[str, str]:
    """The options of a record."""
    return {k.removeprefix("option "): v for k, v in record.head.items() if k.startswith("option ")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_replays_to_the_end_it_states(path: Path):
    record = read_record(path.read_text())
    assert record.head["game"] == path.parent.name
    assert {"digest", "winners", "reason"} <= set(record.head)
    match = replay(record, GAMES)
    assert match.outcome is not None
    assert compare(match, record.head) == []
    assert read_record(write_record(match)).moves == record.moves


@pytest.mark.parametrize("slug", SLUGS)
def test_there_is_a_record_for_every_way_to_end_and_every_question(slug: str):
    reasons, prompts = set(), set()
    for path in FILES:
        record = read_record(path.read_text())
        if path.parent.name == slug:
            reasons.add(record.head["reason"])
            prompts |= asked(record)
    assert reasons == set(GAMES[slug].reasons)
    assert prompts == prompts_of(slug)


def asked(record: Record) -> set[str]:
    """The prompt classes that were answered."""
    game = GAMES[record.head["game"]]
    order = [int(seat) for seat in record.head["order"].split()]
    generation = int(record.head.get("generation", game.generation))
    match: AnyMatch = Match(game, record.head["seed"], order, head(record), generation)
    found = set()
    for seat, by, line in record.moves:
        offers = dict(match.offers)
        top = match.stack[-1]
        match.play(seat, line, by=by)
        offer: int = getattr(match.story[-1].move, "offer", 0)
        found.add(type(offers.get(offer, top)).__name__)
    return found


def test_some_records_hold_take_backs_the_clock_and_the_system():
    entries = [entry for path in FILES for entry in replay(read_record(path.read_text()), GAMES).story[1:]]
    assert {entry.by for entry in entries} == {"seat", "clock", "system"}
    assert any(isinstance(entry.move, TakeBack) for entry in entries)
    assert any(entry.undone for entry in entries)


def test_a_win_by_coins_on_anothers_turn_is_on_record():
    match = replay(read_record((RECORDS / "drakon/coins_on_anothers_turn_by_an_orb.txt").read_text()), GAMES)
    assert match.outcome is not None
    assert match.outcome.reason == "coins"
    assert match.turn.seat not in match.outcome.winners


def test_a_record_with_one_move_changed_is_noticed():
    path = RECORDS / "drakon/dead_end.txt"
    record = read_record(path.read_text())
    shorter = Record(record.head, record.moves[:-1])
    assert compare(replay(shorter, GAMES), record.head) != []
