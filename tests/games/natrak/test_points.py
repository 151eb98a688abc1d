"""rules/natrak.md, 9.2 to 9.4: the largest company, points and victory."""

from games.core.model import Outcome
from games.natrak.components import Scroll
from games.natrak.events import CompanyAwarded, ScrollBought
from games.natrak.scoring import check_victory
from tests.games.natrak.board import (
    A,
    B,
    C,
    D,
    at,
    drawn,
    has,
    refused,
    roll,
    scores,
    seen,
    told,
    way,
)
from tests.games.natrak.test_route import CAMP, LOW, WALK, aside

SPREAD = [
    at(q, r, corner) for corner in ("n", "s") for q, r in ((0, -2), (2, -2), (-2, 0), (0, 0), (2, 0), (0, 2))
]


def test_a_camp_is_a_point_a_city_two_and_each_award_two():
    match = drawn(
        camps={A: SPREAD[:2]},
        cities={A: SPREAD[3:4]},
        route=A,
        roads={A: way(*WALK[:6])},
        company=A,
        mercenaries=[3],
    )
    assert scores(match) == [2 + 2 + 2 + 2, 0, 0, 0]


def test_scenario_041_the_company_goes_to_strictly_more_mercenaries():
    match = drawn(
        turn=6, mercenaries=[3, 2, 0, 0], company=A, scrolls={B: "mercenario"}, camps={A: SPREAD[:1]}
    )
    match.play(B, "lanzar mercenario")
    assert (match.state.company, match.state.mercenaries) == (A, [3, 3, 0, 0])
    match = drawn(
        turn=6, mercenaries=[3, 3, 0, 0], company=A, scrolls={B: "mercenario"}, camps={A: SPREAD[:1]}
    )
    match.play(B, "lanzar mercenario")
    assert match.state.company == B
    assert CompanyAwarded(B, 4) in told(match)
    assert scores(match) == [1, 2, 0, 0]


def test_the_third_mercenary_makes_a_company_and_the_second_does_not():
    for launched, holder in ((1, -1), (2, A)):
        match = drawn(mercenaries=[launched], scrolls={A: "mercenario"})
        match.play(A, "lanzar mercenario")
        assert match.state.company == holder


def test_winning_by_the_company_drops_the_dragons_question():
    match = drawn(mercenaries=[2], scrolls={A: "mercenario"}, cities={A: SPREAD[:4]})
    match.play(A, "lanzar mercenario")
    assert match.outcome == Outcome((A,), "goal")
    assert (match.waiting, match.stack, match.offers) == ((), [], {})


def test_scenario_043_who_gets_the_route_by_anothers_cut_wins_on_anothers_turn():
    match = drawn(
        roads={C: way(*WALK[:7]), A: way(WALK[3], aside(WALK, 3)), B: way(*LOW[:6])},
        route=C,
        cities={B: [at(0, -2, "n"), at(2, -2, "n"), at(0, 2, "s"), at(2, 0, "s")]},
        hands={A: CAMP},
    )
    assert scores(match) == [0, 8, 2, 0]
    match.play(A, f"construirCampamento {WALK[3]}")
    assert match.outcome == Outcome((B,), "goal")
    assert match.turn.seat == A


def test_scenario_044_a_glory_wins_when_bought_and_rivals_see_the_total_alone():
    match = drawn(
        cities={A: SPREAD[:4]}, camps={A: [SPREAD[7]]}, hands={A: "lana trigo piedra"}, deck="gloria caminos"
    )
    assert scores(match)[A] == 9
    match.play(A, "comprarPergamino")
    assert match.outcome == Outcome((A,), "goal")
    (bought,) = told(match)
    assert bought == ScrollBought(A, Scroll.GLORY)
    assert bought.seen_by(B) == bought.seen_by(None) == ScrollBought(A, None)
    view = seen(match, B)
    assert view.points[A] == 10
    assert view.scrolls == (0, 0, 0, 0, 0)


def test_a_glory_is_never_launched_and_counts_from_its_purchase():
    match = drawn(scrolls={A: "gloria"})
    assert scores(match) == [1, 0, 0, 0]
    assert "never launched" in refused(match, A, "lanzar gloria").msgid
    assert has(match, A, Scroll.GLORY) == 1


def test_scenario_046_after_the_end_every_action_is_refused():
    match = drawn(
        cities={A: SPREAD[:4]},
        scrolls={A: "gloria gloria"},
        hands={A: "madera arcilla"},
        roads={A: way(*WALK[:3])},
    )
    match.play(A, match.legal(A)[0])
    assert match.outcome is not None
    for seat in (A, B):
        for line in ("terminarTurno", "tirar", "retirar 1", "takeback 1"):
            assert refused(match, seat, line).msgid == "The match is over."


def test_an_offer_does_not_outlive_the_victory():
    match = drawn(goal=5, camps={A: SPREAD[:4]}, hands={A: "lana trigo*2 piedra*3"})
    match.play(A, "ofrecer - lana madera")
    match.play(A, f"mejorarCiudad {SPREAD[0]}")
    assert match.outcome is not None
    assert seen(match, B).offer is None


def test_of_several_at_the_goal_at_once_the_one_with_most_wins_then_the_active_then_the_next():
    cases = (
        ({B: 5, C: 6}, C),
        ({A: 5, C: 5}, A),
        ({B: 5, D: 5}, B),
        ({A: 5, D: 6}, D),
    )
    for glories, winner in cases:
        match = drawn(goal=5, scrolls={seat: "gloria " * n for seat, n in glories.items()})
        check_victory(match)
        assert match.outcome == Outcome((winner,), "goal")


def test_a_goal_out_of_reach_does_not_end_the_match():
    match = drawn(goal=500, cities={A: SPREAD[:4]}, phase="roll")
    roll(match, 8)
    match.play(A, "terminarTurno")
    assert match.outcome is None
