"""Any two versions of the scores against each other, out of what is stored."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import Http404

from assessment.campaigns.models import Campaign, Question
from assessment.people.selectors.access import Access
from assessment.results.models import QuestionKey, RunScore, ScoreSet
from assessment.results.selectors.access import hidden_rules, score_sets
from assessment.results.selectors.report import in_order, more_of
from assessment.submissions.models import Response
from scoring import records
from scoring.forms.keys import Key
from scoring.studies.comparison import compared_json
from scoring.studies.moved import Comparison

UNUSED = ("figures", "bounds", "summary")  # of the rows of runs
Questions = Mapping[int, str]  # ids by primary key, in their order


class Choice(NamedTuple):
    """The versions that there are, newest first, and the two that are held against each other."""

    versions: Sequence[ScoreSet]
    before: ScoreSet | None
    after: ScoreSet | None  # None, as before, where there are fewer than two versions and none was asked for


def chosen_versions(access: Access, before: str | None, after: str | None) -> Choice:
    """The two versions asked for, by default the two newest. Http404 where one asked for is not there, or hidden."""
    hidden = hidden_rules(access)
    versions = [one for one in score_sets(access.campaign) if one.qrels.rule not in hidden]
    newest = [str(one.qrels.version) for one in versions]
    if not (before or after) and len(versions) < 2:
        return Choice(versions, None, None)
    default = newest[1:2] or newest
    old, new = (_named(versions, name) for name in (before or "".join(default), after or "".join(newest[:1])))
    return Choice(versions, old, new)


def _named(versions: Iterable[ScoreSet], name: str) -> ScoreSet:
    for one in versions:
        if str(one.qrels.version) == name:
            return one
    raise Http404


def comparison_of(campaign: Campaign, before: ScoreSet, after: ScoreSet) -> Comparison:
    """What two versions of a campaign differ in, with who gave the items that are judged otherwise (five queries)."""
    questions = dict(Question.objects.filter(campaign=campaign).in_order().values_list("pk", "qid"))
    texts = dict(_with_files([before, after]))
    rows = list(RunScore.objects.filter(score_set__in=[before, after]).select_related("run").defer(*UNUSED))
    keys = _keys([before, after], questions)
    old, new = (_report(campaign, one, rows, list(questions.values())) for one in (before, after))
    return compared_json(
        old,
        new,
        texts[before.pk],
        texts[after.pk],
        keys_before=keys[before.pk],
        keys_after=keys[after.pk],
        responses=_responses(rows, questions, _differing(texts[before.pk], texts[after.pk], keys)),
        settings=campaign.settings,
        definition=campaign.definition,
    )


def _with_files(score_sets: Iterable[ScoreSet]) -> Iterable[tuple[int, bytes]]:
    found = ScoreSet.objects.filter(pk__in=[one.pk for one in score_sets]).select_related("qrels")
    return ((one.pk, one.qrels.text) for one in found)


def _report(
    campaign: Campaign, score_set: ScoreSet, rows: Iterable[RunScore], qids: Sequence[str]
) -> dict[str, Any]:
    """A version as `ScoreReport.as_json` gave it, as far as comparisons look. Databases keep names in an order of their own."""
    runs = {row.run.run_id: row for row in rows if row.score_set_id == score_set.pk}
    measures = campaign.track.measures
    return {
        **score_set.report,
        "runs": {
            run_id: {
                "score": row.score,
                "judged": row.judged,
                "unjudged": row.unjudged,
                "measures": {name: row.measures[name] for name in measures if name in row.measures},
                "questions": in_order(row.questions, qids, measures),
                "series": row.series,
                **row.silence,
                **more_of(row),
            }
            for run_id, row in sorted(runs.items())
        },
    }


def _keys(versions: Iterable[ScoreSet], questions: Questions) -> dict[int, dict[str, Key]]:
    found: dict[int, dict[str, Key]] = {one.pk: {} for one in versions}
    for row in QuestionKey.objects.filter(score_set__in=list(found)):
        qid = questions[row.question_id]
        found[row.score_set_id][qid] = row.key(qid)
    return found


def _differing(before: bytes, after: bytes, keys: Mapping[int, Mapping[str, Key]]) -> set[str]:
    """The questions of which an item may be judged otherwise: all that have another line, and all with a key."""
    lines = set(before.split(b"\n")) ^ set(after.split(b"\n"))
    graded = {line.split(b" ", 1)[0].decode() for line in lines if line}
    return graded.union(*keys.values())


def _responses(
    rows: Iterable[RunScore], questions: Questions, qids: set[str]
) -> dict[str, list[records.Response]]:
    """What the runs of both versions gave to some questions."""
    runs = {row.run_id: row.run.run_id for row in rows}
    chosen = [pk for pk, qid in questions.items() if qid in qids]
    columns = ("run_id", "question_id", "docid", "answer", "passage")
    given = Response.objects.filter(run__in=list(runs), question__in=chosen).exclude(key="")
    found: defaultdict[str, list[records.Response]] = defaultdict(list)
    for run, question, docid, answer, passage in given.values_list(*columns).iterator(chunk_size=10_000):
        response = records.Response(questions[question], docid, answer, passage=passage)
        found[runs[run]].append(response)
    return found
