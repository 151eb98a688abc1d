"""rules/drako.md, Actions; Wounds: the three ends, and the order in which they are looked for."""

from games.core.checks import playout
from games.core.match import Match
from games.core.model import Resign
from games.core.rng import Rng
from games.drako import GAME
from tests.games.drako.board import FAR, asked, drawn, ended, play, wounds

BESIDE = ".  .  .   .  b  u  .   .  .  D  .  .   .  .  .  .   .  .  m"
NEARLY_DEAD = "armour 4, flight 2, movement 2"


def test_scenario_15_the_dwarves_last_card():
    kills = drawn(BESIDE, dwarves="W02", turn="dwarves", decks=(None, 0), wounds=NEARLY_DEAD)
    kills.play(1, "attack W02 dragon")
    assert ended(kills) == ("dragon_dead", (1,))
    does_not = drawn(BESIDE, dwarves="W05", turn="dwarves", decks=(None, 0), wounds=NEARLY_DEAD)
    does_not.play(1, "attack W05 dragon")
    assert wounds(does_not) == "armour 4, flight 2, movement 2, fire 1"
    assert ended(does_not) == ("dwarves_out_of_cards", (0,))
    block = drawn(
        "D  b  u   .  .  .  .   .  .  .  .  .   .  .  .  .   .  .  m",
        dragon="D06 D13",
        dwarves="W14",
        decks=(None, 0),
    )
    play(block, "fire D06 e", "block W14")
    assert wounds(block) == "urpen 2", "the attack is finished first"
    assert ended(block) == ("dwarves_out_of_cards", (0,))


def test_scenario_24_the_last_card_attacks():
    blocked = drawn(BESIDE, dragon="D14", dwarves="W02", turn="dwarves", decks=(None, 0), wounds="armour 4")
    play(blocked, "attack W02 dragon", "block D14")
    assert (wounds(blocked), ended(blocked)) == ("armour 4", ("dwarves_out_of_cards", (0,)))
    short = drawn(BESIDE, dragon="D13", dwarves="W02", turn="dwarves", decks=(None, 0), wounds="armour 4")
    play(short, "attack W02 dragon", "block -")
    assert (asked(short), ended(short)) == ("PlaceWounds", None)
    short.play(1, "wound fire fire")
    assert ended(short) == ("dwarves_out_of_cards", (0,))
    assert wounds(short) == "armour 4, fire 2"


def test_the_last_card_of_a_two_dwarf_move():
    match = drawn(FAR, dwarves="W15", turn="dwarves", decks=(None, 0))
    play(match, "move W15 brald -2,1", "stay")
    assert ended(match) == ("dwarves_out_of_cards", (0,))


def test_fury_is_not_asked_of_dwarves_without_cards():
    match = drawn(FAR, dwarves="W15 W02", turn="dwarves", decks=(None, 0), fury=True)
    play(match, "nothing W15", "nothing W02")
    assert ended(match) == ("dwarves_out_of_cards", (0,))


def test_an_empty_hand_with_a_deck_goes_on():
    match = drawn(FAR, dragon="D13", dwarves="W15", turn="dwarves", decks=(None, 2))
    match.play(1, "nothing W15")
    assert (ended(match), match.turn.seat) == (None, 0)


def test_all_dwarves_dead():
    match = drawn(
        ".  .  .   .  .  .  .   .  .  D  m  .   .  .  .  .   .  .  .",
        dragon="D01 D13",
        dwarves="W02",
        wounds="morin 1",
    )
    play(match, "attack D01 morin", "block -")
    assert ended(match) == ("dwarves_dead", (0,))


def test_who_gives_up_loses():
    for seat in (0, 1):
        match = Match(GAME, "resign", (1, 0))
        match.play(None, Resign(seat), by="system")
        assert ended(match) == ("resigned", (1 - seat,))


def test_scenario_19_random_play_ends_in_at_most_28_dwarf_turns():
    for n in range(12):
        turns = 0
        options = {"exchange": "on" if n % 2 else "off", "places": "free" if n % 3 else "fixed"}
        match = playout(GAME, f"long {n}", 2, options).match
        for number in {entry.turn for entry in match.story if entry.seat == match.state.dwarves}:
            turns += number % 2 == 0 and number > 0
        assert match.outcome is not None
        assert turns <= 28
        assert match.turn.number <= 57
    rng = Rng("passive", 0)
    match = Match(GAME, "passive", (0, 1))
    while match.outcome is None:
        seat = rng.choice(match.waiting)
        match.play(seat, match.default(seat), by="clock")
    assert ended(match) == ("dwarves_out_of_cards", (0,))
    assert match.turn.number <= 57
