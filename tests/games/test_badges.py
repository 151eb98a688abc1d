"""What stands beside a player's name: whoever can't see it hears every number, and hears it once."""

from __future__ import annotations

import re

import pytest

from games import GAMES
from games.core.choosing import Choices
from games.core.model import Pen, Sitter
from games.core.words import Text
from tests.games.playing import some

SIGN = re.compile(r'<b aria-hidden="true">(.*?)</b><span class="visually-hidden">(.*?)</span>')
COLOURS = ("orange", "sky", "green", "yellow", "blue", "vermilion")


def say(said: Text) -> str:
    """English; who somebody is does not matter here."""
    known = {key: say(value) if isinstance(value, Text) else value for key, value in said.params.items()}
    one = said.plural is None or known["n"] == 1
    return (said.msgid if one else str(said.plural)).format(**known)


@pytest.mark.parametrize("slug", GAMES)
def test_every_number_beside_a_name_is_in_the_words_that_are_read_out(slug: str):
    found = 0
    for play in some(slug, 40):
        match = play.match
        portraits = list(match.game.portraits(match.options)) or [""]
        sitters = [
            Sitter(f"player {seat}", colour, portraits[seat % len(portraits)])
            for seat, colour in enumerate(COLOURS)
        ]
        pen = Pen(say, lambda pick: "", sitters)
        for badge in match.game.draw(match.view(None), Choices(), "", pen).badges.values():
            for shown, heard in SIGN.findall(badge):
                for number in re.findall(r"\d+", shown):
                    assert number in re.findall(r"\d+", heard), f"{shown!r} is read as {heard!r}"
                    found += 1
    assert found
