"""Scripts and style sheets under addresses of their content: what a browser gets, and for how long it keeps it."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.templatetags.static import static

from assize.bundles import module_with_imports
from tests.client import Client

SCRIPT = "js/judging/judge.js"


def reading(**files: str) -> Callable[[str], str]:
    """A folder of scripts that exists in this test alone."""
    return lambda name: files[name.removesuffix(".js").replace("/", "_")]


def test_an_address_names_the_content_and_is_kept_for_good(client: Client) -> None:
    answer = client.get(static(SCRIPT))
    assert re.fullmatch(r"/assets/[0-9a-f]{16}/js/judging/judge\.js", static(SCRIPT))
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert (answer["Content-Type"], answer["Vary"]) == ("text/javascript; charset=utf-8", "Accept-Encoding")
    packed = client.get(static(SCRIPT), headers={"Accept-Encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == answer.content


def test_a_page_of_an_earlier_version_gets_the_present_file_and_keeps_it_not(client: Client) -> None:
    answer = client.get(f"/assets/{16 * '0'}/{SCRIPT}")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize("name", ["js/none.js", "../manage.py", "js/../../manage.py", "css/"])
def test_nothing_else_is_there(client: Client, db: None, name: str) -> None:
    assert client.get(f"/assets/{16 * '0'}/{name}").status_code == 404
    assert client.post(static(SCRIPT)).status_code == 404


def test_files_of_packages_stay_where_they_are() -> None:
    assert static("admin/css/base.css") == "/static/admin/css/base.css"


def test_no_module_asks_for_another_one(client: Client) -> None:
    for path in Path(settings.BASE_DIR, "static/js").rglob("*.js"):
        name = path.relative_to(settings.BASE_DIR / "static").as_posix()
        assert (
            not re.search(r"^(import|export)\b", client.get(static(name)).text, re.M)
            or "import" not in path.read_text()
        )


def test_the_judging_page_loads_little(client: Client) -> None:
    sheets = ["css/site.css", "css/answers-page.css", "documents/page.css"]
    scripts = ["js/guard.js", "js/page.js", SCRIPT]
    answers = [client.get(static(name), headers={"Accept-Encoding": "gzip"}) for name in sheets + scripts]
    assert sum(len(answer.content) for answer in answers) < 60_000


def test_scripts_are_sent_without_the_lines_for_readers(client: Client) -> None:
    """None of these lines is part of a text: no text goes over several."""
    for path in Path(settings.BASE_DIR, "static").rglob("*.js"):
        texts = re.findall(r"`[^`]*`", re.sub(r"//.*", "", path.read_text("utf-8")))
        assert [text for text in texts if "\n" in text] == [], path
    lines = [line.strip() for line in client.get(static(SCRIPT)).text.splitlines()]
    assert [line for line in lines if line.startswith("//") and not line.endswith(".js")] == []
    assert f"// {SCRIPT}" in lines


def test_each_module_keeps_its_own_names_and_runs_once() -> None:
    read = reading(
        a='import { b as other, c } from "./b.js";\nimport * as all from "./b.js";\nimport "./d/e.js";\nother(all.c, c);',
        b='import { e } from "./d/e.js";\nexport const c = 1;\nexport function b() {}\nexport { e as f };',
        d_e="export const { e, g: h } = {};\nexport async function* i() {}\nexport class J {}",
    )
    whole = module_with_imports("a.js", read)
    assert [line for line in whole.splitlines() if line.startswith(("//", "return", "const"))] == [
        "// d/e.js",
        "const module0 = (() => {",
        "const { e, g: h } = {};",
        "return { e, h, i, J };",
        "// b.js",
        "const module1 = (() => {",
        "const { e } = module0;",
        "const c = 1;",
        "return { c, b, f: e };",
        "// a.js",
        "const module2 = (() => {",
        "const { b: other, c } = module1;",
        "const all = module1;",
        "return {  };",
    ]


@pytest.mark.parametrize(
    "files",
    [
        {"a": 'import { b } from "./b.js";', "b": 'import { a } from "./a.js";\nexport const b = 1;'},
        {"a": 'import b from "./b.js";\nimport { c } from "./b.js";', "b": "export const c = 1;"},
        {"a": 'import { b } from "./b.js";', "b": "export default 1;"},
        {"a": 'import { b } from "./b.js";', "b": "export let b = 1;"},
    ],
)
def test_what_cannot_be_put_together_is_refused(files: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="not put together"):
        module_with_imports("a.js", reading(**files))


def test_what_a_module_imports_later_has_its_own_address(client: Client) -> None:
    assert f'import("{static("js/roving.js")}")' in client.get(static("js/page.js")).text
