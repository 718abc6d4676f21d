"""A campaign read from the database as the records that scoring works on."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from assessment.campaigns.models import Campaign, Question, Series
from assessment.judging.models import Adjudication, Assignment, Judgment, KnownAnswer
from assessment.submissions.models import PoolItem, Response, Run
from scoring import records

ROWS_AT_A_TIME = 5_000


class Chosen(NamedTuple):
    """Which questions of a campaign to read; `pks` None means all."""

    campaign: Campaign
    pks: Collection[int] | None = None

    def of(self, path: str) -> Q:
        """The condition on rows that reach their question by `path` ("question", "item__question", …)."""
        if self.pks is None:
            return Q(**{f"{path}__campaign": self.campaign})
        return Q(**{f"{path}__in": self.pks})


def load_evaluation(campaign: Campaign) -> records.Evaluation:
    """Read everything that scores depend on, with the runs that stand. Notes and times are left empty."""
    chosen = Chosen(campaign)
    qids = dict(Question.objects.filter(campaign=campaign).values_list("pk", "qid"))
    items = load_items(chosen, qids)
    runs = {run.pk: run for run in standing_runs(campaign)}
    return records.Evaluation(
        campaign=campaign.slug,
        title=campaign.title,
        track=campaign.track_slug,
        settings=track_settings(campaign),
        topics=load_topics(campaign),
        runs=tuple(run_record(run) for run in runs.values()),
        responses=load_responses(runs, qids),
        pool=tuple(sorted(items.values())),
        judgments=load_judgments(chosen, items),
        adjudications=load_adjudications(chosen, items),
        assignments=load_assignments(chosen, qids),
        known_answers=load_known_answers(chosen, qids),
        dropped=load_dropped(campaign),
    )


def track_settings(campaign: Campaign) -> dict[str, Any]:
    """The settings that the track knows and that differ from its defaults."""
    return {**campaign.settings, "remote_resources": campaign.remote_resources}


def load_topics(campaign: Campaign) -> records.Topics:
    """Read the series and questions in the order of the topics file."""
    series = Series.objects.filter(campaign=campaign).order_by("position", "pk")
    columns = ("qid", "type", "text", "series__key", "source", "suggested_answer", "suggested_docid", "nil")
    rows = Question.objects.filter(campaign=campaign).in_order().values_list(*columns)
    return records.Topics(
        questions=tuple(records.Question._make(part or "" for part in row) for row in rows),
        series=tuple(records.Series(*row) for row in series.values_list("key", "target", "target_type")),
    )


def load_dropped(campaign: Campaign) -> dict[str, str]:
    """Read which questions and series left the evaluation, and why."""
    series = (
        Series.objects.filter(campaign=campaign).exclude(drop_reason="").values_list("key", "drop_reason")
    )
    questions = (
        Question.objects.filter(campaign=campaign).exclude(drop_reason="").values_list("qid", "drop_reason")
    )
    return dict(sorted([*series, *questions]))


def standing_runs(campaign: Campaign) -> QuerySet[Run]:
    """The runs that are scored and exported, by run id."""
    return Run.objects.filter(campaign=campaign).standing().in_order().select_related("team")


def run_record(run: Run) -> records.Run:
    """What a team declared of its run."""
    return records.Run(
        run_id=run.run_id,
        team=run.team.name,
        priority=run.priority,
        automatic=run.automatic,
        description=run.description,
        scope=run.scope,
        sha256=run.sha256,
        pooled=run.pooled,
        depth=run.depth,
        length_limit=run.length_limit,
        encoding=run.encoding,
    )


def load_responses(runs: dict[int, Run], qids: dict[int, str]) -> dict[str, tuple[records.Response, ...]]:
    """Read the lines of runs, in their order, by run id."""
    columns = ("run_id", "question_id", "docid", "answer", "rank", "passage", "line")
    rows = Response.objects.filter(run__in=list(runs)).order_by("run_id", "line").values_list(*columns)
    lines: defaultdict[int, list[records.Response]] = defaultdict(list)
    for run_pk, question_pk, *rest in in_chunks(rows):
        lines[run_pk].append(records.Response(qids[question_pk], *rest))
    return {run.run_id: tuple(lines[pk]) for pk, run in runs.items()}


def load_items(chosen: Chosen, qids: dict[int, str]) -> dict[int, records.Item]:
    """Read pool items by primary key, each once, so that judgments share them."""
    rows = PoolItem.objects.filter(chosen.of("question")).values_list(
        "pk", "question_id", "docid", "passage", "answer"
    )
    return {pk: records.Item(qids[question], *rest) for pk, question, *rest in in_chunks(rows)}


def load_judgments(chosen: Chosen, items: dict[int, records.Item]) -> tuple[records.Judgment, ...]:
    """Read the grades of all assessors, machines included, those set aside too."""
    columns = ("item_id", "member__name", "grade", "kind", "version")
    rows = Judgment.objects.filter(chosen.of("item__question")).exclude(grade="").values_list(*columns)
    return tuple(
        records.Judgment(items[item], name, grade, kind=kind, version=version)
        for item, name, grade, kind, version in in_chunks(rows)
    )


def load_adjudications(chosen: Chosen, items: dict[int, records.Item]) -> tuple[records.Adjudication, ...]:
    """Read the decisions that were not withdrawn."""
    columns = ("item_id", "grade", "ground", "overruled", "member__name", "note")
    rows = Adjudication.objects.filter(chosen.of("item__question")).exclude(grade="").values_list(*columns)
    found = [
        records.Adjudication(items[item], grade, ground, overruled, name or "", note)
        for item, grade, ground, overruled, name, note in in_chunks(rows)
    ]
    return tuple(sorted(found))


def load_assignments(chosen: Chosen, qids: dict[int, str]) -> tuple[records.Assignment, ...]:
    """Read who judges which question, and how far that is. A machine has no sheet."""
    columns = (
        "question_id",
        "member__name",
        "role",
        "canonical_answer",
        "comment",
        "seconds",
        *STATE_COLUMNS,
    )
    rows = Assignment.objects.of_people().filter(chosen.of("question")).values_list(*columns)
    found = [
        records.Assignment(qids[question], name, role, assignment_state(*state), canonical, comment, seconds)
        for question, name, role, canonical, comment, seconds, *state in rows
    ]
    return tuple(sorted(found))


STATE_COLUMNS = ("handed_over_at", "finished_at", "judged", "question__pool__items")


def assignment_state(handed_over_at: Any, finished_at: Any, judged: int, items: int | None) -> str:
    """Spell an assignment's state as assignments.csv does. A pool that grew reopens a finished one."""
    if handed_over_at is not None:
        return "handed_over"
    return "done" if finished_at is not None and judged >= (items or 0) else "open"


def load_known_answers(chosen: Chosen, qids: dict[int, str]) -> tuple[records.KnownAnswer, ...]:
    """Read the answers known from question development."""
    rows = KnownAnswer.objects.filter(chosen.of("question")).values_list(
        "question_id", "name", "label", "origin"
    )
    return tuple(sorted(records.KnownAnswer(qids[question], *rest) for question, *rest in rows))


def in_chunks(rows: QuerySet[Any, Any]) -> Iterable[Any]:
    """Rows as the database sends them, never all in Django's cache."""
    return rows.iterator(chunk_size=ROWS_AT_A_TIME)
