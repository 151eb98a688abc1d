"""How the log is written."""

import logging

LONGEST = 300
"""Characters of a line of a traceback: a template's error may quote a whole page, hands and all."""


class Plain(logging.Formatter):
    """One line a message; tracebacks with long lines cut off."""

    def formatException(self, ei: object) -> str:  # the library's name
        text = super().formatException(ei)  # type: ignore[arg-type]
        return "\n".join(
            line if len(line) <= LONGEST else f"{line[:LONGEST]} …" for line in text.splitlines()
        )
