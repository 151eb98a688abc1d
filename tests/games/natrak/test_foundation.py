"""rules/natrak.md, 5: the foundation."""

import pytest

from games.core.match import Match
from games.core.model import IllegalMove
from games.natrak import GAME
from games.natrak.components import MATERIALS, YIELDS, Piece
from games.natrak.events import Started
from games.natrak.foundation import pips
from tests.games.natrak.board import M, asked, at, refused, scores


def begun(seats: int = 3) -> M:
    """A match before its first camp; seat 2 founds first, then 0, then 1 and so on."""
    return Match(GAME, "found", [2, 0, 1, *range(3, seats)])


def found(match: M) -> int:
    """The awaited seat founds at the first free corner and lays the first road; which seat it was."""
    (seat,) = match.waiting
    match.play(seat, match.legal(seat)[0])
    match.play(seat, match.legal(seat)[0])
    return seat


def test_scenario_007_three_players_found_in_snake_order_and_the_first_rolls_first():
    match = begun()
    assert [found(match) for _ in range(6)] == [2, 0, 1, 1, 0, 2]
    assert (asked(match), match.waiting, match.state.turn) == ("RollDice", (2,), 1)
    assert scores(match) == [2, 2, 2]
    assert [match.state.board.left(0, piece) for piece in (Piece.ROAD, Piece.CAMP, Piece.CITY)] == [13, 3, 4]


def test_the_second_camp_pays_a_card_for_every_producing_hex_beside_it_and_the_first_none():
    match = begun()
    for _ in range(3):
        found(match)
    assert [sum(hand) for hand in match.state.hands] == [0, 0, 0]
    for _ in range(3):
        found(match)
    board = match.state.board
    started = [event for event in match.events if isinstance(event, Started)]
    assert [event.seat for event in started] == [1, 0, 2]
    for event in started:
        second = board.camps[event.seat][1]
        kinds = [
            YIELDS[board.terrain[c]] for c in board.island.touching[second] if board.terrain[c] in YIELDS
        ]
        assert event.cards == tuple(kinds.count(material) for material in MATERIALS)
        assert match.state.hands[event.seat] == list(event.cards)


def test_camps_keep_two_edges_apart():
    match = begun()
    match.play(2, f"fundarPieza {at(0, 0, 'n')}")
    match.play(2, match.legal(2)[0])
    for taken in (at(0, 0, "n"), at(0, 0, "ne"), at(0, 0, "nw")):
        assert "near" in refused(match, 0, f"fundarPieza {taken}").msgid
    for nowhere in (-1, 54, 999):
        refused(match, 0, f"fundarPieza {nowhere}")
    match.play(0, f"fundarPieza {at(0, 0, 'se')}")


def test_scenario_009_the_second_road_touches_the_second_camp():
    match = begun()
    first = match.waiting[0]
    match.play(first, f"fundarPieza {at(0, 0, 'n')}")
    match.play(first, match.legal(first)[0])
    for _ in range(4):
        found(match)
    match.play(first, f"fundarPieza {at(0, 2, 's')}")
    board = match.state.board
    beside_first = [e for e in board.island.edges_at[at(0, 0, "n")] if board.road[e] < 0]
    assert beside_first
    for edge in beside_first:
        assert "piece you have just put down" in refused(match, first, f"fundarCamino {edge}").msgid


def test_scenario_011_in_the_foundation_nothing_is_taken_back_and_the_clock_is_not_needed():
    match = begun()
    match.play(2, match.legal(2)[0])
    assert match.undoable(2) == []
    refused(match, 2, "takeback 1")
    match.play(2, match.legal(2)[0])
    refused(match, 2, "takeback 2")
    assert match.consent(1) is None
    for seat in (0, 1, 2):
        match.play(None, f"ausente {seat}", by="system")
    assert match.waiting == (0,)
    match.play(None, "presente 1", by="system")
    assert match.waiting == (0,)


def test_what_is_founded_stays_even_if_all_agree_later():
    match = begun()
    while asked(match) != "RollDice":
        found(match)
    assert match.consent(match.ply) is None
    match.play(2, "tirar")
    assert asked(match) == "TakeTurn" and match.undoable(2) == []
    assert match.consent(match.ply) == frozenset({0, 1, 2}), "the roll alone"
    assert match.consent(match.ply - 1) is None
    with pytest.raises(IllegalMove):
        match.play(2, f"takeback {match.ply - 1} 0,1", by="system")


def test_over_days_the_clock_founds_where_most_is_produced_and_lays_the_lowest_edge():
    match = begun()
    board = match.state.board
    best = max(pips(board, vertex) for vertex in range(54))
    first = next(vertex for vertex in range(54) if pips(board, vertex) == best)
    move = match.default(2)
    match.play(2, move, by="clock")
    assert board.camps[2] == [first]
    match.play(2, match.default(2), by="clock")
    assert match.state.board.roads[2] == [min(board.island.edges_at[first])]
