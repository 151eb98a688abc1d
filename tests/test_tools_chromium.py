"""Finding a Chromium: never a silent skip where nobody watches."""

import sys

import pytest

from tools import chromium


def test_the_chosen_one_wins(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CHROMIUM", sys.executable)
    assert chromium.find() == sys.executable
    assert chromium.main() == 0


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
def test_without_one_ci_fails_and_a_developer_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, code: int
):
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    monkeypatch.setenv("CI", ci)
    assert chromium.find() is None
    assert chromium.main() == code
    assert "apt-get install chromium" in capsys.readouterr().err
