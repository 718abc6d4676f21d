"""Making a campaign from a bundle: all of it, or nothing and every problem listed.

What a bundle does not hold is not invented (docs/bundle.md): its people have no accounts, and an account of the
same name is somebody else; there is one round of pooling; assignments and decisions are of the time of import.
"""

import hashlib
import json
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.db.models.functions import Now

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services import create_campaign, drop, store_topics
from assessment.campaigns.services.gold import store_gold
from assessment.judging.models import Assignment
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.designs import store_design
from assessment.judging.services.disputes import Opinion, opinion_of
from assessment.judging.services.post_editing import store_plan
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.services.bundle_judgments import settle_states, store_judging
from assessment.results.services.bundle_limits import unstorable
from assessment.results.services.bundle_rulings import store_rulings
from assessment.results.services.bundle_steps import Steps, clear_abandoned, go_on, remove
from assessment.shared.errors import FileRefused
from assessment.shared.say import say, say_n
from assessment.shared.zips import unpack_zip
from assessment.submissions.models import PooledRun, PoolItem, PoolRound, Run, RunFile
from assessment.submissions.services.gold import settle_by_gold
from assessment.submissions.services.rounds import recount
from assessment.submissions.services.storage import insert_responses
from assessment.submissions.services.teams import ensure_team
from documents.bulk import insert_rows
from documents.steps import write_in_steps
from scoring import bundle
from scoring.gold import AUTOMATIC, matcher
from scoring.index import Index
from scoring.records import Evaluation, GoldAnswer, Item

POOL_COLUMNS = (
    *("question_id", "key", "docid", "passage", "answer", "round_id", "automatic"),
    *Opinion._fields,
)
SHOWN = 10  # assignments named in a sentence


@dataclass(frozen=True)
class CampaignImported:
    """The new campaign, and what it holds."""

    campaign: Campaign
    runs: int
    judgments: int
    not_done: Sequence[str] = ()  # assignments that the bundle calls done, and are not

    @property
    def sentence(self) -> str:
        made = say(
            "Imported the campaign {campaign}: {runs}, {judgments}.",
            campaign=self.campaign.slug,
            runs=say_n("{n} run", "{n} runs", self.runs),
            judgments=say_n("{n} judgment", "{n} judgments", self.judgments),
        )
        return f"{made}{self._not_done}"

    @property
    def _not_done(self) -> str:
        if not self.not_done:
            return ""
        named, more = ", ".join(self.not_done[:SHOWN]), len(self.not_done) - SHOWN
        if more > 0:
            return " " + say(
                "Called done in assignments.csv but open here, as part of it is not judged: {named} and {more} more.",
                named=named,
                more=more,
            )
        return " " + say(
            "Called done in assignments.csv but open here, as part of it is not judged: {named}.", named=named
        )


def import_zip(
    *, source: IO[bytes], name: str, slug: str, by: Account | None, steps: Steps | None = None
) -> CampaignImported:
    """Import a packed bundle. Raises FileRefused with every problem."""
    with tempfile.TemporaryDirectory(prefix="assize-import-") as place:
        folder = unpack_zip(source, Path(place), name)
        return import_folder(folder=folder, slug=slug, by=by, name=name, steps=steps)


def import_folder(
    *, folder: Path, slug: str, by: Account | None, name: str = "", steps: Steps | None = None
) -> CampaignImported:
    """Import a bundle under its own slug or another one. Raises FileRefused with every problem, or Refused.

    Whoever may create campaigns without being a site admin is the new one's admin. `steps` hear how far it is.
    """
    steps = steps or Steps()
    evaluation, content = read_folder(folder, name)
    clear_abandoned(slug or evaluation.campaign)
    with steps.first() as begun:
        campaign = store_campaign(evaluation, content, slug, by)
        begun["campaign"] = campaign.pk
    try:
        not_done = store_parts(campaign, evaluation, folder, by, steps)
        made = CampaignImported(campaign, len(evaluation.runs), len(evaluation.judgments), not_done)
        with steps.last(made.sentence):
            go_on(campaign)
            record_event(by=by, campaign=campaign, verb="campaign:imported", subject=name or folder.name)
            Campaign.objects.filter(pk=campaign.pk).update(importing=None)
    except Exception:
        remove(campaign)
        raise
    campaign.refresh_from_db()
    return made


class ReadBundle(NamedTuple):
    """A sound bundle, and its campaign.json as it is."""

    evaluation: Evaluation
    content: Mapping[str, Any]


def read_zip(source: IO[bytes], name: str) -> ReadBundle:
    """Read a packed bundle. Raises FileRefused with every problem."""
    with tempfile.TemporaryDirectory(prefix="assize-import-") as place:
        return read_folder(unpack_zip(source, Path(place), name), name)


def read_folder(folder: Path, name: str = "") -> ReadBundle:
    """Read a bundle whole. Raises FileRefused with every problem, those too that only the database has with it."""
    evaluation, problems = bundle.read(folder)
    problems = problems or (unstorable(evaluation) if evaluation else [])
    if evaluation is None or problems:
        of_bundle = {str(folder), folder.name}  # a place of the moment, where a ZIP file was unpacked
        problems = [one._replace(file=name) if name and one.file in of_bundle else one for one in problems]
        raise FileRefused(say("Nothing was imported."), problems, say("Fix what is listed and import again."))
    return ReadBundle(evaluation, json.loads((folder / "campaign.json").read_bytes()))


def store_parts(
    campaign: Campaign, evaluation: Evaluation, folder: Path, by: Account | None, steps: Steps
) -> list[str]:
    """Store what the campaign holds, some rows at a time; return which work the bundle calls done and is not."""
    of_runs = sum(map(len, evaluation.responses.values()))
    steps.total = of_runs + len(evaluation.pool) + len(evaluation.judgments)
    store_runs(campaign, evaluation, folder, by, steps)
    items = store_pool(campaign, evaluation, by, steps)
    go_on(campaign)
    store_judging(campaign, without_automatic(evaluation), items)
    steps.count(len(evaluation.judgments))
    if evaluation.sampling:
        store_design(campaign=campaign, sampling=evaluation.sampling, by=by)
    if evaluation.post_editing:
        store_plan(campaign=campaign, declared=evaluation.post_editing, by=by)
    store_rulings(campaign, evaluation.rulings, items)
    go_on(campaign)
    recount(campaign)
    store_gold({it.qid: it for it in campaign.questions.all()}, gold_standard(evaluation))
    settle_by_gold(campaign)
    assignments = Assignment.objects.filter(question__campaign=campaign).values_list("pk", flat=True)
    write_in_steps(assignments, lambda some: refresh_work(Assignment.objects.filter(pk__in=some)))
    not_done = settle_states(campaign, evaluation)
    for identifier, reason in evaluation.dropped.items():
        drop(campaign=campaign, identifier=identifier, reason=reason, by=by)
    return not_done


def without_automatic(evaluation: Evaluation) -> Evaluation:
    """The evaluation with what people and machines said. What the gold standard says follows from it."""
    said = tuple(judgment for judgment in evaluation.judgments if judgment.kind != AUTOMATIC)
    return evaluation._replace(judgments=said)


def gold_standard(evaluation: Evaluation) -> list[GoldAnswer]:
    """The gold answers, and the items that were judged by some that the bundle does not hold."""
    matches = matcher(evaluation.gold)
    judged = [judgment.item for judgment in evaluation.judgments if judgment.kind == AUTOMATIC]
    return [*evaluation.gold, *(GoldAnswer(*item) for item in judged if not matches(item))]


def store_campaign(
    evaluation: Evaluation, content: Mapping[str, Any], slug: str, by: Account | None
) -> Campaign:
    """The campaign with its questions; closed where it has runs, so that nothing comes in unasked."""
    campaign = create_campaign(
        slug=slug or evaluation.campaign,
        title=evaluation.title,
        track=evaluation.track,
        evaluation=evaluation.definition,
        by=by,
        collection=str(content.get("collection", "")),
        settings=content.get("settings", {}),
    )
    state = State.CLOSED if evaluation.runs else State.DRAFT
    Campaign.objects.filter(pk=campaign.pk).update(state=state, importing=Now())
    campaign.refresh_from_db()
    store_topics(campaign=campaign, topics=evaluation.topics, source="a bundle", by=by)
    return campaign


def store_runs(
    campaign: Campaign, evaluation: Evaluation, folder: Path, by: Account | None, steps: Steps
) -> None:
    """The runs with their bytes and responses."""
    question_pks = dict(campaign.questions.values_list("qid", "pk"))
    teams = {
        name: ensure_team(by=by, campaign=campaign, name=name) for name in {r.team for r in evaluation.runs}
    }
    for record in evaluation.runs:
        steps.count(0)
        name = f"{record.run_id}{campaign.track.run_suffix}"
        data = (folder / "runs" / name).read_bytes()
        responses = evaluation.responses[record.run_id]
        go_on(campaign)
        run = Run.objects.create(
            campaign=campaign,
            run_key=record.run_id.lower(),
            responses_count=len(responses),
            submitted_by=by,
            **record._asdict()
            | {
                "team": teams[record.team],
                "sha256": hashlib.sha256(data).hexdigest(),
                "declared": dict(record.declared),
            },
        )
        packed = zlib.compress(data)
        RunFile.objects.create(run=run, name=name, compressed=packed)
        write_in_steps(responses, steps.counting(partial(insert_responses, run, question_pks)))


def store_pool(
    campaign: Campaign, evaluation: Evaluation, by: Account | None, steps: Steps
) -> dict[Item, int]:
    """The pool as one round; returns the primary key of each item."""
    if not evaluation.pool:
        return {}
    pooled = sum(run.pooled for run in evaluation.runs)
    made = PoolRound.objects.create(
        campaign=campaign, number=1, runs=pooled, added=len(evaluation.pool), made_by=by
    )
    PooledRun.objects.bulk_create(
        PooledRun(round=made, run=run, depth=run.depth) for run in campaign.runs.filter(pooled=True)
    )
    question_pks = dict(campaign.questions.values_list("qid", "pk"))
    # Disputes stand with the item whether or not its question is dropped.
    disputed = Index(evaluation._replace(dropped={})).disputed
    rows = (
        (
            *(question_pks[item.qid], item.key, item.docid, item.passage, item.answer, made.pk, False),
            *opinion_of(disputed.get(item, {}).values()),
        )
        for item in evaluation.pool
    )
    write_in_steps(rows, steps.counting(partial(insert_rows, PoolItem, POOL_COLUMNS)))
    pks = dict(PoolItem.objects.filter(round=made).values_list("key", "pk").iterator())
    return {item: pks[item.key] for item in evaluation.pool}
