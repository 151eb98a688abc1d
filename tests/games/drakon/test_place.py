"""rules/drakon.md, A turn: Place."""

from games.drakon.components import CHAMBERS
from games.drakon.events import Drew, PileEmptied, Placed
from games.drakon.moves import Place
from tests.games.drakon.board import drawn, hand, holds, news, place, refused, verbs, word


def test_scenario_01_an_arrow_may_not_face_an_arrow_and_turned_away_it_may_lie_there():
    match = drawn("start", hands=["gold^"])
    number = holds(match, 0, "gold")
    assert "turn the chamber" in refused(match, 0, f"place {number} -1,0 1").msgid
    place(match, 0, "gold", (-1, 0), "^")
    assert word(match, (-1, 0)) == "gold^"


def test_an_arrow_may_face_a_blank_side_and_blank_may_face_blank():
    match = drawn("start blank>", hands=["gold^v"], pile="")
    number = holds(match, 0, "gold")
    legal = {(m.cell, m.facing) for m in match.legal(0) if isinstance(m, Place)}
    assert ((1, 1), 0) in legal  # its north arrow against the blank south side
    assert ((2, 0), 0) in legal  # its blank west side against the arrow
    assert ((2, 0), 1) not in legal
    match.play(0, f"place {number} 1,1 0")
    assert word(match, (1, 1)) == "gold^v"


def test_a_chamber_touches_one_in_play_orthogonally():
    match = drawn("start", hands=["gold^"])
    cells = {move.cell for move in match.legal(0) if isinstance(move, Place)}
    assert cells == {(0, -1), (1, 0), (0, 1), (-1, 0)}
    number = holds(match, 0, "gold")
    for cell in ("1,1", "2,0", "-5,7"):
        assert "must touch" in refused(match, 0, f"place {number} {cell} 0").msgid


def test_next_to_any_part_of_a_broken_map_may_be_placed():
    match = drawn("start . . blank^", hands=["key"])
    cells = {move.cell for move in match.legal(0) if isinstance(move, Place)}
    assert {(1, 0), (2, 0), (4, 0), (3, -1), (3, 1)} <= cells


def test_all_four_orientations_are_open_where_nothing_points():
    match = drawn("start blank^", hands=["gold^>"])
    facings = [m.facing for m in match.legal(0) if isinstance(m, Place) and m.cell == (2, 0)]
    assert len(facings) == 4
    match = drawn("start blank^", hands=["gold^v"])
    facings = [m.facing for m in match.legal(0) if isinstance(m, Place) and m.cell == (2, 0)]
    assert len(facings) == 2  # the other two look the same
    number = holds(match, 0, "gold")
    match.play(0, f"place {number} 2,0 3")
    assert word(match, (2, 0)) == "gold><"


def test_an_arrow_pointing_in_from_every_side_leaves_room_for_a_chamber_without_arrows_only():
    picture = """
        .      blankv  .
        start  .       gold<
        .      blank^  .
    """
    match = drawn(picture, hands=["gold^ key"])
    placed = {
        CHAMBERS[m.chamber].kind.value for m in match.legal(0) if isinstance(m, Place) and m.cell == (1, 0)
    }
    assert placed == {"key"}


def test_scenario_02_a_chamber_is_drawn_after_each_placement_until_the_pile_is_empty():
    match = drawn("start", hands=["blank^ blank^v", "blank^>"], pile="gold^ key")
    match.play(0, Place(match.state.hands[0][0], (0, -1), 0))
    assert hand(match, 0) == ["blank", "gold"]
    assert [type(event) for event in news(match)] == [Placed, Drew]
    match.play(1, Place(match.state.hands[1][0], (1, 0), 0))
    assert hand(match, 1) == ["key"]
    assert [type(event) for event in news(match)] == [Placed, Drew, PileEmptied]
    place(match, 0, "gold", (1, -1), "^")
    assert hand(match, 0) == ["blank"]
    assert [type(event) for event in news(match)] == [Placed]
    place(match, 1, "key", (0, 1), "")
    assert hand(match, 1) == []


def test_the_top_of_the_pile_is_drawn():
    match = drawn("start", hands=["blank^"], pile="gold^ key orb^")
    place(match, 0, "blank", (0, -1), "^")
    assert hand(match, 0) == ["gold"]
    assert [CHAMBERS[number].kind.value for number in match.state.pile] == ["orb", "key"]


def test_placing_moves_no_hero_and_gives_nothing():
    match = drawn("start", hands=["gold^"])
    place(match, 0, "gold", (1, 0), "^")
    assert match.state.heroes == [(0, 0), (0, 0)]
    assert match.state.coins == [0, 0]
    assert list(match.waiting) == [1]


def test_a_turn_is_a_placement_or_a_move_and_nothing_else():
    match = drawn("start gold^", hands=["blank^"])
    assert verbs(match, 0) == {"place", "go"}
    for other in (
        "take",
        "leave",
        "nothing",
        "rotate 0,0 1",
        "destroy 1,0",
        "rob 1",
        "send 1 1,0",
        "shift 1,0 1 0",
    ):
        refused(match, 0, other)
