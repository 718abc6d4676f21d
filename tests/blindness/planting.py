"""How a leak is planted: a small change to what the site answers or allows."""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, clear_url_caches, get_resolver

from assessment.campaigns.models import KeptSearch
from assessment.campaigns.views import searching
from assessment.judging.models import Adjudication, Assignment, Judgment
from assessment.people.models import Account
from assessment.people.selectors import access
from assessment.people.selectors.access import Permission
from assessment.results.models import RunScore
from assessment.results.selectors.access import ScoresAccess
from assessment.submissions.models import Run
from tests.blindness.phases import Phase
from tests.blindness.secrets import MARK
from tests.blindness.who import Who

Patch = pytest.MonkeyPatch
TWIN = "said"  # found by comparing, as a grade is no word


class Plant(NamedTuple):
    """A leak: where it is planted, and as whom and where it must be found."""

    name: str
    plant: Callable[[Patch], None]
    addresses: Sequence[str]  # where a short walk meets it
    who: str = Who.FIRST
    form: str = "answers"
    phase: Phase = Phase.JUDGING
    way: str = "walk"


def patterns_of(
    patterns: Sequence[URLPattern | URLResolver], space: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """Every address with its full name."""
    for found in patterns:
        if isinstance(found, URLResolver):
            yield from patterns_of(
                found.url_patterns, f"{space}{found.namespace}:" if found.namespace else space
            )
        else:
            yield f"{space}{found.name}", found


def at(
    address: str, change: Callable[[Any, Any], None], statuses: Sequence[int] = ()
) -> Callable[[Patch], None]:
    """Change what an address answers: every answer, or those of some statuses."""

    def plant(patch: Patch) -> None:
        pattern = dict(patterns_of(get_resolver().url_patterns))[address]
        view = pattern.callback

        def leaking(request: Any, *args: Any, **kwargs: Any) -> Any:
            response = view(request, *args, **kwargs)
            if not statuses or response.status_code in statuses:
                request.kept = kwargs
                change(request, response)
            return response

        patch.setattr(pattern, "callback", leaking)
        clear_url_caches()

    return plant


def where(is_so: Callable[[Any], bool], change: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Change the answers to some requests alone."""

    def changing(request: Any, response: Any) -> None:
        if is_so(request):
            change(request, response)

    return changing


def run_id() -> str:
    rows = Run.objects.filter(run_id__startswith=MARK)  # also of a campaign that has lost its name
    return str(rows.latest("pk").run_id)


def notes_of_others(request: Any) -> str:
    rows = Judgment.objects.filter(item__question__campaign__slug="hall").exclude(note="")
    return " ".join(rows.exclude(member__account=request.user).values_list("note", flat=True)[:50])


def other_grade(request: Any) -> str:
    """What somebody else gave the answer that a save is about."""
    rows = Judgment.objects.filter(item=request.POST.get("item") or 0)
    return ",".join(rows.exclude(member__account=request.user).order_by("pk").values_list("grade", flat=True))


def in_html(text: str, before: str = "</body>") -> Callable[[Any, Any], None]:
    """Something more in a page; {run} and {notes} are filled in."""

    def change(request: Any, response: Any) -> None:
        if response.headers.get("Content-Type", "").startswith("text/html"):
            said = text.format(run=run_id(), notes=notes_of_others(request))
            response.content = response.content.replace(before.encode(), f"{said}{before}".encode(), 1)

    return change


def in_header(name: str, value: Callable[[Any], str]) -> Callable[[Any, Any], None]:
    def change(request: Any, response: Any) -> None:
        response.headers[name] = value(request)

    return change


def in_json(name: str, value: Callable[[Any], str]) -> Callable[[Any, Any], None]:
    def change(request: Any, response: Any) -> None:
        if response.headers.get("Content-Type", "") == "application/json":
            data = json.loads(response.content)
            if isinstance(data, dict):
                response.content = json.dumps({**data, name: value(request)})

    return change


def in_cookie(request: Any, response: Any) -> None:
    response.set_cookie("last-run", run_id())


def in_message(request: Any, response: Any) -> None:
    messages.success(request, notes_of_others(request))


def in_redirect(request: Any, response: Any) -> None:
    response.headers["Location"] += f"&from={run_id()}"


def replaced(text: Callable[[Any], str]) -> Callable[[Any, Any], None]:
    def change(request: Any, response: HttpResponse) -> None:
        response.content = text(request).encode()

    return change


def searches_of_all(patch: Patch) -> None:
    """The last searches of the page are everybody's."""
    patch.setattr(
        searching, "own_searches", lambda access: KeptSearch.objects.values_list("query", flat=True)
    )


def hashed(request: Any) -> str:
    return f'"{hashlib.sha256(run_id().encode()).hexdigest()}"'


def packed(request: Any) -> str:
    return base64.b64encode(f"run={run_id()};".encode()).decode()


def decisions(request: Any) -> str:
    notes = Adjudication.objects.filter(item__question__campaign__slug="hall").values_list("note", flat=True)
    return " ".join(note for note in notes if note)


def scores(request: Any) -> str:
    rows = RunScore.objects.filter(score_set__qrels__campaign__slug="hall").order_by("pk")
    return " ".join(str(score) for score in rows.values_list("score", flat=True))


def mail(request: Any) -> str:
    return " ".join(Account.objects.exclude(email="").values_list("email", flat=True))


def rules_of_thumb(request: Any) -> str:
    return " ".join(Assignment.objects.exclude(rules_of_thumb="").values_list("rules_of_thumb", flat=True))


def grades_in(request: Any, response: Any) -> None:
    rows = Judgment.objects.filter(item__question__campaign__slug="hall")
    grades = rows.exclude(member__account=request.user).order_by("pk").values_list("grade", flat=True)
    if response.headers.get("Content-Type", "").startswith("text/html"):
        response.content = response.content.replace(b"<body", f'<body class="{" ".join(grades)}"'.encode(), 1)


def count(request: Any) -> str:
    return str(Judgment.objects.filter(item__question__campaign__slug="hall", grade="yes").count())


def allow(permission: Permission, role: str) -> Callable[[Patch], None]:
    """Let a role do what it may not."""

    def plant(patch: Patch) -> None:
        patch.setattr(access, "ALLOWED", {**access.ALLOWED, permission: access.ALLOWED[permission] | {role}})

    return plant


def names_for_all(patch: Patch) -> None:
    patch.setattr(ScoresAccess, "sees_names", property(lambda self: True))


def error_page(name: str) -> Callable[[Patch], None]:
    """The page of what is not there names a run."""

    def plant(patch: Patch) -> None:
        from django.core.handlers import exception

        found = exception.get_exception_response

        def leaking(request: Any, resolver: Any, status: int, error: Exception) -> Any:
            response = found(request, resolver, status, error)
            if str(status) == name:
                response.content = response.content + f"<!-- {run_id()} -->".encode()
            return response

        patch.setattr(exception, "get_exception_response", leaking)

    return plant
