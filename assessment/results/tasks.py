"""The long work of this app, done as jobs. Scoring again what did not change makes no further version, so it may be repeated."""

from django.urls import reverse

from assessment.jobs.models.registry import Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.results.services.errors import RuleRefused
from assessment.results.services.scores import score_with, scorer_of
from scoring.rules import PLAIN


@register("results.score", "Freezing and scoring")
def freeze_and_score(job: JobHandle, *, rule: str, partial: bool) -> Result:
    """Score all current runs by one rule."""
    job.progress(0, 2, "Reading judgments and runs")
    scorer = scorer_of(job.campaign)
    job.progress(1, 2, f"Scoring by the rule {rule}")
    made = score_with(job.campaign, scorer, rule, job.by, partial)
    job.progress(2, 2)
    version = made.score_set.qrels.version
    return Result(made.sentence, reverse("results:version", args=[job.campaign.slug, version]))


@register("results.compare", "Scoring by four rules")
def compare_rules(job: JobHandle) -> Result:
    """Score by each of the four rules that the judgments allow, and note why not by the others.

    The main rule comes last: the results page opens with the newest version.
    """
    job.progress(0, len(PLAIN) + 1, "Reading judgments and runs")
    scorer = scorer_of(job.campaign)
    refused = []
    for number, rule in enumerate(reversed(PLAIN), 1):
        job.progress(number, len(PLAIN) + 1, f"Scoring by the rule {rule}")
        try:
            job.note(score_with(job.campaign, scorer, rule, job.by).sentence)
        except RuleRefused as error:
            refused.append(f"Not scored by the rule {rule}: {error.headline} {error.hint}")
            job.note(refused[-1])
    job.progress(len(PLAIN) + 1, len(PLAIN) + 1)
    sentence = f"Scored by {len(PLAIN) - len(refused)} of {len(PLAIN)} rules."
    return Result(" ".join([sentence, *refused]), reverse("results:results", args=[job.campaign.slug]))
