"""The length of a caravan route (rules/natrak.md, 9.1)."""

from __future__ import annotations

from collections.abc import Iterable

Node = int
"""A place where pieces join. Where a rival cuts a net, every piece that arrives has a place of its own."""


def longest_trail(pieces: Iterable[tuple[Node, Node]]) -> int:
    """The most pieces one can pass without passing one twice; places may be passed again.

    A longest trail begins where an odd number of pieces meet, unless every place of its net has an even number: else
    one could add a piece at its beginning.
    """
    ways: dict[Node, list[tuple[int, Node]]] = {}
    for number, (one, other) in enumerate(pieces):
        ways.setdefault(one, []).append((1 << number, other))
        ways.setdefault(other, []).append((1 << number, one))
    starts = [node for node, leads in ways.items() if len(leads) % 2]
    starts += _even_starts(ways, set(starts))

    def beyond(node: Node, passed: int) -> int:
        best = 0
        for bit, to in ways[node]:
            if not passed & bit:
                best = max(best, 1 + beyond(to, passed | bit))
        return best

    return max((beyond(node, 0) for node in starts), default=0)


def _even_starts(ways: dict[Node, list[tuple[int, Node]]], odd: set[Node]) -> list[Node]:
    """Every place of a net that has no odd one."""
    seen: set[Node] = set()
    found: list[Node] = []
    for node in ways:
        net, open_ = [], [node]
        while open_:
            here = open_.pop()
            if here not in seen:
                seen.add(here)
                net.append(here)
                open_ += [to for _, to in ways[here]]
        if not odd.intersection(net):
            found += net
    return found
