"""What is drawn with adventurers: nothing of others' cards, and the island as the selected move would leave it."""

from __future__ import annotations

from games.core.choosing import Choices
from games.core.model import Pen, Picture
from games.natrak import GAME
from games.natrak.components import Discipline, Material, Progress
from games.natrak.events import Consoled, Gave, Produced, ProgressDrawn
from games.natrak.moves import Choose, Give
from games.natrak.names import PROGRESS_HELP, PROGRESS_NAMES
from tests.games.natrak.board import A, B, C, M, at, hex_at, way
from tests.games.natrak.test_picture import SITTERS, draw, follow, placed, say
from tests.games.natrak.ventures import all_of, ventured


def everything(match: M, seat: int | None) -> str:
    """All that a picture says."""
    picture = draw(match, seat)
    buttons = [button.label for group in picture.groups for button in group.buttons]
    sheets = [sheet.inside for sheet in picture.sheets]
    return " ".join(
        [
            picture.board,
            picture.hand,
            *picture.badges.values(),
            *sheets,
            *(line for part in picture.shown for line in part.lines),
            *buttons,
        ]
    )


def tells_of(said: str, card: Progress) -> bool:
    return say(PROGRESS_NAMES[card]) in said or say(PROGRESS_HELP[card]) in said


def test_progress_cards_are_drawn_for_who_holds_them_alone():
    match = ventured(progress={A: "intriga", B: "boda saboteador"})
    for card, owner in ((Progress.INTRIGUE, A), (Progress.WEDDING, B), (Progress.SABOTEUR, B)):
        for seat in (None, A, B, C):
            assert tells_of(everything(match, seat), card) == (seat == owner)


def test_a_spy_alone_sees_the_cards_and_takes_one_by_tapping_it():
    match = ventured(progress={A: "espia", B: "boda saboteador"})
    match.play(A, f"jugarProgreso espia {B}")
    for seat in (None, C):
        assert not tells_of(everything(match, seat), Progress.WEDDING)
    assert tells_of(everything(match, A), Progress.WEDDING)
    assert {"elegir boda", "elegir saboteador"} <= set(placed(draw(match, A)))
    chosen = draw(match, A, "elegir boda")
    assert chosen.move == Choose(("boda",))
    assert chosen.preview == say(PROGRESS_HELP[Progress.WEDDING])


def test_a_master_merchant_alone_sees_the_hand_and_takes_two_cards_of_it():
    match = ventured(
        cities={B: [at(0, 0, "n")]}, progress={A: "mercaderMaestro"}, hands={B: "hierbas*2 moneda"}
    )
    match.play(A, f"jugarProgreso mercaderMaestro {B}")
    assert "You take" in draw(match, A).hand
    assert "You take" not in draw(match, B).hand + draw(match, C).hand
    picture = follow(match, A, "nk-give-5-more", "nk-give-7-more")
    assert picture.move == Choose(("hierbas", "moneda"))
    assert picture.preview == "You take 1 herb, 1 coin."


def test_a_wedding_gift_is_put_together_from_ones_own_hand():
    match = ventured(cities={B: [at(0, 0, "n")]}, progress={A: "boda"}, hands={B: "hierbas*2 moneda madera"})
    match.play(A, "jugarProgreso boda")
    assert "Choose 2 more cards to give." in draw(match, B).hand
    picture = follow(match, B, "nk-give-5-more", "nk-give-5-more")
    assert picture.move == Give(("hierbas*2",))
    match.play(B, picture.move)


def with_adventurer(words: str) -> M:
    """One adventurer of A at the end of two roads."""
    start, middle, end = at(0, 0, "n"), at(0, 0, "ne"), at(0, 0, "se")
    return ventured(
        roads={A: way(start, middle, end)}, adventurers={A: {start: words}}, hands={A: "trigo lana piedra"}
    )


def drawn_as(picture: Picture) -> list[str]:
    """The adventurers on the board: their levels, and whether they rest."""
    return [
        f"{level} resting" if "nk-resting" in part.split('"')[0] else f"{level} active"
        for level in (1, 2, 3)
        for part in picture.board.split('<g class="')[1:]
        if f'href="#natrak-adventurer-{level}"' in part
    ]


def test_an_adventurer_is_drawn_as_the_selected_move_would_leave_it():
    start, end = at(0, 0, "n"), at(0, 0, "se")
    resting, active = with_adventurer("1"), with_adventurer("1 active")
    assert drawn_as(draw(resting, A)) == ["1 resting"]
    assert drawn_as(draw(resting, A, f"activar {start}")) == ["1 active"]
    assert drawn_as(draw(active, A, f"promover {start}")) == ["2 active"]
    assert drawn_as(draw(active, A, f"moverAventurero {start} {end}")) == ["1 resting"]
    assert drawn_as(draw(active, A, f"plantarAventurero {end}")) == ["1 active", "1 resting"]


def test_walls_fortresses_and_the_merchant_are_drawn():
    city = at(0, 0, "n")
    match = ventured(
        cities={A: [city]}, walls=[city], fortresses={"corona": city}, merchant=(hex_at(0, 0), A)
    )
    board = draw(match, None).board
    for symbol in ("natrak-wall", "natrak-fortress", "natrak-discipline-corona", "natrak-merchant"):
        assert f'href="#{symbol}"' in board
    assert 'href="#natrak-city"' not in board


def test_an_inventor_s_tokens_are_chosen_in_any_order():
    match = ventured(
        terrain={(0, 0): "bosque 4", (1, 0): "mina 5", (0, 1): "mina 10"}, progress={A: "inventor"}
    )
    one, other, third = hex_at(0, 0), hex_at(1, 0), hex_at(0, 1)
    picks = placed(draw(match, A, f"jugarProgreso inventor {other}"))
    assert f"jugarProgreso inventor {one} {other}" in picks
    assert f"jugarProgreso inventor {other} {third}" in picks


def test_goods_and_new_cards_are_summed_up_and_marked():
    match = ventured(progress={A: "boda"}, hands={A: "hierbas"})
    news = [
        Produced(A, all_of("madera hierbas")),
        Gave(A, B, 1, all_of("moneda")),
        Consoled(A, Material.CLAY),
        ProgressDrawn(A, Discipline.CROWN, Progress.WEDDING),
    ]
    picture = GAME.draw(match.view(A), Choices(), "", Pen(say, lambda pick: "", SITTERS, (), news))
    assert picture.summary == ("You gained 1 wood, 1 clay, 1 herb and lost 1 coin.",)
    assert 'class="nk-gain" aria-hidden="true">+</span>' in picture.hand


def test_the_march_and_the_defence_are_said_and_shown_to_everybody():
    match = ventured(cities={B: [at(0, 0, "n")]}, adventurers={A: {at(1, 0, "s"): "2 active"}}, march=5)
    picture = draw(match, None)
    assert (
        "The goblins have marched 5 of 7 steps; they would come with strength 1, and the defence is 2."
        in (picture.board)
    )
    assert "The goblins have marched 5 of 7 steps." in [line for part in picture.shown for line in part.lines]
    assert "defence now: 2" in picture.badges[A]
