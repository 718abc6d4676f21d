"""Every address of the site against every kind of visitor. An address that stands in no table fails a test."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from assessment.adjudication.services.majorities import pack
from assessment.campaigns.models import Campaign
from assessment.campaigns.services.checked_files import CHECK
from assessment.development.services.query_log_choice import CHECK_LOG
from assessment.people.selectors.access import ALLOWED
from tests.assize.security.house import HIDDEN_FROM_ASSESSORS, OUTSIDE, VISITORS, House, build
from tests.client import Client
from tests.scenes import Kept
from tests.sizes import FULL

pytestmark = pytest.mark.django_db

Fields = Callable[[House], dict[str, Any]]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')  # random letters can spell anything
NOBODY: frozenset[str] = frozenset()
SITE = frozenset({"site admin"})
STAFF = SITE | {"admin", "organizer"}
DECIDERS = STAFF | {"adjudicator"}
TEAMS = frozenset({"participant", "rival"})
JUDGES = frozenset({"assessor", "other assessor"})
MEMBERS = DECIDERS | TEAMS | JUDGES
SIGNED_IN = frozenset(VISITORS) - set(OUTSIDE)
EVERYBODY = frozenset(VISITORS)


def _nothing(house: House) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Door:
    """Who gets through an address, by reading and by sending; nobody else may learn that there is anything."""

    get: frozenset[str] | None = None  # None: it cannot be read
    post: frozenset[str] | None = None
    names: Fields = _nothing  # what the address names
    sent: Fields = _nothing
    opens: frozenset[int] = field(default_factory=lambda: frozenset({200}))


def _slug(house: House) -> dict[str, Any]:
    return {"slug": house.campaign.slug}


def _campaign(get: frozenset[str] | None = None, post: frozenset[str] | None = None, **more: Any) -> Door:
    names, sent = more.pop("names", {}), more.pop("sent", {})
    return Door(
        get,
        post,
        names=lambda house: _slug(house) | _filled(house, names),
        sent=lambda house: _filled(house, sent),
        **more,
    )


def _filled(house: House, fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value(house) if callable(value) else value for name, value in fields.items()}


def _of_assessor(get: frozenset[str] | None = None, post: frozenset[str] | None = None, **sent: Any) -> Door:
    """An address of the first assessor's assignment."""
    return Door(
        get,
        post,
        names=lambda house: {"assignment": house.mine.pk},
        sent=lambda house: _filled(house, sent),
        opens=frozenset({200, 302}),
    )


def _item(house: House) -> int:
    return house.items[0].pk


def _client_id(house: House) -> str:
    return str(uuid4())


def _listed(house: House) -> int:
    return house.my_list.question.pool_items.get().pk


def _part(
    assignment: str,
    get: frozenset[str] | None = None,
    post: frozenset[str] | None = None,
    action: str = "",
    step: str = "",
    **sent: Any,
) -> Door:
    """An address of the first assessor's list, nuggets or page; nobody else is even in that campaign."""
    named = {name: word for name, word in (("action", action), ("step", step)) if word}
    return Door(
        get,
        post,
        names=lambda house: {"assignment": getattr(house, assignment).pk, **named},
        sent=lambda house: _filled(house, {"client_id": _client_id, **sent}),
        opens=frozenset({200, 302}),
    )


def _registered(house: House) -> int:
    return house.tongues.teams.get(name="tern").pk


def _participants(house: House) -> int:
    return house.tongues.teams.get(name="lkga").pk


def _asked(house: House) -> int:
    return house.tongues.applications.get().pk


def _moved(house: House) -> int:
    return house.campaign.work_moves.get().pk


def _site_job(house: House) -> dict[str, Any]:
    return {"pk": house.site_job.pk}


JOB = {"pk": lambda house: house.job.pk}


def _checked(kind: str) -> dict[str, Any]:
    """The check of a file of that kind."""
    return {"check": lambda house: house.campaign.jobs.get(kind=CHECK, arguments__kind=kind).pk}


CHECKED = _checked("judgments")
KEPT_FILE = {"number": lambda house: house.campaign.imports.get(kind="answers").number}
FILE_CHECKED = _checked("answers")
LOG_CHECKED = {"check": lambda house: house.campaign.jobs.get(kind=CHECK_LOG).pk}
IMPORTED = {"number": lambda house: house.campaign.imports.of_judgments().get().number}
CAME_WITH_A_FILE = {
    "pk": lambda house: house.campaign.imports.of_judgments().get().assignments.get().member_id
}
ACT = {"pk": lambda house: house.campaign.change_batches.get().pk}
TABLE = {"kind": "assignments"}
QUESTIONS_CHECKED, LISTS_CHECKED = _checked("questions"), _checked("document_lists")
SOMEBODY = {"pk": lambda house: house.mine.member_id}
SERIES = {"key": "S"}
KNOWN = {"uid": lambda house: house.question.entries.get().uid}
INVITED = {"pk": lambda house: house.campaign.invitations.get().pk}
NOTICE = {"pk": lambda house: house.campaign.notices.get().pk}
HOOK = {"pk": lambda house: house.campaign.webhooks.get().pk}
MESSAGE = HOOK | {"delivery": lambda house: house.campaign.webhooks.get().deliveries.get().pk}
CANDIDATE = {"pk": lambda house: house.campaign.candidates.get().pk}
DEVELOPERS = STAFF | JUDGES | TEAMS  # a setting of the house lets them; candidates of others they do not see
TRANSLATED = {"slug": "tongues", "pk": lambda house: house.tongues.candidates.get().pk}
ITEM = {"item": _item, "seen": 1, "grade": "yes", "ground": "opinion"}
QID = {"qid": "1"}
PROGRAM = {"name": "judge@1"}
TARGET = {"target": "1"}
RUN = {"run_id": "secretlkg"}
VERSION = {"version": 1}
POOLED = {"docid": lambda house: house.items[0].docid}
MINE = {"assignment": lambda house: house.mine.pk, "member": lambda house: house.theirs.member_id}
ME = frozenset({"assessor"})
DECIDED = {"item": lambda house: house.items[0].pk}
OWN_WORK = {"pk": lambda house: house.mine.pk}
TEAM = {"pk": lambda house: house.run.team_id}
SAMPLE = {"name": "names-1"}
TRY = {"pk": lambda house: house.my_try.pk}
TRAINING = STAFF | JUDGES
OWN_TEAM = STAFF | {"participant"}
TONGUES = {"slug": "tongues"}  # where teams register
EN_EN = {"source": "EN", "target": "EN"}
STUDY = {"rule": "union", "samples": 10, "trials": 1, "resamples": 100, "binning": "first", "seed": 2}
SEEN_OR_SENT_ON = frozenset({200, 302})

DOORS: dict[str, Door] = {
    "people:accounts": Door(SITE, SITE),
    "people:account-open": Door(None, SITE, names=lambda house: {"pk": house.accounts["stranger"].pk}),
    "people:account-creates": Door(None, SITE, names=lambda house: {"pk": house.accounts["stranger"].pk}),
    "people:password-link": Door(None, SITE, names=lambda house: {"pk": house.accounts["stranger"].pk}),
    "people:account": Door(SIGNED_IN, SIGNED_IN),
    "people:second-step": Door(SIGNED_IN, SIGNED_IN),
    "people:linked": Door(
        NOBODY, NOBODY
    ),  # a site without a provider has it not: tests/people/test_provider.py has one
    "privacy:own-data": Door(SIGNED_IN),
    "privacy:own-data-file": Door(SIGNED_IN),
    "privacy:remove-own": Door(SIGNED_IN, SIGNED_IN, opens=frozenset({200, 422})),
    "privacy:remove": Door(
        SITE, SITE, names=lambda house: {"pk": house.accounts["stranger"].pk}, opens=frozenset({200, 422})
    ),
    "people:keys": Door(SIGNED_IN, SIGNED_IN),
    "people:end-sessions": Door(None, SIGNED_IN, sent=lambda house: {"browser": "others"}),
    "people:api-token": Door(SIGNED_IN, SIGNED_IN),
    "people:token-revoke": Door(None, ME, names=lambda house: {"pk": house.token}),
    "people:password": Door(SIGNED_IN, SIGNED_IN),
    "campaigns:collections": Door(SITE, SITE),
    "campaigns:collection": Door(SITE, SITE, names=lambda house: {"slug": "wire"}),
    "campaigns:list": Door(SIGNED_IN),
    "campaigns:new": Door(SITE, SITE),
    "campaigns:new-evaluation": Door(SITE, SITE),
    "campaigns:evaluation": Door(DECIDERS, STAFF, names=lambda house: {"slug": "brought"}),
    "campaigns:settings": _campaign(DECIDERS, STAFF),
    "campaigns:state": _campaign(None, STAFF, sent={"to": "open"}),
    "campaigns:deadline": _campaign(None, STAFF),
    "campaigns:archive": _campaign(None, STAFF),
    "campaigns:unarchive": _campaign(None, STAFF),
    "results:clone": _campaign(SITE, SITE),
    "results:delete": _campaign(SITE, SITE),
    "campaigns:guidelines": _campaign(MEMBERS, STAFF),
    "campaigns:schedule": _campaign(MEMBERS, STAFF),
    "campaigns:calendar": _campaign(MEMBERS),
    "campaigns:import-file": _campaign(STAFF, STAFF, names=TABLE),
    "campaigns:file-example": _campaign(STAFF, names=TABLE),
    "campaigns:site-example": Door(SIGNED_IN, names=lambda house: {"kind": "bundle"}),
    "judging:manual": Door(SIGNED_IN, names=lambda house: {"page": "imports"}),
    **{
        f"campaigns:import-file-{act}": _campaign(None, STAFF, names=TABLE | _checked("assignments"))
        for act in ("confirm", "discard")
    },
    "campaigns:import-questions": _campaign(STAFF, STAFF),
    "campaigns:import-questions-confirm": _campaign(None, STAFF, names=QUESTIONS_CHECKED),
    "campaigns:import-questions-discard": _campaign(None, STAFF, names=QUESTIONS_CHECKED),
    "campaigns:drop": _campaign(None, STAFF, sent={"id": "1", "reason": "why not"}),
    "campaigns:restore": _campaign(None, STAFF, sent={"id": "1"}),
    "campaigns:settle-nil": _campaign(None, STAFF, sent={"id": "1", "nil": "right"}),
    "campaigns:questions": _campaign(DECIDERS | TEAMS),
    "campaigns:question": _campaign(DECIDERS | TEAMS, STAFF, names=QID, sent={"text": "Who else?"}),
    "campaigns:series": _campaign(STAFF, STAFF, names=SERIES),
    "campaigns:add-question": _campaign(None, STAFF, names=SERIES),
    "campaigns:candidates": _campaign(DEVELOPERS),
    "campaigns:new-candidate": _campaign(DEVELOPERS, DEVELOPERS),
    "campaigns:candidate": _campaign(STAFF, names=CANDIDATE),
    "campaigns:edit-candidate": _campaign(STAFF, STAFF, names=CANDIDATE),
    "campaigns:candidate-languages": _campaign(STAFF, STAFF, names=TRANSLATED),
    "campaigns:read-candidate": _campaign(
        None, STAFF, names=CANDIDATE | {"position": 1}, sent={"vote": "keep"}
    ),
    "campaigns:reject-candidate": _campaign(None, STAFF, names=CANDIDATE, sent={"reason": "why not"}),
    "campaigns:reconsider-candidate": _campaign(None, STAFF, names=CANDIDATE),
    "judging:accept-candidate": _campaign(None, STAFF, names=CANDIDATE),
    "judging:change-known": _campaign(
        None, STAFF, names=QID, sent=KNOWN | {"known": "Ada", "seen": "knownsecret"}
    ),
    "judging:remove-known": _campaign(None, STAFF, names=QID, sent=KNOWN),
    "judging:known-from-document": _campaign(
        None,
        STAFF,
        sent={"id": lambda house: house.items[0].docid, "qid": QID["qid"], "answer": "Halden"},
    ),
    "judging:known": _campaign(STAFF, STAFF, names=QID, sent={"known": "Halden"}),
    "campaigns:imports": _campaign(STAFF),
    "campaigns:file-import": _campaign(STAFF, names=KEPT_FILE),
    "campaigns:imported-file": _campaign(STAFF, names={**KEPT_FILE, "position": 0}),
    "campaigns:undo-import": _campaign(None, STAFF, names=KEPT_FILE, sent={"reason": "a slip"}),
    "campaigns:people": _campaign(STAFF),
    "campaigns:add-member": _campaign(None, STAFF, sent={"add-username": "sam", "add-roles": "organizer"}),
    "campaigns:invite": _campaign(None, STAFF, sent={"invite-name": "Zed"}),
    "campaigns:withdraw-invitation": _campaign(None, STAFF, names=INVITED),
    "campaigns:renew-invitations": _campaign(
        None, STAFF, sent={"invitation": lambda house: house.campaign.invitations.get().pk}
    ),
    "submissions:import-people": _campaign(STAFF, STAFF, sent={"text": "name,roles\nZed,assessor\n"}),
    **{
        f"{view}-{act}": _campaign(None, STAFF, names=_checked(kind))
        for act in ("confirm", "discard")
        for view, kind in (
            ("submissions:import-people", "people"),
            ("submissions:import-teams", "teams"),
            ("judging:training-import", "samples"),
        )
    },
    "submissions:people-table": _campaign(STAFF),
    "submissions:import-teams": _campaign(STAFF, STAFF, sent={"text": "team\ngull\n"}),
    "submissions:teams-table": _campaign(STAFF),
    "campaigns:member-roles": _campaign(
        None, STAFF, names={"pk": lambda house: house.mine.member_id}, sent={"roles": "organizer"}
    ),
    "campaigns:search": _campaign(MEMBERS, sent={"q": "saw"}),
    "campaigns:document": _campaign(MEMBERS, sent={"id": lambda house: house.items[0].docid}),
    "campaigns:kept-searches": _campaign(STAFF),
    "campaigns:kept-searches-table": _campaign(STAFF),
    "campaigns:document-lists": _campaign(MEMBERS),
    "campaigns:document-list": _campaign(MEMBERS, names=TARGET),
    "campaigns:document-archive": _campaign(MEMBERS, names=TARGET),
    "campaigns:import-document-lists": _campaign(STAFF, STAFF),
    "campaigns:import-document-lists-confirm": _campaign(None, STAFF, names=LISTS_CHECKED),
    "campaigns:import-document-lists-discard": _campaign(None, STAFF, names=LISTS_CHECKED),
    "campaigns:accept-licence": _campaign(None, MEMBERS, sent={"seen": "", "target": "1"}),
    "submissions:runs": _campaign(STAFF | TEAMS),
    "submissions:own-team": _campaign(STAFF | TEAMS, opens=SEEN_OR_SENT_ON),
    "submissions:topics-file": _campaign(STAFF | TEAMS),
    "submissions:example-run": _campaign(TEAMS),
    "submissions:example-file": _campaign(STAFF | TEAMS, names={"name": "format.txt"}),
    "submissions:docids": _campaign(STAFF | TEAMS),
    "submissions:checker": _campaign(STAFF | TEAMS),
    "submissions:receipt": _campaign(OWN_TEAM, names=RUN),
    "submissions:submit": _campaign(STAFF | TEAMS, STAFF | TEAMS),
    "submissions:run": _campaign(OWN_TEAM, names=RUN),
    "submissions:run-file": _campaign(OWN_TEAM, names=RUN),
    "submissions:run-warnings": _campaign(OWN_TEAM, names=RUN),
    "submissions:withdraw": _campaign(None, OWN_TEAM, names=RUN),
    "submissions:teams": _campaign(STAFF, STAFF, sent={"name": "taken over"}),
    "submissions:team": _campaign(STAFF, STAFF, names=TEAM),
    "submissions:rename-team": _campaign(None, STAFF, names=TEAM, sent={"name": "gull", "reason": "theirs"}),
    "submissions:delete-team": _campaign(None, STAFF, names=TEAM, sent={"reason": "a slip"}),
    "submissions:anonymize-team": _campaign(None, STAFF, names=TEAM, sent={"reason": "a slip"}),
    "submissions:register": _campaign(STAFF | TEAMS, STAFF | TEAMS, names=TONGUES, opens=SEEN_OR_SENT_ON),
    "submissions:join": _campaign(NOBODY, NOBODY),  # registration is closed here: see tests/submissions
    "submissions:withdraw-application": _campaign(None, NOBODY),
    "submissions:decide-application": _campaign(
        None, STAFF, names=TONGUES | {"pk": _asked}, sent={"action": "accept"}
    ),
    "submissions:registrations": _campaign(STAFF, names=TONGUES),
    "submissions:registrations-file": _campaign(STAFF, names=TONGUES),
    "submissions:new-registration": _campaign(STAFF, STAFF, names=TONGUES),
    "submissions:registration": _campaign(STAFF, STAFF, names=TONGUES | {"pk": _registered}),
    "submissions:pair": _campaign(None, STAFF, names=TONGUES, sent={"pair": "EN:IT", "always": "on"}),
    "submissions:topics": _campaign(STAFF | TEAMS, names=TONGUES),
    "submissions:download": _campaign(
        STAFF | TEAMS, STAFF | TEAMS, names=TONGUES | EN_EN, sent={"confirmed": "yes"}, opens=SEEN_OR_SENT_ON
    ),
    "submissions:pool": _campaign(STAFF, STAFF),
    "submissions:pool-question": _campaign(STAFF, names=QID),
    "submissions:documents": _campaign(STAFF, STAFF),
    "submissions:document": _campaign(STAFF, STAFF, names=POOLED),
    "jobs:list": _campaign(STAFF),
    "jobs:job": _campaign(STAFF, names=JOB),
    "jobs:part": _campaign(STAFF, names=JOB),
    "jobs:cancel": _campaign(None, STAFF, names=JOB),
    "jobs:site-list": Door(SITE),
    "jobs:site-job": Door(SITE, names=_site_job),
    "jobs:site-part": Door(SITE, names=_site_job),
    "jobs:site-cancel": Door(None, SITE, names=_site_job),
    "judging:my-work": Door(SIGNED_IN),
    "judging:go": Door(SIGNED_IN),
    "judging:go-in": _campaign(MEMBERS),
    "judging:judge": _of_assessor(ME),
    "judging:judge-document": Door(
        ME, names=lambda house: {"assignment": house.mine.pk}, sent=lambda house: {"item": _item(house)}
    ),
    "judging:search": Door(
        ME, names=lambda house: {"assignment": house.mine.pk}, sent=lambda _: {"q": "saw"}
    ),
    "judging:item-history": Door(
        ME, names=lambda house: {"assignment": house.mine.pk}, sent=lambda house: {"item": _item(house)}
    ),
    "judging:ask": _of_assessor(None, ME, item=_item, client_id=_client_id, text="Does a year count?"),
    "judging:rulings": _campaign(STAFF, STAFF, sent={"text": "A year counts."}),
    "judging:rulings-read": _campaign(None, MEMBERS, sent={"ruling": "1"}),
    "judging:judged-today": Door(SIGNED_IN),
    "judging:save": _of_assessor(None, ME, item=_item, seen=1, client_id=_client_id, grade="no"),
    "judging:undo": _of_assessor(None, ME, client_id=_client_id),
    "judging:notes": _of_assessor(None, ME, seen=0, comment="taken over"),
    "judging:undo-finish": _of_assessor(None, ME),
    "judging:ending": _of_assessor(ME),
    "judging:finish": _of_assessor(None, ME, no_answer_found="1"),
    "judging:classes": _part("my_list", ME),
    "judging:change-classes": _part("my_list", None, ME, action="put", item=_listed, uid=_client_id),
    "judging:nugget-list": _part("my_nuggets", ME),
    "judging:change-nuggets": _part(
        "my_nuggets", None, ME, action="write", uid=_client_id, text="a lamp", vote="okay"
    ),
    "judging:annotation": _part("my_page", None, ME, step="question", seen=0, question="good"),
    "judging:assign": _campaign(STAFF, STAFF),
    "judging:post-editing": _campaign(STAFF, STAFF, sent={"name": "nobody"}),
    "judging:post-editing-withdraw": _campaign(None, STAFF),
    "judging:thirds": _campaign(STAFF, STAFF, sent={"assessors": "nobody"}),
    "judging:experts": _campaign(NOBODY, NOBODY),  # nobody annotates pages here: see tests/assignments
    "notices:messages": _campaign(STAFF, STAFF),
    "notices:handed-over": _campaign(None, STAFF),
    "notices:send": _campaign(None, STAFF, names=NOTICE),
    "webhooks:list": _campaign(STAFF, STAFF),
    "webhooks:webhook": _campaign(STAFF, STAFF, names=HOOK),
    "webhooks:messages": _campaign(STAFF, names=HOOK),
    **{
        f"webhooks:{act}": _campaign(None, STAFF, names=HOOK)
        for act in ("secret", "switch", "trial", "remove")
    },
    "webhooks:send": _campaign(None, STAFF, names=MESSAGE),
    "notices:choose": Door(SIGNED_IN, SIGNED_IN),
    "judging:progress": _campaign(DECIDERS),
    "judging:progress-finish": _campaign(None, STAFF),
    "judging:progress-check": _campaign(None, STAFF),
    "judging:assign-remove": _campaign(None, STAFF, sent=MINE),
    "judging:assign-hand-over": _campaign(None, STAFF, sent=MINE),
    "judging:assign-relieve": _campaign(None, STAFF, sent=MINE),
    "judging:assign-reopen": _campaign(None, STAFF, sent=MINE),
    "judging:assign-add": _campaign(None, STAFF, names=QID, sent=MINE),
    "judging:assign-unit": _campaign(STAFF, names=QID),
    "judging:adjudicate": _campaign(DECIDERS),
    "judging:majorities": _campaign(DECIDERS),
    "judging:accept-majorities": _campaign(None, DECIDERS, sent={"shown": lambda house: pack({1: "no"})}),
    "judging:table-decisions": _campaign(DECIDERS, DECIDERS),
    **{
        f"judging:table-decisions-{act}": _campaign(None, DECIDERS, names=_checked("decisions"))
        for act in ("confirm", "discard")
    },
    **{f"judging:table-{kind}": _campaign(NOBODY, NOBODY) for kind in ("matches", "votes")},
    **{
        f"judging:table-{kind}-{act}": _campaign(None, NOBODY, names=CHECKED)
        for kind in ("matches", "votes")
        for act in ("confirm", "discard")
    },
    "judging:batch": _campaign(DECIDERS, names=ACT),
    "judging:undo-batch": _campaign(None, DECIDERS, names=ACT),
    "judging:adjudicate-question": _campaign(DECIDERS, names=QID),
    "judging:settle-classes": Door(SITE, names=lambda house: {"slug": "series", "qid": "1.2"}),
    "judging:settle": Door(
        None,
        SITE,
        names=lambda house: {"slug": "series", "qid": "1.2"},
        sent=lambda house: {"client_id": str(uuid4()), "item": _listed(house)},
        opens=frozenset({302}),
    ),
    "judging:decide": _campaign(None, DECIDERS, names=QID, sent=ITEM),
    "judging:withdraw-decision": _campaign(None, DECIDERS, names=QID, sent=ITEM),
    "judging:undo-decision": _campaign(None, DECIDERS, names=QID, sent=ITEM),
    "judging:annotations": _campaign(NOBODY, NOBODY),  # nobody annotates pages here: see tests/imports
    "judging:annotations-confirm": _campaign(None, NOBODY, names=CHECKED),
    "judging:annotations-discard": _campaign(None, NOBODY, names=CHECKED),
    "judging:development": _campaign(STAFF, STAFF),
    "judging:query-log": _campaign(STAFF, STAFF),
    "judging:query-log-enter": _campaign(None, STAFF, names=LOG_CHECKED),
    "judging:development-confirm": _campaign(None, STAFF, names=FILE_CHECKED),
    "judging:development-discard": _campaign(None, STAFF, names=FILE_CHECKED),
    "judging:judgments": _campaign(STAFF, STAFF),
    "judging:machine": _campaign(STAFF, STAFF),
    "judging:machine-matches": _campaign(NOBODY, NOBODY),  # no nuggets here: see tests/imports
    "judging:machine-matches-confirm": _campaign(None, NOBODY, names=CHECKED),
    "judging:machine-matches-discard": _campaign(None, NOBODY, names=CHECKED),
    "judging:machine-nuggets": _campaign(NOBODY, NOBODY),  # nor here
    "judging:machine-nuggets-confirm": _campaign(None, NOBODY, names=CHECKED),
    "judging:machine-nuggets-discard": _campaign(None, NOBODY, names=CHECKED),
    "judging:drafts": _campaign(NOBODY),
    "judging:question-drafts": _campaign(NOBODY, names=QID),
    "judging:patterns": _campaign(STAFF, STAFF),
    "judging:own-patterns": _campaign(DECIDERS),
    "judging:own-patterns-file": _campaign(DECIDERS),
    "judging:question-patterns": _campaign(DECIDERS, DECIDERS, names=QID, sent={"text": "1956", "do": "try"}),
    "judging:judgments-confirm": _campaign(None, STAFF, names=CHECKED),
    "judging:judgments-discard": _campaign(None, STAFF, names=CHECKED),
    "judging:judgments-import": _campaign(STAFF, names=IMPORTED),
    "judging:judgments-take-back": _campaign(None, STAFF, names=IMPORTED, sent={"reason": "a slip"}),
    "judging:judgments-remove": _campaign(None, STAFF, names=CAME_WITH_A_FILE, sent={"reason": "a slip"}),
    "judging:assign-person": _campaign(STAFF, STAFF, names={"pk": lambda house: house.mine.member_id}),
    "judging:assign-give-back": _campaign(None, STAFF, names={"pk": _moved}),
    "judging:person": _campaign(STAFF, names=SOMEBODY),
    "judging:person-remove": _campaign(None, STAFF, names=SOMEBODY, sent={"reason": ""}),
    "judging:person-put-back": _campaign(None, STAFF, names=SOMEBODY),
    "judging:person-remove-name": _campaign(None, STAFF, names=SOMEBODY),
    "judging:take-out": _campaign(STAFF, STAFF),
    "judging:agreement": _campaign(DECIDERS),
    "judging:agreement-table": _campaign(DECIDERS),
    "judging:agreement-items": _campaign(DECIDERS),
    "judging:training": _campaign(TRAINING),
    "judging:training-required": _campaign(None, STAFF, sent={"required": "on"}),
    "judging:training-import": _campaign(STAFF, STAFF),
    "judging:training-begin": _campaign(None, JUDGES, names=SAMPLE),
    "judging:training-try": _campaign(ME | STAFF, names=TRY),
    "judging:training-save": _campaign(None, ME, names=TRY),
    "judging:training-finish": _campaign(None, ME, names=TRY),
    "judging:training-annotation": _campaign(None, ME, names=TRY | {"step": "question"}),
    "judging:sample-new": _campaign(STAFF, STAFF),
    "judging:sample": _campaign(STAFF, STAFF, names=SAMPLE),
    "judging:sample-remove": _campaign(None, STAFF, names=SAMPLE),
    "judging:sample-move": _campaign(None, STAFF, names=SAMPLE),
    "results:board": _campaign(DECIDERS),
    "results:board-figure": _campaign(DECIDERS, names={"name": "days", "form": "svg"}),
    "results:act": _campaign(None, STAFF, sent={"act": "pool"}),
    "results:results": _campaign(DECIDERS, STAFF, sent={"form": "union"}),
    "results:compare": _campaign(None, STAFF),
    "results:release": _campaign(STAFF, STAFF),
    "results:release-preview": _campaign(None, STAFF),
    "results:judged-runs": _campaign(DECIDERS, names=VERSION),
    "results:book": _campaign(DECIDERS, names=VERSION),
    "results:own-runs": _campaign(
        NOBODY, names=VERSION
    ),  # nobody of a team has released runs: see tests/results
    "results:run-sheet": _campaign(DECIDERS, names=VERSION | RUN),
    "results:settle-nils": _campaign(None, STAFF, sent={"id": "9.9", "nil": "right"}),
    "results:unrelease": _campaign(None, STAFF, sent={"reason": "why not"}),
    "results:version": _campaign(DECIDERS, names=VERSION),
    "results:leaderboard-file": _campaign(DECIDERS, names=VERSION | {"form": "csv"}),
    "results:qrels": _campaign(STAFF, names=VERSION),
    "results:run-scores": _campaign(DECIDERS, names=VERSION | RUN),
    "results:run-answers": _campaign(DECIDERS, names=VERSION | RUN),
    "results:run-answers-table": _campaign(DECIDERS, names=VERSION | RUN),
    "results:run-figure": _campaign(  # too few questions for a figure: see tests/results
        NOBODY, names=VERSION | RUN | {"name": "median", "form": "svg"}
    ),
    "results:run-curve": _campaign(NOBODY, names=VERSION | RUN),  # nor places on pages: see tests/results
    "results:run-curve-table": _campaign(NOBODY, names=VERSION | RUN | {"part": "long"}),
    "results:annotations": _campaign(NOBODY),
    "results:annotators-table": _campaign(NOBODY),
    "results:question-scores": _campaign(DECIDERS, names=VERSION | QID),
    "results:changes": _campaign(DECIDERS, names=VERSION),
    "results:series-list": _campaign(NOBODY, names=VERSION),  # this campaign has no series: see tests/results
    "results:series-scores": _campaign(NOBODY, names=VERSION | {"series": "1"}),
    "results:exports": _campaign(STAFF),
    "results:corpus-annotations": _campaign(NOBODY),
    "results:judged": _campaign(NOBODY),  # nor lists and nuggets
    "results:pyramid": _campaign(NOBODY),
    "results:answers": _campaign(NOBODY, names={"rule": "union"}),
    "results:bundle": _campaign(STAFF),
    "results:bundle-without-names": _campaign(STAFF),
    "results:trec-eval-runs": _campaign(STAFF),
    "results:table": _campaign(STAFF, names={"table": "judgments.csv"}),
    "results:qrels-now": _campaign(STAFF, names={"form": "qrels", "rule": "union"}),
    "results:import-bundle": Door(SITE, SITE),
    "studies:list": _campaign(DECIDERS, STAFF, sent=STUDY),
    "studies:what-if": _campaign(None, STAFF, sent={"change": "rule:intersection", "rule": "union"}),
    "studies:compare": _campaign(DECIDERS),
    "studies:machines": _campaign(DECIDERS, STAFF, sent={"name": "nobody"}),
    "studies:fewer-judgments": _campaign(DECIDERS, STAFF, sent={"name": "nobody"}),
    "studies:sample": _campaign(DECIDERS, STAFF, sent={"name": "nobody"}),
    "studies:sample-estimate": _campaign(None, STAFF),
    "studies:sample-withdraw": _campaign(None, STAFF),
    "studies:study": _campaign(DECIDERS, names=VERSION),
    "studies:page": _campaign(DECIDERS, names=VERSION | {"name": "significance"}),
    "studies:json": _campaign(DECIDERS, names=VERSION),
    "studies:report": _campaign(DECIDERS, names=VERSION),
    "studies:version-report": _campaign(STAFF, names=VERSION),
    "studies:version-report-files": _campaign(STAFF, names=VERSION),
    "studies:figure": _campaign(DECIDERS, names=VERSION | {"name": "leaders-0", "form": "svg"}),
    "api:campaigns": Door(SIGNED_IN, SITE),
    "api:bundles": Door(None, SITE),
    "api:site-jobs": Door(SITE),
    "api:site-job": Door(SITE, names=_site_job),
    "api:clones": _campaign(None, SITE),
    "api:collections": _campaign(STAFF),
    "api:release": _campaign(STAFF, STAFF),
    "api:release-preview": _campaign(None, STAFF),
    "api:campaign": _campaign(MEMBERS),
    "api:questions": _campaign(DECIDERS | TEAMS),
    "api:question": _campaign(DECIDERS | TEAMS, names=QID),
    "api:series-list": _campaign(STAFF),
    "api:series": _campaign(STAFF, names=SERIES),
    "api:series-questions": _campaign(None, STAFF, names=SERIES),
    "api:guidelines": _campaign(MEMBERS, STAFF),
    "api:rulings": _campaign(MEMBERS, STAFF),
    "api:candidates": _campaign(DEVELOPERS, DEVELOPERS),
    "api:candidate": _campaign(STAFF, names=CANDIDATE),
    "api:candidate-decision": _campaign(None, STAFF, names=CANDIDATE),
    "api:candidate-checks": _campaign(STAFF, STAFF, names=CANDIDATE),
    "api:candidate-languages": _campaign(None, STAFF, names=CANDIDATE),
    "api:pool-cuts": _campaign(None, STAFF),
    "api:acts": _campaign(DECIDERS),
    "api:undo-act": _campaign(None, DECIDERS, names=ACT),
    "api:known": _campaign(STAFF, STAFF, names=QID),
    "api:invitations": _campaign(STAFF),
    "api:invitation": _campaign(STAFF, names=INVITED),
    "api:own-asked": _campaign(None, ME, names=OWN_WORK),
    "api:deadlines": _campaign(DECIDERS, STAFF),
    "api:schedule": _campaign(MEMBERS, STAFF),
    "api:runs": _campaign(STAFF | TEAMS, STAFF | TEAMS),
    "api:run": _campaign(OWN_TEAM, names=RUN),
    "api:run-file": _campaign(OWN_TEAM, names=RUN),
    "api:search": _campaign(MEMBERS, sent={"q": "saw"}),
    "api:searches": _campaign(STAFF),
    "api:lists": _campaign(MEMBERS),
    "api:list": _campaign(MEMBERS, names=TARGET),
    "api:list-texts": _campaign(MEMBERS, names=TARGET),
    "api:documents": _campaign(STAFF | TEAMS),
    "api:document": _campaign(STAFF, STAFF, names=POOLED),
    "api:flagged-documents": _campaign(STAFF),
    "api:item-document": _campaign(ME, names=OWN_WORK | {"item": _item}),
    "api:scores": _campaign(DECIDERS, STAFF),
    "api:versions": _campaign(DECIDERS),
    "api:exports": _campaign(STAFF),
    "api:export": _campaign(STAFF, names={"name": "bundle.zip"}),
    "api:qrels": _campaign(STAFF),
    "api:assignments": _campaign(JUDGES),
    "api:assignment": _campaign(ME, names=OWN_WORK),
    "api:items": _campaign(ME, names=OWN_WORK),
    "api:judgments": _campaign(None, JUDGES),
    # Lists and nuggets are of other campaigns here, so that their desks are not there: tests/judging/test_api_parts.py
    "api:own-classes": _campaign(NOBODY, NOBODY, names=OWN_WORK),
    "api:own-nuggets": _campaign(NOBODY, NOBODY, names=OWN_WORK),
    "api:own-drafts": _campaign(NOBODY, names=OWN_WORK),
    "api:own-matches": _campaign(None, NOBODY, names=OWN_WORK),
    "api:own-annotation": _campaign(NOBODY, NOBODY, names=OWN_WORK),
    "api:own-boxes": _campaign(NOBODY, names=OWN_WORK),
    "api:own-undo": _campaign(None, ME, names=OWN_WORK),
    "api:own-finish": _campaign(ME, ME, names=OWN_WORK),
    "api:settings": _campaign(DECIDERS),
    "api:people": _campaign(STAFF, STAFF),
    "api:person": _campaign(STAFF, names=SOMEBODY),
    "api:work": _campaign(STAFF, STAFF),
    "api:work-of-one": _campaign(STAFF, names=OWN_WORK),
    "api:imports": _campaign(STAFF, DECIDERS),
    "api:import": _campaign(STAFF, names=KEPT_FILE),
    "api:undo-import": _campaign(None, STAFF, names=KEPT_FILE),
    "api:imported-file": _campaign(STAFF, names={**KEPT_FILE, "position": 0}),
    "api:teams": _campaign(STAFF | TEAMS, STAFF),
    "api:team": _campaign(STAFF, names=TEAM),
    "api:pools": _campaign(STAFF, STAFF),
    "api:pool-answers": _campaign(STAFF),
    "api:machine-judgments": _campaign(None, STAFF),
    "api:pool-matches": _campaign(STAFF),
    "api:machine-matches": _campaign(None, STAFF),
    "api:machine-nuggets": _campaign(STAFF, STAFF),
    "api:jobs": _campaign(STAFF),
    "api:job": _campaign(STAFF, names=JOB),
    "api:disputes": _campaign(DECIDERS),
    "api:decision": _campaign(None, DECIDERS, names=DECIDED),
    "api:class-disputes": _campaign(DECIDERS),
    "api:class-dispute": _campaign(NOBODY, NOBODY, names=QID),  # no list: see tests/api/test_adjudicating.py
    "api:majorities": _campaign(DECIDERS, DECIDERS),
    "api:studies": _campaign(DECIDERS, STAFF),
    "api:score-report": _campaign(STAFF, names=VERSION),
    "api:study": _campaign(DECIDERS, names=VERSION),
    "api:renew-invitations": _campaign(None, STAFF),
    "api:people-table": _campaign(STAFF),
    "api:teams-table": _campaign(STAFF),
    "api:registrations": _campaign(STAFF | TEAMS, STAFF | TEAMS, names=TONGUES),
    "api:registration": _campaign(OWN_TEAM, names=TONGUES | {"pk": _participants}),
    "api:registration-requests": _campaign(STAFF, names=TONGUES),
    "api:request-decision": _campaign(None, STAFF, names=TONGUES | {"pk": _asked}),
    "api:pairs": _campaign(STAFF | TEAMS, names=TONGUES),
    "api:pair": _campaign(STAFF | TEAMS, names=TONGUES | {"pair": "EN:IT"}),
    "api:topics": _campaign(STAFF | TEAMS, names=TONGUES),
    "api:topics-of-pair": _campaign(None, STAFF | TEAMS, names=TONGUES | {"pair": "EN:EN"}),
    "api:topics-file": _campaign(STAFF | TEAMS),
    "api:work-of-person": _campaign(STAFF, STAFF, names=SOMEBODY),
    "api:undo-move": _campaign(None, STAFF, names={"pk": _moved}),
    "api:judgments-taken-back": _campaign(None, STAFF, names=CAME_WITH_A_FILE),
    "api:finishing": _campaign(None, STAFF),
    "api:checks": _campaign(STAFF, STAFF),
    "api:third-assessors": _campaign(STAFF, STAFF),
    "api:experts": _campaign(NOBODY, NOBODY),  # runs are pooled there: see tests/api/test_work.py
    "api:annotators": _campaign(NOBODY),  # nothing is annotated there: see tests/api/test_annotators.py
    "api:training": _campaign(STAFF),
    "api:training-files": _campaign(None, STAFF),
    "api:training-sample": _campaign(STAFF, names=SAMPLE),
    "api:training-sample-move": _campaign(None, STAFF, names=SAMPLE),
    "api:agreement": _campaign(DECIDERS),
    "api:agreement-items": _campaign(DECIDERS, sent={"first": "yes", "second": "no"}),
    "api:score-changes": _campaign(DECIDERS, names=VERSION),
    "api:judged-runs": _campaign(DECIDERS, names=VERSION),
    "api:score-book": _campaign(DECIDERS, names=VERSION),
    "api:own-runs": _campaign(NOBODY, names=VERSION),
    "api:run-answers": _campaign(DECIDERS, names=VERSION | RUN),
    "api:patterns": _campaign(DECIDERS),
    "api:question-patterns": _campaign(DECIDERS, names=QID),
    "api:tried-patterns": _campaign(None, DECIDERS, names=QID),
    "api:pattern-file": _campaign(DECIDERS),
    "api:pattern-judgments": _campaign(None, STAFF),
    "api:machines": _campaign(DECIDERS),
    # Nothing of a program is there: see tests/api/test_machines.py.
    "api:machine-comparison": _campaign(NOBODY, NOBODY, names=PROGRAM),
    "api:machine-trial": _campaign(NOBODY, NOBODY, names=PROGRAM),
    "api:sample": _campaign(DECIDERS, STAFF),
    "api:estimates": _campaign(DECIDERS, STAFF),
    "api:post-editing": _campaign(STAFF, STAFF),
    "api:webhooks": _campaign(STAFF, STAFF),
    "api:webhook": _campaign(STAFF, names=HOOK),
    "api:webhook-secret": _campaign(None, STAFF, names=HOOK),
    "api:webhook-trial": _campaign(None, STAFF, names=HOOK),
    "api:deliveries": _campaign(STAFF, names=HOOK),
    "api:delivery": _campaign(STAFF, STAFF, names=MESSAGE),
}

# Addresses that are open to all by their nature, or guarded by something other than who one is; each has its own tests.
OPEN = {
    "healthz",
    "readyz",
    "metrics",  # for whoever the settings name: test_metrics.py
    "demo-progress",
    "admin-sign-in",
    "admin-password",  # leads to people:password
    "people:sign-in",
    "people:sign-in-code",  # after a password alone: tests/people/test_second_step
    "people:provider",  # and back: not found without a provider; tests/people/test_provider has one
    "people:provider-back",
    "people:sign-out",
    "people:password-lost",
    "people:password-new",
    "people:invitation",
    "api:schema",
    "api:docs",
    "api:nothing",
    "documents:document",
    "documents:picture",
}
OPEN_NAMESPACES = ("admin:",)  # for site admins: tested below as a whole


def all_addresses(patterns: Iterable[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from all_addresses(pattern.url_patterns, inner)
        else:
            yield f"{space}{pattern.name or pattern.pattern}"


def test_every_address_stands_in_the_table() -> None:
    found = set(all_addresses(get_resolver().url_patterns))
    guarded = {name for name in found if not name.startswith(OPEN_NAMESPACES)}
    assert guarded == set(DOORS) | OPEN


@pytest.fixture(scope="module")
def house(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One campaign for all tests of this file; whatever they change is rolled back."""
    with kept():
        yield build(tmp_path_factory.mktemp("house"))


def where(house: House, name: str) -> tuple[str, dict[str, Any]]:
    """An address, and what it is sent."""
    door = DOORS[name]
    return reverse(name, kwargs=door.names(house)), door.sent(house)


def visit(client: Client, method: str, address: str, sent: dict[str, Any]) -> Any:
    """Go to an address and undo whatever that did."""
    with transaction.atomic():
        response = client.post(address, sent) if method == "post" else client.get(address, sent)
        if response.streaming:
            b"".join(response)
        transaction.set_rollback(True)
    return response


# Who has the rights of somebody else, and is asked for in `make proof` alone where the table lets both in or neither: a
# closed account is nobody, members of other campaigns have as few roles here as strangers, organizers may what admins may,
# and two teams or two assessors differ in what is their own.
LIKE = {
    "closed": "anonymous",
    "stranger": "foreign",
    "admin": "organizer",
    "other assessor": "assessor",
    "rival": "participant",
}


def visitors(known: Collection[str] | None, others: Collection[str] | None) -> Collection[str]:
    """Who asks: of an address that takes no such request, one from outside, one without roles, and one whom it knows."""
    if FULL:
        return VISITORS
    if known is None:
        inside = [who for who in ("organizer", *VISITORS) if who in (others or ())]
        return ("anonymous", "foreign", *inside[:1])
    return [who for who in VISITORS if who not in LIKE or (who in known) != (LIKE[who] in known)]


def test_organizers_may_what_admins_may() -> None:
    for permission, roles in ALLOWED.items():
        assert ("admin" in roles) == ("organizer" in roles), permission


@pytest.mark.parametrize("name", DOORS)
def test_reading(house: House, name: str) -> None:
    door, (address, sent) = DOORS[name], where(house, name)
    for who in visitors(door.get, door.post):
        status = visit(house.clients[who], "get", address, sent).status_code
        expected: Collection[int]
        if who in OUTSIDE:
            expected = {401} if name.startswith("api:") else {302, 405} if door.get is None else {302}
        elif door.get is None:
            expected = {302, 405} if who in (door.post or ()) else {302, 404, 405}
        else:
            expected = door.opens if who in door.get else {404}
        assert status in expected, (who, status)


TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
PLACE = re.compile(r"(?:^|· )(Prepare|Judge|Results|Manage) · ")
CRUMBS = re.compile(r'<nav class="crumbs".*?</nav>', re.DOTALL)
HOUSE = '<nav class="house"'  # whoever reaches few pages has them in one row, without places
# Of a whole campaign, and so of no place.
PLACELESS = frozenset({"results:board", "judging:go-in"})
# What has no title of ours, or shows the same page from two addresses.
UNTITLED = re.compile(r"^(api:|admin|schema|documents:|results:version$)")


@pytest.mark.both_databases  # so that PostgreSQL, which is strict about types and groups, is asked for every page
def test_every_page_has_a_title_of_its_own_that_names_its_campaign(house: House) -> None:
    titles: dict[str, str] = {}
    wrong: list[tuple[str, str]] = []
    for name, door in DOORS.items():
        if not door.get or UNTITLED.match(name):
            continue
        who = next(who for who in ("organizer", *VISITORS) if who in door.get)
        address, client = reverse(name, kwargs=door.names(house)), house.clients[who]
        with transaction.atomic():
            response = client.get(address, door.sent(house), follow=True)
            content = b"".join(response) if response.streaming else response.content
            html = content.decode(errors="replace")
            transaction.set_rollback(True)
        title = TITLE.search(html)
        if "<!DOCTYPE html" not in html or title is None:
            continue
        said, at = " ".join(title[1].split()), response.request["PATH_INFO"]
        if titles.setdefault(said, at) != at:
            wrong.append((name, said))
        if at.startswith("/campaigns/") and "slug" in door.names(house):
            campaign = Campaign.objects.get(slug=at.split("/")[2])
            if campaign.title not in said or not _says_its_place(name, said, html):
                wrong.append((name, said))
    assert not wrong, wrong
    assert len(titles) > 60


def _says_its_place(name: str, title: str, html: str) -> bool:
    """Whether title and crumbs of a page name the same of the four places, where its reader has places."""
    if HOUSE not in html or name in PLACELESS:
        return True
    place, crumbs = PLACE.search(title), CRUMBS.search(html)
    return bool(place and crumbs and re.search(rf">\s*{place[1]}\s*<", crumbs[0]))


TOLD_WHY = {"api:campaigns", "api:bundles"}  # no secret: who may not create campaigns is told so


@pytest.mark.parametrize("name", DOORS)
def test_sending(house: House, name: str) -> None:
    """And whoever is turned away changes nothing."""
    door, (address, sent) = DOORS[name], where(house, name)
    for who in visitors(door.post, door.get):
        before = rows_written()
        status = visit(house.clients[who], "post", address, sent).status_code
        assert who in (door.post or ()) or who in (door.get or ()) or rows_written() == before, who
        if who in OUTSIDE:
            expected = {401, 405}
        elif who in (door.post or ()):
            # Programs send JSON to most addresses of the API, and not the fields of a form.
            expected = {200, 201, 202, 302, 400, 409, 422, *((415,) if name.startswith("api:") else ())}
        else:
            expected = {404, 405, *((200,) if door.post is None and who in (door.get or ()) else ())}
            expected = {403} if name in TOLD_WHY else expected
        assert status in expected, (who, status)


@pytest.mark.parametrize("name", [name for name, door in DOORS.items() if door.post])
def test_what_a_page_of_before_sends_to_an_archived_campaign_is_answered(house: House, name: str) -> None:
    """Never by a page that says something went wrong: it is refused with the reason, or it changes nothing of it."""
    door = DOORS[name]
    who = next(who for who in VISITORS if who in (door.post or ()))
    with transaction.atomic():
        names = door.names(house)
        Campaign.objects.update(archived_at=timezone.now())
        response = house.clients[who].post(reverse(name, kwargs=names), door.sent(house))
        transaction.set_rollback(True)
    assert response.status_code in {200, 201, 202, 302, 400, 404, 409, 415, 422}, (who, response.status_code)


def rows_written() -> int:
    """Rows that this connection wrote so far, those that were rolled back included; SQLite alone counts them."""
    return connection.connection.total_changes if connection.vendor == "sqlite" else 0


def text_of(response: Any) -> str:
    """What an answer says, without what may spell a secret by chance: random letters, and the names of all zones."""
    if response.streaming:
        return ""
    return TOKEN.sub("", response.content.decode(errors="replace"))


@pytest.mark.parametrize("who", ["assessor", "other assessor"])
def test_assessors_meet_no_trace_of_what_biases(house: House, who: str) -> None:
    other = "note of other assessor" if who == "assessor" else "note of assessor"
    for name, door in DOORS.items():
        if door.get is None or who not in door.get:
            continue
        response = visit(house.clients[who], "get", *where(house, name))
        text = text_of(response)
        for hidden in (*HIDDEN_FROM_ASSESSORS, other):
            assert hidden not in text.lower(), (name, hidden)


def test_participants_meet_no_trace_of_other_teams(house: House) -> None:
    for name, door in DOORS.items():
        if door.get is None or "participant" not in door.get:
            continue
        response = visit(house.clients["participant"], "get", *where(house, name))
        text = text_of(response)
        for hidden in (
            "secrettern",
            "tern",
            "Orland",
            "knownsecret",
            "decidedsecret",
            "note of",
            ">ada<",
            ">ben<",
        ):
            assert hidden not in text.replace("pattern", "").replace("external", ""), (name, hidden)


@pytest.mark.parametrize("who", sorted(SIGNED_IN - {"site admin"}))
def test_the_site_administration_is_for_site_admins(house: House, who: str) -> None:
    for name in all_addresses(get_resolver().url_patterns):
        if not name.startswith("admin:") or name in ("admin:login", "admin:logout"):
            continue
        address = f"/admin/{name.removeprefix('admin:').replace('_', '/')}/"
        for response in (house.clients[who].get(address), house.clients[who].post(address)):
            assert response.status_code in (302, 403, 404), (name, response.status_code)


@pytest.mark.parametrize("who", VISITORS)
def test_a_document_opens_by_the_readers_own_address_alone(house: House, who: str) -> None:
    allowed = who in ("assessor", "site admin")
    assert house.clients[who].get(house.document()).status_code == (200 if allowed else 403)
    assert house.clients[who].get(house.document("closed")).status_code == (
        200 if who == "site admin" else 403
    )
    keyless = house.document().split("?")[0]
    assert house.clients[who].get(keyless).status_code == (200 if who == "site admin" else 403)
