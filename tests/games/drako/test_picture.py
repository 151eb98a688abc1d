"""The picture: everything can be chosen from it, nothing twice, and it says in words what it shows."""

import re
from html import unescape

from games.core import notation
from games.core.checks import playout
from games.core.choosing import Choices
from games.core.model import Pen, Picture, Sitter
from games.core.words import Text, Who
from games.drako import GAME
from games.drako.moves import Breathe, Walk
from tests.games.drako.board import FAR, M, drawn, play, standing_order

BESIDE = ".  .  .   .  b  u  .   .  .  D  .  .   .  .  .  .   .  .  m"
ROW = "D  b  u   .  .  .  .   .  .  .  .  .   .  .  .  .   .  .  m"
NAMES = ("Ana <3", "Bo")


def say(text: Text) -> str:
    """English, with every parameter filled in."""
    plural = text.plural is not None and text.params["n"] != 1
    words = {
        name: say(value)
        if isinstance(value, Text)
        else NAMES[value.seat]
        if isinstance(value, Who)
        else value
        for name, value in text.params.items()
    }
    return (text.plural if plural and text.plural else text.msgid).format(**words)


def shown(match: M, reader: int | None, picked: str = "") -> Picture:
    """The picture as the portal asks for it."""
    choices = Choices(match.legal(reader)) if reader is not None else Choices()
    sitters = [Sitter(NAMES[0], "sky", ""), Sitter(NAMES[1], "pink", "")]
    pen = Pen(say, lambda pick: f'href="?pick={pick}"', sitters, match.story[-1].events)
    return GAME.draw(match.view(reader), choices, picked, pen)


def links(picture: Picture) -> list[str]:
    """The selections that the drawing leads to."""
    return [unescape(pick) for pick in re.findall(r'href="\?pick=([^"]*)"', picture.board + picture.hand)]


def offered(picture: Picture) -> set[str]:
    """The selections that the picture leads to, by the drawing or the bar."""
    return {*links(picture), *(button.pick for button in picture.bar)}


def reachable(match: M, seat: int) -> set[str]:
    """Every whole move that one comes to by choosing step by step from what is drawn."""
    found, seen, open_ = set(), {""}, [""]
    while open_:
        picture = shown(match, seat, open_.pop())
        if picture.move:
            found.add(notation.write(picture.move))
            assert picture.preview
        for pick in offered(picture) - seen:
            seen.add(pick)
            open_.append(pick)
    return found


def test_every_move_can_be_chosen_on_board_hand_and_bar_alone():
    looked = 0

    def look(match: M) -> None:
        nonlocal looked
        if match.ply % 23 == 0 and match.outcome is None:
            looked += 1
            (seat,) = match.waiting
            assert reachable(match, seat) == {notation.write(move) for move in match.legal(seat)}

    playout(GAME, "k151", 2, {"exchange": "on", "places": "free"}, watch=look)
    assert looked > 5


def test_reactions_discards_and_wounds_can_be_chosen_too():
    fire = drawn(ROW, dragon="D06 D13", dwarves="W14 W14 W05 W02")
    fire.play(0, "fire D06 e")
    strikes = drawn(BESIDE, dragon="D14 D12 D13", dwarves="W01 W14", turn="dwarves")
    strikes.play(1, "attack2 W01 2")
    full = drawn(FAR, dragon="D02 D02 D03 D04 D06 D07")
    full.play(0, "draw")
    hit = drawn(BESIDE, dwarves="W02 W14", turn="dwarves", wounds="armour 4")
    hit.play(1, "attack W02 dragon")
    second = drawn(FAR, dwarves="W15 W14", turn="dwarves")
    second.play(1, "move W15 brald -2,1")
    for match in (fire, strikes, full, hit, second):
        (seat,) = match.waiting
        assert reachable(match, seat) == {notation.write(move) for move in match.legal(seat)}


def test_the_text_form_lists_the_same_steps_as_the_drawing():
    match = drawn(BESIDE, dwarves="W06 W01 W10", turn="dwarves", fury=True)
    for picked in ("", "move W06", "move W06 brald", "attack2 W01", "fury", "order 2"):
        picture = shown(match, 1, picked)
        listed = {button.pick for group in picture.groups for button in group.buttons}
        assert offered(picture) <= listed
        assert all(button.label for group in picture.groups for button in group.buttons)


def test_no_name_of_a_link_stands_twice_and_markup_is_escaped():
    match = drawn(BESIDE, dwarves="W06 W06 W01 W02 W02", turn="dwarves", fury=True)
    for picked in ("", "move W06 brald", "attack W02"):
        picture = shown(match, 1, picked)
        ids = re.findall(r' id="([^"]+)"', picture.board + picture.hand)
        assert len(ids) == len(set(ids))
        assert "<3" not in picture.board + picture.hand


def test_of_equal_cards_both_can_block():
    match = drawn(ROW, dragon="D06 D13", dwarves="W14 W14")
    match.play(0, "fire D06 e")
    assert links(shown(match, 1)) == ["block W14"]
    assert links(shown(match, 1, "block W14")) == ["block W14", "block W14 W14"]


def test_what_needs_no_choosing_is_chosen():
    match = drawn(FAR, dragon="D13 D06")
    assert "move D13 dragon 1,0" in links(shown(match, 0, "move D13"))
    picture = shown(match, 0, "move D13 dragon 1,0")
    assert isinstance(picture.move, Walk)
    assert "polyline" in picture.board
    fire = drawn(BESIDE, dragon="D06 D13")
    assert isinstance(shown(fire, 0, "fire D06 nw").move, Breathe)


def test_a_useless_card_is_played_for_nothing_by_a_tap():
    match = drawn(FAR, dragon="D01 D14")
    assert links(shown(match, 0)) == ["nothing D01", "nothing D14"]


def test_both_players_and_watchers_see_both_mats():
    match = drawn(
        BESIDE, dragon="D01 D14", dwarves="W02", wounds="armour 4, fire 2, flight 1, urpen 5, brald 3"
    )
    for reader in (None, 0, 1):
        board = shown(match, reader).board
        assert board.count('href="#drako-wound"') == 4 + 2 + 1 + 5 + 3
        assert board.count('href="#drako-space"') == 25 - 15
        assert "(lost)" in board
        assert "(dead)" in board
    assert shown(match, None).hand == ""


def test_the_words_tell_places_wounds_and_cards():
    match = drawn(BESIDE, dragon="D01 D14", dwarves="W02", wounds="armour 3", netted=True)
    words = "\n".join(line for part in shown(match, None).shown for line in part.lines)
    for fact in (
        "The dragon stands at C3",
        "Brald stands at B2",
        "Morin stands at E3",
        "3 of 4",
        "in the net",
    ):
        assert fact in words
    assert "Ana <3: 2 cards in hand, 36 cards in the deck" in words


def test_the_attack_that_waits_is_drawn_for_all():
    match = drawn(ROW, dragon="D06 D13", dwarves="W14 W02")
    before = [shown(match, reader).board for reader in (None, 0, 1)]
    match.play(0, "fire D06 e")
    for reader, board in zip((None, 0, 1), before, strict=True):
        marked = shown(match, reader).board
        assert marked.count("var(--da-ember)") > board.count("var(--da-ember)")


def test_a_picture_tells_the_attacker_nothing_of_shields_and_orders():
    pictures = []
    for hand, answer in (("W14 W02", "never"), ("W01 W02", "ask")):
        match = drawn(ROW, dragon="D06 D13", dwarves=hand)
        standing_order(match, 1, answer)
        match.play(0, "fire D06 e")
        pictures.append([shown(match, reader) for reader in (None, 0)])
    assert pictures[0] == pictures[1]


def test_faces_show_the_sides():
    match = drawn(FAR, dragon="D01", order=(1, 0))
    assert shown(match, None).faces == {1: "drako-figure-dragon", 0: "drako-figure-brald"}
    play(match, "draw")
    assert 'aria-hidden="true">●<' in shown(match, None).badges[1]


def test_a_screen_reader_reads_each_number_of_a_player_once():
    badge = shown(drawn(FAR, dragon="D01"), None).badges[0]
    numbers = re.findall(r"<b[^>]*>\d+</b>", badge)
    assert len(numbers) == 2, "the hand and the deck"
    assert all(' aria-hidden="true"' in number for number in numbers)
