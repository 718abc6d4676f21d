"""Leaks to each kind of visitor, at each phase, and in what is neither page nor header."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.urls import clear_url_caches, get_resolver

from assessment.jobs.models import Job
from assessment.judging.models import Assignment, Judgment, Machine, Ruling
from assessment.notices.services import occasions
from assessment.people.api import authentication
from assessment.people.models import ApiToken
from assessment.people.models.limits import Limits
from assessment.people.selectors import accounts
from assessment.people.selectors.tokens import hash_of
from assessment.results.selectors import judged_runs
from assessment.results.selectors.sheets import ALL
from assessment.results.services import sheets
from assessment.shared import api, refusals
from assessment.submissions.models import Response, Run
from tests.blindness.phases import Phase
from tests.blindness.planting import (
    Patch,
    Plant,
    at,
    error_page,
    in_header,
    in_html,
    mail,
    notes_of_others,
    patterns_of,
    rules_of_thumb,
    run_id,
    scores,
)
from tests.blindness.secrets import Kind, Owner, Secret
from tests.blindness.who import Who

NAMES, NUMBERS = "names", "numbers"  # found by comparing, too
JUDGE, ITEMS, FIRST_PAGE = "judging:judge", "api:items", "judging:my-work"


def _in_place_of(address: str, text: Callable[[Any, Any], str]) -> Callable[[Patch], None]:
    """Answer everybody at an address, whoever may open it."""

    def plant(patch: Patch) -> None:
        pattern = dict(patterns_of(get_resolver().url_patterns))[address]
        patch.setattr(pattern, "callback", lambda request, **kwargs: HttpResponse(text(request, kwargs)))
        clear_url_caches()

    return plant


def _job_of_any_campaign(request: Any, kwargs: Any) -> str:
    row = Job.objects.filter(pk=kwargs["pk"]).first()
    return row.message if row and kwargs["slug"] != "hall" else ""


def _whole_file(request: Any, kwargs: Any) -> str:
    return str(Run.objects.get(run_id=kwargs["run_id"], campaign__slug="hall").description)


def _machine(request: Any) -> str:
    notes = Judgment.programs.exclude(note="").values_list("note", flat=True)
    return " ".join([*notes, *Machine.objects.values_list("model", flat=True)])


def _token(request: Any) -> str:
    """A token as a log might have it."""
    return Secret(Kind.TOKEN, Owner.FIRST).word


def _assessors(request: Any) -> str:
    return f"{Assignment.objects.filter(question=_question(request)).count()} assessors"


def _givers(request: Any) -> str:
    return f"given {Response.objects.filter(question=_question(request)).count()} times"


def _question(request: Any) -> int:
    pk = request.kept.get("assignment") or request.kept.get("pk")
    return Assignment.objects.values_list("question", flat=True).get(pk=pk)


def _first_of_names(request: Any) -> str:
    """The teams in the order of their runs' names."""
    runs = Run.objects.filter(campaign__slug="hall").order_by("run_id")
    return " ".join(str(team) for team in runs.values_list("team", flat=True))


def _everything_in_activity(patch: Patch) -> None:
    patch.setattr(accounts, "FOR_ORGANIZERS", ("nothing:",))


def _all_roles_for_a_token(patch: Patch) -> None:
    patch.setattr(Limits, "roles", lambda self, held: frozenset(held))


def _all_campaigns_for_a_token(patch: Patch) -> None:
    patch.setattr(Limits, "reaches", lambda self, campaign: True)


def _any_token(patch: Patch) -> None:
    """A token works for ever."""

    def valid(token: str) -> ApiToken | None:
        return ApiToken.objects.filter(token_hash=hash_of(token)).select_related("account").first()

    patch.setattr(authentication, "valid_token", valid)


def _whole_person(patch: Patch) -> None:
    """A token of a site admin is one of a site admin, however narrow."""
    patch.setattr(authentication, "holder_of", lambda token: token.account)


def _writing_readers(patch: Patch) -> None:
    patch.setattr(authentication.MayWrite, "has_permission", lambda self, request, view: True)


def _asked_by_all(patch: Patch) -> None:
    """The mail with a ruling holds what everybody asked."""
    patch.setattr(
        occasions, "_answered", lambda row: " ".join(Ruling.objects.values_list("asked", flat=True))
    )


def _names_in_the_archive(patch: Patch) -> None:
    patch.setattr(judged_runs, "file_names", lambda rows, sight: [(row.run.run_id, row) for row in rows])


def _all_in_the_book(patch: Patch) -> None:
    patch.setattr(sheets, "telling_of", lambda scores: ALL)


def _run_in_problems(patch: Patch) -> None:
    """Problem details name a run."""
    body = refusals.problem_body
    patch.setattr(api, "problem_body", lambda *args, **more: body(*args, **more, details=[run_id()]))


def _header(address: str, value: Callable[[Any], str]) -> Callable[[Patch], None]:
    return at(address, in_header("X-More", value))


OF_ROLES = (
    Plant(
        "a run on a stranger’s first page",
        at(FIRST_PAGE, in_html("<p>{run}</p>")),
        (FIRST_PAGE,),
        Who.STRANGER,
    ),
    Plant(
        "a job of another campaign by the own one’s address",
        _in_place_of("jobs:job", _job_of_any_campaign),
        ("jobs:job",),
        Who.FOREIGN,
    ),
    Plant("rules of thumb for the second", _header(FIRST_PAGE, rules_of_thumb), (FIRST_PAGE,), Who.SECOND),
    Plant(
        "what a team wrote of its run for another",
        _in_place_of("submissions:run-file", _whole_file),
        ("submissions:run-file",),
        Who.TEAM_B,
    ),
    Plant(
        "what a program said beside a dispute",
        _header("judging:adjudicate-question", _machine),
        ("judging:adjudicate-question",),
        Who.ADJUDICATOR,
    ),
    Plant("what a program said, at a desk", _header(JUDGE, _machine), (JUDGE,)),
    Plant("letters in the recent activity", _everything_in_activity, ("results:board",), Who.ADJUDICATOR),
    Plant(
        "mail addresses for adjudicators", _header("results:board", mail), ("results:board",), Who.ADJUDICATOR
    ),
    Plant("a token in a job’s log", _header("jobs:job", _token), ("jobs:job",), Who.ADMIN),
    Plant("notes of others at an organizer’s desk", at(JUDGE, in_html("<p>{notes}</p>")), (JUDGE,), Who.MANY),
    Plant(
        "all roles for a token that is for judging",
        _all_roles_for_a_token,
        ("api:disputes", "api:people"),
        Who.MANY_ASSESSING,
    ),
    Plant(
        "all roles for a token that is for taking part",
        _all_roles_for_a_token,
        ("api:runs",),
        Who.MANY_TAKING_PART,
    ),
    Plant("all campaigns for a token of one", _all_campaigns_for_a_token, ("api:runs",), Who.MANY_ELSEWHERE),
    Plant("a token that was revoked", _any_token, ("api:runs",), Who.MANY_REVOKED),
    Plant("a token that has expired", _any_token, ("api:people",), Who.MANY_EXPIRED),
    Plant("a site admin by a narrow token", _whole_person, ("api:people",), Who.SITE_NARROWED),
    Plant("a token for reading that writes", _writing_readers, ("api:settings",), Who.MANY_READING),
    Plant(
        "scores whose release was taken back",
        _header(FIRST_PAGE, scores),
        (FIRST_PAGE,),
        Who.TEAM_A,
        phase=Phase.WITHDRAWN,
    ),
    Plant(
        "a run of a campaign that is being deleted",
        _header(FIRST_PAGE, lambda request: run_id()),
        (FIRST_PAGE,),
        Who.ORGANIZER,
        phase=Phase.DELETING,
    ),
    Plant(
        "scores of an archived campaign",
        _header("people:sign-in", scores),
        ("people:sign-in",),
        Who.NOBODY,
        phase=Phase.ARCHIVED,
    ),
    Plant("what others asked, in a mail", _asked_by_all, ("judging:rulings",), Who.ORGANIZER),
    Plant(
        "runs’ names in the archive of judged runs",
        _names_in_the_archive,
        ("results:judged-runs",),
        Who.TEAM_A,
        phase=Phase.NAMELESS,
    ),
    Plant(
        "names, and what teams wrote, in the book of runs",
        _all_in_the_book,
        ("results:book",),
        Who.TEAM_A,
        phase=Phase.NAMELESS,
    ),
    Plant(
        "a run’s name in the name of a file for teams",
        at(
            "results:judged-runs",
            in_header("Content-Disposition", lambda request: f"filename={run_id()}.zip"),
        ),
        ("results:judged-runs",),
        Who.TEAM_A,
        phase=Phase.NAMELESS,
    ),
    Plant("a run in problem details", _run_in_problems, ("api:campaign",), Who.STRANGER),
    Plant(
        "a run as an example of the description",
        at("api:schema", in_header("X-Example", lambda request: run_id())),
        ("api:schema",),
        Who.NOBODY,
    ),
    Plant(
        "notes of others in an API conflict",
        at("api:judgments", in_header("X-Now", notes_of_others), (409,)),
        ("api:judgments",),
        Who.ASSESSOR_TOKEN,
    ),
    Plant(
        "a run in an answer about methods",
        at("api:assignments", in_header("Allow", lambda request: run_id())),
        ("api:assignments",),
        Who.TEAM_TOKEN,
    ),
    Plant("a page that names a run to a foreigner", error_page("404"), ("results:board",), Who.FOREIGN),
    Plant("how many assess a question", _header(JUDGE, _assessors), (JUDGE,), way=NUMBERS),
    Plant("how many runs gave an answer", _header(ITEMS, _givers), (ITEMS,), way=NUMBERS),
    Plant("answers in the order of runs’ names", _header(JUDGE, _first_of_names), (JUDGE,), way=NAMES),
    Plant(
        "a ranking with the order of names",
        _header("results:version", _first_of_names),
        ("results:version",),
        Who.TEAM_A,
        phase=Phase.NAMELESS,
        way=NAMES,
    ),
)
