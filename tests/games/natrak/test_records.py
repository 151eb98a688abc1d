"""Records of finished matches of Natrak: each still plays to the end that it states."""

from pathlib import Path

import pytest

from games.core.checks import Record, compare, read_record, replay
from games.core.model import Event
from games.natrak import GAME
from games.natrak.components import LEGACY_DECKS, Piece
from games.natrak.events import (
    Built,
    Colonised,
    Defended,
    KrakenMoved,
    MetropolisClaimed,
    Pillaged,
    ProgressPlayed,
    RouteAwarded,
    Sailed,
    Stole,
)
from games.natrak.legacy import LEGACY
from games.natrak.moves import MOVES
from tests.games.natrak.board import M

RECORDS = Path(__file__).parents[2] / "records/natrak"
FILES = sorted(RECORDS.glob("*.txt"))


def read(name: str) -> Record:
    """A record by its name."""
    return read_record((RECORDS / f"{name}.txt").read_text())


def replayed(name: str) -> M:
    """The match of a record."""
    return replay(read(name), {"natrak": GAME})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_replays_to_the_end_it_states(path: Path):
    record = read(path.stem)
    assert compare(replayed(path.stem), record.head) == []
    assert record.head["reason"] == "goal"


def test_there_is_a_record_for_every_number_of_seats_and_every_move():
    assert {len(read(path.stem).head["order"].split()) for path in FILES} == {3, 4, 5, 6}
    said = {line.split()[0] for path in FILES for _, _, line in read(path.stem).moves}
    assert said - {"takeback"} == {kind.verb for kind in MOVES}
    assert "takeback" in said
    assert {by for path in FILES for _, by, _ in read(path.stem).moves} == {"seat", "clock", "system"}


def test_somebody_wins_on_anothers_turn():
    match = replayed("won_on_anothers_turn")
    assert match.outcome is not None
    assert match.turn.seat not in match.outcome.winners


def test_a_camp_cuts_a_rivals_route():
    match = replayed("a_route_is_cut")
    cuts = [
        entry
        for entry in match.story
        if any(isinstance(event, Built) and event.piece is Piece.CAMP for event in entry.events)
        and any(isinstance(event, RouteAwarded) and event.seat != entry.seat for event in entry.events)
    ]
    assert cuts


def moments(name: str) -> list[list[Event]]:
    """What each move of a record did."""
    return [entry.events for entry in replayed(name).story]


def test_an_attack_is_repelled_by_two_who_gave_as_much():
    most = [[e for e in events if isinstance(e, Defended)] for events in moments("attack_repelled_by_a_tie")]
    assert any(len(shared) > 1 and len({e.level for e in shared}) == 1 for shared in most)


def test_several_are_pillaged_at_once_and_some_choose():
    told = moments("several_are_pillaged")
    assert any(sum(isinstance(event, Pillaged) for event in events) > 2 for events in told)
    assert any(line.startswith("saquear") for _, _, line in read("several_are_pillaged").moves)


def test_a_metropolis_is_taken_from_its_holder():
    claims = [
        e for events in moments("a_metropolis_is_taken") for e in events if isinstance(e, MetropolisClaimed)
    ]
    assert any(claim.loser is not None for claim in claims)


def test_a_match_of_the_fourth_generation_is_played_with_the_legacy_decks():
    played = {e.card for events in moments("legacy_decks") for e in events if isinstance(e, ProgressPlayed)}
    assert read("legacy_decks").head["generation"] == "4"
    assert set(LEGACY) <= played
    assert played <= {card for deck in LEGACY_DECKS.values() for card in deck}


def test_the_last_point_is_a_lesser_island_s():
    match = replayed("won_by_a_colony")
    assert match.outcome is not None
    assert any(isinstance(e, Colonised) and e.seat in match.outcome.winners for e in match.story[-1].events)


def test_a_ship_moved_away_costs_its_owner_the_route():
    held, lost = None, 0
    for events in moments("a_ship_cuts_its_own_route"):
        sailors = [e.seat for e in events if isinstance(e, Sailed)]
        for event in events:
            if isinstance(event, RouteAwarded):
                lost += held in sailors and event.seat != held
                held = event.seat
    assert lost


def test_the_kraken_robs():
    assert any(
        any(isinstance(e, KrakenMoved) and e.victim is not None for e in events)
        and any(isinstance(e, Stole) for e in events)
        for events in moments("the_kraken_steals")
    )
