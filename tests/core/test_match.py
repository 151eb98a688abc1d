"""The match: a fold over a seed and moves, and a stack of questions."""

import pytest

from games.core.checks import digest
from games.core.match import MOST_TAKE_BACKS, By, Entry, Match
from games.core.model import IllegalMove, Resign, Resigned, Rewound, StalePrompt, TakeBack, TookBack
from games.core.rng import Rng
from tests.core.toys import Hushing, Invitation, Quizzed, Said, Say, Speak, Talk, Talking, talking


def number(match: Match[Talk]) -> int:
    """The number of the question on top."""
    return match.stack[-1].number


def offers(match: Match[Talk]) -> list[int]:
    """The numbers of the open invitations, standing orders aside."""
    return [n for n, prompt in match.offers.items() if isinstance(prompt, Invitation)]


def refused(match: Match[Talk], seat: int | None, move: str, **more: object) -> IllegalMove:
    """The refusal of a move, after making sure that it changed nothing."""
    before = digest(match), match.ply, len(match.story), match.events
    with pytest.raises(IllegalMove) as refusal:
        match.play(seat, move, **more)  # type: ignore[arg-type]
    assert (digest(match), match.ply, len(match.story), match.events) == before
    return refusal.value


# Beginning


def test_a_match_begins_by_asking_the_first_in_turn_order():
    match = talking(order=(2, 0, 1))
    assert list(match.waiting) == [2]
    assert match.turn.number == 1
    assert match.turn.seat == 2
    assert match.ply == 0


@pytest.mark.parametrize("order", [(0,), (0, 1, 2, 3, 4), (0, 0), (1, 2), (0, 2)])
def test_an_order_that_is_no_permutation_of_the_games_seats_is_an_error(order: tuple[int, ...]):
    with pytest.raises(ValueError, match="order"):
        Match(Talking(), "seed", order)


@pytest.mark.parametrize("generation", [0, 3])
def test_an_unknown_generation_is_an_error(generation: int):
    with pytest.raises(ValueError, match="generation"):
        Match(Talking(), "seed", (0, 1), generation=generation)


def test_an_older_generation_is_kept():
    assert Match(Talking(), "seed", (0, 1), generation=1).generation == 1
    assert Match(Talking(), "seed", (0, 1)).generation == 2


def test_an_unknown_option_is_an_error():
    with pytest.raises(ValueError, match="volume"):
        Match(Talking(), "seed", (0, 1), {"volume": "11"})


# Whose answer, to which question


def test_only_the_awaited_seat_may_answer():
    match = talking()
    refused(match, 1, "say hello")
    refused(match, None, "say hello")
    refused(match, 7, "say hello")
    match.play(0, "say hello")
    assert match.state.said == ["hello"]


def test_a_refusal_says_why_and_changes_nothing():
    match = talking((0, "say hello"))
    refusal = refused(match, 0, "say hello")
    assert refusal.text.params == {"word": "hello"}
    refused(match, 0, "reply a")
    refused(match, 0, "say")
    refused(match, 0, "sing")
    refused(match, 0, "")
    refused(match, 0, "\0")
    refused(match, 0, "join 1")
    refused(match, 0, "join 99999")
    refused(match, 0, "join -1")


def test_moves_may_be_given_as_objects():
    match = talking()
    match.play(0, Say("hello"))
    assert match.state.said == ["hello"]


def test_an_answer_to_a_question_that_is_gone_is_stale():
    match = talking()
    old = number(match)
    match.play(0, "enough", prompt=old)
    assert isinstance(refused(match, 1, "say x", prompt=old), StalePrompt)
    match.play(1, "say x", prompt=number(match))


# The stack


def test_afterwards_is_asked_first_and_the_interruption_last():
    match = talking((0, "quiz"))
    assert [type(prompt) for prompt in match.stack] == [Speak, type(match.stack[1]), Quizzed, Quizzed]
    assert list(match.waiting) == [1]
    match.play(1, "reply a")
    assert list(match.waiting) == [0, 1, 2]


def test_a_question_surfaces_only_when_it_is_its_turn():
    match = talking((0, "quiz"), (1, "reply a"), (0, "reply a"), (2, "reply a"))
    assert "silence" not in match.state.said
    match.play(1, "reply b")
    assert match.state.said == ["1:a", "0:a", "1:b", "2:a", "silence"]
    assert list(match.waiting) == [0]


def test_a_question_keeps_its_number_while_it_stays_open():
    match = talking((0, "say one"))
    main = number(match)
    match.play(0, "say two")
    assert number(match) == main
    match.play(0, "quiz")
    quiz = number(match)
    assert quiz != main
    match.play(1, "reply a")
    for seat in (0, 1, 2):
        sealed = number(match)
        assert sealed not in (quiz, main)
        match.play(seat, "reply a", prompt=sealed)
    assert number(match) == main


def test_numbers_are_never_given_to_another_question():
    match = talking((0, "enough"), (1, "quiz"))
    first = number(match)
    match.play(1, TakeBack(2))
    assert number(match) == 101
    match.play(1, "quiz")
    assert number(match) not in (first, 101)


# Several seats, sealed


def test_sealed_answers_take_effect_only_when_all_are_in():
    match = talking((0, "quiz"), (1, "reply a"))
    match.play(2, "reply c")
    match.play(0, "reply b")
    assert list(match.waiting) == [1]
    assert match.state.said == ["1:a"]
    match.play(1, "reply a")
    assert match.state.said == ["1:a", "0:b", "1:a", "2:c", "silence"]


def test_a_sealed_answer_may_be_changed_until_all_are_in():
    match = talking(
        (0, "quiz"), (1, "reply a"), (2, "reply c"), (2, "reply a"), (0, "reply b"), (2, "reply b")
    )
    assert list(match.waiting) == [1]
    match.play(1, "reply a")
    assert match.state.said == ["1:a", "0:b", "1:a", "2:b", "silence"]
    refused(match, 2, "reply c")


def test_a_final_answer_stands_and_is_not_taken_back(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Quizzed, "final", True)
    match = talking((0, "quiz"), (1, "reply a"), (2, "reply c"))
    refused(match, 2, "reply a")
    assert match.undoable(2) == []
    refused(match, 2, "takeback 3")
    match.play(0, "reply b")
    match.play(1, "reply a")
    assert match.state.said == ["1:a", "0:b", "1:a", "2:c", "silence"]


def test_a_sealed_answer_is_checked_at_once():
    match = talking((0, "quiz"), (1, "reply a"))
    refused(match, 2, "reply z")
    assert list(match.waiting) == [0, 1, 2]


def test_a_sealed_answer_tells_nobody_what_it_was():
    one = talking((0, "quiz"), (1, "reply a"), (2, "reply c"))
    two = talking((0, "quiz"), (1, "reply a"), (2, "reply b"))
    assert one.state == two.state
    assert one.events == two.events
    assert number(one) == number(two)
    assert one.legal(0) == two.legal(0)
    assert digest(one) != digest(two)


# Beside the stack


def test_an_offer_has_a_number_of_its_own_and_nobody_is_awaited_for_it():
    match = talking((0, "invite"))
    assert list(match.waiting) == [0]
    (offer,) = offers(match)
    assert offer != number(match)
    assert [type(prompt) for prompt in match.prompts_for(1)] == [Hushing, Invitation]


def test_an_offer_is_answered_at_once_and_renumbers_nothing():
    match = talking((0, "invite"))
    main, (offer,) = number(match), offers(match)
    refused(match, 0, f"join {offer}")
    match.play(2, f"join {offer}", prompt=offer)
    assert match.state.said == ["2 joins"]
    assert number(match) == main
    assert list(match.waiting) == [0]


def test_an_answer_to_a_withdrawn_offer_is_stale():
    match = talking((0, "invite"))
    (offer,) = offers(match)
    match.play(1, f"join {offer}")
    assert isinstance(refused(match, 2, f"join {offer}"), StalePrompt)


def test_two_offers_are_told_apart_by_number():
    match = talking((0, "invite"), (0, "invite"))
    first, second = offers(match)
    assert isinstance(refused(match, 1, f"join {first}", prompt=second), StalePrompt)
    match.play(1, f"join {second}")
    assert offers(match) == [first]


def test_an_offer_may_rest_under_a_question_and_is_open_again_afterwards():
    match = talking((0, "invite"), (0, "quiz"))
    (offer,) = offers(match)
    assert not isinstance(refused(match, 2, f"join {offer}"), StalePrompt)
    assert [type(prompt) for prompt in match.prompts_for(2)] == [Hushing]
    for seat in (1, 0, 1, 2):
        match.play(seat, "reply a")
    match.play(2, f"join {offer}")
    assert match.state.said[-1] == "2 joins"


# Standing orders


def hush(match: Match[Talk], seat: int) -> None:
    """Toggle the seat's standing order, as its page would."""
    (move,) = [
        m for p in match.prompts_for(seat) if isinstance(p, Hushing) for m in p.options(match.state, seat)
    ]
    match.play(seat, move)


def drive(match: Match[Talk]) -> list[str]:
    """Play every answer that a standing order gives, as whoever drives a match does."""
    played = []
    while match.standing:
        seat, move = match.standing
        match.play(seat, move)
        played.append(f"{seat} {move}")
    return played


def test_a_standing_order_answers_when_the_question_opens_and_is_stored_as_a_move():
    match = talking()
    hush(match, 1)
    match.play(0, "quiz")
    assert len(drive(match)) == 2
    assert list(match.waiting) == [0, 2]
    assert match.state.said == ["1:c"]
    by_hand = talking((0, "quiz"), (1, "reply c"), (1, "reply c"))
    assert match.events == by_hand.events
    assert [(e.seat, e.move, e.by) for e in match.story[-2:]] == [
        (e.seat, e.move, e.by) for e in by_hand.story[-2:]
    ]


def test_a_standing_order_can_be_withdrawn_and_stays_private():
    match = talking()
    for _ in range(2):
        hush(match, 1)
    match.play(0, "quiz")
    assert match.standing is None
    assert all(1 in prompt.seats for prompt in match.prompts_for(1) if isinstance(prompt, Hushing))
    assert sum(isinstance(prompt, Hushing) for prompt in match.prompts_for(0)) == 1
    assert match.prompts_for(None) == []


# Taking back


def test_own_moves_of_the_turn_are_taken_back_freely_newest_first():
    match = talking((0, "say one"))
    before = digest(match)
    match.play(0, "say two")
    match.play(0, "say three")
    assert match.undoable(0) == [3, 2, 1]
    assert match.undoable(1) == []
    match.play(0, "takeback 2")
    assert match.state.said == ["one"]
    assert digest(match) == before
    assert match.ply == 4
    assert match.undoable(0) == [1]


def test_a_taken_back_ply_is_never_used_again_and_chance_does_not_repeat():
    match = talking((0, "say one"), (0, "takeback 1"), (0, "roll"))
    other = talking((0, "roll"))
    assert match.ply == 3
    assert match.state.said != other.state.said


def test_a_take_back_stays_in_the_story_and_the_moves_are_struck_out():
    match = talking((0, "say one"), (0, "say two"), (0, "takeback 2"))
    assert [entry.undone for entry in match.story] == [False, False, True, False]
    assert match.events == [Said(0, "one"), TookBack(0, 2)]


def test_what_was_taken_back_leaves_the_same_position_as_if_never_played():
    match = talking((0, "say a"), (0, "invite"), (0, "say b"), (0, "takeback 2"), (0, "enough"), (1, "say c"))
    plain = talking((0, "say a"), (0, "enough"), (1, "say c"))
    assert match.state == plain.state
    assert match.turn == plain.turn
    assert match.waiting == plain.waiting
    assert not offers(match)


def test_chance_is_a_barrier():
    match = talking((0, "say one"), (0, "roll"), (0, "say two"))
    assert match.undoable(0) == [3]
    refused(match, 0, "takeback 2")
    refused(match, 0, "takeback 1")
    match.play(0, "takeback 3")


def test_another_seats_answer_is_a_barrier():
    match = talking((0, "invite"))
    match.play(1, f"join {offers(match)[0]}")
    assert match.undoable(0) == []
    refused(match, 0, "takeback 1")
    refused(match, 2, "takeback 2")
    match.play(1, "takeback 2")
    assert match.undoable(0) == [1]


def test_a_turn_passed_is_a_barrier():
    match = talking((0, "say one"), (0, "enough"))
    assert match.undoable(0) == []
    refused(match, 0, "takeback 2")
    refused(match, 0, "takeback 1")


@pytest.mark.parametrize(
    "line", ["takeback 0", "takeback -1", "takeback 2", "takeback 99", "takeback 999999999"]
)
def test_a_ply_that_is_not_there_cannot_be_taken_back(line: str):
    match = talking((0, "say one"))
    refused(match, 0, line)
    refused(match, 0, line + " 1,2")
    refused(match, 0, line + " 1,2", by="system")


def test_the_consent_of_everybody_concerned_takes_back_further():
    match = talking((0, "say one"))
    before = digest(match)
    match.play(0, "enough")
    match.play(1, "say two")
    refused(match, 0, "takeback 2", by="system")
    refused(match, 0, "takeback 2 2", by="system")
    match.play(0, "takeback 2 1", by="system")
    assert digest(match) == before


def test_going_back_past_chance_needs_everybody():
    match = talking((0, "roll"), (0, "enough"))
    refused(match, 0, "takeback 1 1", by="system")
    match.play(0, "takeback 1 1,2", by="system")
    assert match.state.said == []


def test_the_moderators_take_back_in_their_own_name_and_on_nobody_s_account():
    match = talking((0, "say one"), (0, "roll"), (0, "enough"))
    match.play(0, "takeback 2 1,2", by="staff")
    assert match.events == [Said(0, "one"), Rewound(2)]
    for ply in range(5, 5 + 2 * MOST_TAKE_BACKS, 2):
        match.play(0, "say two")
        match.play(0, f"takeback {ply}", by="staff")
    match.play(0, "say three")
    assert match.undoable(0), "none of those was this seat's own"


def test_nobody_can_claim_the_consent_of_others():
    match = talking((0, "roll"))
    refused(match, 0, "takeback 1 1,2")
    refused(match, 0, "takeback 1 0,1,2", by="clock")


def test_a_take_back_never_drops_what_the_system_did():
    match = talking((0, "say one"))
    match.play(None, Resign(2), by="system")
    match.play(0, "say two")
    assert match.undoable(0) == [3]
    refused(match, 0, "takeback 1 1,2", by="system")
    match.play(0, "takeback 3")
    assert Resigned(2) in match.events


def test_a_taken_back_sealed_answer_is_owed_again():
    match = talking((0, "quiz"), (1, "reply a"), (2, "reply b"))
    match.play(2, "takeback 3")
    assert list(match.waiting) == [0, 1, 2]


def test_a_match_with_take_backs_folds_to_the_same_position_again():
    lines = [
        (0, "say a"),
        (0, "roll"),
        (0, "say b"),
        (0, "takeback 3"),
        (0, "enough"),
        (1, "roll"),
        (1, "say b"),
    ]
    match, again = talking(*lines), talking(*lines)
    assert digest(match) == digest(again)
    assert match.events == again.events


def test_a_take_back_repeats_only_what_came_after_the_last_barrier(monkeypatch: pytest.MonkeyPatch):
    match = talking(*[(0, "roll")] * 6, (0, "say b"), (0, "say c"), (0, "say d"))
    repeated: list[int] = []
    honest = Match._repeat

    def counted(self: Match[Talk], entry: Entry) -> None:
        repeated.append(entry.ply)
        honest(self, entry)

    monkeypatch.setattr(Match, "_repeat", counted)
    match.play(0, "takeback 9")
    assert repeated == [1, 2, 3, 4, 5, 6, 7, 8]
    repeated.clear()
    match.play(0, "takeback 8")
    match.play(0, "takeback 7")
    assert repeated == [7]


@pytest.mark.parametrize("number", range(20))
def test_taking_back_from_a_checkpoint_comes_to_the_same_as_folding_everything_again(number: int):
    rng = Rng("checkpoints", number)
    match, plain = talking(), talking()
    said = ("roll", "enough", "invite", "quiz", "reply a", "report 1 moved")
    for n in range(120):
        seat = rng.choice(match.waiting)
        line = rng.choice([f"say {n}", *said, *(f"takeback {ply}" for ply in match.undoable(seat)), "back"])
        if line == "back":
            to = 1 + rng.below(match.ply + 1)
            line = " ".join(["takeback", str(to), ",".join(str(s) for s in match.order if s != seat)])
        by: By = "system" if "," in line or line.startswith("report") else "seat"
        author = None if line.startswith("report") else seat
        try:
            match.play(author, line, by=by)
        except IllegalMove:
            continue
        plain._checkpoint = None
        plain.play(author, line, by=by)
        assert digest(match) == digest(plain)
        assert match.events == plain.events
        assert [(e.turn, e.barrier, e.undone) for e in match.story] == [
            (e.turn, e.barrier, e.undone) for e in plain.story
        ]
    assert sum(isinstance(entry.move, TakeBack) for entry in match.story) > 5


# The clock, the system, the end


def test_a_default_depends_on_the_ply_and_on_no_move_that_was_played():
    match, again = talking((0, "roll")), talking((0, "say x"))
    assert match.default(0) == again.default(0)
    first = match.default(0)
    assert match.default(0) == first
    match.play(0, first, by="clock")
    assert match.default(0) != first
    assert match.undoable(0) == []


def test_the_end_drops_every_open_question_and_refuses_everything():
    match = talking((0, "invite"), (0, "win"))
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert list(match.waiting) == []
    assert match.prompts_for(0) == []
    assert match.undoable(0) == []
    for line in ("say x", "takeback 2", "takeback 1 1,2", "resign 0"):
        refused(match, 0, line)


def test_nothing_asked_after_the_end_stays_open():
    match = talking((0, "win"))
    assert match.stack == []
    assert match.offers == {}


def test_only_the_system_resigns_a_seat():
    match = talking(order=(0, 1))
    refused(match, 0, "resign 0")
    refused(match, 0, "resign 0", by="clock")
    refused(match, None, "resign 2", by="system")
    match.play(None, "resign 0", by="system")
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.reason == "resigned"
