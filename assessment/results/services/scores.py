"""Freezing qrels and scoring runs. Every outcome is a version; what stands is never overwritten."""

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction
from django.utils.translation import override

from assessment.campaigns.models import Campaign, Question
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.models import SERIES, QrelsSnapshot, QuestionKey, RunScore, ScoreSet
from assessment.results.selectors.report import SILENCE, packed, summary_of, written
from assessment.results.services.errors import RuleRefused
from assessment.results.services.readings import OutdatedError, Reading, newest_version, on_what_stands
from assessment.shared.say import say, say_n
from assessment.submissions.models import Run
from scoring import REVISION
from scoring.evaluate import SOFTWARE, AnswerKey, Scorer, ScoreReport
from scoring.formats import qrels as qrels_format
from scoring.intervals import Interval
from scoring.records import Qrels
from scoring.rules import RuleError, derive
from scoring.say import heard, made_of

Result = TypeVar("Result")
Words = dict[str, dict[str, Any]]  # what sentences are made of, by how they read in English


@dataclass(frozen=True)
class Scored:
    """A version of the scores, and the report that it holds."""

    score_set: ScoreSet
    report: ScoreReport
    is_new: bool

    @property
    def sentence(self) -> str:
        """What was done, for people."""
        qrels = self.score_set.qrels
        if not self.is_new:
            return say(
                "Nothing changed since version {n} ({rule}); its scores are current.",
                n=str(qrels.version),
                rule=qrels.rule,
            )
        runs = len(self.report.runs)
        return say_n(
            "Scored {n} run by the rule {rule}: version {version}.",
            "Scored {n} runs by the rule {rule}: version {version}.",
            runs,
            rule=qrels.rule,
            version=str(qrels.version),
        )


def freeze_qrels(
    *, campaign: Campaign, rule: str, by: Account | None, partial: bool = False
) -> QrelsSnapshot:
    """Keep the grades that a rule derives from the judgments as they are now.

    Where nothing changed since the newest snapshot of the rule, that one is returned. Raises RuleRefused
    naming the items or questions for which the rule gives no grade.
    """

    def freeze(reading: Reading) -> QrelsSnapshot:
        scorer = reading.scorer
        with rule_refused(scorer):
            qrels, _ = in_english(lambda: derive(scorer.index, rule, partial))
        return store_qrels(campaign, reading, prepared_qrels(scorer, qrels), by)

    return on_what_stands(campaign, freeze)


def score(*, campaign: Campaign, rule: str, by: Account | None, partial: bool = False) -> Scored:
    """Score all current runs, pooled or not, by a rule; freezes first when anything changed."""
    return on_what_stands(campaign, lambda reading: score_with(campaign, reading, rule, by, partial))


def score_by_rules(
    *, campaign: Campaign, rules: Sequence[str], by: Account | None
) -> tuple[list[Scored], dict[str, RuleRefused]]:
    """Score by several rules on what is read once; return also the rules that the judgments do not allow."""

    def score_each(reading: Reading) -> tuple[list[Scored], dict[str, RuleRefused]]:
        scored, refused = [], {}
        for rule in rules:
            try:
                scored.append(score_with(campaign, reading, rule, by))
            except RuleRefused as error:
                refused[rule] = error
        return scored, refused

    return on_what_stands(campaign, score_each)


def score_with(
    campaign: Campaign, reading: Reading, rule: str, by: Account | None, partial: bool = False
) -> Scored:
    """Score with what was read before. All that takes time is done before anybody is kept from writing.

    Raises OutdatedError where somebody stored a version of what was read later.
    """
    scorer = reading.scorer
    with rule_refused(scorer):
        key, words = in_english(lambda: scorer.under(rule, partial))
    with override("en"), heard() as more:
        report, frozen = scorer.report(key), prepared_qrels(scorer, key.qrels)
        rows = prepared_scores(campaign, report, scorer, key)
    if report.warnings:
        rows.score_set.report["words"] = made_of(report.warnings, words | more)
    with transaction.atomic():
        snapshot = store_qrels(campaign, reading, frozen, by)
        scored = ScoreSet.objects.filter(qrels=snapshot).select_related("qrels").first()
        if scored:
            return Scored(scored, report, is_new=False)
        score_set = store_scores(snapshot, rows)
        record_event(
            by=by,
            campaign=campaign,
            verb="scores:made",
            subject=f"version {snapshot.version}",
            rule=snapshot.rule,
        )
        return Scored(score_set, report, is_new=True)


def in_english(work: Callable[[], Result]) -> tuple[Result, Words]:
    """Do what is stored in English, whoever asks, so that it has the same bytes for everybody; and what its sentences
    are made of, so that pages say them in the language of the reader. A refusal is said to whoever asked."""
    try:
        with override("en"), heard() as words:
            return work(), words
    except RuleError:
        work()
        raise


@contextmanager
def rule_refused(scorer: Scorer) -> Iterator[None]:
    """Refuse what a rule cannot say, naming the questions in their order."""
    try:
        yield
    except RuleError as error:
        raise RuleRefused(error, (one.qid for one in scorer.evaluation.topics.questions)) from error


def prepared_qrels(scorer: Scorer, qrels: Qrels) -> QrelsSnapshot:
    """A snapshot that is not stored."""
    text = b"".join(qrels_format.write(qrels))
    return QrelsSnapshot(
        rule=qrels.rule,
        inputs_sha256=scorer.inputs_of(qrels.rule),
        software=SOFTWARE,
        revision=REVISION,
        sha256=hashlib.sha256(text).hexdigest(),
        items=len(qrels.grades),
        warnings=list(qrels.warnings),
        compressed=zlib.compress(text),
    )


@transaction.atomic
def store_qrels(
    campaign: Campaign, reading: Reading, snapshot: QrelsSnapshot, by: Account | None
) -> QrelsSnapshot:
    """Store a snapshot, unless the newest of its rule was made of the same inputs by the same revision of the scoring.

    Raises OutdatedError where a version was stored since the reading: what is older never becomes the newest.
    """
    Campaign.visible.select_for_update(no_key=True).get(pk=campaign.pk)
    snapshots = QrelsSnapshot.objects.filter(campaign=campaign)
    newest = snapshots.filter(rule=snapshot.rule).defer("compressed").order_by("-version").first()
    made_of = (snapshot.inputs_sha256, snapshot.revision)
    if newest and (newest.inputs_sha256, newest.revision) == made_of:
        return newest
    if newest_version(campaign) != reading.version:
        raise OutdatedError
    reading.version += 1
    snapshot.campaign, snapshot.made_by, snapshot.version = campaign, by, reading.version
    snapshot.save(force_insert=True)
    record_event(
        by=by,
        campaign=campaign,
        verb="qrels:frozen",
        subject=f"version {snapshot.version}",
        rule=snapshot.rule,
    )
    return snapshot


@dataclass(frozen=True)
class Prepared:
    """A report as rows that are not stored: its head, the runs, and what questions are scored by."""

    score_set: ScoreSet
    runs: Sequence[RunScore]
    keys: Sequence[QuestionKey]


def prepared_scores(campaign: Campaign, report: ScoreReport, scorer: Scorer, key: AnswerKey) -> Prepared:
    """A report's head as one row, one row for each run, and one for each question of lists or nuggets."""
    head = report._replace(more={}).as_json()
    runs = head.pop("runs")
    score_set = ScoreSet(
        report=head
        | {
            "formulas": formulas_of(scorer),
            "settings": {
                one.name: one.format(scorer.settings[one.name])
                for one in scorer.track.stated(scorer.settings)
            },
            "unscorable": key.without_value,
            "warning_codes": [remark.code for remark in report.remarks],
            "leaving": key.leaving,
            "without_interval": {
                run_id: run.interval.reason
                for run_id, run in report.runs.items()
                if run.interval and run.interval.reason
            },
            "more": written(report.more),
        }
    )
    pks = scored_runs(campaign, scorer)
    rows = [
        RunScore(
            score_set=score_set,
            run_id=pks[run_id],  # the primary key
            series=row.pop("series", {}),
            silence={name: row.pop(name) for name in SILENCE if name in row},
            more=packed({name: row.pop(name) for name in report.runs[run_id].more}),
            summary=summary_of(report.runs[run_id].more),
            **row,
            **ends_of(report.runs[run_id].interval),
        )
        for run_id, row in runs.items()
    ]
    questions = dict(Question.objects.filter(campaign=campaign).values_list("qid", "pk"))
    keys = [QuestionKey.of(score_set, questions[qid], one) for qid, one in key.of_questions().items()]
    return Prepared(score_set, rows, keys)


def store_scores(snapshot: QrelsSnapshot, rows: Prepared) -> ScoreSet:
    """Store a report."""
    rows.score_set.qrels = snapshot
    rows.score_set.save(force_insert=True)
    for run in rows.runs:
        run.score_set = rows.score_set
    for key in rows.keys:
        key.score_set = rows.score_set
    RunScore.objects.bulk_create(rows.runs)
    QuestionKey.objects.bulk_create(rows.keys)
    return rows.score_set


def formulas_of(scorer: Scorer) -> dict[str, list[str]]:
    """How each measure, and the score of a series, was worked out: settings may change later."""
    track, settings = scorer.track, scorer.settings
    formulas = {name: list(scorer.measure(name).formula()) for name in track.measures}
    if track.series_rules:
        formulas[SERIES] = list(track.series_rules.formula(settings))
    return formulas


def scored_runs(campaign: Campaign, scorer: Scorer) -> dict[str, int]:
    """The rows of the runs that were scored, by run id; one that was replaced meanwhile is still meant.

    Raises OutdatedError where one is gone.
    """
    rows = Run.objects.filter(campaign=campaign).order_by("pk").values_list("run_id", "sha256", "pk")
    by_content = {(run_id, sha256): pk for run_id, sha256, pk in rows}
    found = {run.run_id: by_content.get((run.run_id, run.sha256)) for run in scorer.evaluation.runs}
    pks = {run_id: pk for run_id, pk in found.items() if pk is not None}
    if len(pks) < len(found):
        raise OutdatedError
    return pks


def ends_of(interval: Interval | None) -> dict[str, float | None]:
    """The ends of the 95 % interval of a run's score; None where it has none."""
    low, high = interval[:2] if interval else (None, None)
    return {"interval_low": low, "interval_high": high}
