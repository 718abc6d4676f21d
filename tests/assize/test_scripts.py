"""Scripts: the names by which pages know them are listed, and no module looks at the page while it is loaded."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.assize.names_of_scripts import (
    COMMAND,
    LIST,
    Table,
    meaning_in,
    name_of,
    names_of_data,
    names_of_events,
    renewed,
    rows_in,
    tables,
)

ROOT: Path = settings.BASE_DIR
SCRIPTS = ROOT / "static/js"

# Modules that look at the page, remember or listen while they are loaded, and why they must.
EXCEPTIONS = {
    "guard.js": "a plain script: it is there before the modules are, and whichever of them does not load",
    "annotating/frame.js": "a plain script of the document in a frame, whose other scripts it puts together",
}


def _wrong_names(table: Table, text: str) -> Iterator[str]:
    """What the list lacks or has too much, and what to do about it."""
    listed = {name_of(row).removeprefix(table.prefix): row for row in rows_in(text, table.heading)}
    used = table.names.all_of_scripts()
    for name in sorted(set(used) - listed.keys()):
        places = table.names.written.get(name, set()) | table.names.read.get(name, set())
        yield (
            f"{table.prefix}{name}, in {', '.join(sorted(places))}, has no line in docs/scripts.md. Run {COMMAND}, then"
            " say in its line what the name means."
        )
    for name in sorted(listed.keys() - set(used)):
        yield f"{table.prefix}{name} has a line in docs/scripts.md, and no script uses it. {COMMAND} takes the line out."
    for name, row in listed.items():
        if not meaning_in(row):
            yield f"{table.prefix}{name}: its line in docs/scripts.md does not say what it means."


def test_every_name_between_pages_and_scripts_is_listed() -> None:
    text = LIST.read_text("utf-8")
    assert [line for table in tables() for line in _wrong_names(table, text)] == []


def test_the_list_says_who_writes_and_reads_each_name() -> None:
    text = LIST.read_text("utf-8")
    assert renewed(text) == text, f"Writers or readers of a name changed. Run {COMMAND}."


def test_what_scripts_look_for_is_written_by_somebody() -> None:
    data = names_of_data()
    sought = {f"data-{name}": sorted(data.read[name]) for name in data.sought_in_vain()}
    assert sought == {}, (
        "No template, Python or script writes these names. Write them, or look for them no more."
    )
    assert names_of_events().sought_in_vain() == []


def test_every_event_that_is_sent_is_heard() -> None:
    events = names_of_events()
    assert sorted(events.written.keys() - events.read.keys()) == []


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house in which scripts use a name in each way that they have."""
    script = """
      // data-comment is none
      export const a = behaviour("own-root", (root) => {
        part(root, "piece"); parts(root.firstChild, "pieces"); other("helped");
        const { taken, renamed: mine = "" } = root.dataset;
        const asked = "asked" in root.dataset && root.querySelector("[data-in-selector]");
        for (const { dataset: { inner } } of []) delete root.dataset.deleted;
        root.dataset.writtenThere = root.dataset.readHere === "1";
        Object.assign(root.dataset, { first: f(1, 2), second }, rest && { third: "" });
        root.setAttribute("data-set", "");
        root.dispatchEvent(new CustomEvent("of-our-own", { detail: {} }));
        root.dispatchEvent(new Event("change"));
        document.addEventListener("of-our-own", () => {});
      });
      const other = (name) => document.querySelector(`[data-with-${name}]`);
    """
    files = {"static/js/a.js": script, "templates/b.html": "<p data-own-root data-unread></p>"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_each_way_to_use_a_name_is_seen(house: Path) -> None:
    data = names_of_data(house)
    assert sorted(name for name, places in data.written.items() if "a" in places) == [
        *("deleted", "first", "second", "set", "third", "written-there"),
    ]
    assert sorted(data.read) == [
        *("asked", "in-selector", "inner", "own-root", "piece", "pieces", "read-here", "renamed"),
        *("taken", "with-helped"),
    ]
    assert "own-root" not in data.sought_in_vain()
    assert "unread" not in data.all_of_scripts()
    assert names_of_events(house) == ({"of-our-own": {"a"}}, {"of-our-own": {"a"}})


def test_a_name_too_many_or_too_few_would_be_seen(house: Path) -> None:
    head = "## Attributes\n\n|a|\n|---|\n"
    table = tables(house)[0]
    lines = list(
        _wrong_names(table, f"{head}| `data-gone` | the page | a | It was. |\n| `data-set` | a |  |  |\n")
    )
    told = "\n".join(lines)
    assert "data-taken, in a, has no line" in told
    assert "data-gone has a line" in told
    assert "data-set: its line in docs/scripts.md does not say what it means" in told
    listed = renewed(f"{head}| `data-set` | b | c | It is kept. |\n\n## Events\n\n|a|\n|---|\n", house)
    assert "| `data-set` | a |  | It is kept. |" in listed


_FUNCTION = re.compile(r"(?:async\s+)?(?:function\b|(?:\w+|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))\s*=>)")
_LATER = re.compile(
    r"(?:behaviour|theOne|onceFor|remembered)\("
)  # they answer functions, which look when they are called
_PAGE = re.compile(
    r"\bdocument\b|\bquerySelector|\bgetElementById\b|\baddEventListener\b|\bwindow\b|\blocation\b"
    r"|\b(?:local|session)Storage\b|\bperformance\b|\binner(?:Width|Height)\b"
)
_CALL = re.compile(
    r"(?!n?gettext\()[a-z]\w*\(|await\b|\((?:async )?\(\) =>|new (?!Intl\.|WeakMap\b|WeakSet\b)"
)
_EMPTY = re.compile(r"(?:\[\]|\{\}|new (?:Map|Set|Array)\(\));?$")
_BINDING = re.compile(r"(?:export )?const (?P<name>\w+|\{[^}]*\}|\[[^\]]*\]) =\s+(?P<value>.*)", re.S)
_DECLARED = re.compile(
    r"import\b(?!\()|export \{|(?:export )?(?:async )?function\b|(?:export )?class\b|behaviour\(|\"use strict\""
)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """What stands at the top of a module, as its formatter writes it: each begins in the first column, with its line."""
    lines = re.sub(r"(?:^|[ \t])//.*$", "", text, flags=re.M).split("\n")
    begins = [number for number, line in enumerate(lines) if re.match(r"[^\s)}\]`;]", line)]
    for number, after in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield number + 1, "\n".join(lines[number:after]).strip()


def _done_while_loaded(text: str) -> Iterator[str]:
    """What a module does, or begins to remember, while it is loaded."""
    for number, statement in _statements(text):
        first = statement.split("\n")[0]
        if binding := _BINDING.match(statement):
            value = binding["value"]
            if _LATER.match(value) or _FUNCTION.match(value):
                continue
            if _PAGE.search(value):
                yield f"{number}: looks at the page: {first}"
            elif _EMPTY.search(value):
                yield f"{number}: remembers: {first}"
            elif _CALL.match(value):
                yield f"{number}: acts: {first}"
        elif re.match(r"(?:export )?(?:let|var)\b", statement):
            yield f"{number}: remembers: {first}"
        elif not _DECLARED.match(statement):
            yield f"{number}: acts: {first}"


def _modules_that_act() -> dict[str, list[str]]:
    paths = {path.relative_to(SCRIPTS).as_posix(): path for path in sorted(SCRIPTS.rglob("*.js"))}
    found = {name: list(_done_while_loaded(path.read_text("utf-8"))) for name, path in paths.items()}
    return {name: lines for name, lines in found.items() if lines}


def test_no_module_looks_at_the_page_while_it_is_loaded() -> None:
    found = _modules_that_act()
    lines = [f"static/js/{name}:{line}" for name in found.keys() - EXCEPTIONS.keys() for line in found[name]]
    assert sorted(lines) == [], "Put this into a behaviour, or into a function that is given its element."


def test_every_exception_is_one() -> None:
    assert sorted(EXCEPTIONS.keys() - _modules_that_act().keys()) == [], "Take these out of the exceptions."


def test_what_a_module_does_while_it_is_loaded_would_be_seen() -> None:
    fine = """
import { behaviour } from "./behaviour.js";

const KEYS = ["a"]; // document
const found = (name) => document.querySelector(name);
const later =
  (act) =>
  () => document.body.append(act);
export const given = ({ a = f(1) }) => document.getElementById(a);
const bound = new WeakMap();
export async function act() {
  document.body.remove();
}
export const own = behaviour("own", (element) => {
  let state = 1;
  element.addEventListener("click", () => (state = 2));
});
"""
    assert list(_done_while_loaded(fine)) == []
    seen = {
        'const place = document.querySelector("p");': "looks at the page",
        "const rows = [\n  ...document.querySelectorAll('p'),\n];": "looks at the page",
        "const { site } = document.body.dataset;": "looks at the page",
        "let last = null;": "remembers",
        "export let last;": "remembers",
        "const kept = new Map();": "remembers",
        "const all = [];": "remembers",
        'window.addEventListener("click", act);': "acts",
        "for (const one of all()) begin(one);": "acts",
        "begin();": "acts",
        "const queue = openQueue({});": "acts",
        "const queue = new SaveQueue();": "acts",
        "const said = await answer();": "acts",
        "const taken = (() => {\n  let last = null;\n  return () => last;\n})();": "acts",
        'import("./later.js");': "acts",
        'const isStill = window.matchMedia("(hover: none)").matches;': "looks at the page",
        'const kept = localStorage.getItem("kept");': "looks at the page",
        "const began = performance.now();": "looks at the page",
    }
    for text, told in seen.items():
        assert [told in line for line in _done_while_loaded(f"{text}\n")] == [True], text
