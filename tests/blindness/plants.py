"""Leaks that are planted to see whether the walk finds them: each a small change to what the site answers or allows."""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, clear_url_caches, get_resolver

from assessment.judging.models import Adjudication, Assignment, Judgment
from assessment.people.models import Account, RoleName
from assessment.people.selectors import access
from assessment.people.selectors.access import Permission
from assessment.results.models import RunScore
from assessment.results.selectors.access import ScoresAccess
from assessment.submissions.models import Run
from tests.blindness.stages import Stage
from tests.blindness.who import Who

Patch = pytest.MonkeyPatch
TWIN = "twin"  # found by comparing, as a grade is no word


class Plant(NamedTuple):
    """A leak: where it is planted, and as whom and where it must be found."""

    name: str
    plant: Callable[[Patch], None]
    addresses: Sequence[str]  # where a short walk meets it
    who: str = Who.FIRST
    form: str = "answers"
    stage: Stage = Stage.JUDGING
    way: str = "walk"


def _patterns(
    patterns: Sequence[URLPattern | URLResolver], space: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    for found in patterns:
        if isinstance(found, URLResolver):
            yield from _patterns(
                found.url_patterns, f"{space}{found.namespace}:" if found.namespace else space
            )
        else:
            yield f"{space}{found.name}", found


def _at(
    address: str, change: Callable[[Any, Any], None], statuses: Sequence[int] = ()
) -> Callable[[Patch], None]:
    """Change what an address answers: every answer, or those of some statuses."""

    def plant(patch: Patch) -> None:
        pattern = dict(_patterns(get_resolver().url_patterns))[address]
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


def _run_id() -> str:
    return str(Run.objects.filter(campaign__slug="hall").latest("pk").run_id)


def _notes_of_others(request: Any) -> str:
    rows = Judgment.objects.filter(item__question__campaign__slug="hall", kind="human").exclude(note="")
    return " ".join(rows.exclude(member__account=request.user).values_list("note", flat=True)[:50])


def _other_grade(request: Any) -> str:
    """What somebody else gave the answer that a save is about."""
    rows = Judgment.objects.filter(item=request.POST.get("item") or 0, kind="human")
    return ",".join(rows.exclude(member__account=request.user).order_by("pk").values_list("grade", flat=True))


def _in_html(text: str, before: str = "</body>") -> Callable[[Any, Any], None]:
    """Something more in a page; {run} and {notes} are filled in."""

    def change(request: Any, response: Any) -> None:
        if response.headers.get("Content-Type", "").startswith("text/html"):
            said = text.format(run=_run_id(), notes=_notes_of_others(request))
            response.content = response.content.replace(before.encode(), f"{said}{before}".encode(), 1)

    return change


def _in_header(name: str, value: Callable[[Any], str]) -> Callable[[Any, Any], None]:
    def change(request: Any, response: Any) -> None:
        response.headers[name] = value(request)

    return change


def _in_json(name: str, value: Callable[[Any], str]) -> Callable[[Any, Any], None]:
    def change(request: Any, response: Any) -> None:
        if response.headers.get("Content-Type", "") == "application/json":
            data = json.loads(response.content)
            if isinstance(data, dict):
                response.content = json.dumps({**data, name: value(request)})

    return change


def _in_cookie(request: Any, response: Any) -> None:
    response.set_cookie("last-run", _run_id())


def _in_message(request: Any, response: Any) -> None:
    messages.success(request, _notes_of_others(request))


def _in_redirect(request: Any, response: Any) -> None:
    response.headers["Location"] += f"&from={_run_id()}"


def _replaced(text: Callable[[Any], str]) -> Callable[[Any, Any], None]:
    def change(request: Any, response: HttpResponse) -> None:
        response.content = text(request).encode()

    return change


def _hashed(request: Any) -> str:
    return f'"{hashlib.sha256(_run_id().encode()).hexdigest()}"'


def _packed(request: Any) -> str:
    return base64.b64encode(f"run={_run_id()};".encode()).decode()


def _decisions(request: Any) -> str:
    notes = Adjudication.objects.filter(item__question__campaign__slug="hall").values_list("note", flat=True)
    return " ".join(note for note in notes if note)


def _scores(request: Any) -> str:
    rows = RunScore.objects.filter(score_set__qrels__campaign__slug="hall").order_by("pk")
    return " ".join(str(score) for score in rows.values_list("score", flat=True))


def _mail(request: Any) -> str:
    return " ".join(Account.objects.exclude(email="").values_list("email", flat=True))


def _rules_of_thumb(request: Any) -> str:
    return " ".join(Assignment.objects.exclude(rules_of_thumb="").values_list("rules_of_thumb", flat=True))


def _grades_in(request: Any, response: Any) -> None:
    rows = Judgment.objects.filter(item__question__campaign__slug="hall", kind="human")
    grades = rows.exclude(member__account=request.user).order_by("pk").values_list("grade", flat=True)
    if response.headers.get("Content-Type", "").startswith("text/html"):
        response.content = response.content.replace(b"<body", f'<body class="{" ".join(grades)}"'.encode(), 1)


def _count(request: Any) -> str:
    return str(Judgment.objects.filter(item__question__campaign__slug="hall", grade="yes").count())


def _allow(permission: Permission, role: str) -> Callable[[Patch], None]:
    """Let a role do what it may not."""

    def plant(patch: Patch) -> None:
        patch.setattr(access, "ALLOWED", {**access.ALLOWED, permission: access.ALLOWED[permission] | {role}})

    return plant


def _names_for_all(patch: Patch) -> None:
    patch.setattr(ScoresAccess, "sees_names", property(lambda self: True))


def _error_page(name: str) -> Callable[[Patch], None]:
    """The page of what is not there names a run."""

    def plant(patch: Patch) -> None:
        from django.core.handlers import exception

        found = exception.get_exception_response

        def leaking(request: Any, resolver: Any, status: int, error: Exception) -> Any:
            response = found(request, resolver, status, error)
            if str(status) == name:
                response.content = response.content + f"<!-- {_run_id()} -->".encode()
            return response

        patch.setattr(exception, "get_exception_response", leaking)

    return plant


JUDGE, SAVE, DOCUMENT = "judging:judge", "judging:save", "judging:judge-document"
FIVE = (  # that once passed every test
    Plant("the run tag in the HTML of the list", _at(JUDGE, _in_html("<p>{run}</p>")), (JUDGE,)),
    Plant("the run tag in a header", _at(JUDGE, _in_header("X-Run", lambda request: _run_id())), (JUDGE,)),
    Plant(
        "another assessor’s grade in the JSON of a save",
        _at(SAVE, _in_json("others", _other_grade), (200,)),
        (JUDGE, SAVE),
        way=TWIN,
    ),
    Plant(
        "another assessor’s note in a conflict",
        _at(SAVE, _in_json("note", _notes_of_others), (409,)),
        (JUDGE, SAVE),
    ),
    Plant(
        "a run id in the document’s JSON",
        _at(DOCUMENT, _in_json("run", lambda request: _run_id())),
        (JUDGE, DOCUMENT),
    ),
)
MORE = (
    Plant("a run id in an attribute", _at(JUDGE, _in_html('<i data-run="{run}"></i>')), (JUDGE,)),
    Plant("a run id in a comment", _at(JUDGE, _in_html("<!-- {run} -->")), (JUDGE,)),
    Plant("a run id in base64", _at(JUDGE, _in_header("X-Trace", _packed)), (JUDGE,)),
    Plant("an ETag that is the digest of a run id", _at(JUDGE, _in_header("ETag", _hashed)), (JUDGE,)),
    Plant("a run id in a cookie", _at(JUDGE, _in_cookie), (JUDGE,)),
    Plant("a run id in a redirect", _at(JUDGE, _in_redirect, (302,)), (JUDGE,)),
    Plant(
        "a run id in the name of a file",
        _at(
            DOCUMENT,
            _in_header("Content-Disposition", lambda request: f'inline; filename="{_run_id()}.json"'),
        ),
        (DOCUMENT,),
    ),
    Plant("a run id on the page of what is not there", _error_page("404"), ("results:board",)),
    Plant(
        "a run id in the refusal of a bad form",
        _at(SAVE, _in_json("run", lambda request: _run_id()), (400, 422)),
        (SAVE,),
    ),
    Plant(
        "another assessor’s note in a history",
        _at("judging:item-history", _replaced(_notes_of_others)),
        ("judging:item-history",),
    ),
    Plant("another assessor’s note in a message", _at(SAVE, _in_message, (302,)), (JUDGE, SAVE)),
    Plant(
        "another assessor’s note before sign-in",
        _at("people:sign-in", _replaced(lambda request: _run_id())),
        ("people:sign-in",),
        Who.NOBODY,
    ),
    Plant(
        "another assessor’s grade as a class of the page",
        _at(JUDGE, _grades_in),
        (JUDGE,),
        way=TWIN,
    ),
    Plant(
        "how many judged so, in a header",
        _at(JUDGE, _in_header("X-Count", _count)),
        (JUDGE,),
        way=TWIN,
    ),
    Plant("rules of thumb of all", _at("judging:my-work", _replaced(_rules_of_thumb)), ("judging:my-work",)),
    Plant(
        "an adjudicator’s note at the end of a question",
        _at("judging:ending", _in_header("X-Why", _decisions)),
        ("judging:ending",),
        stage=Stage.ADJUDICATING,
    ),
    Plant(
        "mail addresses in the list of campaigns",
        _at("api:campaigns", _in_header("X-People", _mail)),
        ("api:campaigns",),
        Who.STRANGER,
    ),
    Plant(
        "scores before their release",
        _at("judging:my-work", _in_header("X-Scores", _scores)),
        ("judging:my-work",),
        Who.TEAM_A,
        stage=Stage.SCORED,
    ),
    Plant(
        "all runs for a team",
        _allow(Permission.SEE_ALL_RUNS, RoleName.PARTICIPANT.value),
        ("submissions:runs", "submissions:run", "api:runs"),
        Who.TEAM_A,
    ),
    Plant(
        "scores for assessors",
        _allow(Permission.SEE_SCORES, RoleName.ASSESSOR.value),
        ("results:results", "results:version", "api:scores"),
        stage=Stage.SCORED,
    ),
    Plant(
        "the board for assessors",
        _allow(Permission.SEE_BOARD, RoleName.ASSESSOR.value),
        ("results:board", "judging:agreement-items"),
    ),
    Plant(
        "disputes for assessors",
        _allow(Permission.ADJUDICATE, RoleName.ASSESSOR.value),
        ("judging:adjudicate", "judging:adjudicate-question"),
    ),
    Plant(
        "the bundle for teams",
        _allow(Permission.EXPORT, RoleName.PARTICIPANT.value),
        ("results:bundle",),
        Who.TEAM_A,
    ),
    Plant(
        "jobs for teams",
        _allow(Permission.SEE_JOBS, RoleName.PARTICIPANT.value),
        ("jobs:list", "jobs:job"),
        Who.TEAM_A,
        stage=Stage.OPEN,
    ),
    Plant(
        "people for adjudicators",
        _allow(Permission.MANAGE_PEOPLE, RoleName.ADJUDICATOR.value),
        ("campaigns:people", "notices:messages"),
        Who.ADJUDICATOR,
    ),
    Plant(
        "names on the released leaderboard",
        _names_for_all,
        ("results:results", "results:version"),
        Who.TEAM_A,
        stage=Stage.RELEASED,
    ),
    Plant(
        "names for teams that see their own scores",
        _names_for_all,
        ("results:results", "results:version", "results:run-scores"),
        Who.TEAM_A,
        stage=Stage.TO_TEAMS,
    ),
)
PLANTS = FIVE + MORE
