"""Natrak drawn: every choice has a place and words, and what is put together card by card is what the rules accept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from html import unescape
from urllib.parse import quote, unquote

from games.core import notation
from games.core.checks import playout
from games.core.choosing import Choices
from games.core.match import Match
from games.core.model import Event, Move, NotPossibleNow, Pen, Picture, Sitter
from games.core.words import Text, Who
from games.natrak import GAME
from games.natrak.components import Material, cards
from games.natrak.compose import Draft, read
from games.natrak.events import Produced, Stole
from games.natrak.moves import Discard, MakeCounter, Publish
from tests.games.natrak.board import A, B, C, M, drawn, number_of, of, roll, seen, way
from tests.games.natrak.eager import eager
from tests.games.natrak.test_route import WALK

COLOURS = ("orange", "sky", "green", "yellow", "blue", "vermilion")
SITTERS = [Sitter(f"player {n}", colour, "mago") for n, colour in enumerate(COLOURS)]
LINK = re.compile(r'href="\?pick=([^"]*)"')


def say(text: Text) -> str:
    """In English, players by their names."""
    known = {key: _said(value) for key, value in text.params.items()}
    message = text.msgid if text.plural is None or known["n"] == 1 else text.plural
    return message.format(**known)


def _said(value: object) -> object:
    match value:
        case Text():
            return say(value)
        case Who(seat):
            return SITTERS[seat].name
    return value


def draw(match: M, seat: int | None, picked: str = "", news: Sequence[Event] = ()) -> Picture:
    """The picture for a seat."""
    choices = Choices(match.legal(seat)) if seat is not None and match.outcome is None else Choices()
    pen = Pen(say, lambda pick: f'href="?pick={quote(pick)}"', SITTERS, news)
    return GAME.draw(match.view(seat), choices, picked, pen)


def links(picture: Picture) -> list[str]:
    """Where the links of the panel lead."""
    return [unquote(found) for found in LINK.findall(picture.hand)]


def follow(match: M, seat: int, *ids: str) -> Picture:
    """Click through the panel, link by link, by their ids."""
    picked = ""
    for ident in ids:
        found = re.search(rf'id="{ident}" href="\?pick=([^"]*)"', draw(match, seat, picked).hand)
        assert found, ident
        picked = unquote(found[1])
    return draw(match, seat, picked)


def test_every_choice_is_drawn_once_and_every_move_can_be_arrived_at():
    def look(match: M) -> None:
        if match.ply % 90:
            return
        for seat in (None, *match.order):
            picture = draw(match, seat, news=match.story[-1].events)
            ids = re.findall(r' id="([^"]+)"', picture.board + picture.hand)
            assert len(ids) == len(set(ids))
            assert all(picture.shown)
            arrived = set()
            open_ = [button.pick for group in picture.groups for button in group.buttons]
            while open_:
                pick = open_.pop()
                further = draw(match, seat, pick)
                if further.move is not None:
                    arrived.add(further.move)
                open_ += [
                    button.pick
                    for group in further.groups
                    for button in group.buttons
                    if button.pick.startswith(f"{pick} ")
                ]
            composed = (Publish, MakeCounter)
            legal = match.legal(seat) if seat is not None and match.outcome is None else []
            assert arrived == {move for move in legal if not isinstance(move, composed)}

    for seats, seed in ((4, "drawn"), (6, "drawn too")):
        playout(GAME, seed, seats, {"goal": "6"}, watch=look, most=900)


def test_an_offer_takes_a_card_to_give_one_to_get_and_a_confirmation():
    match = drawn(hands={A: "lana*2"})
    picture = follow(match, A, "nk-give-3-more", "nk-want-4-more")
    assert picture.move == Publish((), ("lana",), ("piedra",))
    picture = follow(match, A, "nk-give-3-more", "nk-to-2", "nk-give-3-more", "nk-want-4-more")
    assert picture.move == Publish((C,), ("lana*2",), ("piedra",))
    match.play(A, picture.move)
    assert match.state.trade is not None
    assert "nk-give-3-more" not in follow(match, A).hand


def test_only_held_cards_are_given_and_no_material_stands_on_both_sides():
    match = drawn(hands={A: "lana"})
    once = follow(match, A, "nk-give-3-more")
    assert 'id="nk-give-3-more"' not in once.hand
    assert 'id="nk-give-3-less"' in once.hand
    assert 'id="nk-want-3-more"' not in once.hand
    assert 'id="nk-give-0-more"' not in once.hand
    assert once.move is None


def test_a_counter_offer_is_put_together_the_same_way():
    match = drawn(hands={A: "lana*2", B: "arcilla", C: "piedra"})
    match.play(A, "ofrecer - lana piedra")
    picture = follow(match, B, "nk-give-1-more", "nk-want-3-more", "nk-want-3-more")
    assert picture.move == MakeCounter(number_of(match), ("arcilla",), ("lana*2",))
    match.play(B, picture.move)
    assert draw(match, C, notation.write(picture.move).replace(str(number_of(match)), "1")).move is None


def test_discards_are_chosen_until_there_are_enough():
    match = drawn(hands={A: "lana*8"}, phase="roll")
    roll(match, 7)
    three = follow(match, A, *["nk-give-3-more"] * 3)
    assert three.move is None
    four = follow(match, A, *["nk-give-3-more"] * 4)
    assert four.move == Discard(("lana*4",))
    assert 'id="nk-give-3-more"' not in four.hand
    match.play(A, four.move)


def test_whatever_is_put_together_the_rules_accept_or_say_why():
    def already(match: M, seat: int) -> list[Move]:
        """The counter-offer that lies there already: made again it is refused, in as many words."""
        counters = match.state.trade.counters.items() if match.state.trade else []
        return [
            MakeCounter(number_of(match), cards(counter.give), cards(counter.want))
            for rival, counter in counters
            if rival == seat
        ]

    def look(match: M) -> None:
        if match.ply % 60 or match.outcome:
            return
        for seat in match.order:
            for first in links(draw(match, seat)):
                for second in links(draw(match, seat, first)):
                    move = draw(match, seat, second).move
                    if move is not None:
                        offer = getattr(move, "offer", None)
                        prompt = match.stack[-1] if offer is None else match.offers[offer]
                        with suppress(NotPossibleNow):
                            if move not in already(match, seat):
                                prompt.check(match.state, seat, move)

    playout(GAME, "composed", 4, {"goal": "6"}, watch=look, most=1200)


def test_a_selection_that_is_no_draft_is_read_as_none():
    view = seen(drawn(), A)
    for picked in (
        "",
        "tirar",
        "ofrecer",
        "ofrecer x lana piedra",
        "contraofertar - lana lana",
        "descartar oro",
    ):
        assert read(picked, view) is None
    assert read("descartar", view) == Draft(("descartar",), of(""), of(""))
    assert read("ofrecer 2 lana -", view) == Draft(("ofrecer", "2"), of("lana"), of(""))


def test_an_edge_and_a_corner_can_be_tapped_and_show_the_piece():
    match = drawn(roads={A: way(*WALK[:3])}, hands={A: "madera*2 arcilla*2 trigo lana"})
    edge = way(*WALK[2:4])[0]
    assert f'id="pick-construirCamino-{edge}"' in draw(match, A, "construirCamino").board
    chosen = draw(match, A, f"construirCamino {edge}")
    assert notation.write(chosen.move) == f"construirCamino {edge}" if chosen.move else False
    assert chosen.preview == "It costs 1 wood, 1 clay."


def test_what_to_build_is_chosen_by_its_cost_unless_only_one_thing_can_be_built():
    poor = draw(drawn(roads={A: way(*WALK[:3])}, hands={A: "madera arcilla"}), A)
    assert 'id="pick-construirCamino-' in poor.board
    rich = draw(drawn(roads={A: way(*WALK[:3])}, hands={A: "madera arcilla trigo lana"}), A)
    assert 'class="spot"' not in rich.board
    assert 'id="pick-construirCamino"' in rich.hand
    assert 'id="pick-construirCampamento"' in rich.hand
    assert 'aria-label="city: 2 wheats, 3 stones. You can\'t pay yet; 4 left."' in unescape(rich.hand)


def test_a_half_made_offer_stays_while_others_move_as_far_as_the_cards_are_still_held():
    match = drawn(hands={A: "lana*2 madera"})
    half = follow(match, A, "nk-give-3-more", "nk-give-3-more", "nk-give-0-more")
    assert half.picked == "ofrecer - madera,lana*2 -"
    match.state.hands[A][3] = 1
    assert draw(match, A, half.picked).picked == "ofrecer - madera,lana -"
    match.play(A, "terminarTurno")
    assert draw(match, A, half.picked).picked == ""


def test_the_news_are_summed_up_and_new_cards_are_marked():
    match = drawn(hands={A: "lana*2"})
    news = [Produced(A, of("lana")), Produced(B, of("piedra*3")), Stole(B, A, Material.CLAY)]
    pen = Pen(say, lambda pick: "", SITTERS, (), news)
    mine = GAME.draw(match.view(A), Choices(), "", pen)
    assert mine.summary == ("You gained 1 wool and lost 1 clay.",)
    assert mine.hand.count("nk-gain") == 1
    assert GAME.draw(match.view(B), Choices(), "", pen).summary == ("You gained 1 clay, 3 stones.",)
    assert GAME.draw(match.view(None), Choices(), "", pen).summary == ()


def test_the_dice_so_far_can_be_read_as_a_table():
    match = drawn(hands={A: "lana*2"}, phase="roll")
    assert "Nobody has rolled yet." in draw(match, None).sheets[0].inside
    roll(match, 8)
    inside = draw(match, None).sheets[0].inside
    assert "1 roll; the line marks what chance would bring." in inside
    row = re.search(r'<th scope="row">8</th>.*?<td>(\d+)</td></tr>', inside)
    assert row and row[1] == "1"


def test_a_spectator_has_no_hand_and_no_choices():
    picture = draw(drawn(hands={A: "lana*4"}), None)
    assert (picture.hand, picture.bar, picture.groups, picture.move) == ("", (), (), None)


def test_with_adventurers_every_choice_has_words_and_nothing_breaks_the_drawing():
    """The pictures are to come; the text form is there, and whoever looks at an imported match sees the island."""

    def look(match: M) -> None:
        if match.ply % 25 == 0 and match.outcome is None:
            for seat in (None, *match.order):
                picture = draw(match, seat)
                assert picture.board
                assert all(button.label for group in picture.groups for button in group.buttons)
            seat = match.waiting[0]
            for move in match.legal(seat)[::9]:
                draw(match, seat, notation.write(move))

    eager("pictures", 6, goal="10", most=900, watch=look)
    eager("pictures", 3, goal="10", generation=4, most=600, watch=look)


def test_the_second_piece_of_the_foundation_is_called_a_city():
    match = Match(GAME, "city", range(3), {"version": "aventureros"})
    titles = []
    while match.state.turn == 0:
        seat = match.waiting[0]
        titles.append(draw(match, seat).groups[0].title)
        match.play(seat, match.default(seat))
    assert titles == ["Found a camp", "Lay a road"] * 3 + ["Found a city", "Lay a road"] * 3
