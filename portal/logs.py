"""How the log is written."""

import logging
import re

LONGEST = 300
"""Characters of a line of a traceback: a template's error may quote a whole page, hands and all."""

_SECRETS = re.compile(r"(?<=/)(t|w|table|watch|go|link|confirm|silence)/[\w:-]{16,}")
"""Links that open a table or a seat or stand for a person, in the paths of requests that failed."""


class Plain(logging.Formatter):
    """One line a message; tracebacks with long lines cut off, secret words of addresses left out."""

    def format(self, record: logging.LogRecord) -> str:
        return _SECRETS.sub(r"\1/…", super().format(record))

    def formatException(self, ei: object) -> str:  # the library's name
        text = super().formatException(ei)  # type: ignore[arg-type]
        return "\n".join(
            line if len(line) <= LONGEST else f"{line[:LONGEST]} …" for line in text.splitlines()
        )
