"""Natrak drawn: every choice has a place and words, and what is put together card by card is what the rules accept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
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


def listed(picture: Picture) -> list[str]:
    """The choices of the list form."""
    return [button.pick for group in picture.groups for button in group.buttons]


def placed(picture: Picture) -> list[str]:
    """The choices on the board, in the panel, in the sheets and in the bar."""
    everywhere = "".join((picture.board, picture.hand, *(sheet.inside for sheet in picture.sheets)))
    return [unquote(pick) for pick in LINK.findall(everywhere)] + [button.pick for button in picture.bar]


def arrived(pages: Callable[[str], Picture], choices: Callable[[Picture], list[str]]) -> set[Move]:
    """Every whole move that one comes to by these choices, from page to page."""
    found, seen_, open_ = set[Move](), set[str](), [""]
    while open_:
        pick = open_.pop()
        if pick in seen_ or pick.startswith(FREELY):
            continue
        seen_.add(pick)
        picture = pages(pick)
        if picture.move is not None:
            found.add(picture.move)
        open_ += choices(picture)
    return found


FREELY = (Discard.verb, Publish.verb, MakeCounter.verb)
"""What is put together card by card, in more ways than can be looked at."""


def check_choices(match: M) -> None:
    """Every reader's picture names each thing once, and every legal move can be chosen on it and in the list."""
    for seat in (None, *match.order):
        pages = cache(partial(draw, match, seat))
        picture = draw(match, seat, news=match.story[-1].events if match.story else ())
        ids = re.findall(r' id="([^"]+)"', picture.board + picture.hand)
        assert len(ids) == len(set(ids))
        assert all(all(part.lines) for part in picture.shown)
        legal = match.legal(seat) if seat is not None and match.outcome is None else []
        wanted = {move for move in legal if not isinstance(move, (Publish, MakeCounter))}
        assert arrived(pages, listed) == wanted
        assert arrived(pages, placed) == wanted


def test_every_choice_is_drawn_once_and_every_move_can_be_arrived_at():
    def look(match: M) -> None:
        if match.ply % 90 == 0:
            check_choices(match)

    for seats, seed in ((4, "drawn"), (6, "drawn too")):
        playout(GAME, seed, seats, {"goal": "6"}, watch=look, most=900)


def test_with_adventurers_every_move_can_be_chosen_on_the_page_and_in_the_list():
    asked: Counter[str] = Counter()

    def look(match: M) -> None:
        kind = type(match.stack[-1]).__name__ if match.stack else "over"
        asked[kind] += 1
        if asked[kind] in (2, 3) or match.ply % 150 == 0:
            check_choices(match)

    for seats, seed in ((4, "ventured"), (5, "ventured too")):
        eager(seed, seats, goal="14", watch=look, most=1500)
    assert {"PillageCity", "TakeCards", "TakeProgress", "BringGifts", "Sabotaged"} <= set(asked)


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
    assert 'aria-label="city: 2 wheat, 3 stone. You can\'t pay yet; 4 left."' in unescape(rich.hand)


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
    assert GAME.draw(match.view(B), Choices(), "", pen).summary == ("You gained 1 clay, 3 stone.",)
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


def test_the_second_piece_of_the_foundation_is_called_a_city():
    match = Match(GAME, "city", range(3), {"version": "aventureros"})
    titles = []
    while match.state.turn == 0:
        seat = match.waiting[0]
        titles.append(draw(match, seat).groups[0].title)
        match.play(seat, match.default(seat))
    assert titles == ["Found a camp", "Lay a road"] * 3 + ["Found a city", "Lay a road"] * 3
