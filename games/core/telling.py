"""The log's sentences for what happens in every game; a game tells the rest itself."""

from __future__ import annotations

from typing import Any

from games.core.model import Event, Game, Reported, Resigned, Rewound, SeatNews, TookBack
from games.core.words import Text, Who, gettext_noop, text

_NEWS = {
    SeatNews.MOVED: gettext_noop("{who}'s seat moved to another screen."),
    SeatNews.TIRED: gettext_noop("{who} is on autopilot: time ran out again and again."),
    SeatNews.AWAKE: gettext_noop("{who} is back and plays again."),
    SeatNews.LEFT: gettext_noop("{who} left. The seat plays by itself until somebody takes it over."),
    SeatNews.FREED: gettext_noop("The others freed {who}'s seat for somebody new."),
    SeatNews.UNSEATED: gettext_noop("The moderators freed {who}'s seat for somebody new."),
    SeatNews.REPLACED: gettext_noop("Somebody new took the seat over: {who}."),
}


def tell(game: Game[Any], event: Event) -> Text:
    """The sentence for an event, which is already redacted for its reader."""
    match event:
        case TookBack(seat):
            return text(gettext_noop("{who} took the last move back."), who=Who(seat))
        case Rewound():
            return text(gettext_noop("The moderators took moves back."))
        case Resigned(seat):
            return text(gettext_noop("{who} gave up."), who=Who(seat))
        case Reported(seat, what):
            return text(_NEWS[what], who=Who(seat))
    return game.tell(event)
