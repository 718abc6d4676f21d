"""Pages hold no sentence that nobody could translate: in the code, and in pages as they are opened.

The pages are opened in a language in which each translation stands in brackets: what a person wrote is outside of them,
and so would be a sentence that was forgotten.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
import lxml.html
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.apps import apps
from django.db.models import CharField, TextField
from django.test import override_settings

from assessment.people.models import Account
from assize.catalogs import read_catalog
from assize.languages import FOLDER
from scoring.evaluations import TRACKS
from scoring.evaluations.loader.sentences import sentences
from scoring.measures import MEASURES
from scoring.rules import PLAIN
from tests.assize.security.house import House, build
from tests.browser.everywhere import Stop, stops
from tests.languages import all_languages
from tests.unmarked import AS_IT_IS, NAMES, SHOWN, WORDS, unmarked
from tests.unmarked_scripts import in_script
from tests.unmarked_scripts import unmarked as unmarked_in_script

__all__ = ["all_languages"]

ROOT = Path(__file__).resolve().parents[2]
COLLECTIONS = [path for folder in ("collections", "demo") for path in (ROOT / folder).iterdir()]
DECLARATIONS = ROOT / "scoring" / "evaluations"
ROOMS = ("assessment", "documents", "scoring")
# Commands, the API's own description, and files read by programs speak English.
ENGLISH = {"management", "migrations", "api"}
BRACKETS = "⟦{}⟧"


def code() -> Iterator[Path]:
    """All templates, and all Python that pages may show sentences of."""
    yield from sorted((ROOT / "templates").rglob("*.html"))
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if not ENGLISH & set(path.parts):
                yield path


def test_every_sentence_in_the_code_is_marked() -> None:
    found = [line for path in code() for line in unmarked(path.relative_to(ROOT)) if not stays_english(path)]
    assert not found, f"{len(found)} unmarked:\n" + "\n".join(found)


def test_every_marked_sentence_is_in_the_catalogs() -> None:
    """What collects them does not look into the braces of an f-string."""
    known = {
        message.id[0] if message.pluralizable else message.id
        for message in read_catalog(FOLDER / "de" / "LC_MESSAGES" / "django.po")
    }
    marked = [(path.relative_to(ROOT), *one) for path in code() if path.suffix == ".py" for one in said(path)]
    assert len(marked) > 3000
    declared = [(DECLARATIONS.relative_to(ROOT), 0, text) for text in sentences(DECLARATIONS)]
    assert len(declared) > 40
    marked += declared
    lost = [f"{path}:{line}: {text}" for path, line, text in marked if text not in known]
    assert not lost, "say it on a line of its own:\n" + "\n".join(lost)


def said(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of each sentence that the code marks."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"say", "say_n", "sentence"}:
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.lineno, first.value


SEVERAL = re.compile(
    r"(?<!of )(?:\{n\}|%\((?:n|count)\)s) (?:were|are|have|wait|items|questions|answers|runs|documents|ids|judgments"
    r"|decisions|votes|links|people|assessors|characters)\b"
)
NEVER_ONE = (
    "Runs are compared question by question",
)  # where there is one question there is nothing to compare


def test_what_is_said_of_one_speaks_of_one() -> None:
    """“1 items are open” sounds like a machine."""
    files = (FOLDER / "de" / "LC_MESSAGES" / f"{name}.po" for name in ("django", "djangojs"))
    of_one = [one.id[0] for file in files for one in read_catalog(file) if one.pluralizable]
    assert len(of_one) > 400
    assert [one for one in of_one if SEVERAL.search(one) and not one.startswith(NEVER_ONE)] == []


def test_heads_of_columns_and_rows_begin_as_sentences_do() -> None:
    """All alike, as the titles of pages and sections; signs of the field (p) stay as they are."""
    head = re.compile(r"<(?:th|h[1-6])\b[^>]*>\s*\{% translate [\"']([a-z][^\"']{3,})[\"']")
    found = [
        one for path in code() if path.suffix == ".html" for one in head.findall(path.read_text("utf-8"))
    ]
    assert [one for one in found if one.partition(",")[0] != "p" and not one.startswith("trec_eval")] == []


def test_every_sentence_in_scripts_is_marked() -> None:
    scripts = sorted((ROOT / "static").rglob("*.js"))
    assert len(scripts) > 90
    found = [line for path in scripts for line in unmarked_in_script(path.relative_to(ROOT))]
    assert not found, f"{len(found)} unmarked:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('line.textContent = "Saved";', ["Saved"]),
        ('button.title = isOpen ? gettext("Close") : "open";', ["open"]),
        ('line.setAttribute("aria-label", `${n} items`);', ["… items"]),
        ('Object.assign(line, { className: "big", textContent: "undo" });', ["undo"]),
        ('list.append("nothing", one);', ["nothing"]),
        ("announce(names.join(' and '));", ["and"]),
        ('line.textContent = `${gettext("Saved")} (${isNew ? "new" : ""})`;', ["new"]),
        ('gettext("Undo: {change}", { change: "notes" });', ["notes"]),
        ('const WHY = { larger: "this box is larger than needed" };', ["this box is larger than needed"]),
        ('say(gettext("Saved")); // "Not this."', []),
        ('if (line.textContent === "open") line.dataset.state = /"a b"/.test(text) ? "shut" : "";', []),
        ('document.querySelector("form button").textContent = NAMES["yes"] ?? gettext("Yes");', []),
        ('throw new Error("no such key");', []),
    ],
)
def test_a_planted_sentence_in_a_script_would_be_seen(script: str, found: list[str]) -> None:
    assert [text for _, text in in_script(script)] == found


def stays_english(path: Path) -> bool:
    """Whether a file of code speaks to programs, or makes files."""
    return path.relative_to(ROOT).as_posix().startswith(tuple(STAYS_ENGLISH))


STAYS_ENGLISH = {
    "templates/documents/": "pages of documents are the same for every reader",
    "templates/figures/_dark.css": "a style sheet",
    "scoring/overview/": "the tables of a report, which is a file",
    "scoring/tracks/example_files.py": "the description of an evaluation's files is a file",
    "scoring/evaluations/loader/samples.py": "the example files of an evaluation, and what its description says of runs",
    "templates/results/_sheet": "a sheet of a run is a file",
    "templates/results/sheets.html": "a sheet of a run is a file",
    "templates/studies/_report": "the report of a study is a file",
    "templates/studies/report.html": "the report of a study is a file",
    "templates/studies/version_report.html": "the report of scores is a file",
    "assessment/studies/selectors/overview": "the report of scores is a file",
    "assessment/assignments/api/": "the API",
    "assessment/shared/tallies.py": "numbers for Prometheus",
    "assessment/campaigns/api/": "the API",
    "assessment/campaigns/services/intakes.py": "the API",
    "assessment/campaigns/services/question_intake.py": "the API",
    "assessment/imports/api/": "the API",
    "assessment/imports/forms/programs.py": "the API",
    "assessment/results/api/": "the API",
    "assessment/studies/api/": "the API",
    "assessment/judging/forms/changes.py": "the API",
    "assessment/judging/forms/listed.py": "the API",
    "assessment/judging/forms/many.py": "the API",
    "assessment/judging/services/listed.py": "the API",
    "assessment/judging/services/many.py": "the API",
    "assessment/people/api/reasons.py": "the API",
    "assessment/judging/services/many_marks.py": "the API",
    "assessment/people/services/kept_answers.py": "the API",
    "assessment/people/services/tokens.py": "names of tokens are given to commands",
    "assessment/shared/api.py": "the API",
    "assessment/shared/refusals.py": "the API",
    "assessment/submissions/api/": "the API",
    "assessment/shared/problems.py": "lines of commands",
    "assessment/judging/selectors/history_check.py": "lines of the command verify",
    "assessment/submissions/selectors/doubts.py": "lines of commands",
    "assessment/campaigns/selectors/settings_page.py": "writes docs/settings.md",
    "documents/boxes.py": "pages of documents are the same for every reader",
    "documents/examples.py": "a command",
    "documents/prepared.py": "a mistake of ours",
    # What is kept with the copy of a document says the same to every reader.
    "documents/layouts.py": "kept with copies",
    "documents/nq.py": "kept with copies",
    "documents/remote/setting.py": "stands in pages of documents",
    "documents/sanitise/": "kept with copies",
    "documents/webpage.py": "kept with copies",
    "scoring/__main__.py": "a command",
    # What a variation is, in the words that are stored with a study and printed by commands.
    "scoring/studies/imagined.py": "commands",
    "scoring/studies/pool_changes.py": "commands",
    "scoring/studies/what_if.py": "commands",
}


# pages


@pytest.fixture
def brackets(tmp_path: Path, all_languages: None) -> Iterator[None]:
    """German says every sentence in brackets."""
    for domain in ("django", "djangojs"):
        said = Catalog(locale="de")
        for message in read_catalog(FOLDER / "de" / "LC_MESSAGES" / f"{domain}.po"):
            if message.id:
                said.add(message.id, _in_brackets(message.id), flags=message.flags)
        folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"{domain}.mo").open("wb") as file:
            write_mo(file, said)
    with override_settings(LOCALE_PATHS=[tmp_path / "locale"]):
        yield


def _in_brackets(sentence: Any) -> Any:
    if isinstance(sentence, str):
        return BRACKETS.format(sentence)
    return tuple(BRACKETS.format(form) for form in sentence)


@pytest.mark.django_db(transaction=True)
def test_every_sentence_on_every_page_is_translated(brackets: None, tmp_path: Path) -> None:
    house = build(tmp_path)
    Account.objects.update(page_language="de")
    known = words_of_people()
    found = {}
    pages = 0
    for stop in stops(house):
        if stop.name in REPORTS:
            continue
        page = _opened(house, stop)
        if page is not None:
            pages += 1
            found[f"{stop.name} as {stop.who}"] = sorted(
                text for text in _outside(page) if set(WORD.findall(NAMES.sub("", text))) - known
            )
    assert pages > 90
    wrong = [f"{name}\n    " + "\n    ".join(texts) for name, texts in found.items() if texts]
    assert not wrong, f"{sum(map(len, found.values()))} texts on {len(wrong)} pages:\n" + "\n".join(wrong)


REPORTS = {"studies:report", "studies:version-report", "results:book", "results:run-sheet"}  # files
WORD = re.compile(r"[^\W\d_]{2,}")
# Of tracks, tasks, pairs and types of targets, of formats and settings: their names are the same in all languages.
NAMES_OF_TRACKS = {
    *WORD.findall(" ".join(track.title for track in TRACKS.values())),
    *(
        "PS",
        "AS",
        "ASCII",
        "BIG",
        "CP",
        "EUC",
        "GBK",
        "JP",
        "KR",
        "ISO",
        "KOI",
        "MAC",
        "ROMAN",
        "SHIFT",
        "JIS",
        "EN",
        "IT",
        "DE",
        "EVENT",
        "ORGANIZATION",
        "PERSON",
        "THING",
        "Gulls",
    ),
    *PLAIN,
    *WORD.findall(" ".join(one.source for one in MEASURES.values())),
    *WORD.findall(
        " ".join(f"{path.name} {path.name.title()} {path.name.capitalize()}" for path in COLLECTIONS)
    ),
    *("acquis", "europarl", "blog", "html", "text", "UTC", "Deutsch", "English", "Français"),
}


def words_of_settings() -> set[str]:
    """The values of settings, as files and commands spell them."""
    spelled = {"none", "true", "false"}
    for track in TRACKS.values():
        for setting in track.settings:
            spelled |= {*setting.choices, setting.name, setting.format(setting.default)}
    return set(WORD.findall(" ".join(spelled)))


def words_of_django() -> set[str]:
    """What Django says by itself in German: rules of passwords, sizes of files."""
    found = set()
    for path in Path(django.__file__).parent.rglob("locale/de/LC_MESSAGES/django.po"):
        with path.open("rb") as file:
            for message in read_po(file, locale="de"):
                found |= set(WORD.findall(str(message.string)))
    return found


def words_of_people() -> set[str]:
    """All words that stand in the database where people, files and programs write what they like."""
    found = NAMES_OF_TRACKS | words_of_settings() | words_of_django()
    for model in apps.get_models():
        if model._meta.app_config.name.startswith(ROOMS):
            fields = [
                field.name
                for field in model._meta.fields
                if isinstance(field, CharField | TextField) and not field.choices
            ]
            for row in model._base_manager.values_list(*fields) if fields else ():
                found |= set(WORD.findall(" ".join(value for value in row if isinstance(value, str))))
    return found


def _opened(house: House, stop: Stop) -> lxml.html.HtmlElement | None:
    answer = house.clients[stop.who].get(stop.address, headers={"Accept-Language": "de"}, follow=True)
    assert answer.status_code == 200, (stop, answer.status_code)
    if answer.streaming or not answer["Content-Type"].startswith("text/html"):
        answer.close()
        return None
    shown = answer.content.decode()
    assert "&lt;time" not in shown, f"{stop}: a moment was written as text with its tags"
    return lxml.html.document_fromstring(shown)


def _outside(page: lxml.html.HtmlElement) -> Iterator[str]:
    """Texts and attributes of a page that stand outside of brackets."""
    deep = 0
    for text in _texts(page):
        kept = ""
        for letter in text:
            deep += (letter == "⟦") - (letter == "⟧")
            kept += letter if not deep else ""
        if WORDS.search(kept):
            yield " ".join(kept.split())
    for element in page.iter():
        for name in SHOWN & set(element.attrib if isinstance(element.tag, str) else ()):
            if element.tag != "meta" and not _is_data(element):
                kept = _without_brackets(element.attrib[name])
                if WORDS.search(kept):
                    yield kept


def _without_brackets(text: str) -> str:
    """What stands outside of brackets, however deep these are."""
    while (outside := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = outside
    return text


def _texts(element: lxml.html.HtmlElement) -> Iterator[str]:
    if isinstance(element.tag, str) and element.tag not in AS_IT_IS and not _is_data(element):
        yield element.text or ""
        for child in element:
            yield from _texts(child)
            yield child.tail or ""


def _is_data(element: lxml.html.HtmlElement) -> bool:
    """Whether somebody's text stands in it, in its own language; a moment, a path, or a name as programs spell it."""
    if element.tag == "option":
        text = str(element.text or "")  # a folder is shown with its title
        return text.startswith(element.attrib.get("value") or "?") or bool(re.match(r"[\w-]+: ", text))
    is_name = "mono" in element.attrib.get("class", "").split()
    return element.tag == "time" or is_name or (element.tag != "html" and "lang" in element.attrib)
