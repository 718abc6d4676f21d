"""All that the site keeps of a person, as files: who they are, and what they did in each campaign.

Nothing is in it that others said, and no secret: of tokens the first letters, of sessions the browser.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from assessment.campaigns.models import CandidateQuestion, CandidateReading, CandidateText, KeptSearch
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    Assignment,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
    PageAnnotation,
    Ruling,
)
from assessment.notices.models import Notice, Unwanted
from assessment.people.models import (
    Account,
    ApiToken,
    Event,
    Invitation,
    LinkedIdentity,
    Member,
    SecondStep,
    SignedInBrowser,
)
from assessment.privacy.selectors.people import memberships
from assessment.submissions.models import Run, TeamApplication
from assessment.training.models import TrainingAnswer, TrainingAttempt
from assessment.webhooks.models import Webhook
from scoring.evaluations import own_role_of

Rows = list[dict[str, Any]]
ITEM = ("docid", "passage", "answer")
PERSON = (
    *("username", "display_name", "first_name", "last_name", "email", "languages", "zone", "page_language"),
    *("keys", "date_joined", "last_login", "is_active", "is_superuser", "may_create"),
)


def own_data(account: Account) -> Iterator[tuple[str, bytes]]:
    """The name and content of each file, by name; a file without rows is absent."""
    yield "account.json", _json({name: getattr(account, name) for name in PERSON})
    for name, rows in _of_account(account).items():
        yield from _file(f"{name}.json", rows)
    for member in memberships(account):
        for name, rows in _of_member(member):
            yield from _file(f"campaigns/{member.campaign.slug}/{name}.json", rows)


def own_data_name(account: Account) -> str:
    """What the file of somebody's data is called."""
    return f"assize-data-{account.username}.zip"


def _of_account(account: Account) -> Mapping[str, Rows]:
    asked = TeamApplication.objects.filter(account=account)
    return {
        "second step": _rows(SecondStep.objects.filter(account=account), "made_at", "confirmed_at"),
        "linked identities": _rows(
            LinkedIdentity.objects.filter(account=account),
            *("issuer", "subject", "email", "linked_at", "used_at"),
        ),
        "browsers": _rows(SignedInBrowser.objects.filter(account=account), "name", "began_at"),
        "tokens": _rows(
            ApiToken.objects.filter(account=account),
            *("name", "begins", "campaign__slug", "role", "writes", "made_at", "expires_at", "used_at"),
            "revoked_at",
        ),
        "webhooks": _rows(Webhook.objects.filter(made_by=account), "campaign__slug", "happenings", "made_at"),
        "mail": _rows(
            Notice.objects.filter(account=account),
            *("campaign__slug", "kind", "email", "subject", "text", "state", "made_at", "ended_at"),
        ),
        "unwanted mail": _rows(Unwanted.objects.filter(account=account), "kind"),
        "invitations": _rows(
            Invitation.objects.filter(accepted_by=account),
            *("campaign__slug", "name", "email", "roles", "languages", "made_at", "accepted_at"),
        ),
        "requests to take part": _rows(asked, "campaign__slug", "name", "entry", "state", "made_at"),
        "searches": _rows(
            KeptSearch.objects.filter(account=account),
            *("campaign__slug", "at", "stage", "query", "found", "opened"),
        ),
        "candidate questions": _rows(
            CandidateQuestion.objects.filter(candidate__entered_by=account),
            *("candidate__campaign__slug", "candidate__target", "type", "text", "language", "known", "page"),
            "candidate__entered_at",
        ),
        "translations": _rows(
            CandidateText.objects.filter(translated_by=account),
            *("question__candidate__campaign__slug", "language", "text", "translated_at"),
        ),
        "votes on candidate questions": _rows(
            CandidateReading.objects.filter(reader=account),
            *("question__candidate__campaign__slug", "text", "vote", "ticked", "note", "read_at"),
        ),
        "log": _rows(Event.objects.filter(account=account), "at", "campaign__slug", "verb"),
    }


def _of_member(member: Member) -> Iterator[tuple[str, Rows]]:
    """What somebody has and did in a campaign, a file at a time: of judgments there may be very many."""
    item = tuple(f"item__{name}" for name in ITEM)
    of_item = ("item__question__qid", *item)
    yield "person", [{"name": member.name, "roles": member.role_names(), "left_at": member.left_at}]
    yield "teams", [{"name": name} for name in member.teams.order_by("name").values_list("name", flat=True)]
    yield (
        "runs",
        _rows(
            Run.objects.filter(campaign=member.campaign_id, submitted_by=member.account_id),
            *("run_id", "team__name", "description", "submitted_at"),
        ),
    )
    yield "questions", _questions(member)
    yield (
        "judgments",
        _rows(
            Judgment.objects.filter(member=member),
            *(*of_item, "grade", "note", "later", "answer_class__name", "judged_at"),
        ),
    )
    yield from _of_parts(member)


def _of_parts(member: Member) -> Iterator[tuple[str, Rows]]:
    """The same of what is no grade."""
    of_item = ("item__question__qid", *(f"item__{name}" for name in ITEM))
    for kind, model in (("answer classes", AnswerClass), ("nuggets", Nugget)):
        yield kind, _rows(model.objects.filter(member=member), "question__qid", "name", "text", "removed")
    yield (
        "votes",
        _rows(NuggetVote.objects.filter(member=member), "nugget__question__qid", "nugget__name", "vote"),
    )
    matched = NuggetMatch.objects.filter(member=member)
    yield "marks", _rows(matched, *of_item, "nugget__name", "label", "of_text")
    yield (
        "annotations",
        _rows(PageAnnotation.objects.filter(assignment__member=member), *_annotation_fields()),
    )
    yield (
        "decisions",
        _rows(Adjudication.objects.filter(member=member), *of_item, "grade", "ground", "overruled", "note"),
    )
    yield (
        "questions to the organizers",
        _rows(Ruling.objects.filter(asked_by=member), "question__qid", "asked", "asked_at"),
    )
    yield (
        "training",
        _rows(
            TrainingAnswer.objects.filter(attempt__member=member),
            *("attempt__question__name", "attempt__started_at", "attempt__finished_at"),
            *("item__docid", "item__answer", "grade"),
        ),
    )
    yield (
        "training_pages",
        _rows(
            TrainingAttempt.objects.filter(member=member).exclude(steps=[]),
            *("question__name", "started_at", "finished_at", "steps"),
        ),
    )


def _annotation_fields() -> tuple[str, ...]:
    fields = PageAnnotation._meta.concrete_fields
    return (
        "assignment__question__qid",
        *(one.name for one in fields if not one.is_relation and not one.primary_key),
    )


def _rows(rows: "QuerySet[Any]", *fields: str) -> Rows:
    return list(rows.order_by("pk").values(*fields))


def _questions(member: Member) -> Rows:
    """What somebody was given, with their role as everywhere in files."""
    assigned = Assignment.objects.filter(member=member)
    rows = _rows(
        assigned,
        *("question__qid", "stage", "primary", "assigned_at", "finished_at", "seconds", "canonical_answer"),
        *("comment", "rules_of_thumb", "no_answer_found"),
    )
    return [
        {
            "question__qid": row.pop("question__qid"),
            "role": own_role_of(row.pop("stage"), row.pop("primary")),
            **row,
        }
        for row in rows
    ]


def _file(name: str, rows: Rows) -> Iterator[tuple[str, bytes]]:
    if rows:
        yield name, _json([{key.replace("__", "_"): cell for key, cell in row.items()} for row in rows])


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, default=_written) + "\n").encode()


def _written(value: Any) -> str:
    return value.isoformat(timespec="seconds") if isinstance(value, datetime) else str(value)
