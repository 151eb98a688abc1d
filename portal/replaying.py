"""Does a match still play to what is stored about it?"""

from __future__ import annotations

from games.core.checks import compare
from games.core.model import IllegalMove
from portal import matches
from portal.models import Table


def differences(table: Table) -> list[str]:
    """What is stored about a table otherwise than its replay comes to, a line each; empty when all agrees."""
    if table.order is None:
        return [] if table.ply == 0 else ["has moves and no order"]
    try:
        match = matches.load(table)
    except (IllegalMove, ValueError, KeyError) as wrong:
        return [f"does not replay: {wrong}"]
    head = {"digest": table.digest}
    if table.outcome:
        head["winners"] = " ".join(map(str, table.outcome["winners"])) or "-"
        head["reason"] = table.outcome["reason"]
    found = compare(match, head)
    if match.ply != table.ply:
        found.append(f"ply is {match.ply}, not {table.ply}")
    return found
