"""What a project keeps besides its code: a changelog that can be cut, and hooks that are `make lint` and nothing else."""

import re
from pathlib import Path

import yaml
from django.conf import settings

from scoring import __version__
from tests.assize.test_layout import CODE

ROOT: Path = settings.BASE_DIR
PARTS = ["Scores change", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
# The first release says what it can do; those after it say what is different.
READERS = [
    f"For {who}"
    for who in ("assessors", "organizers", "teams", "admins and operators", "authors of programs")
]


def test_the_changelog_begins_with_what_is_unreleased_and_dates_every_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first, *versions = re.findall(r"^## (.*)$", changelog, re.MULTILINE)
    assert first == "Unreleased"
    for version in versions:
        assert re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", version)
    if versions:
        assert versions[0].startswith(f"{__version__} ")
    sections = re.split(r"^## .*$", changelog, flags=re.MULTILINE)[1:]
    for section in sections:
        _, *parts = re.split(r"^### (.*)\n", section, flags=re.MULTILINE)
        allowed = READERS if section is sections[-1] else PARTS
        assert parts[::2] == [part for part in allowed if part in parts[::2]]
        assert all(lines.strip().startswith("- ") for lines in parts[1::2])


def test_the_changelog_leads_to_pages_that_are_there() -> None:
    for page in (ROOT / "CHANGELOG.md", ROOT / "docs/history/before-the-first-release.md"):
        links = re.findall(r"\]\(([^):#]+)[#)]", page.read_text("utf-8"))
        assert links
        assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_hooks_before_a_commit_are_the_commands_of_make_lint() -> None:
    (hooks,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert hooks["repo"] == "local"  # nothing is downloaded
    assert {(hook["language"], hook["pass_filenames"]) for hook in hooks["hooks"]} == {("system", False)}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (checks,) = re.findall(r"^CHECKS := (.*)$", makefile, re.MULTILINE)
    recipes = dict(re.findall(r"^lint-([\w-]+):\n\t@(.*)$", makefile, re.MULTILINE))
    commands = {name: recipe.replace("$(BIN)", ".venv/bin") for name, recipe in recipes.items()}
    assert {hook["id"]: hook["entry"] for hook in hooks["hooks"]} == commands
    assert sorted(checks.split()) == sorted(commands)


def _unexplained(lines: list[str]) -> list[str]:
    """Lines that silence a check without its code and, behind that, the reason in words."""
    silent = [
        line
        for line in lines
        if re.search(r"# (?:noqa|type: ignore|fmt: (?:off|skip)|pragma: no cover)", line)
    ]
    explained = re.compile(
        r"# (?:noqa: [A-Z]+\d+|type: ignore\[[\w-]+\]|fmt: (?:off|skip)|pragma: no cover)(?:  #| -+) .{3,}"
    )
    return [line.strip() for line in silent if not explained.search(line)]


def test_whatever_silences_a_check_says_why() -> None:
    files = (path for folder in ("tests", "bench", *CODE) for path in (ROOT / folder).rglob("*.py"))
    lines = [
        line for path in files if path != Path(__file__) for line in path.read_text("utf-8").splitlines()
    ]
    assert _unexplained(lines) == []


def test_a_silenced_check_without_a_reason_would_be_seen() -> None:
    assert (
        _unexplained(["a  # noqa: E731  # a reason", "b  # type: ignore[misc]  # its types are elsewhere"])
        == []
    )
    assert (
        len(
            _unexplained(
                [
                    "a  # noqa",
                    "b  # noqa: E731",
                    "c  # type: ignore",
                    "d  # type: ignore[misc]",
                    "e  # fmt: skip",
                ]
            )
        )
        == 5
    )


def test_a_comment_of_a_template_ends_on_its_line() -> None:
    """Django shows any other as text."""
    pages = sorted((ROOT / "templates").rglob("*.html"))
    lines = [(page.name, line) for page in pages for line in page.read_text("utf-8").splitlines()]
    assert [found for found in lines if "{#" in found[1] and "#}" not in found[1].rpartition("{#")[2]] == []


# What the formatter of templates does not know of: white space that would be seen (decision 49).
SIGN_BEHIND_SPACE = re.compile(r"\s\{% (?:if|for|with) [^%]*%\}[,;:.!?)]")
ONLY_SPACE = re.compile(r"<\w+ data-(?:problems|said-of)>\s+\{% if ")


def _seen_spaces(template: str) -> list[str]:
    """Places where white space of a template parts a sign from its word, or makes an element that may be empty none."""
    return [found[0] for kind in (SIGN_BEHIND_SPACE, ONLY_SPACE) for found in kind.finditer(template)]


def test_no_white_space_of_a_template_is_seen() -> None:
    pages = sorted((ROOT / "templates").rglob("*.html"))
    found = {page.name: places for page in pages if (places := _seen_spaces(page.read_text("utf-8")))}
    assert found == {}


def test_white_space_that_is_seen_would_be_found() -> None:
    assert _seen_spaces("{% if a %}b{% endif %}{% if c %}, d{% endif %}") == []
    assert _seen_spaces("{% if a %}b{% endif %}\n  {% if c %}, d{% endif %}") != []
    assert _seen_spaces("<div data-problems>{% if a %}b{% endif %}</div>") == []
    assert _seen_spaces("<div data-problems>\n  {% if a %}b{% endif %}</div>") != []
