"""Every command tells its outcome in one line, and with --json as one object on standard output."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from assessment.campaigns.models import Campaign
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import FileRefused, Refused
from scoring.records import Problem

OURS = ("assessment.", "assize", "documents")
DJANGOS = {"migrate"}  # which is quicker here, and keeps the options that it has


def our_commands() -> Iterator[tuple[str, Any]]:
    for name, app in sorted(get_commands().items()):
        if isinstance(app, str) and app.startswith(OURS) and name not in DJANGOS:
            yield name, load_command_class(app, name)


def run(*arguments: str) -> tuple[str, str]:
    """What a command that succeeds writes on standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    call_command(*arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def fail(*arguments: str) -> tuple[dict[str, Any], CommandError]:
    """The object that a command that fails writes with --json, and how it ends."""
    out = io.StringIO()
    with pytest.raises(CommandError) as ended:
        call_command(*arguments, "--json", stdout=out, stderr=io.StringIO())
    return json.loads(out.getvalue()), ended.value


def test_every_command_knows_json() -> None:
    names = []
    for name, command in our_commands():
        names.append(name)
        assert isinstance(command, AssizeCommand), name
        help_text = command.create_parser("manage.py", name).format_help()
        assert "--json" in help_text, name
        assert "--all-problems" in help_text, name
    assert len(names) > 25


@pytest.mark.django_db
def test_success_is_one_object_with_the_line_that_is_printed_otherwise() -> None:
    line, _ = run("create_campaign", "facts", "--track", "trec8")
    Campaign.objects.all().delete()
    text, _ = run("create_campaign", "facts", "--track", "trec8", "--json")
    assert text.count("\n") == 1
    found = json.loads(text)
    assert (found["ok"], found["sentence"]) == (True, line.strip())


@pytest.mark.django_db
def test_failure_is_one_object_with_message_code_and_hint() -> None:
    found, ended = fail("pool", "nowhere")
    assert found == {
        "ok": False,
        "message": 'There is no campaign "nowhere".',
        "code": "campaign_unknown",
        "hint": "Campaigns here: none yet.",
        "problems": [],
    }
    assert ended.returncode == 1


@pytest.mark.django_db
def test_every_problem_of_a_file_is_in_the_object(tmp_path: Path) -> None:
    run("create_campaign", "facts", "--track", "trec8")
    file = tmp_path / "questions.txt"
    file.write_text("<top>\n<num> Number: 1\n</top>\n<top>\n<num> Number: 1\n</top>\n")
    found, ended = fail("import_questions", "facts", str(file))
    assert (found["ok"], found["code"], ended.returncode) == (False, "file_refused", 1)
    assert len(found["problems"]) >= 2
    assert found["problems"][0].keys() == {"file", "line", "rule", "message", "remedy"}
    assert sum(rule["count"] for rule in found["rules"]) == len(found["problems"])


class Many(AssizeCommand):
    """A command that fails with many problems."""

    def do(self, **options: Any) -> str:
        self.stdout.write("a line on the way")
        rules = [Problem("runs.txt", 3, "no_tag", "No tag.", "Add one.")]
        raise FileRefused("Nothing was stored.", [*rules, *(_long(n) for n in range(10, 130))], "Fix it.")


def _long(line: int) -> Problem:
    return Problem("runs.txt", line, "too_long", "Too long.", "Cut it.")


def test_many_problems_begin_with_a_summary_and_are_cut() -> None:
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command(Many(), stdout=out, stderr=err)
    lines = err.getvalue().splitlines()
    assert lines[:3] == [
        "121 problems by rule:",
        "  too_long: 120, first at runs.txt:10",
        "  no_tag: 1, first at runs.txt:3",
    ]
    assert lines[3] == "runs.txt:3: no_tag: No tag. Add one."
    assert lines[-1] == "… and 71 more; with --all-problems all are listed."
    assert len(lines) == 3 + 50 + 1


def test_all_problems_are_listed_where_somebody_asks() -> None:
    err = io.StringIO()
    with pytest.raises(CommandError):
        call_command(Many(), "--all-problems", stdout=io.StringIO(), stderr=err)
    assert len(err.getvalue().splitlines()) == 3 + 121


def test_the_object_has_all_problems_and_nothing_stands_beside_it() -> None:
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command(Many(), "--json", stdout=out, stderr=io.StringIO())
    assert len(json.loads(out.getvalue())["problems"]) == 121


class Telling(AssizeCommand):
    """A command with lines, fields and a warning."""

    def do(self, **options: Any) -> Outcome:
        self.stdout.write("one")
        self.warn([_long(1)])
        return Outcome("Done.", {"count": 2}, ["two"])


def test_lines_warnings_and_fields() -> None:
    out, err = io.StringIO(), io.StringIO()
    call_command(Telling(), stdout=out, stderr=err)
    assert out.getvalue() == "one\ntwo\nDone.\n"
    assert err.getvalue() == "warning: runs.txt:1: too_long: Too long. Cut it.\n"
    out = io.StringIO()
    call_command(Telling(), "--json", stdout=out, stderr=io.StringIO())
    assert json.loads(out.getvalue()) == {
        "ok": True,
        "sentence": "Done.",
        "lines": ["one", "two"],
        "warnings": [
            {"file": "runs.txt", "line": 1, "rule": "too_long", "message": "Too long.", "remedy": "Cut it."}
        ],
        "count": 2,
    }


class Disputed(AssizeCommand):
    """A command that fails with many lines."""

    def do(self, **options: Any) -> str:
        error = Refused("197 items are disputed.", "items_disputed", "Decide them.")
        error.details = [f"item {n}" for n in range(197)]
        raise error


def test_lines_of_an_error_are_cut_too() -> None:
    err = io.StringIO()
    with pytest.raises(CommandError, match="items_disputed: 197 items are disputed"):
        call_command(Disputed(), stdout=io.StringIO(), stderr=err)
    lines = err.getvalue().splitlines()
    assert (lines[0], len(lines)) == ("item 0", 51)
    assert "147 more" in lines[-1]


@pytest.mark.django_db
def test_collections_and_examples_are_told_as_json_too(tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("A-1\nA-1\n")
    text, err = run("import_collection", "--ids-only", str(tmp_path / "ids"), "--slug", "wire", "--json")
    found = json.loads(text)
    assert (found["ok"], found["collection"], found["documents"], found["held"]) == (True, "wire", 1, False)
    assert [one["rule"] for one in found["warnings"]] == ["repeated_docid"]
    assert "repeated_docid" in err
    found, _ = fail("import_collection", str(tmp_path / "nowhere"), "--slug", "x", "--format", "text")
    assert found["code"] == "path_missing"
    assert fail("import_collection")[0]["code"] == "usage"
    found, _ = fail("make_examples", str(tmp_path), str(tmp_path / "out.jsonl"))
    assert [(one["file"], one["rule"]) for one in found["problems"]] == [("questions.csv", "unreadable")]
