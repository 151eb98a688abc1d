"""The acceptance scenarios of rules/drako.md, each in exactly one test's name."""

import re
from collections import Counter
from pathlib import Path

SCENARIOS = [*range(1, 25)]
"""All of them."""


def test_every_acceptance_scenario_has_exactly_one_test():
    found = Counter(
        int(number)
        for path in Path(__file__).parent.glob("test_*.py")
        for number in re.findall(r"^def test_scenario_(\d\d)", path.read_text(), re.MULTILINE)
    )
    assert sorted(found) == SCENARIOS
    assert set(found.values()) == {1}
