"""The records of Drako that were kept for what happens in them."""

from pathlib import Path

from games import GAMES
from games.core.checks import read_record, replay
from games.core.match import Match
from games.drako.components import ACTIONS, Kind
from games.drako.events import Discarded, Drew, Escaped, Exchanged, Netted, Played, Raged
from games.drako.state import State

RECORDS = Path(__file__).parents[2] / "records/drako"


def record(name: str) -> Match[State]:
    return replay(read_record((RECORDS / f"{name}.txt").read_text()), GAMES)


def test_a_netted_dragon_tears_itself_free_and_is_netted_again():
    kinds = [type(event) for event in record("netted_dragon").events]
    first = kinds.index(Netted)
    assert Escaped in kinds[first:]
    assert Netted in kinds[kinds.index(Escaped) :]


def test_a_turn_with_fury_has_three_actions():
    match = record("fury_turn")
    (turn,) = {entry.turn for entry in match.story if any(isinstance(e, Raged) for e in entry.events)}
    done = [event for entry in match.story if entry.turn == turn for event in entry.events]
    actions = [e for e in done if isinstance(e, (Played, Drew)) and e.seat == match.state.dwarves]
    assert len(actions) == ACTIONS + 1
    assert any(isinstance(event, Discarded) for event in match.events)


def test_orders_exchange_and_free_places_are_on_record():
    match = record("orders_take_backs_and_the_clock")
    verbs = {entry.move.verb for entry in match.story[1:] if entry.move is not None}
    assert {"order", "exchange", "place", "takeback"} <= verbs
    assert any(isinstance(event, Exchanged) for event in match.events)
    assert {entry.by for entry in match.story[1:]} == {"seat", "clock"}


def test_every_kind_of_symbol_is_played_in_some_record():
    used = {
        event.symbol.kind
        for path in RECORDS.glob("*.txt")
        for event in record(path.stem).events
        if isinstance(event, Played) and event.symbol
    }
    assert set(Kind) - used == {Kind.DEFENCE}, "a defence is no action"
