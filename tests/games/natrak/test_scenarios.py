"""The acceptance scenarios of rules/natrak.md that the basic version has, each in exactly one test's name."""

import re
from collections import Counter
from pathlib import Path

SCENARIOS = [
    6, 7, 9, 11,
    13, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 29,
    30, 32, 35, 36, 40,
    41, 43, 44, 46,
    48, 51,
    53, 54, 58, 59, 60, 61, 62, 63,
    65, 66, 67, 68,
    103, 104, 105, 106, 107, 108, 109,
]  # fmt: skip
"""Those of tables and screens (1 to 5, 110) are the portal's; the others belong to the larger versions."""


def test_every_acceptance_scenario_has_exactly_one_test():
    found = Counter(
        int(number)
        for path in Path(__file__).parent.glob("test_*.py")
        for number in re.findall(r"^def test_scenario_(\d{3})", path.read_text(), re.MULTILINE)
    )
    assert sorted(found) == SCENARIOS
    assert set(found.values()) == {1}
