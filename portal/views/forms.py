"""What people fill in. The services check again; a form says it beside the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import GAMES
from games.core.model import Option
from portal import clock, say
from portal.models import Seat, Table

HOUR = clock.HOUR


def duration(seconds: int | None) -> str:
    """A clock in words."""
    if seconds is None:
        return _("no clock")
    if seconds < HOUR:
        return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    if seconds < 24 * HOUR:
        hours = seconds // HOUR
        return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
    days = seconds // (24 * HOUR)
    return ngettext("{n} day", "{n} days", days).format(n=days)


class ChoiceOrNumber(forms.RadioSelect):
    """The ready-made choices, and a field beside them for another number: what stands in it counts."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        typed = str(data.get(f"{name}_number", "")).strip()
        return typed or super().value_from_datadict(data, files, name)


class OptionField(forms.ChoiceField):
    """One of a game's options: a choice, and where the game takes more, any whole number of a range.

    A default that follows another option is a choice too, the empty one: without a script nobody knows which it is.
    """

    def __init__(self, option: Option) -> None:
        choices = [(choice, say.plain(option.labels[choice])) for choice in option.choices]
        if option.by:
            usual = " / ".join(say.plain(option.labels[c]) for c in dict.fromkeys(option.defaults.values()))
            choices.insert(0, ("", _("as usual: {choices}").format(choices=usual)))
        super().__init__(
            choices=choices,
            initial="" if option.by else option.default,
            required=False,
            label=say.plain(option.title),
            help_text=say.plain(option.help),
            widget=forms.RadioSelect if option.whole is None else ChoiceOrNumber,
        )
        self.option = option

    def followed(self) -> list[tuple[str, str]]:
        """Which values of the other option each default belongs to, with a space between."""
        defaults = self.option.defaults
        return [
            (choice, " ".join(value for value, other in defaults.items() if other == choice))
            for choice in dict.fromkeys(defaults.values())
        ]

    def validate(self, value: str) -> None:
        """A number that isn't allowed gets the range said; a choice, the form's usual sentence."""
        whole = self.option.whole
        if whole is None:
            super().validate(value)
        elif value and not self.option.allows(value):
            raise ValidationError(
                _("Choose a whole number from {first} to {last}.").format(first=whole[0], last=whole[-1])
            )


class NewTableForm(forms.Form):
    """A new table of one game; every answer has a good default."""

    size = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect)
    pace = forms.ChoiceField(choices=Table.Pace.choices, widget=forms.RadioSelect, initial=Table.Pace.LIVE)
    clock_live = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    clock_correspondence = forms.TypedChoiceField(coerce=int, required=False)
    public = forms.BooleanField(required=False)
    chat = forms.BooleanField(required=False, initial=True)
    pass_and_play = forms.BooleanField(required=False)

    def __init__(self, slug: str, data: Any = None) -> None:
        super().__init__(data)
        self.game = GAMES[slug]
        size, live, slow = (self.fields[name] for name in ("size", "clock_live", "clock_correspondence"))
        assert isinstance(size, forms.ChoiceField)
        assert isinstance(live, forms.ChoiceField)
        assert isinstance(slow, forms.ChoiceField)
        size.choices = [(n, str(n)) for n in self.game.seats]
        size.initial = self.game.seats[0]
        live.choices = [(seconds or "", duration(seconds)) for seconds in clock.LIVE]
        slow.choices = [(seconds, duration(seconds)) for seconds in clock.CORRESPONDENCE]
        slow.initial = clock.DEFAULTS[Table.Pace.CORRESPONDENCE]
        for option in self.game.options:
            if len(option.choices) > 1 or option.whole:
                self.fields[f"option_{option.name}"] = OptionField(option)

    @property
    def options(self) -> dict[str, str]:
        """The chosen options; what was left out takes its default."""
        chosen = {option.name: self.cleaned_data.get(f"option_{option.name}") for option in self.game.options}
        return {name: value for name, value in chosen.items() if value}

    @property
    def clock_seconds(self) -> int | None:
        """The clock that belongs to the chosen pace."""
        if self.cleaned_data["pace"] == Table.Pace.LIVE:
            seconds: int | None = self.cleaned_data["clock_live"]
            return seconds
        return self.cleaned_data["clock_correspondence"] or clock.DEFAULTS[Table.Pace.CORRESPONDENCE]


class SitForm(forms.Form):
    """Name, colour and portrait for a seat."""

    name = forms.CharField(max_length=200, strip=True)
    colour = forms.ChoiceField(choices=[(name, label) for name, (_emblem, label) in Seat.COLOURS.items()])
    portrait = forms.CharField(max_length=20, required=False)
    email = forms.EmailField(max_length=254, required=False)


class ReturnForm(forms.Form):
    """The name of one's seat, at a public table its code; `bring_here` moves the game from another screen."""

    name = forms.CharField(max_length=200, strip=True)
    code = forms.CharField(max_length=20, required=False)
    bring_here = forms.BooleanField(required=False)
