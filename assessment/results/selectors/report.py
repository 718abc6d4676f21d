"""A stored version as the JSON that made it (docs/scores.md)."""

import json
import re
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from assessment.campaigns.models import Question, Series
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.leaderboard_rows import named_first
from assessment.results.selectors.sight import EVERYTHING, Sight
from scoring.measures import parse
from scoring.spans.scores import PARTS


def report_json(score_set: ScoreSet, *, whole: bool, sight: Sight = EVERYTHING) -> str:
    """The score report, the same bytes as when it was made; without `whole`, runs have no questions and series.

    Databases keep JSON objects in an order of their own, so topics and track say the order again.
    """
    stored = score_set.report
    campaign = score_set.qrels.campaign
    taus = {name: stored[name] for name in TAUS if name in stored}
    questions = list(Question.objects.filter(campaign=campaign).in_order().values_list("qid", flat=True))
    series = list(
        Series.objects.filter(campaign=campaign).order_by("position", "pk").values_list("key", flat=True)
    )
    stored_rows = RunScore.objects.filter(score_set=score_set).select_related("run").order_by("run__run_id")
    rows = stored_rows if whole else stored_rows.defer("questions", "figures", "series", "more")
    track = score_set.track
    measures, rules = track.measures, track.series_rules
    figures = [figure for name in measures for figure in parse(name).meanings]
    runs = {}
    for name, row in named_rows(rows, sight):
        runs[name] = head = run_head(row, measures)
        if whole:
            head["questions"] = in_order(row.questions, questions, measures)
        if whole and rules:
            head["series"] = in_order(row.series, series, rules.names)
        if whole and (taus or row.figures):
            head["figures"] = in_order(row.figures, questions, figures)
        if whole and taus:
            head["score_by_type"] = row.score_by_type
        if whole and row.silence:
            head |= silence_json(row.silence, questions, measures)
        if whole:
            head |= more_of(row)
    report = {name: stored[name] for name in HEAD}
    report["dropped"] = [{"id": dropped["id"], "reason": dropped["reason"]} for dropped in stored["dropped"]]
    report |= taus | json.loads(stored.get("more") or "{}")
    return json.dumps(report | {"runs": runs}, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def named_rows(rows: Iterable[RunScore], sight: Sight) -> list[tuple[str, RunScore]]:
    """The runs that somebody sees by name; those that have none to them come last, best first, under a number."""
    shown = [row for row in sight.shown(rows) if sight.lists(row)]
    named = [(row.run.run_id, row) for row in shown if sight.names(row)]
    others = [row for row in shown if not sight.names(row)]
    others.sort(key=lambda row: named_first(row, "score", is_named=False))
    return [*named, *((f"{sight.other} {number}", row) for number, row in enumerate(others, 1))]


def written(more: Mapping[str, Any]) -> str:
    """What a form adds, as text: a database would put the names of an object in an order of its own."""
    return json.dumps(more, ensure_ascii=False, separators=(",", ":"), allow_nan=False) if more else ""


def packed(more: Mapping[str, Any]) -> bytes:
    """The same of a run, of which there may be much."""
    return zlib.compress(written(more).encode()) if more else b""


def summary_of(more: Mapping[str, Any]) -> dict[str, Any]:
    """The best threshold of each part, where answers are places on pages: reading all of it for each run takes long."""
    spans: Mapping[str, Any] = more.get("spans", {})
    return {part: spans[part]["best"] for part in PARTS if part in spans}


def verdicts_on(row: RunScore, qid: str) -> dict[str, list[int]]:
    """A run's verdicts on one question by part, cut out of the text: reading all of it takes a while for each run."""
    text = zlib.decompress(row.more).decode() if row.more else ""
    found = re.findall(rf"{re.escape(json.dumps(qid, ensure_ascii=False))}:\[([01]),([01]),([01])\]", text)
    return {part: [int(bit) for bit in bits] for part, bits in zip(PARTS, found, strict=False)}


def more_of(row: RunScore) -> dict[str, Any]:
    """What the form of its questions adds to a run; nothing where it adds nothing."""
    found: dict[str, Any] = json.loads(zlib.decompress(row.more)) if row.more else {}
    return found


SILENCE = ("by_type", "by_pair", "marks", "held_back")
HEAD = (
    "campaign",
    "track",
    "rule",
    "inputs_sha256",
    "software",
    "evaluated_questions",
    "dropped",
    "warnings",
)


# Of scores with weights. Versions from before tau-b hold a tau that broke ties by run id, under the other name.
TAUS = ("tau_by_type", "tau_b_by_type")


def run_head(row: RunScore, measures: Iterable[str]) -> dict[str, Any]:
    return {
        "score": row.score,
        "judged": row.judged,
        "unjudged": row.unjudged,
        "bounds": {"low": row.bounds["low"], "high": row.bounds["high"]},
        "measures": {name: row.measures[name] for name in measures},
    }


def silence_json(
    stored: Mapping[str, Any], questions: Sequence[str], measures: Sequence[str]
) -> dict[str, Any]:
    """What a run's use of NOA came to."""
    parts = {name: in_order(stored[name], sorted(stored[name]), measures) for name in SILENCE[:2]}
    marks = {
        name: {qid: stored[name][qid] for qid in questions if qid in stored[name]} for name in SILENCE[2:]
    }
    return parts | marks


def in_order(
    parts: Mapping[str, Mapping[str, Any]], names: Iterable[str], within: Collection[str]
) -> dict[str, Any]:
    """The entries of an object in the order of `names`, the values of each in the order `within`."""
    return {
        name: {inner: parts[name][inner] for inner in within if inner in parts[name]}
        for name in names
        if name in parts
    }
