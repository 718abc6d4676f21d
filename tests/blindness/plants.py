"""Leaks that are planted to see whether the walk finds them."""

from assessment.people.models import RoleName
from assessment.people.selectors.access import Permission
from tests.blindness.phases import Phase
from tests.blindness.planting import (
    TWIN,
    Plant,
    allow,
    at,
    count,
    decisions,
    error_page,
    grades_in,
    hashed,
    in_cookie,
    in_header,
    in_html,
    in_json,
    in_message,
    in_redirect,
    mail,
    names_for_all,
    notes_of_others,
    other_grade,
    packed,
    replaced,
    rules_of_thumb,
    run_id,
    scores,
    searches_of_all,
    where,
)
from tests.blindness.plants_of_roles import OF_ROLES
from tests.blindness.who import Who

JUDGE, SAVE, DOCUMENT = "judging:judge", "judging:save", "judging:judge-document"
FIVE = (  # that once passed every test
    Plant("the run tag in the HTML of the list", at(JUDGE, in_html("<p>{run}</p>")), (JUDGE,)),
    Plant("the run tag in a header", at(JUDGE, in_header("X-Run", lambda request: run_id())), (JUDGE,)),
    Plant(
        "another assessor’s grade in the JSON of a save",
        at(SAVE, in_json("others", other_grade), (200,)),
        (JUDGE, SAVE),
        way=TWIN,
    ),
    Plant(
        "another assessor’s note in a conflict",
        at(SAVE, in_json("note", notes_of_others), (409,)),
        (JUDGE, SAVE),
    ),
    Plant(
        "a run id in the document’s JSON",
        at(DOCUMENT, in_json("run", lambda request: run_id())),
        (JUDGE, DOCUMENT),
    ),
)
MORE = (
    Plant("a run id in an attribute", at(JUDGE, in_html('<i data-run="{run}"></i>')), (JUDGE,)),
    Plant("a run id in a comment", at(JUDGE, in_html("<!-- {run} -->")), (JUDGE,)),
    Plant("a run id in base64", at(JUDGE, in_header("X-Trace", packed)), (JUDGE,)),
    Plant("an ETag that is the digest of a run id", at(JUDGE, in_header("ETag", hashed)), (JUDGE,)),
    Plant("a run id in a cookie", at(JUDGE, in_cookie), (JUDGE,)),
    Plant("a run id in a redirect", at(JUDGE, in_redirect, (302,)), (JUDGE,)),
    Plant(
        "a run id in the name of a file",
        at(
            DOCUMENT,
            in_header("Content-Disposition", lambda request: f'inline; filename="{run_id()}.json"'),
        ),
        (DOCUMENT,),
    ),
    Plant("a run id on the page of what is not there", error_page("404"), ("results:board",)),
    Plant(
        "a run id in the refusal of a bad form",
        at(SAVE, in_json("run", lambda request: run_id()), (400, 422)),
        (SAVE,),
    ),
    Plant(
        "another assessor’s note in a history",
        at("judging:item-history", replaced(notes_of_others)),
        ("judging:item-history",),
    ),
    Plant("another assessor’s note in a message", at(SAVE, in_message, (302,)), (JUDGE, SAVE)),
    Plant(
        "another assessor’s note before sign-in",
        at("people:sign-in", replaced(lambda request: run_id())),
        ("people:sign-in",),
        Who.NOBODY,
    ),
    Plant(
        "another assessor’s grade as a class of the page",
        at(JUDGE, grades_in),
        (JUDGE,),
        way=TWIN,
    ),
    Plant(
        "how many judged so, in a header",
        at(JUDGE, in_header("X-Count", count)),
        (JUDGE,),
        way=TWIN,
    ),
    Plant("rules of thumb of all", at("judging:my-work", replaced(rules_of_thumb)), ("judging:my-work",)),
    Plant(
        "an adjudicator’s note at the end of a question",
        at("judging:ending", in_header("X-Why", decisions)),
        ("judging:ending",),
        phase=Phase.ADJUDICATING,
    ),
    Plant(
        "mail addresses in the list of campaigns",
        at("api:campaigns", in_header("X-People", mail)),
        ("api:campaigns",),
        Who.STRANGER,
    ),
    Plant(
        "scores before their release",
        at("judging:my-work", in_header("X-Scores", scores)),
        ("judging:my-work",),
        Who.TEAM_A,
        phase=Phase.SCORED,
    ),
    Plant(
        "all runs for a team",
        allow(Permission.SEE_ALL_RUNS, RoleName.PARTICIPANT.value),
        ("submissions:runs", "submissions:run", "api:runs"),
        Who.TEAM_A,
    ),
    Plant(
        "scores for assessors",
        allow(Permission.SEE_SCORES, RoleName.ASSESSOR.value),
        ("results:results", "results:version", "api:scores"),
        phase=Phase.SCORED,
    ),
    Plant(
        "the board for assessors",
        allow(Permission.SEE_BOARD, RoleName.ASSESSOR.value),
        ("results:board", "judging:agreement-items"),
    ),
    Plant(
        "what everybody looked for, as one’s own",
        searches_of_all,
        ("campaigns:search",),
    ),
    Plant(
        "disputes for assessors",
        allow(Permission.ADJUDICATE, RoleName.ASSESSOR.value),
        ("judging:adjudicate", "judging:adjudicate-question"),
    ),
    Plant(
        "the bundle for teams",
        allow(Permission.EXPORT, RoleName.PARTICIPANT.value),
        ("results:bundle",),
        Who.TEAM_A,
    ),
    Plant(
        "jobs for teams",
        allow(Permission.SEE_JOBS, RoleName.PARTICIPANT.value),
        ("jobs:list", "jobs:job"),
        Who.TEAM_A,
        phase=Phase.OPEN,
    ),
    Plant(
        "people for adjudicators",
        allow(Permission.MANAGE_PEOPLE, RoleName.ADJUDICATOR.value),
        ("campaigns:people", "notices:messages"),
        Who.ADJUDICATOR,
    ),
    Plant(
        "names on the released leaderboard",
        names_for_all,
        ("results:results", "results:version"),
        Who.TEAM_A,
        phase=Phase.RELEASED,
    ),
    Plant(
        "names for teams that see their own scores",
        names_for_all,
        ("results:results", "results:version", "results:run-scores"),
        Who.TEAM_A,
        phase=Phase.TO_TEAMS,
    ),
)
IN_HEADER = in_header("X-Run", lambda request: run_id())
# In the answers to requests that differ from others in one thing alone: each of them is asked.
IN_ONE_WAY = (
    Plant(
        "a run id for scripts alone",
        at(SAVE, where(lambda request: "X-Assize-Fetch" in request.headers, IN_HEADER)),
        (JUDGE, SAVE),
    ),
    Plant(
        "a run id for OPTIONS alone",
        at("api:items", where(lambda request: request.method == "OPTIONS", IN_HEADER)),
        ("api:items",),
    ),
    Plant(
        "a run id for the last button alone",
        at(SAVE, where(lambda request: request.POST.get("only") == "note", IN_HEADER)),
        (JUDGE, SAVE),
    ),
)
PLANTS = FIVE + MORE + OF_ROLES + IN_ONE_WAY
