"""Every page that changes something stands in docs/commands.md, with its command or the reason why it has none."""

import ast
import inspect
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.core.management import CommandError, get_commands, load_command_class
from django.urls import URLPattern, URLResolver, get_resolver

from assessment.campaigns.views.file_pages import FilePage

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
SHOWN_ONLY = {"/campaigns/SLUG/runs/"}  # with a form that another address takes
ELSEWHERE = ("admin/", "api/", "documents/")  # Django's own pages, programs, and files that are only read


def addresses(patterns: list[Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every address and its view."""
    for pattern in patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, here)
        elif isinstance(pattern, URLPattern) and not here.startswith(ELSEWHERE):
            yield here, pattern.callback


def readable(address: str) -> str:
    """As the page of commands writes it: /campaigns/SLUG/…"""
    parts = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: found[1].upper(), address)
    return f"/{parts}"


@cache
def functions_of(module: str) -> dict[str, str]:
    """The functions of a module and their sources, decorators too."""
    source = inspect.getsource(sys.modules[module])
    return {
        node.name: "\n".join([*(ast.unparse(one) for one in node.decorator_list), ast.unparse(node)])
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    }


def takes_forms(view: Any) -> bool:
    """Whether a view, or a function of its module that it calls, looks at what a form sends."""
    if hasattr(view, "view_class"):
        return hasattr(view.view_class, "post")
    view = inspect.unwrap(view)
    if isinstance(getattr(view, "__self__", None), FilePage):
        return True
    functions, seen, left = functions_of(view.__module__), set(), [view.__name__]
    while left:
        name = left.pop()
        if name in seen or name not in functions:
            continue
        seen.add(name)
        if re.search(r"\bPOST\b|require_POST", functions[name]) and "require_safe" not in functions[name]:
            return True
        left += re.findall(r"\b(\w+)\(", functions[name])
    return False


def table() -> dict[str, str]:
    """What the page of commands says of each address."""
    rows = re.findall(r"^\| `(/[^`]*)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(rows)


def our_commands() -> set[str]:
    apps = {name: str(app) for name, app in get_commands().items()}
    return {name for name, app in apps.items() if app.startswith(("assessment", "assize", "documents"))}


def test_every_page_that_changes_something_is_in_the_table() -> None:
    forms = {
        readable(address) for address, view in addresses(get_resolver().url_patterns) if takes_forms(view)
    }
    assert len(forms) > 60
    assert sorted(forms - table().keys() - SHOWN_ONLY) == [], "add a row to docs/commands.md"


def test_the_table_names_no_address_that_is_not_there() -> None:
    known = {readable(address) for address, _ in addresses(get_resolver().url_patterns)}
    assert sorted(table().keys() - known) == []


def test_each_row_names_a_command_or_a_reason() -> None:
    commands = our_commands()
    for address, said in table().items():
        named = set(re.findall(r"`(\w+)[^`]*`", said))
        assert named & commands or said.startswith(("No command: ", "No command yet: ")), address
        assert named <= commands, (address, named - commands)


def test_every_command_is_on_the_page_with_what_it_does() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = set(re.findall(r"^- `(\w+)", text, re.MULTILINE))
    assert sorted(our_commands() - listed) == []
    assert sorted(listed - our_commands()) == []


def test_each_command_of_the_table_is_written_as_it_is_called() -> None:
    """With a number, a role and a setting in place of the words that stand for them, every one is understood."""
    applications, wrong = get_commands(), []
    for line in sorted({line for said in table().values() for line in re.findall(r"`(\w+ [^`]+)`", said)}):
        name, *words = shlex.split(line.replace(" …", "").replace("NUMBER", "3").replace("ROLE", "assessor"))
        parser = load_command_class(str(applications[name]), name).create_parser("manage.py", name)
        try:
            parser.parse_args(words)
        except CommandError as error:
            wrong.append((line, str(error)))
    assert wrong == []
