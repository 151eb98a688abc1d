"""Collecting, checking and compiling translations, on a small project of its own."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tools.extract import CannotExtract, Key, extract, from_python, from_template

PYTHON = """
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop, ngettext, pgettext, npgettext
from django.utils import translation
A = _("one")
B = gettext_lazy("two "
                 "halves")
C = ngettext("{n} coin", "{n} coins", 3)
D = pgettext("verb", "draw")
E = npgettext("card", "{n} tile", "{n} tiles", 2)
F = translation.gettext('quotes " and \\u00f1')
G = gettext_noop("marked")
H = plural(gettext_noop("{n} round"), gettext_noop("{n} rounds"), n=3)
def marker(text): return _(text)  # not a sentence
print("unmarked", len("x"))
"""
TEMPLATE = """{% extends "base.html" %}{% load i18n %}
<p title="it's {{ x }} _(not me)">{% translate "Open" %} {% trans "Don't panic: 100%" context "calm" %}</p>
{# translate "commented out" #}{% comment %}{% translate "gone too" %}{% endcomment %}
{% blocktranslate trimmed with name=seat.name %}
  {{ name }} has
  won
{% endblocktranslate %}
{% blocktranslate count n=coins %}{{ n }} coin left{% plural %}{{ n }} coins left{% endblocktranslate %}
{% include "a.html" with label=_("Label") %} {{ _("Filtered")|upper }} $(' "
"""


def test_python_is_read_exactly():
    assert list(from_python(PYTHON, "x.py")) == [
        (Key("one"), None),
        (Key("two halves"), None),
        (Key("{n} coin"), "{n} coins"),
        (Key("draw", "verb"), None),
        (Key("{n} tile", "card"), "{n} tiles"),
        (Key('quotes " and ñ'), None),
        (Key("marked"), None),
        (Key("{n} round"), "{n} rounds"),
    ]


@pytest.mark.parametrize("call", ['_(f"hello {x}")', '_("a" + x)', '_("%s" % x)'])
def test_what_can_never_be_translated_is_an_error(call: str):
    with pytest.raises(CannotExtract, match=r"page\.py:2: _\(\) needs a plain string"):
        list(from_python(f"x = 1\ny = {call}", "page.py"))


def test_templates_are_read_exactly():
    assert set(from_template(TEMPLATE, "x.html")) == {
        (Key("Open"), None),
        (Key("Don't panic: 100%%", "calm"), None),
        (Key("%(name)s has won"), None),
        (Key("%(n)s coin left"), "%(n)s coins left"),
        (Key("Label"), None),
        (Key("Filtered"), None),
    }


def test_a_broken_template_names_its_file():
    with pytest.raises(CannotExtract, match=r"broken\.html"):
        list(from_template("{% blocktranslate %}a{% plural %}{% if %}{% endblocktranslate %}", "broken.html"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one sentence in Python and one in a template."""
    for name in ("games", "portal", "templates"):
        (tmp_path / name).mkdir()
    (tmp_path / "portal" / "a.py").write_text('_("Hello {name}")\nngettext("{n} coin", "{n} coins", 2)\n')
    (tmp_path / "templates" / "a.html").write_text('{% load i18n %}{% translate "Open" %}')
    return tmp_path


def catalog(project: Path, language: str = "es") -> Path:
    return project / "locale" / language / "LC_MESSAGES" / "django.po"


def fill(project: Path, **other: str) -> None:
    """Translate everything in both languages; `other` replaces some translations by others."""
    texts = {
        "Hello {name}": "Hola {name}",
        "Open": "Abrir",
        "one": "{n} moneda",
        "many": "{n} monedas",
        **other,
    }
    for language in ("es", "pt_BR"):
        po = polib.pofile(str(catalog(project, language)))
        for entry in po:
            if entry.msgid_plural:
                entry.msgstr_plural = {0: texts["one"], 1: texts["many"]}
            else:
                entry.msgstr = texts[entry.msgid]
        po.save()


def messages(project: Path, *options: str) -> None:
    call_command("messages", *options, root=project)


def test_collecting_keeps_translations_adds_new_ones_and_drops_vanished_ones(project: Path):
    messages(project)
    with pytest.raises(CommandError, match="missing: 'Open'"):
        messages(project, "--check")
    fill(project)
    messages(project, "--check")
    before = catalog(project).read_text()
    (project / "portal" / "a.py").write_text(
        '\n\n# moved\n_("Hello {name}")\nngettext("{n} coin", "{n} coins", 2)\n'
    )
    messages(project)
    assert catalog(project).read_text() == before
    (project / "templates" / "a.html").write_text('{% load i18n %}{% translate "Close" %}')
    with pytest.raises(CommandError, match=r"(?s)obsolete: 'Open'.*missing: 'Close' \(templates/a.html\)"):
        messages(project, "--check")
    messages(project)
    po = polib.pofile(str(catalog(project)))
    assert {entry.msgid: entry.msgstr for entry in po if not entry.msgid_plural} == {
        "Hello {name}": "Hola {name}",
        "Close": "",
    }


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"Hello {name}": "Hola {nombre}"}, "placeholders differ: 'Hello {name}'"),
        ({"Hello {name}": "Hola"}, "placeholders differ"),
        ({"many": "monedas"}, "placeholders differ: '{n} coin'"),
        ({"many": ""}, "missing: '{n} coin'"),
        ({"Open": " Abrir"}, "edges differ: 'Open' became ' Abrir'"),
        ({"Open": "Abrir "}, "edges differ"),
        ({"Open": "Abrir."}, "edges differ"),
    ],
)
def test_checking_finds_what_is_wrong(project: Path, other: dict[str, str], sentence: str):
    messages(project)
    fill(project, **other)
    with pytest.raises(CommandError) as caught:
        messages(project, "--check")
    assert f"es: {sentence}" in str(caught.value)
    assert f"pt_BR: {sentence}" in str(caught.value)


def test_checking_finds_fuzzy_ones(project: Path):
    messages(project)
    fill(project)
    po = polib.pofile(str(catalog(project)))
    po[0].flags.append("fuzzy")
    po.save()
    with pytest.raises(CommandError, match="es: fuzzy"):
        messages(project, "--check")


def test_a_percent_sign_stays_doubled(project: Path):
    (project / "templates" / "a.html").write_text(
        "{% load i18n %}{% blocktranslate %}{{ n }} of 100%{% endblocktranslate %}"
    )
    messages(project)
    fill(project, **{"%(n)s of 100%%": "%(n)s de 100%%"})
    messages(project, "--check")
    fill(project, **{"%(n)s of 100%%": "%(n)s de 100%% (un 50% más)"})
    with pytest.raises(CommandError, match="es: a single %: "):
        messages(project, "--check")


def test_spanish_opens_its_questions(project: Path):
    (project / "templates" / "a.html").write_text('{% load i18n %}{% translate "Open?" %}')
    messages(project)
    fill(project, **{"Open?": "Abrir?"})
    with pytest.raises(CommandError) as caught:
        messages(project, "--check")
    assert "es: ¿ or ¡ is missing: 'Open?' became 'Abrir?'" in str(caught.value)
    assert "pt_BR: " not in str(caught.value)
    fill(project, **{"Open?": "¿Abrir?"})
    messages(project, "--check")


def test_checking_says_how_much_is_translated(project: Path):
    def said() -> str:
        out = StringIO()
        try:
            call_command("messages", "--check", root=project, stdout=out)
        except CommandError:
            return out.getvalue() + "wrong"
        return out.getvalue()

    messages(project)
    assert said() == "es: 3 sentences, 0 % translated\npt_BR: 3 sentences, 0 % translated\nwrong"
    fill(project)
    assert said() == "es: 3 sentences, 100 % translated\npt_BR: 3 sentences, 100 % translated\n"
    po = polib.pofile(str(catalog(project)))
    po[0].flags.append("fuzzy")
    po.save()
    assert said() == "es: 3 sentences, 66 % translated\npt_BR: 3 sentences, 100 % translated\nwrong"


def test_a_missing_and_a_fuzzy_entry_fail_the_command_that_make_check_calls(project: Path):
    def check() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", "messages", "--check", "--root", str(project)],
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
        )

    messages(project)
    fill(project)
    assert check().returncode == 0
    po = polib.pofile(str(catalog(project)))
    for entry in po:
        if entry.msgid == "Open":
            entry.msgstr = ""
        elif entry.msgid == "Hello {name}":
            entry.flags.append("fuzzy")
    po.save()
    answer = check()
    assert answer.returncode == 1
    assert "es: missing: 'Open' (templates/a.html)" in answer.stderr
    assert "es: fuzzy: 'Hello {name}' (portal/a.py)" in answer.stderr


def test_compiling_writes_what_django_reads(project: Path):
    messages(project)
    fill(project)
    messages(project, "--compile")
    mo = polib.mofile(str(catalog(project).with_suffix(".mo")))
    assert {entry.msgid: entry.msgstr for entry in mo if not entry.msgid_plural} == {
        "Hello {name}": "Hola {name}",
        "Open": "Abrir",
    }


def test_one_sentence_with_two_plurals_is_an_error(project: Path):
    (project / "games" / "b.py").write_text('ngettext("{n} coin", "{n} golden coins", 2)\n')
    with pytest.raises(CannotExtract, match="two plurals"):
        extract(project, ["games", "portal"])
