"""What Lighthouse reports, as the bench reads it."""

from typing import Any

from tools.lighthouse import read


def report(**scores: float) -> dict[str, Any]:
    """A report with one audit of weight a category, as good as the category, and one that counts for nothing."""
    audits = {name: {"id": name, "score": score, "displayValue": "2 s"} for name, score in scores.items()}
    return {
        "environment": {"benchmarkIndex": 1234.5},
        "audits": {**audits, "hint": {"id": "hint", "score": 0}},
        "categories": {
            name.replace("_", "-"): {
                "score": score,
                "auditRefs": [{"id": name, "weight": 3}, {"id": "hint", "weight": 0}],
            }
            for name, score in scores.items()
        },
    }


def test_a_page_that_reaches_everything_is_short_of_nothing() -> None:
    verdict = read(report(performance=0.9, accessibility=1, best_practices=0.95, seo=0.2))
    assert verdict.short_of() == []
    assert str(verdict) == "performance 90, accessibility 100, best-practices 95, seo 20; machine 1234"


def test_what_falls_short_is_named_with_its_faults_that_count() -> None:
    verdict = read(report(performance=0.89, accessibility=0.99, best_practices=0.94, seo=1))
    assert verdict.short_of() == [
        "performance 89, not 90: performance 2 s",
        "accessibility 99, not 100: ",
        "best-practices 94, not 95: ",
    ]
