"""The acceptance scenarios of rules/natrak.md, each in exactly one test's name."""

import re
from collections import Counter
from pathlib import Path

SCENARIOS = [
    6, 7, 8, 9, 10, 11,
    12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
    30, 32, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 46,
    47, 48, 49, 50, 51, 52,
    53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64,
    65, 66, 67, 68, 69, 70, 72, 73, 75, 76, 77, 78, 79, 80, 81,
    82, 84, 85, 87, 88, 89, 90,
    91, 92, 94, 95,
    96, 97, 98, 100, 101, 102,
    103, 104, 105, 106, 107, 108, 109,
]  # fmt: skip
"""Those of tables and screens (1 to 5, 110) are the portal's."""


def test_every_acceptance_scenario_has_exactly_one_test():
    found = Counter(
        int(number)
        for path in Path(__file__).parent.glob("test_*.py")
        for number in re.findall(r"^def test_scenario_(\d{3})", path.read_text(), re.MULTILINE)
    )
    assert sorted(found) == SCENARIOS
    assert set(found.values()) == {1}
