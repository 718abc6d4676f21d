"""What a study keeps of its campaign, so that its report says the same for ever: the part `campaign`.

It is no part of the study as JSON, nor of its checksum: titles and dates may change while the scores stay.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Max, Min

from assessment.campaigns.models import Campaign, Guidelines
from assessment.campaigns.models.options import GIVEN
from assessment.judging.models import Judgment
from assessment.submissions.models import in_pool
from scoring.evaluate import Scorer
from scoring.evaluate.report import ScoreReport, plain
from scoring.overview.scored import assessors
from scoring.rules import PLAIN, RuleError
from scoring.stages import ANSWER, PLACES

Facts = dict[str, Any]
NAME = "campaign"


def campaign_facts(campaign: Campaign, scorer: Scorer, rule: str) -> Facts:
    """The campaign as it is now, and its scores; what scores depend on is as the scorer read it."""
    return facts_of(campaign, scorer) | {
        "scores": {name: _scores(scorer, name) for name in _rules(scorer, rule)},
        "assessors": assessors(scorer),
        "machines": sorted(scorer.index.machines),
    }


def facts_of(campaign: Campaign, scorer: Scorer) -> Facts:
    """The campaign as it is now, without scores and names."""
    track, settings = scorer.track, scorer.settings
    kinds = track.question_types.values()
    return {
        "title": campaign.title,
        "track": {"title": track.title, "defined_by": track.defined_by},
        "collection": campaign.collection_slug,
        "annotated": track.marks_places,
        "silence": any(kind.form.may_be_silent for kind in kinds),
        "dates": _dates(campaign),
        "guidelines": _guidelines(campaign),
        "settings": [
            {
                "label": one.setting.label,
                "name": one.setting.name,
                "value": one.text,
                "default": one.default,
                "chosen": one.chosen,
                "relaxed": one.setting.relaxation and one.chosen,
            }
            for one in campaign.settings_in_force
            if one.setting not in GIVEN  # of no account for scores
        ],
        "counts": dict(_counts(scorer)),
        "lengths": {run.run_id: run.length_limit for run in scorer.evaluation.runs if run.length_limit},
        "length_unit": track.length_unit,
        "types": _types(scorer),
        "dropped": [{"id": one, "reason": reason} for one, reason in scorer.evaluation.dropped.items()],
        "formulas": list(_formulas(scorer, settings)),
    }


def _dates(campaign: Campaign) -> Facts:
    """When the campaign was made, when runs were due, and when people judged."""
    judged = Judgment.objects.filter(
        in_pool("item"), item__question__campaign=campaign, judged_at__isnull=False
    ).aggregate(first=Min("judged_at"), last=Max("judged_at"))
    return {
        "created": _written(campaign.created_at),
        "deadline": campaign.deadline_text if campaign.deadline else "",
        "deadline_moved": campaign.deadline_changes.filter(before__isnull=False).count(),
        "judged_first": _written(judged["first"]),
        "judged_last": _written(judged["last"]),
    }


def _guidelines(campaign: Campaign) -> Facts | None:
    """The version in force."""
    found = Guidelines.objects.filter(campaign=campaign).order_by("-version").first()
    if found is None:
        return None
    checksum = hashlib.sha256(found.text.encode()).hexdigest()
    return {"version": found.version, "made": _written(found.made_at), "sha256": checksum}


def _written(at: datetime | None) -> str:
    return at.isoformat() if at else ""


def _counts(scorer: Scorer) -> Iterator[tuple[str, int]]:
    """How much there is of everything; judgments are those of people that count."""
    evaluation, index = scorer.evaluation, scorer.index
    runs, examples = evaluation.runs, evaluation.annotations
    yield "series", len(evaluation.topics.series)
    yield "questions", len(evaluation.topics.questions)
    yield "retained", len(scorer.questions)
    yield "teams", len({run.team for run in runs})
    yield "runs", len(runs)
    yield "automatic", sum(run.automatic for run in runs)
    yield "pooled", sum(run.pooled for run in runs) if ANSWER in scorer.track.item_kinds else 0
    yield "responses", sum(map(len, evaluation.responses.values()))
    yield "items", len(evaluation.pool)
    yield "judgments", sum(map(len, index.votes.values()))
    yield "judged_twice", sum(len(votes) > 1 for votes in index.votes.values())
    yield "disputed", len(index.disputed)
    yield "decisions", len(index.decisions)
    yield "by_gold", len(index.automatic)
    yield "classes", len({(one.qid, one.name) for one in evaluation.known_answers})
    yield "nuggets", len({(one.qid, one.name) for one in evaluation.nuggets})
    yield "votes", len(evaluation.nugget_votes)
    yield "marks", len(evaluation.matches)
    yield "annotations", sum(one.complete for example in examples for one in example.annotations)
    yield "assessors", len(assessors(scorer))


def _types(scorer: Scorer) -> list[Facts]:
    """Of each type how many questions there are, and how many are scored."""
    kinds = [scorer.kinds[question.qid].label for question in scorer.evaluation.topics.questions]
    scored = Counter(scorer.kinds[question.qid].label for question in scorer.questions)
    return [
        {"label": label, "questions": number, "scored": scored[label]}
        for label, number in Counter(kinds).items()
    ]


def _formulas(scorer: Scorer, settings: Any) -> Iterator[Facts]:
    """How scores are worked out, with parameters and sources."""
    for name in scorer.track.measures:
        measure = scorer.measure(name)
        if lines := list(measure.formula()):
            meanings = [list(pair) for pair in measure.meanings.items()]
            yield {"label": measure.title, "lines": lines, "source": measure.source, "meanings": meanings}
    if rules := scorer.track.series_rules:
        lines = list(rules.formula(settings))
        yield {"label": "Series", "lines": lines, "source": rules.source, "meanings": []}


def _rules(scorer: Scorer, rule: str) -> list[str]:
    """The rule of the study, and the others where they make a difference."""
    if scorer.forms and all(form.asks(PLACES) for form in scorer.forms):
        return [rule]
    return list(dict.fromkeys((rule, *PLAIN)))


def _scores(scorer: Scorer, rule: str) -> Facts:
    """The scores under a rule, or why there are none."""
    try:
        report: ScoreReport = scorer.score(rule)
    except RuleError as error:
        return {"reason": error.message}
    return {
        "questions": report.evaluated_questions,
        "notes": list(report.warnings),
        "runs": {
            run_id: {
                "score": plain(run.score),
                "judged": run.judged,
                "unjudged": run.unjudged,
                "high": plain(run.high),
            }
            for run_id, run in report.runs.items()
        },
    }
