"""rules/drakon.md, Chambers that change the map: shift, destroy, rotate."""

from games.drakon.components import CHAMBERS
from games.drakon.moves import Destroy, Rotate, Shift
from games.drakon.state import Laid
from tests.games.drakon.board import drawn, hand, holds, kinds, news, place, refused, verbs, word

# Destroy


def test_scenario_11_destroy_spares_start_and_heroes_and_its_tile_is_the_last_to_be_drawn():
    match = drawn(
        """
        .      well^>     .
        start  destroy^>  gold^@1
        .      blank>v    key
        """,
        hands=["orb^", "vortex blank^v"],
        pile="due^v",
    )
    match.play(0, "go 1,0")
    assert match.legal(0) == [Destroy((1, -1)), Destroy((1, 1)), Destroy((2, 1))]
    for cell in ("0,0", "1,0", "2,0", "5,5"):
        assert "stay where they are" in refused(match, 0, f"destroy {cell}").msgid
    match.play(0, "destroy 2,1")
    assert word(match, (2, 1)) == "."
    assert [CHAMBERS[number].kind.value for number in match.state.pile] == ["key", "due"]
    place(match, 1, "vortex", (0, 1), "")
    assert hand(match, 1) == ["blank", "due"]
    place(match, 0, "orb", (0, -1), "^")
    assert hand(match, 0) == ["key"]
    assert match.state.pile == []


def test_an_emptied_pile_revives():
    match = drawn("start destroy^> gold^ blank^", hands=["", "key"], pile="")
    match.play(0, "go 1,0")
    match.play(0, "destroy 2,0")
    assert [CHAMBERS[number].kind.value for number in match.state.pile] == ["gold"]
    place(match, 1, "key", (0, 1), "")
    assert hand(match, 1) == ["gold"]


def test_a_map_in_pieces_stays_in_play():
    match = drawn("start destroy^> gold^ blank^@1", hands=["", "key"])
    match.play(0, "go 1,0")
    assert word(match, (2, 0)) == "."
    assert word(match, (3, 0)) == "blank^"
    place(match, 1, "key", (4, 0), "")
    assert word(match, (4, 0)) == "key"


def test_destroying_the_only_chamber_possible_is_not_asked_and_none_is_no_effect():
    match = drawn("start destroy^> gold^", hands=["key", "key"])
    match.play(0, "go 1,0")
    assert kinds(news(match)) == ["Moved", "Destroyed"]
    match = drawn("start destroy^> gold^@1", hands=["key", "key"])
    match.play(0, "go 1,0")
    assert kinds(news(match)) == ["Moved", "NoEffect"]
    assert list(match.waiting) == [1]


# Shift


def test_scenario_12_shift_puts_the_old_chamber_in_hand_at_once_and_with_an_empty_hand_does_nothing():
    match = drawn(
        """
        start  shift^>  gold>@1
        .      well^>   .
        """,
        hands=["due^v", "key"],
    )
    match.play(0, "go 1,0")
    assert verbs(match, 0) == {"shift"}
    due = holds(match, 0, "due")
    match.play(0, f"shift 1,1 {due} 1")
    assert word(match, (1, 1)) == "due><"
    assert hand(match, 0) == ["well"]
    assert match.state.board[1, 1] == Laid(due, 1)
    assert list(match.waiting) == [1]
    empty = drawn("start shift^> gold^", hands=["", "key"])
    empty.play(0, "go 1,0")
    assert kinds(news(empty)) == ["Moved", "NoEffect"]
    assert word(empty, (2, 0)) == "gold^"
    assert list(empty.waiting) == [1]


def test_shift_with_every_chamber_occupied_does_nothing():
    match = drawn("start shift^> gold^@1", hands=["key", "key"])
    match.play(0, "go 1,0")
    assert kinds(news(match)) == ["Moved", "NoEffect"]


def test_shift_never_takes_the_start_nor_a_chamber_with_a_hero():
    match = drawn("start shift^> gold^@1 well^>", hands=["key"])
    match.play(0, "go 1,0")
    assert {move.cell for move in match.legal(0) if isinstance(move, Shift)} == {(3, 0)}
    key = holds(match, 0, "key")
    for cell in ("0,0", "1,0", "2,0", "4,0"):
        assert "not the start" in refused(match, 0, f"shift {cell} {key} 0").msgid


def test_the_new_chamber_must_lie_legally_in_any_orientation():
    match = drawn("start shift^> blank^", hands=["gold^"])
    match.play(0, "go 1,0")
    gold = holds(match, 0, "gold")
    assert [m.facing for m in match.legal(0) if isinstance(m, Shift)] == [0, 1, 2]
    assert "turn the chamber" in refused(match, 0, f"shift 2,0 {gold} 3").msgid
    assert "turn the chamber" in refused(match, 0, f"shift 2,0 {gold} 7").msgid


def test_shift_is_asked_even_when_nothing_fits_and_that_is_an_answer_only_when_true():
    fits_not = drawn("start shift>v\nblank>@1 blank>v", hands=["blank^>v"])
    fits_not.play(0, "go 1,0")
    assert list(fits_not.waiting) == [0]
    assert verbs(fits_not, 0) == {"nothing"}
    fits_not.play(0, "nothing")
    assert kinds(news(fits_not))[0] == "NothingFitted"
    fits = drawn("start shift>v\nblank>@1 blank>v", hands=["key"])
    fits.play(0, "go 1,0")
    refused(fits, 0, "nothing")


# Rotate


def test_scenario_13_rotate_may_turn_the_chamber_one_stands_in_and_an_illegal_result_is_refused():
    match = drawn("start rotate^ blank<")
    match.play(0, "go 1,0")
    legal = {(m.cell, m.quarters) for m in match.legal(0) if isinstance(m, Rotate)}
    assert legal == {(cell, q) for cell in ((0, 0), (2, 0)) for q in (1, 2, 3)} | {((1, 0), 2)}
    for turn in ("1,0 1", "1,0 3"):
        assert "face a neighbour's arrow" in refused(match, 0, f"rotate {turn}").msgid
    match.play(0, "rotate 1,0 2")
    assert word(match, (1, 0)) == "rotatev"


def test_rotate_turns_start_and_occupied_chambers_too():
    match = drawn("start rotate^ gold^>@1")
    match.play(0, "go 1,0")
    match.play(0, "rotate 2,0 1")
    assert word(match, (2, 0)) == "gold>v"
    match = drawn("start rotate^ gold^>@1")
    match.play(0, "go 1,0")
    match.play(0, "rotate 0,0 1")
    assert match.state.board[0, 0].arrows == 15


def test_rotate_turns_clockwise_by_quarters():
    match = drawn("start rotate^ . blank^")
    match.play(0, "go 1,0")
    match.play(0, "rotate 3,0 3")
    assert word(match, (3, 0)) == "blank<"
    for turn in ("3,0 0", "3,0 4", "9,9 1"):
        refused(match, 0, f"rotate {turn}")


def test_a_rotation_that_changes_no_arrow_is_legal_and_nothing_new():
    match = drawn("start rotate^ key", hands=["", "key"])
    match.state.quiet = 5
    match.play(0, "go 1,0")
    match.play(0, "rotate 2,0 1")
    assert match.state.quiet == 6
