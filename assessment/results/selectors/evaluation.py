"""A campaign read from the database as the records that scoring works on."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from sys import intern
from typing import Any, TypeVar

from django.db.models import Case, F, Q, QuerySet, Value, When

from assessment.campaigns.models import Campaign, Question, Series
from assessment.campaigns.selectors.gold import gold_of
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    Assignment,
    DraftedNugget,
    Judgment,
    Nugget,
    NuggetMatch,
    NuggetVote,
    Reading,
)
from assessment.judging.models.correct import called_correct
from assessment.judging.models.judgments import kind_in_files
from assessment.judging.selectors.designs import sampling_of
from assessment.judging.selectors.machines import machines_of
from assessment.judging.selectors.post_editing import post_editing_of
from assessment.results.selectors.annotations import load_annotations
from assessment.results.selectors.chosen import Chosen, in_chunks
from assessment.submissions.models import PoolItem, Response, Run, in_pool
from scoring import records
from scoring.formats.rows import as_weight
from scoring.spans.codec import decoded

Sortable = TypeVar("Sortable", bound=tuple[Any, ...])


def load_evaluation(campaign: Campaign) -> records.Evaluation:
    """Read everything that scores depend on, with the runs that stand. Notes and times are left empty."""
    chosen = Chosen(campaign)
    qids = dict(Question.objects.filter(campaign=campaign).values_list("pk", "qid"))
    items = load_items(chosen, qids)
    runs = {run.pk: run for run in current_runs(campaign)}
    topics = load_topics(campaign)
    return records.Evaluation(
        campaign=campaign.slug,
        title=campaign.title,
        track=campaign.track_slug,
        settings=track_settings(campaign),
        topics=topics,
        runs=tuple(run_record(run) for run in runs.values()),
        responses=load_responses(runs, qids),
        pool=tuple(sorted(items.values())),
        judgments=load_judgments(chosen, items),
        adjudications=load_adjudications(chosen, items),
        assignments=load_assignments(chosen, qids),
        known_answers=load_classes(chosen, qids),
        dropped=load_dropped(campaign),
        nuggets=load_nuggets(chosen, qids),
        nugget_votes=load_votes(chosen, qids),
        matches=load_matches(chosen, items),
        machine_matches=load_machine_matches(chosen, items),
        scales=campaign.track.scales(topics),
        cell_scales=campaign.track.cell_scales(topics),
        gold=tuple(gold_of(qids)),
        annotations=load_annotations(chosen, qids),
        machines=machines_of(campaign),
        sampling=sampling_of(campaign),
        post_editing=post_editing_of(campaign),
        definition=campaign.definition,
    )


def track_settings(campaign: Campaign) -> dict[str, Any]:
    """The settings that the track knows and that differ from its defaults."""
    return {**campaign.settings, "remote_resources": campaign.remote_resources}


def load_topics(campaign: Campaign) -> records.Topics:
    """Read the series and questions in the order of the topics file."""
    series = Series.objects.filter(campaign=campaign).order_by("position", "pk")
    said = ("source", "suggested_answer", "suggested_docid", "nil", "source_lang", "target_lang")
    columns = ("qid", "type", "text", "series__key", *said)
    rows = Question.objects.filter(campaign=campaign).in_order().values_list(*columns)
    return records.Topics(
        questions=tuple(records.Question._make(part or "" for part in row) for row in rows),
        series=tuple(records.Series(*row) for row in series.values_list("key", "target", "target_type")),
    )


def load_dropped(campaign: Campaign) -> dict[str, str]:
    """Read which questions and series left the evaluation, and why."""
    left = ~Q(drop_reason="") | (Q(series__isnull=False) & ~Q(series__drop_reason=""))
    rows = Question.objects.filter(left, campaign=campaign)
    dropped: dict[str, str] = {}
    for qid, reason, key, of_series in rows.values_list(
        "qid", "drop_reason", "series__key", "series__drop_reason"
    ):
        dropped |= {qid: reason} if reason else {}
        dropped |= {key: of_series} if of_series else {}
    return dict(sorted(dropped.items()))


def current_runs(campaign: Campaign) -> QuerySet[Run]:
    """The runs that are scored and exported, by run id."""
    return Run.objects.filter(campaign=campaign).current().in_order().select_related("team")


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
        declared=tuple(sorted(run.declared.items())),
    )


def load_responses(runs: dict[int, Run], qids: dict[int, str]) -> dict[str, tuple[records.Response, ...]]:
    """Read the lines of runs, in their order, by run id."""
    columns = ("run_id", "question_id", "prediction", "docid", "answer", "rank", "passage", "line", "noa")
    rows = Response.objects.filter(run__in=list(runs)).order_by("run_id", "line").values_list(*columns)
    lines: defaultdict[int, list[records.Response]] = defaultdict(list)
    for run_pk, question_pk, prediction, *rest in in_chunks(rows):
        qid = qids[question_pk]
        response = records.Response(qid, *rest)
        if prediction:
            response = response._replace(prediction=decoded(qid, prediction))
        lines[run_pk].append(response)
    return {run.run_id: tuple(lines[pk]) for pk, run in runs.items()}


def load_items(chosen: Chosen, qids: dict[int, str]) -> dict[int, records.Item]:
    """Read pool items by primary key, each once, so that judgments share them."""
    rows = PoolItem.objects.filter(chosen.of("question")).values_list(
        "pk", "question_id", "docid", "passage", "answer"
    )
    return {pk: records.Item(qids[question], *rest) for pk, question, *rest in in_chunks(rows)}


def load_judgments(chosen: Chosen, items: dict[int, records.Item]) -> tuple[records.Judgment, ...]:
    """Read the grades of all assessors, machines included, those set aside too. Of ten million, names and grades are
    there once: the database gives each row words of its own."""
    columns = (
        "item_id",
        "member__name",
        "grade",
        class_that_counts(chosen.campaign),
        kind_in_files(),
        "version",
    )
    given = Judgment.ever.filter(in_pool("item"), chosen.of("item__question"))
    rows = given.exclude(grade="").values_list(*columns)
    return tuple(
        records.Judgment(
            items[item],
            intern(name),
            intern(grade),
            named or "",
            kind=intern(kind),
            version=intern(version),
        )
        for item, name, grade, named, kind, version in in_chunks(rows)
    )


def class_that_counts(campaign: Campaign) -> Case:
    """The answer class of a judgment. One that stands from the time when the answer was called correct says nothing."""
    correct = called_correct(campaign.track, "grade", "item__question__type")
    return Case(When(correct, then=F("answer_class__name")), default=None)


def load_adjudications(chosen: Chosen, items: dict[int, records.Item]) -> tuple[records.Adjudication, ...]:
    """Read the decisions that were not withdrawn, and the classes that are settled."""
    columns = ("item_id", "grade", "ground", "overruled", "member__name", "note", "answer_class__name")
    decided = Adjudication.objects.filter(in_pool("item"), chosen.of("item__question"))
    rows = decided.exclude(grade="", answer_class=None).values_list(*columns)
    found = [
        records.Adjudication(items[item], grade, ground, overruled, name or "", note, settled or "")
        for item, grade, ground, overruled, name, note, settled in in_chunks(rows)
    ]
    return tuple(sorted(found))


def load_assignments(chosen: Chosen, qids: dict[int, str]) -> tuple[records.Assignment, ...]:
    """Read who judges which question, and how far that is. A machine has no assignment."""
    chosen_ones = Assignment.objects.of_people().filter(chosen.of("question"))
    rows = chosen_ones.select_related("member", "question__pool", "shown").order_by("pk")
    return tuple(
        sorted(assignment_record(row, qids[row.question_id], chosen.campaign) for row in in_chunks(rows))
    )


def assignment_record(row: Assignment, qid: str, campaign: Campaign) -> records.Assignment:
    """What there is to do in a question depends on its campaign, which must not be asked for with each row."""
    row.question.campaign = campaign
    return records.Assignment(
        qid=qid,
        assessor=row.member.name,
        role=row.role,
        state=row.state,
        canonical_answer=row.canonical_answer,
        comment=row.comment,
        seconds=row.seconds,
        no_answer_found=row.no_answer_found,
        shown=row.shown.name if row.shown else "",
    )


def load_classes(chosen: Chosen, qids: dict[int, str]) -> tuple[records.KnownAnswer, ...]:
    """Read the answer classes: those known from question development, and those that hold an answer."""
    columns = ("question_id", "name", "text", "origin", "member__name")
    classes = AnswerClass.objects.filter(chosen.of("question")).in_use(
        chosen.campaign.track, by_programs=True
    )
    rows = classes.values_list(*columns)
    return records_of(records.KnownAnswer, rows, qids)


def load_nuggets(chosen: Chosen, qids: dict[int, str]) -> tuple[records.Nugget, ...]:
    """Read the nuggets that stand."""
    columns = ("question_id", "name", "text", "origin", "member__name", "weight", "group")
    rows = Nugget.objects.filter(chosen.of("question")).current().values_list(*columns)
    written = ((*row[:5], as_weight("" if row[5] is None else str(row[5])), row[6]) for row in rows)
    return records_of(records.Nugget, written, qids)


def load_votes(chosen: Chosen, qids: dict[int, str]) -> tuple[records.NuggetVote, ...]:
    """Read what everybody says of the nuggets that stand."""
    rows = NuggetVote.objects.filter(chosen.of("nugget__question"), nugget__removed=False)
    columns = ("nugget__question_id", "nugget__name", "member__name", "vote")
    return records_of(records.NuggetVote, rows.values_list(*columns), qids)


def load_matches(chosen: Chosen, items: dict[int, records.Item]) -> tuple[records.Match, ...]:
    """Read which items hold which of the nuggets that stand, or how far; what was said of other words of one is not read."""
    of_these = in_pool("item"), chosen.of("item__question"), NuggetMatch.SAYS
    rows = NuggetMatch.objects.filter(*of_these, nugget__removed=False)
    columns = ("item_id", "nugget__name", "member__name", "label")
    return records_of(records.Match, in_chunks(rows.values_list(*columns)), items)


def load_machine_matches(
    chosen: Chosen, items: dict[int, records.Item], *, with_notes: bool = False
) -> tuple[records.MachineMatch, ...]:
    """Read which nuggets programs found in which items: a row for each that stands, one for an item without any."""
    of_these = in_pool("item"), chosen.of("item__question")
    kept = NuggetMatch.programs.filter(*of_these, nugget__removed=False).order_by()
    found = defaultdict[tuple[int, str], list[tuple[str, str]]](list)
    of_match = ("item_id", "member__name", "nugget__name", "label")
    for item, name, nugget, label in in_chunks(kept.values_list(*of_match)):
        found[item, name].append((nugget, label))
    rows = Reading.programs.filter(*of_these).order_by()
    columns = ("item_id", "assignment__member__name", "listed", "note")
    return tuple(
        sorted(
            records.MachineMatch(items[item], name, nugget, listed, note if with_notes else "", label)
            for item, name, listed, note in in_chunks(rows.values_list(*columns))
            for nugget, label in found.get((item, name), [("", "")])
        )
    )


def load_machine_nuggets(chosen: Chosen, qids: dict[int, str]) -> list[records.MachineNugget]:
    """Read what programs drafted, in the order of a bundle's rows."""
    columns = ("question_id", "member__name", "position", "text", "importance", "docid", "note")
    taken = Case(When(taken__removed=False, then="taken__name"), default=Value(""))
    rows = (
        DraftedNugget.objects.filter(chosen.of("question")).order_by().values_list(*columns, taken, "group")
    )
    found = (records.MachineNugget(qids[question], *rest) for question, *rest in in_chunks(rows))
    return sorted(found, key=lambda one: (one.qid, one.assessor, str(one.position)))


def records_of(
    make: Callable[..., Sortable], rows: Iterable[Any], owners: Mapping[int, str | records.Item]
) -> tuple[Sortable, ...]:
    """Rows that begin with the key of their question or item, as sorted records; nobody is empty text."""
    return tuple(sorted(make(owners[key], *(cell or "" for cell in cells)) for key, *cells in rows))
