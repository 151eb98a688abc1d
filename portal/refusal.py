"""A refusal: one sentence for the reader. Nothing has changed."""

from typing import Self

from games.core.words import Text, Who, gettext_noop


class Refused(Exception):
    """What was asked is not possible; `text` says why, or what to do instead. `status` is the HTTP answer."""

    status = 409
    field: str | None = None

    def __init__(self, msgid: str, /, **params: int | str | Who | Text) -> None:
        super().__init__(msgid)
        self.text = Text(msgid, params)

    def at(self, field: str) -> Self:
        """The same, said beside a field of a form."""
        self.field = field
        return self


class Forbidden(Refused):
    """This browser may not do that at this table."""

    status = 403


class NoSeat(Forbidden):
    """Only who sits at the table may do that."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("You don't hold a seat at this table on this device: take yours back by name.")
        )


class Incomplete(Refused):
    """A form came without what every page of ours sends with it."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("The page was incomplete: load it again."))
