"""manage.py playout and manage.py replay."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import GAMES
from games.core import notation
from games.core.checks import digest, playout, read_record, write_record
from games.core.model import IllegalMove
from games.drakon import turn
from games.drakon.chambers import DestroyChamber
from portal.models import Move, Table

KEYS = [
    "game",
    "seats",
    "matches",
    "finished",
    "reasons",
    "wins",
    "plies",
    "microseconds_per_ply",
    "options_mean",
    "verbs",
    "prompts",
    "events",
]


@pytest.fixture
def failures(tmp_path: Path) -> Path:
    """Where failing matches are written in these tests."""
    return tmp_path / "failures"


def run(*words: str) -> tuple[int, str, str]:
    """A command's exit code and what it wrote."""
    out, err, code = StringIO(), StringIO(), 0
    try:
        call_command(*words, stdout=out, stderr=err)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, out.getvalue(), err.getvalue()


# playout


def test_playout_prints_one_line_of_json_with_exactly_its_keys(failures: Path):
    code, out, err = run(
        "playout", "drakon", "--matches", "3", "--seats", "4", "--seed", "x", "--failures", str(failures)
    )
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    said = json.loads(out)
    assert list(said) == KEYS
    assert (said["game"], said["seats"], said["matches"], said["finished"]) == ("drakon", 4, 3, 3)
    assert sum(said["reasons"].values()) == 3
    assert list(said["plies"]) == ["min", "median", "max"]
    assert said["verbs"]["place"] == said["events"]["Placed"]
    assert sum(said["prompts"].values()) == sum(said["verbs"].values())
    assert not failures.exists()


def test_playout_says_the_same_for_the_same_seed():
    one, two, other = (
        json.loads(run("playout", "drakon", "--matches", "2", "--seats", "2", "--seed", seed)[1])
        for seed in ("a", "a", "b")
    )
    for said in (one, two, other):
        del said["microseconds_per_ply"]
    assert one == two != other


def test_playout_takes_options():
    words = [
        "playout",
        "drakon",
        "--matches",
        "1",
        "--seats",
        "6",
        "--option",
        "heroes=on",
        "--option",
        "escape=on",
    ]
    code, out, _ = run(*words)
    assert code == 0
    assert json.loads(out)["finished"] == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--seats", "7"],
        ["--seats", "1"],
        ["--option", "heroes"],
        ["--option", "heroes=maybe"],
        ["--option", "volume=11"],
        ["--seed", "two\nlines"],
    ],
)
def test_playout_refuses_what_makes_no_sense(words: list[str]):
    with pytest.raises(CommandError):
        call_command("playout", "drakon", "--matches", "1", *words)


def test_a_match_stopped_by_the_cap_is_unfinished_written_down_and_an_error(failures: Path):
    words = [
        "playout",
        "drakon",
        "--matches",
        "2",
        "--seed",
        "c/d",
        "--cap",
        "9",
        "--failures",
        str(failures),
    ]
    code, out, err = run(*words)
    assert code == 1
    said = json.loads(out)
    assert (said["matches"], said["finished"], said["reasons"]) == (2, 0, {})
    assert said["plies"] == {"min": 9, "median": 9, "max": 9}
    first, second = sorted(failures.glob("*.txt"))
    assert str(first) in err
    assert str(second) in err
    assert len(read_record(first.read_text()).moves) == 9
    assert run("replay", str(first)) == (0, "1 replayed, 0 with differences\n", "")


@pytest.mark.parametrize("error", [ZeroDivisionError("oops"), IllegalMove("No.")])
def test_a_match_that_fails_is_written_down_and_the_others_go_on(
    failures: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    def broken(*args: object) -> None:
        raise error

    monkeypatch.setattr(DestroyChamber, "answer", broken)
    words = ["playout", "drakon", "--matches", "6", "--seats", "5", "--failures", str(failures)]
    code, out, err = run(*words)
    assert code == 1
    said = json.loads(out)
    assert said["matches"] == 6
    assert said["finished"] == 6 - len(list(failures.glob("*.txt")))
    assert repr(error) in err


# replay of files


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a finished match."""
    path = tmp_path / "match.txt"
    path.write_text(write_record(playout(GAMES["drakon"], "file", 2).match))
    return path


def test_a_record_that_agrees_is_replayed_in_silence(record: Path):
    assert run("replay", str(record)) == (0, "1 replayed, 0 with differences\n", "")


@pytest.mark.parametrize("key", ["digest", "winners", "reason"])
def test_a_record_that_says_something_else_is_reported(record: Path, key: str):
    lines = record.read_text().splitlines()
    spoilt = [f"{key}: other" if line.startswith(f"{key}: ") else line for line in lines]
    record.write_text("\n".join(spoilt))
    code, out, _ = run("replay", str(record))
    assert code == 1
    assert f"{record}: {key} is " in out
    assert ", not other" in out


def test_a_record_whose_moves_are_not_legal_any_more_is_reported(
    record: Path, monkeypatch: pytest.MonkeyPatch
):
    def never(*args: object) -> None:
        raise IllegalMove("Not today.")

    monkeypatch.setattr(turn, "_check_place", never)
    code, out, _ = run("replay", str(record))
    assert code == 1
    assert "does not replay: Not today." in out


def test_a_file_that_is_no_record_is_reported(tmp_path: Path):
    for name, content in {"a": b"", "b": b"\xff\xfe\0", "c": b"game: chess\n\n"}.items():
        path = tmp_path / name
        path.write_bytes(content)
        code, out, _ = run("replay", str(path))
        assert code == 1
        assert "is no record that can be replayed" in out


def test_replay_wants_one_thing_to_replay():
    for words in ([], ["x", "--running"]):
        with pytest.raises(CommandError):
            call_command("replay", *words)


# replay of tables


def stored(seed: str, plies: int) -> Table:
    """A running table with the first moves of a random match."""
    match = playout(GAMES["drakon"], seed, 3, most=plies).match
    table = Table.objects.create(
        game="drakon",
        options=match.options,
        generation=match.generation,
        seed=seed,
        size=3,
        pace=Table.Pace.LIVE,
        status=Table.Status.RUNNING,
        order=list(match.order),
        ply=match.ply,
        digest=digest(match),
    )
    for entry in match.story[1:]:
        assert entry.move is not None
        Move.objects.create(
            table=table, ply=entry.ply, seat=entry.seat, text=notation.write(entry.move), by=entry.by
        )
    return table


@pytest.mark.django_db
def test_a_table_is_replayed_by_its_token():
    table = stored("table", 12)
    assert run("replay", table.token) == (0, "1 replayed, 0 with differences\n", "")
    Table.objects.filter(pk=table.pk).update(digest="0" * 32)
    code, out, _ = run("replay", table.token)
    assert code == 1
    assert f"{table.token}: digest is " in out


@pytest.mark.django_db
def test_every_running_table_is_replayed_and_those_that_differ_are_listed():
    good, bad, broken = (stored(f"table {n}", 8) for n in range(3))
    waiting = stored("waiting", 0)
    Table.objects.filter(pk=waiting.pk).update(status=Table.Status.WAITING, order=None, digest="")
    Table.objects.filter(pk=bad.pk).update(digest="0" * 32)
    Move.objects.filter(table=broken, ply=3).update(text="place 0 0,0 0")
    code, out, _ = run("replay", "--running")
    assert code == 1
    assert good.token not in out
    assert waiting.token not in out
    assert f"{bad.token}: digest is " in out
    assert f"{broken.token}: does not replay" in out
    assert out.endswith("3 replayed, 2 with differences\n")


@pytest.mark.django_db
def test_a_token_that_nobody_has_is_said_so():
    with pytest.raises(CommandError, match="neither a file nor the token"):
        call_command("replay", "no-such-token")
