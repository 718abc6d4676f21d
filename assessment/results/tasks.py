"""The long work of this app, done as jobs. Scoring again what did not change makes no further version, so it may be repeated.
So may the deletion of what is left of a campaign.
"""

from typing import Any

from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.results.services.bundle_jobs import IMPORT as IMPORT_BUNDLE
from assessment.results.services.bundle_jobs import REMOVE as REMOVE_HALF
from assessment.results.services.bundle_jobs import import_bundle, remove_half_of
from assessment.results.services.cloning import CLONE, clone_in_job
from assessment.results.services.deletion import DELETE, delete_campaign
from assessment.results.services.errors import RuleRefused
from assessment.results.services.readings import Reading, on_what_stands
from assessment.results.services.release import preview_release
from assessment.results.services.release_jobs import RELEASE, release_in_job, sentence_of
from assessment.results.services.scores import Scored, score_with
from assessment.shared.say import say, sentence
from scoring.rules import PLAIN


@register(IMPORT_BUNDLE, sentence("Importing a bundle"), undo=REMOVE_HALF)
def import_uploaded_bundle(job: JobHandle, *, path: str, slug: str, name: str) -> Result:
    """Make a campaign of an uploaded bundle: all of it or nothing."""
    said, made = import_bundle(job, path, slug, name)
    return Result(said, Link("results:board", [made]))


@register(CLONE, sentence("Cloning a campaign"), undo=REMOVE_HALF)
def clone(
    job: JobHandle, *, pk: int, slug: str, title: str, parts: list[str], share: list[Any] | None = None
) -> Result:
    """Make a new campaign of one that there is: all of it or nothing."""
    return Result(*clone_in_job(job, pk, slug, title, parts, share))


@register(REMOVE_HALF, sentence("Removing a half import"), final=True)
def remove_half_import(job: JobHandle, *, of_job: int) -> Result:
    """Remove what an import left that was cancelled or failed."""
    return Result(remove_half_of(of_job), Link("campaigns:list"))


@register(DELETE, sentence("Deleting a campaign"), final=True)
def delete_hidden_campaign(job: JobHandle, *, pk: int, slug: str) -> Result:
    """Delete what is left of a campaign that was hidden for it."""
    return Result(delete_campaign(job, pk, slug), Link("campaigns:list"))


@register("results.score", sentence("Freezing and scoring"))
def freeze_and_score(job: JobHandle, *, rule: str, partial: bool) -> Result:
    """Score all current runs by one rule."""

    def score(reading: Reading) -> Scored:
        job.progress(1, 2, say("Scoring by the rule {rule}", rule=rule))
        return score_with(job.campaign, reading, rule, job.by, partial)

    job.progress(0, 2, say("Reading judgments and runs"))
    made = on_what_stands(job.campaign, score)
    job.progress(2, 2)
    version = made.score_set.qrels.version
    return Result(made.sentence, Link("results:version", [job.campaign.slug, version]))


@register("results.preview", sentence("Preparing a release"))
def preview(job: JobHandle) -> Result:
    """Score by the official rule, and note what stands against a release."""
    job.progress(0, 1, say("Reading judgments and runs"))
    row = preview_release(campaign=job.campaign, by=job.by)
    job.progress(1, 1)
    missing = len(row.reasons)
    said = (
        say("The preview is made; still missing: {n}.", n=missing) if missing else say("The preview is made.")
    )
    return Result(said, Link("results:release", [job.campaign.slug]))


@register(RELEASE, sentence("Releasing the scores"))
def release(job: JobHandle, **chosen: Any) -> Result:
    """Score by the official rule and show the scores: to everybody at once, or not at all."""
    row = release_in_job(job, **chosen)
    link = Link("results:version", [job.campaign.slug, row.scores.qrels.version])
    return Result(sentence_of(row), link)


@register("results.compare", sentence("Scoring by four rules"))
def compare_rules(job: JobHandle) -> Result:
    """Score by each of the four rules that the judgments allow, and note why not by the others.

    The main rule comes last, and so has the newest version.
    """
    job.progress(0, len(PLAIN) + 1, say("Reading judgments and runs"))
    refused = on_what_stands(job.campaign, lambda reading: _score_by_all(job, reading))
    job.progress(len(PLAIN) + 1, len(PLAIN) + 1)
    said = say("Scored by {n} of {all} rules.", n=len(PLAIN) - len(refused), all=len(PLAIN))
    return Result(" ".join([said, *refused]), Link("results:results", [job.campaign.slug]))


def _score_by_all(job: JobHandle, reading: Reading) -> list[str]:
    """Score by each rule, and say by which not, and why."""
    refused = []
    for number, rule in enumerate(reversed(PLAIN), 1):
        job.progress(number, len(PLAIN) + 1, say("Scoring by the rule {rule}", rule=rule))
        try:
            job.note(score_with(job.campaign, reading, rule, job.by).sentence)
        except RuleRefused as error:
            refused.append(
                say(
                    "Not scored by the rule {rule}: {why} {hint}",
                    rule=rule,
                    why=error.headline,
                    hint=error.hint,
                )
            )
            job.note(refused[-1])
    return refused
