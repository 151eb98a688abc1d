"""A refusal: one sentence for the reader. Nothing has changed."""

from typing import Self

from games.core.words import Text, Who


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
