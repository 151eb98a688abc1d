"""What every game promises the portal, tried on every game there is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES
from games.core import notation
from games.core.checks import Playout, canonical, digest, playout, read_record, replay, write_record
from games.core.choosing import Choices
from games.core.match import Match
from games.core.model import CORE_MOVES, IllegalMove, NotPossibleNow, Resign, Seat, TakeBack
from games.core.rng import Rng
from games.core.words import Text
from tests.games.playing import (
    ENDLESS_DEFAULTS,
    HIDES,
    SLUGS,
    AnyMatch,
    any_move,
    copied,
    directed,
    events_of,
    plays,
    prompts_of,
    some,
    variants,
    with_state,
)
from tests.games.twins import redealt

pytestmark = pytest.mark.parametrize("slug", SLUGS)

FEW = settings(max_examples=8, derandomize=True, deadline=None, database=None)
SEED = st.integers(0, 10**6)

ROOT = Path(__file__).parents[2]
ROUNDS = 200
"""Of turns that defaults are played for, at most."""


def begin(slug: str, number: int) -> tuple[AnyMatch, Rng]:
    """A match whose seats, options and seed follow from a number, and chance to play it with."""
    game, rng = GAMES[slug], Rng("begin", number)
    order = list(range(rng.choice(game.seats)))
    rng.shuffle(order)
    return Match(game, f"seed {number}", order, rng.choice(list(variants(slug)))), rng


def same(one: AnyMatch, other: AnyMatch) -> bool:
    """Whether two matches came to the same position by the same events."""
    return (digest(one), one.events, one.outcome, one.ply) == (
        digest(other),
        other.events,
        other.outcome,
        other.ply,
    )


# Replay


def test_playouts_end_for_every_number_of_seats_and_every_option(slug: str):
    ended = {
        (len(play.match.order), tuple(play.match.options.items())): play.match.outcome for play in plays(slug)
    }
    offered = {(seats, tuple(options.items())) for options in variants(slug) for seats in GAMES[slug].seats}
    assert offered <= set(ended)
    for outcome in ended.values():
        assert outcome is not None
        assert outcome.reason in GAMES[slug].reasons


def test_a_record_replays_to_the_same_position_events_and_outcome(slug: str):
    for play in plays(slug):
        again = replay(read_record(write_record(play.match)), GAMES)
        assert same(play.match, again)
        assert [canonical(e) for e in again.events] == [canonical(e) for e in play.match.events]


def test_one_seed_makes_equal_matches_and_another_seed_does_not(slug: str):
    game, seats = GAMES[slug], GAMES[slug].seats[-1]
    assert same(playout(game, "one", seats).match, playout(game, "one", seats).match)
    assert not same(playout(game, "one", seats).match, playout(game, "two", seats).match)


PROCESS = """
import sys
from games import GAMES
from games.core.checks import canonical, digest, playout, write_record
game = GAMES[sys.argv[1]]
for seats in game.seats:
    match = playout(game, "process", seats).match
    print(digest(match), write_record(match), list(map(canonical, match.events)))
    print([canonical(game.view(match.state, seat)) for seat in (None, *match.order)])
"""


def test_processes_with_different_hash_seeds_play_alike(slug: str):
    said = {
        subprocess.run(
            [sys.executable, "-c", PROCESS, slug],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "4711")
    }
    assert len(said) == 1
    assert len(said.pop()) > 1000


# Moves


def test_every_option_passes_check_survives_notation_and_can_be_chosen_word_by_word(slug: str):
    kinds = (*CORE_MOVES, *GAMES[slug].moves)

    def look(match: AnyMatch) -> None:
        for seat in match.order:
            for prompt in match.prompts_for(seat):
                options = list(prompt.options(match.state, seat))
                assert len(set(options)) == len(options)
                for move in options:
                    with suppress(NotPossibleNow):
                        prompt.check(match.state, seat, move)
                    assert notation.read(notation.write(move), kinds) == move
                choices = Choices(options)
                assert {choices.move(notation.write(move)) for move in options} == set(options)
                assert all(notation.write(move) in choices for move in options)

    for play in some(slug, 8):
        watched(play, look, nth=4)


MOST_LOOKS = 40
"""Positions of one playout that are looked at closely: more would take long and show nothing new."""


def seldom(play: Playout, nth: int, most: int) -> int:
    """How many plies to go on between looks: `nth`, or more where the playout is long."""
    return max(nth, -(-play.match.ply // most))


def watched(play: Playout, look: Callable[[AnyMatch], None], nth: int) -> None:
    """Play a playout again and look at each nth position before the end, or more seldom where it is long."""
    match, step = play.match, seldom(play, nth, MOST_LOOKS)

    def watch(match: AnyMatch) -> None:
        if match.ply % step == 0 and match.outcome is None:
            look(match)

    playout(match.game, match.seed, len(match.order), match.options, watch=watch)


def test_defaults_and_samples_are_legal_and_looking_changes_nothing(slug: str):
    def look(match: AnyMatch) -> None:
        before = digest(match)
        for seat in match.waiting:
            prompt = match.stack[-1]
            prompt.check(match.state, seat, match.default(seat))
            assert match.default(seat) == match.default(seat)
            for n in range(2):
                prompt.check(match.state, seat, prompt.sample(match.state, seat, Rng("sample", n)))
            list(prompt.options(match.state, seat))
        for reader in (None, *match.order):
            match.view(reader)
            redealt(match, reader, Rng("look", match.ply))
        assert digest(match) == before

    for play in some(slug, 8):
        watched(play, look, nth=2)


def test_somebody_is_always_awaited_until_the_outcome_and_nobody_afterwards(slug: str):
    def look(match: AnyMatch) -> None:
        assert bool(match.waiting) == (match.outcome is None)
        assert set(match.waiting) <= set(match.order)
        assert match.outcome is None or not (match.stack or match.offers)

    for play in some(slug, 8):
        match = play.match
        playout(GAMES[slug], match.seed, len(match.order), match.options, watch=look)
        assert match.waiting == ()


def test_a_match_of_defaults_ends(slug: str):
    """Or, where a player who does nothing wins nothing, it goes round and round the seats."""
    for seats in GAMES[slug].seats:
        match = Match(GAMES[slug], "defaults", range(seats))
        turns: list[Seat | None] = []
        while match.outcome is None and len(turns) < ROUNDS * seats:
            seat = match.waiting[0]
            match.play(seat, match.default(seat), by="clock")
            turns += [match.turn.seat] if match.turn.number > len(turns) else []
            assert match.ply < 5000
        if slug in ENDLESS_DEFAULTS:
            assert turns[-2 * seats :] == list(match.order) * 2
        else:
            assert match.outcome is not None
        again = Match(GAMES[slug], "defaults", range(seats))
        for entry in match.story[1:]:
            assert entry.move is not None
            again.play(entry.seat, entry.move, by=entry.by)
        assert same(match, again)


@FEW
@given(SEED, st.text(max_size=30), st.integers(-1, 9), st.integers(-(10**9), 10**9))
def test_no_text_breaks_a_match_and_a_refusal_changes_nothing(
    slug: str, number: int, text: str, seat: int, n: int
):
    match, rng = begin(slug, number)
    for _ in range(rng.below(40)):
        match.play(*any_move(match, rng)) if match.outcome is None else None
    words = ["", "0", "-1", str(n), "-", "0,0", f"{n},{n}", "1,2,3", text, "x,y"]
    before, trial = digest(match), copied(match)
    for verb in [kind.verb for kind in (*CORE_MOVES, *GAMES[slug].moves)] + [text]:
        for _ in range(12):
            line = " ".join([verb, *(rng.choice(words) for _ in range(rng.below(4)))])
            for who in {seat, *match.waiting}:
                try:
                    trial.play(who, line)
                    trial = copied(match)
                except IllegalMove:
                    assert (digest(trial), trial.ply) == (before, match.ply)


def test_every_verb_prompt_and_event_occurs(slug: str):
    verbs: Counter[str] = Counter()
    prompts: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for play in plays(slug):
        prompts += play.prompts
    for match in [*(play.match for play in plays(slug)), *directed(slug)]:
        verbs.update(entry.move.verb for entry in match.story[1:] if entry.move is not None)
        events.update(type(event).__name__ for event in match.events)
    assert {kind.verb for kind in GAMES[slug].moves} == set(verbs)
    assert prompts_of(slug) == set(prompts)
    assert events_of(slug) == set(events)


def test_every_event_question_and_reason_has_words(slug: str):
    game = GAMES[slug]

    def look(match: AnyMatch) -> None:
        for seat in match.waiting:
            assert isinstance(game.ask(match.stack[-1], seat), Text)
            assert isinstance(game.awaits(match.stack[-1], seat), Text)

    for match in [*(play.match for play in plays(slug)), *directed(slug)]:
        for event in match.events:
            for reader in (None, *match.order):
                seen = event.seen_by(reader)
                assert seen is None or isinstance(game.tell(seen), Text)
    for play in some(slug, 8):
        playout(game, play.match.seed, len(play.match.order), play.match.options, watch=look)


def test_a_resignation_at_two_seats_ends_the_match_and_replays(slug: str):
    game = GAMES[slug]
    for seats in game.seats:
        match = Match(game, "resign", range(seats))
        match.play(*any_move(match, Rng("r", 0)))
        match.play(None, Resign(1), by="system")
        assert (match.outcome is not None) == (seats == 2)
        assert match.outcome is None or match.outcome.winners == (0,)
        assert same(match, replay(read_record(write_record(match)), GAMES))


# Take-back


@FEW
@given(SEED)
def test_a_take_back_restores_the_position_exactly(slug: str, number: int):
    match, rng = begin(slug, number)
    before: dict[int, tuple[str, list[object]]] = {}
    taken = 0
    while match.outcome is None and match.ply < 200:
        before[match.ply + 1] = digest(match), [match.view(reader) for reader in (None, *match.order)]
        seat, move = any_move(match, rng)
        match.play(seat, move)
        if match.undoable(seat) and rng.below(2):
            to = rng.choice(match.undoable(seat))
            match.play(seat, TakeBack(to))
            taken += 1
            assert (digest(match), [match.view(r) for r in (None, *match.order)]) == before[to]
    assert same(match, replay(read_record(write_record(match)), GAMES))


@FEW
@given(SEED)
def test_the_staff_take_a_match_back_to_any_ply_and_it_goes_on_again(slug: str, number: int):
    match, rng = begin(slug, number)
    before = {}
    for _ in range(30):
        if match.outcome is None:
            before[match.ply + 1] = digest(match)
            match.play(*any_move(match, rng))
    if match.outcome is None:
        to = 1 + rng.below(match.ply)
        match.play(0, TakeBack(to, tuple(sorted(match.order))[1:]), by="staff")
        assert digest(match) == before[to]
        for _ in range(10):
            if match.outcome is None:
                match.play(*any_move(match, rng))
    assert same(match, replay(read_record(write_record(match)), GAMES))


# Secrets: a twin has everything shuffled that the reader can't know, and the reader must not notice


def seen(match: AnyMatch, state: Any, reader: int | None) -> object:
    """All that the position says to a reader: the view, and what it is asked with choices and default."""
    asked = [] if reader is None else match.prompts_for(reader)
    return (
        match.game.view(state, reader),
        [
            (
                type(prompt).__name__,
                prompt.number,
                list(prompt.options(state, reader)),
                prompt.default(state, reader, Rng("twin", 0)) if prompt in match.stack else None,
                prompt.standing(state, reader),
            )
            for prompt in asked
            if reader is not None
        ],
    )


def assert_twins_look_alike(match: AnyMatch, reader: int | None, rng: Rng) -> bool:
    """Compare a position with its twin for a reader; whether the twin was another position at all."""
    twin = redealt(match, reader, rng)
    assert seen(match, twin, reader) == seen(match, match.state, reader)
    differs = canonical(twin) != canonical(match.state)
    surfaced = with_state(match, twin)
    surfaced._go_on()
    assert surfaced.waiting == match.waiting, "whether a question is asked tells a secret"
    assert [prompt.number for prompt in surfaced.stack] == [prompt.number for prompt in match.stack]
    return differs


def positions(slug: str, nth: int = 5) -> Iterator[AnyMatch]:
    """Copies of positions from some playouts, set-up ones among them, to be played on."""
    for play in some(slug, 7):
        match = Match(play.match.game, play.match.seed, play.match.order, play.match.options)
        step = seldom(play, nth, MOST_LOOKS // nth)
        for entry in play.match.story[1:]:
            if match.ply % step == 0:
                yield copied(match)
            assert entry.move is not None
            match.play(entry.seat, entry.move, by=entry.by)


def test_no_reader_can_tell_a_position_from_its_twin(slug: str):
    rng, changed, hidden = Rng("twins", 0), 0, 0
    for match in positions(slug):
        for reader in (None, *match.order):
            differs = assert_twins_look_alike(match, reader, rng)
            if HIDES[slug](match.state, reader):
                hidden += 1
                changed += differs
    assert hidden > 100
    assert changed > 0.95 * hidden, "the redeal shuffles too little to prove anything"


def test_what_was_taken_back_leaves_no_trace_in_any_view(slug: str):
    rng, compared = Rng("taken back", 0), 0
    for match in positions(slug, nth=2):
        before = {reader: seen(match, match.state, reader) for reader in (None, *match.order)}
        seat, move = any_move(match, rng)
        match.play(seat, move)
        if match.ply not in match.undoable(seat):
            continue
        compared += 1
        match.play(seat, TakeBack(match.ply))
        for reader in (None, *match.order):
            assert seen(match, match.state, reader) == before[reader]
            assert_twins_look_alike(match, reader, rng)
    assert compared > 2


def compare_news(slug: str) -> int:
    """Play the same move in a position and its twin: a spectator must be told the same. How often it was compared."""
    rng, compared = Rng("news", 0), 0
    for match in positions(slug, nth=2):
        seat, move = any_move(match, rng)
        twin = with_state(match, redealt(match, seat, rng))
        alike = [reader for reader in match.order if match.view(reader) == twin.view(reader)]
        match.play(seat, move)
        try:
            twin.play(seat, move)
        except IllegalMove:
            pytest.fail("what a seat may do tells it a secret")
        ours, theirs = match.story[-1].events, twin.story[-1].events
        if match.view(None) != twin.view(None):
            continue  # something hidden was revealed to everybody, by the rules
        compared += 1
        assert [event.seen_by(None) for event in ours] == [event.seen_by(None) for event in theirs]
        for reader in alike:
            if match.view(reader) == twin.view(reader):
                assert [e.seen_by(reader) for e in ours] == [e.seen_by(reader) for e in theirs]
    return compared


def test_no_event_tells_a_spectator_what_only_players_know(slug: str):
    assert compare_news(slug) > 100


# Positive controls: were there a leak, the twins would show it


def try_twins(match: AnyMatch, reader: int | None) -> None:
    """Compare a position with some twins: one of them may happen to look alike."""
    for n in range(20):
        assert_twins_look_alike(match, reader, Rng("leak", n))


def test_a_leaky_view_is_noticed(slug: str, monkeypatch: pytest.MonkeyPatch):
    game = GAMES[slug]
    honest = game.view
    monkeypatch.setattr(game, "view", lambda state, seat: (honest(state, seat), canonical(state)))
    hiding = [match for match in positions(slug, nth=9) if HIDES[slug](match.state, None)]
    assert len(hiding) > 10
    for match in hiding:
        with pytest.raises(AssertionError):
            try_twins(match, None)


def test_a_prompt_whose_options_tell_a_secret_is_noticed(slug: str, monkeypatch: pytest.MonkeyPatch):
    match = next(positions(slug))
    (seat, *_) = match.waiting
    prompt = match.stack[-1]
    honest = prompt.options
    monkeypatch.setattr(
        prompt,
        "options",
        lambda state, who: [*honest(state, who)][Rng(canonical(state), 0).below(9) :],
    )
    with pytest.raises(AssertionError):
        try_twins(match, seat)


def test_an_event_that_tells_everything_is_noticed(slug: str, monkeypatch: pytest.MonkeyPatch):
    redacted = {
        type(event)
        for play in plays(slug)
        for event in play.match.events
        if any(event.seen_by(reader) != event for reader in (None, *play.match.order))
    }
    assert redacted
    for kind in redacted:
        monkeypatch.setattr(kind, "seen_by", lambda self, seat: self)
    with pytest.raises(AssertionError):
        compare_news(slug)


def test_a_seat_does_see_its_own_secrets(slug: str):
    """Redealt for a spectator, most positions look otherwise to the seats in them."""
    rng, differs, all_ = Rng("own", 0), 0, 0
    for match in positions(slug):
        twin = redealt(match, None, rng)
        for seat in match.order:
            if match.view(seat) != match.view(None) and HIDES[slug](match.state, None):
                all_ += 1
                differs += match.game.view(twin, seat) != match.view(seat)
    assert all_ > 20
    assert differs > 0.5 * all_
