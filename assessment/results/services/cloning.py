"""Making a new campaign of one that there is: what was set up goes along by choice, what came of it never does.

The new one is a draft without runs, judgments and scores. Its deadline is left out, and so are the decisions of the
former evaluation: dropped questions are in it again, NIL is open, corrections are part of the text.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from uuid import uuid4

from django.db.models import Model
from django.db.models.functions import Now
from django.urls import reverse

from assessment.campaigns.models import Campaign, DocumentList, GoldAnswer, ListedDocument
from assessment.campaigns.models.options import GIVEN
from assessment.campaigns.services import create_campaign, write_guidelines
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import Entry, EntryKind, Nugget, NuggetVote
from assessment.people.models import Account
from assessment.people.services.accounts import ensure_member
from assessment.people.services.events import record_event
from assessment.results.services.bundle_rulings import copy_rulings
from assessment.results.services.bundle_steps import (
    JobSteps,
    Steps,
    clear_abandoned,
    go_on,
    remove,
    remove_half,
    store_rows,
)
from assessment.results.services.splits import Share, shared_qids
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.training.models import TrainingItem, TrainingPlan, TrainingQuestion

CLONE = "results.clone_campaign"
PARTS = {
    "guidelines": sentence("Guidelines, the newest version"),
    "people": sentence("People with their roles"),
    "questions": sentence("Questions and series"),
    "rulings": sentence("Rulings with their dates; those on one question only with the questions"),
    "known": sentence("What is known of questions: answers, nuggets, the gold standard"),
    "lists": sentence("Document lists"),
    "training": sentence("Training samples"),
}
DEFAULTS = ("guidelines", "people", "training")
NEED_QUESTIONS = frozenset({"known", "lists"})


class Cloned(NamedTuple):
    """The new campaign, and what went along."""

    campaign: Campaign
    sentence: str


def request_clone(
    *,
    campaign: Campaign,
    slug: str,
    title: str,
    parts: Iterable[str],
    by: Account | None,
    share: Share | None = None,
) -> Job:
    """Have a campaign cloned. A name that is taken, and a part that needs another, are refused at once."""
    chosen = sorted(set(parts))
    refuse_uncloneable(slug, chosen, share)
    arguments = {"pk": campaign.pk, "slug": slug, "title": title, "parts": chosen, "share": share}
    return enqueue(kind=CLONE, by=by, arguments=arguments)


def refuse_uncloneable(slug: str, parts: Iterable[str], share: Share | None = None) -> None:
    """Refuse what could only fail."""
    if Campaign.objects.filter(slug=slug).exists():
        raise Refused(
            say("There is already a campaign {campaign}. Nothing was created.", campaign=slug),
            "slug_taken",
            say("Choose another name."),
        )
    chosen = set(parts)
    if chosen & NEED_QUESTIONS and "questions" not in chosen:
        raise Refused(
            say("What is known of questions, and their document lists, go along with the questions alone."),
            "questions_missing",
            say("Choose the questions too."),
        )
    if share and "questions" not in chosen:
        raise Refused(
            say("A part of the questions goes along only where questions do."),
            "questions_missing",
            say("Choose the questions too."),
        )
    if share and "training" in chosen:
        raise Refused(
            say(
                "Training samples are of all parts: with them a part would not stay apart. Nothing was created."
            ),
            "split_training",
            say("Leave them out."),
        )


def clone_in_job(
    job: JobHandle, pk: int, slug: str, title: str, parts: list[str], share: Any = None
) -> tuple[str, str]:
    """Clone it, once: the sentence and where the new campaign is. What an earlier attempt left goes first."""
    address = reverse("campaigns:settings", args=[slug])
    if sentence := job.checkpoint.get("sentence"):
        return str(sentence), address
    if half := job.checkpoint.get("campaign"):
        remove_half(int(half))
    origin = Campaign.visible.filter(pk=pk).first()
    if origin is None:
        raise Refused(say("The campaign to clone is gone. Nothing was created."), "campaign_gone")
    made = clone_campaign(
        campaign=origin,
        slug=slug,
        title=title,
        parts=parts,
        by=job.by,
        share=Share(*share) if share else None,
        steps=JobSteps(job),
    )
    return made.sentence, address


def clone_campaign(
    *,
    campaign: Campaign,
    slug: str,
    title: str,
    parts: Iterable[str],
    by: Account | None,
    share: Share | None = None,
    steps: Steps | None = None,
) -> Cloned:
    """Make a draft with the settings of a campaign and the chosen parts of it; hidden until it is whole.

    With a `share` only its part of the questions goes along, with what is known of them.
    """
    steps, chosen = steps or Steps(), set(parts)
    refuse_uncloneable(slug, chosen, share)
    clear_abandoned(slug)
    with steps.first() as begun:
        made = _insert(campaign, slug, title, by)
        begun["campaign"] = made.pk
    asked = _asked(campaign)
    try:
        counts = _copy_parts(campaign, made, chosen, by, share, steps)
        if _asked(campaign) != asked:
            raise _changed(campaign)
        sentence = _sentence(campaign, made, counts)
        with steps.last(sentence):
            go_on(made)
            split = share._asdict() if share else {}
            record_event(
                by=by, campaign=made, verb="campaign:cloned", subject=campaign.title, **split, **counts
            )
            Campaign.objects.filter(pk=made.pk).update(importing=None)
    except Exception:
        remove(made)
        raise
    made.refresh_from_db()
    return Cloned(made, sentence)


def _asked(campaign: Campaign) -> list[tuple[Any, ...]]:
    """The questions as they are, to see whether they are still the same when all that hangs on them was copied."""
    return list(campaign.questions.order_by("pk").values_list("pk", "qid", "text", "series__key"))


def _changed(campaign: Campaign) -> Conflict:
    return Conflict(
        say(
            "The questions of {campaign} changed while they were copied. Nothing was created.",
            campaign=campaign.slug,
        ),
        "changed_meanwhile",
        say("Try again."),
    )


def _insert(origin: Campaign, slug: str, title: str, by: Account | None) -> Campaign:
    made = create_campaign(
        slug=slug,
        title=title or origin.title,
        track=origin.track_slug,
        evaluation=origin.definition,
        collection=origin.collection_slug,
        settings=origin.settings
        | {"remote_resources": origin.remote_resources}
        | {setting.name: getattr(origin, setting.name) for setting in GIVEN},
        by=by,
    )
    Campaign.objects.filter(pk=made.pk).update(importing=Now())
    made.refresh_from_db()
    return made


def _sentence(origin: Campaign, made: Campaign, counts: dict[str, int]) -> str:
    listed = ", ".join(_counted(name, count) for name, count in counts.items() if count)
    return say(
        "Created {made} from {origin}, a draft without a deadline: {contents}.",
        made=made.slug,
        origin=origin.slug,
        contents=listed or say("the settings alone"),
    )


def _counted(name: str, count: int) -> str:
    """How many of what went along, by the name that the log has for it."""
    said = {
        "version of the guidelines": say_n(
            "{n} version of the guidelines", "{n} versions of the guidelines", count
        ),
        "people": say_n("{n} person", "{n} people", count),
        "questions": say_n("{n} question", "{n} questions", count),
        "series": say_n("{n} series", "{n} series", count),
        "rulings": say_n("{n} ruling", "{n} rulings", count),
        "known answers": say_n("{n} known answer", "{n} known answers", count),
        "nuggets": say_n("{n} nugget", "{n} nuggets", count),
        "gold answers": say_n("{n} gold answer", "{n} gold answers", count),
        "document lists": say_n("{n} document list", "{n} document lists", count),
        "training samples": say_n("{n} training sample", "{n} training samples", count),
    }
    return said[name]


def _copy_parts(
    origin: Campaign,
    made: Campaign,
    chosen: set[str],
    by: Account | None,
    share: Share | None,
    steps: Steps,
) -> dict[str, int]:
    """Copy part by part; how many of each there are then."""
    counts: dict[str, int] = {}
    copiers: dict[str, Callable[[], dict[str, int]]] = {
        "guidelines": lambda: _guidelines(origin, made, by),
        "people": lambda: _people(origin, made, by),
        "questions": lambda: _questions(origin, made, share),
        "rulings": lambda: copy_rulings(origin, made),
        "known": lambda: _known(origin, made),
        "lists": lambda: _lists(origin, made),
        "training": lambda: _training(origin, made),
    }
    for number, (name, copy) in enumerate(copiers.items()):
        steps.tell(number, len(copiers), say(PARTS[name]))
        if name in chosen:
            counts |= copy()
            go_on(made)
    return counts


def _guidelines(origin: Campaign, made: Campaign, by: Account | None) -> dict[str, int]:
    newest = origin.guidelines.order_by("-version").first()
    if newest is None:
        return {}
    write_guidelines(campaign=made, text=newest.text, by=by)
    return {"version of the guidelines": 1}


def _people(origin: Campaign, made: Campaign, by: Account | None) -> dict[str, int]:
    members = origin.members.filter(roles__isnull=False, account__isnull=False).distinct()
    for member in members.select_related("account").prefetch_related("roles").order_by("pk"):
        ensure_member(
            campaign=made, name=member.name, roles=member.role_names(), by=by, account=member.account
        )
    return {"people": made.members.count()}


def _questions(origin: Campaign, made: Campaign, share: Share | None) -> dict[str, int]:
    questions = list(origin.questions.select_related("series").in_order())
    if share:
        wanted = shared_qids(origin, share)
        questions = [row for row in questions if row.qid in wanted]
        if not questions:
            raise Refused(
                say("That part holds no question. Nothing was created."),
                "split_empty",
                say("Make it larger, or take another seed."),
            )
    keys = {row.series.key for row in questions if row.series}
    rows = origin.series.order_by("position", "pk")
    store_rows(
        _copy(row, campaign=made, drop_reason="") for row in list(rows) if not share or row.key in keys
    )
    series = {row.key: row for row in made.series.all()}
    if not keys <= series.keys():
        raise _changed(origin)
    store_rows(
        _copy(
            row,
            campaign=made,
            series=series[row.series.key] if row.series else None,
            drop_reason="",
            nil="",
        )
        for row in questions
    )
    pairs = list(origin.pairs.order_by("pk"))
    store_rows(_copy(pair, campaign=made) for pair in pairs)
    return {"questions": made.questions.count(), "series": len(series)}


def _known(origin: Campaign, made: Campaign) -> dict[str, int]:
    """Answers, nuggets with their votes, and gold, as far as they were known before anybody judged."""
    own = dict(made.questions.values_list("qid", "pk"))
    of = {"question__campaign": origin, "question__qid__in": made.questions.values("qid")}
    entries = Entry.objects.filter(**of).known()
    gold = GoldAnswer.objects.filter(**of)
    votes = NuggetVote.objects.filter(nugget__in=entries, member=None).select_related("nugget__question")
    store_rows(_of_questions(entries, own, uid=uuid4))
    store_rows(_of_questions(gold, own))
    there = {
        (row.question.qid, row.name): row
        for row in Nugget.objects.filter(question__campaign=made).select_related("question")
    }
    store_rows(
        _copy(vote, nugget=there[vote.nugget.question.qid, vote.nugget.name])
        for vote in list(votes.order_by("pk"))
    )
    kinds = {"known answers": EntryKind.CLASS, "nuggets": EntryKind.NUGGET}
    counts = {name: entries.filter(kind=kind).count() for name, kind in kinds.items()}
    return {**counts, "gold answers": gold.count()}


def _of_questions(rows: Any, own: dict[str, int], **made_anew: Any) -> Iterator[Model]:
    for row in list(rows.select_related("question").order_by("pk")):
        fresh = {name: make() for name, make in made_anew.items()}
        yield _copy(row, question_id=own[row.question.qid], **fresh)


def _lists(origin: Campaign, made: Campaign) -> dict[str, int]:
    own = dict(made.questions.values_list("qid", "pk"))
    series = dict(made.series.values_list("key", "pk"))
    lists = [
        row
        for row in origin.document_lists.select_related("series", "question").order_by("pk")
        if (row.series.key in series if row.series else row.question and row.question.qid in own)
    ]
    for row in lists:
        [copied] = DocumentList.objects.bulk_create(
            [
                DocumentList(
                    campaign=made,
                    series_id=series[row.series.key] if row.series else None,
                    question_id=own[row.question.qid] if row.question else None,
                    documents=row.documents,
                )
            ]
        )
        entries = list(ListedDocument.objects.filter(document_list=row).order_by("rank", "pk"))
        store_rows(_copy(entry, document_list=copied) for entry in entries)
        go_on(made)
    return {"document lists": len(lists)}


def _training(origin: Campaign, made: Campaign) -> dict[str, int]:
    samples = list(TrainingQuestion.objects.filter(campaign=origin).current())
    for sample in samples:
        [copied] = TrainingQuestion.objects.bulk_create([_copy(sample, campaign=made, version=1)])
        items = list(TrainingItem.objects.filter(question=sample).order_by("pk"))
        store_rows(_copy(item, question=copied) for item in items)
    plan = TrainingPlan.objects.filter(campaign=origin, required=True).first()
    if plan and samples:
        TrainingPlan.objects.create(campaign=made, required=True)
    return {"training samples": len(samples)}


def _copy(row: Any, **changes: Any) -> Any:
    """A new row with the values of another one, some of them changed. It is not stored yet."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    changed = {*changes, *(f"{name}_id" for name in changes)}
    values = {field.attname: getattr(row, field.attname) for field in fields if field.attname not in changed}
    return type(row)(**values | changes)
