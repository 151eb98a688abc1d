"""The log's sentences for what happens in every game; a game tells the rest itself."""

from __future__ import annotations

from typing import Any

from games.core.model import Event, Game, HandedOver, Resigned, TookBack
from games.core.words import Text, Who, gettext_noop, text


def tell(game: Game[Any], event: Event) -> Text:
    """The sentence for an event, which is already redacted for its reader."""
    match event:
        case TookBack(seat):
            return text(gettext_noop("{who} took the last move back."), who=Who(seat))
        case Resigned(seat):
            return text(gettext_noop("{who} gave up."), who=Who(seat))
        case HandedOver(seat):
            return text(gettext_noop("{who}'s seat moved to another screen."), who=Who(seat))
    return game.tell(event)
