"""What a hostile reading of the engine found: each test is one fault that is no more."""

from __future__ import annotations

import pytest

from games.core.match import MOST_TAKE_BACKS
from games.core.model import IllegalMove
from tests.core.toys import talking


def test_taking_back_has_an_end():
    """Ten thousand times there and back took a web process half a minute, at every look at the match's history."""
    match = talking()
    match.play(0, "say one")
    for _ in range(MOST_TAKE_BACKS):
        match.play(0, f"takeback {match.ply}")
        match.play(0, "say one")
    assert match.undoable(0) == []
    with pytest.raises(IllegalMove, match="taken back"):
        match.play(0, f"takeback {match.ply}")
    match.play(0, "enough")
    match.play(1, "say two")
    assert match.undoable(1) == [match.ply]
