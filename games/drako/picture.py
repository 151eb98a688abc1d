"""Draws a view."""

from __future__ import annotations

from games.core.choosing import Choices
from games.core.model import Pen, Picture
from games.drako.view import View


def draw(view: View, choices: Choices, picked: str, pen: Pen) -> Picture:
    raise NotImplementedError
