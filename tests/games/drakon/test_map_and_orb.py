"""rules/drakon.md, Chambers that touch other players: map and orb."""

from games.core.checks import digest
from games.drakon.components import CHAMBERS
from games.drakon.events import Robbed
from games.drakon.moves import Rob, Send
from tests.games.drakon.board import drawn, goals, hand, kinds, news, refused, verbs

# Map


def test_scenario_15_others_see_that_a_chamber_was_taken_and_not_which():
    match = drawn("start map^>", hands=["key", "gold^", "orb^ well^>"], seats=4)
    match.play(0, "go 1,0")
    assert match.legal(0) == [Rob(1), Rob(2)]
    match.play(0, "rob 1")
    assert hand(match, 0) == ["gold", "key"]
    assert hand(match, 1) == []
    (event,) = [event for event in news(match) if isinstance(event, Robbed)]
    assert event.chamber is not None
    assert CHAMBERS[event.chamber].kind.value == "gold"
    assert [event.seen_by(reader) for reader in (0, 1)] == [event, event]
    assert [event.seen_by(reader) for reader in (2, 3, None)] == [Robbed(0, 1, None)] * 3


def test_only_an_opponent_with_chambers_can_be_chosen():
    match = drawn("start map^>", hands=["key", "gold^", "orb^ well^>"], seats=4)
    match.play(0, "go 1,0")
    for seat in (0, 3, 4, -1):
        assert "chambers in hand" in refused(match, 0, f"rob {seat}").msgid


def test_the_chamber_taken_is_a_random_one():
    taken = set()
    for n in range(12):
        match = drawn("start map^>", hands=["", "gold^ orb^ well^>"], seed=f"map {n}")
        match.play(0, "go 1,0")
        taken.update(hand(match, 0))
        assert len(hand(match, 0)) == 1
        assert len(hand(match, 1)) == 2
    assert taken == {"gold", "orb", "well"}


def test_hand_sizes_stay_changed():
    match = drawn("start map^>", hands=["key", "vortex vortex"], pile="gold^ well^>")
    match.play(0, "go 1,0")
    number = match.state.hands[1][0]
    match.play(1, f"place {number} 0,1 0")
    assert len(hand(match, 0)) == 2
    assert len(hand(match, 1)) == 1


def test_with_nobody_to_rob_the_map_has_no_effect():
    match = drawn("start map^>", hands=["key"])
    match.play(0, "go 1,0")
    assert kinds(news(match))[:2] == ["Moved", "NoEffect"]


# Orb


def test_scenario_06_a_hero_moved_by_an_orb_onto_gold_wins_for_its_owner_on_somebody_elses_turn():
    match = drawn(
        """
        .      .     gold^
        start  orb^  blank^>@1  blank>v
        """,
        coins=[0, 4],
        hands=["key", "key"],
    )
    match.play(0, "go 1,0")
    assert match.legal(0) == [Send(1, (2, -1)), Send(1, (3, 0))]
    match.play(0, "send 1 2,-1")
    assert match.state.coins == [0, 5]
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((1,), "coins")
    assert match.turn.seat == 0


def test_scenario_07_orb_chain_the_moved_heros_owner_chooses_next_and_play_goes_on_after_the_first():
    match = drawn(
        """
        start      orb^    blank>@1  orb^>
        blank>v@2  gold^   .         .
        blank>     .       .         .
        """,
        seats=3,
        hands=["key", "key", "key"],
    )
    match.play(0, "go 1,0")
    assert match.legal(0) == [Send(1, (3, 0)), Send(2, (1, 1)), Send(2, (0, 2))]
    match.play(0, "send 1 3,0")
    assert list(match.waiting) == [1]
    assert match.turn.seat == 0
    assert match.legal(1) == [Send(2, (1, 1)), Send(2, (0, 2))]
    assert "opponent" in refused(match, 1, "send 1 2,0").msgid
    match.play(1, "send 2 1,1")
    assert match.state.coins == [0, 0, 1]
    assert match.state.heroes == [(1, 0), (3, 0), (1, 1)]
    assert match.turn.seat == 1
    assert list(match.waiting) == [1]


def test_in_a_chain_the_player_whose_turn_it_is_may_be_moved():
    match = drawn(
        """
        .      gold^  .         .
        start  orb^   blank>@1  orb^>
        """,
        hands=["key", "key"],
    )
    match.play(0, "go 1,0")
    assert match.state.heroes == [(1, -1), (3, 0)]
    assert match.state.coins == [1, 0]
    assert kinds(news(match)) == ["Moved", "Moved", "Moved", "Found"]
    assert list(match.waiting) == [1]


def test_scenario_25_an_orb_without_a_target_passes_silently():
    match = drawn("start orb^> . blank^@1", hands=["key", "key"])
    match.play(0, "go 1,0")
    assert kinds(news(match)) == ["Moved", "NoEffect"]
    assert list(match.waiting) == [1]
    assert match.state.heroes == [(1, 0), (3, 0)]


def test_the_orb_moves_a_hero_by_the_exit_rule_of_its_chamber():
    for chamber, reach in {
        "wind^>": [(4, 0)],
        "key": [(1, 0), (2, -1), (3, 0)],
        "vortex": [(0, 0), (1, 0), (2, -1), (3, 0), (4, 0)],
        "blank^>": [(2, -1), (3, 0)],
    }.items():
        match = drawn(
            f"""
            .      .     due<>          .       .
            start  orb^  {chamber}@1    blank>  well^v
            """,
            hands=["key", "key"],
        )
        if chamber == "wind^>":
            assert goals(match, 0) == [(1, 0)]
        match.play(0, "go 1,0")
        sent = [m.cell for m in match.legal(0) if isinstance(m, Send)] or [match.state.heroes[1]]
        assert sorted(sent) == reach, chamber


def test_the_owner_of_the_moved_hero_resolves_the_chamber_and_chooses():
    match = drawn(
        """
        .      .     rotate^
        start  orb^  blank^>@1  blank>v
        """,
        hands=["key", "key"],
    )
    match.play(0, "go 1,0")
    match.play(0, "send 1 2,-1")
    assert list(match.waiting) == [1]
    assert verbs(match, 1) == {"rotate"}
    assert match.turn.seat == 0
    before = digest(match)
    refused(match, 0, "rotate 2,-1 1")
    assert digest(match) == before
    match.play(1, "rotate 2,-1 1")
    assert match.turn.seat == 1


def test_the_owner_loses_and_steals_by_its_own_left_and_right():
    match = drawn(
        """
        .      .     steal_left^
        start  orb^  blank^>@1     blank>v
        """,
        coins=[1, 0, 1],
        hands=["key", "key", "key"],
        seats=3,
    )
    match.play(0, "go 1,0")
    match.play(0, "send 1 2,-1")
    assert match.state.coins == [1, 1, 0]


def test_an_opponent_who_cannot_move_and_oneself_cannot_be_chosen():
    match = drawn(
        """
        .      .     gold^
        start  orb^  blank^>@1  blank>v  well^v@2
        """,
        seats=3,
    )
    match.play(0, "go 1,0")
    assert {m.seat for m in match.legal(0) if isinstance(m, Send)} == {1}
    assert "marked chamber" in refused(match, 0, "send 2 4,-1").msgid
    assert "marked chamber" in refused(match, 0, "send 1 1,0").msgid
    assert "opponent" in refused(match, 0, "send 0 0,0").msgid
    assert "opponent" in refused(match, 0, "send 9 0,0").msgid
