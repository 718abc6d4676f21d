"""The long work of this app, done as jobs. Scoring again what did not change makes no further version, so it may be repeated.
So may the deletion of what is left of a campaign.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.results.models import VersionFile
from assessment.results.selectors.access import access_own, access_version
from assessment.results.services.bundle_jobs import CHECK as CHECK_BUNDLE
from assessment.results.services.bundle_jobs import IMPORT as IMPORT_BUNDLE
from assessment.results.services.bundle_jobs import REMOVE as REMOVE_HALF
from assessment.results.services.bundle_jobs import check_bundle, import_bundle, remove_half_of
from assessment.results.services.cloning import CLONE, clone_in_job
from assessment.results.services.deletion import DELETE, delete_campaign
from assessment.results.services.errors import RuleRefused
from assessment.results.services.readings import Reading, on_what_stands
from assessment.results.services.release import preview_release
from assessment.results.services.release_jobs import RELEASE, release_in_job, sentence_of
from assessment.results.services.scores import Scored, score_with
from assessment.results.services.sheets import BOOK, OWN, book_pages, own_files, wanted_book, wanted_own
from assessment.results.services.version_files import keep, still_allowed
from assessment.shared.say import say, sentence
from assessment.shared.zips import stream_zip
from scoring.rules import PLAIN

Piece = TypeVar("Piece")


@register(CHECK_BUNDLE, sentence("Checking a bundle"))
def check_uploaded_bundle(job: JobHandle, *, kind: str, path: str, name: str) -> Result:
    """Find out what an uploaded bundle would become; nothing is stored yet."""
    return Result(check_bundle(job, path, name), Link("results:import-bundle").asking(job=job.job.pk))


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
        say("The preview is ready; still missing: {n}.", n=missing)
        if missing
        else say("The preview is ready.")
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


@register(BOOK, sentence("Making the sheets of all runs"), archived=True)
def make_book(job: JobHandle, *, version: int, limits: tuple[int | None, str], **_: str) -> Result:
    """Make the book of runs as whoever asked may have it."""
    scores, score_set = still_allowed(access_version, job, version, limits)
    if score_set is None:
        raise ValueError("a version by its number is there, or the access is refused")
    wanted, book = wanted_book(scores, score_set)
    pages = _counted(job, book_pages(book), len(book.entries))
    keep(job, wanted, [VersionFile.of(wanted.name, pages)])
    return Result(say("The sheets are ready."), Link("results:book", [job.campaign.slug, version]))


@register(OWN, sentence("Putting together all that a team gets of its runs"), archived=True)
def make_own_runs(job: JobHandle, *, version: int, limits: tuple[int | None, str], **_: str) -> Result:
    """Make the file of a team's runs as whoever asked may have it."""
    scores, score_set, own = still_allowed(access_own, job, version, limits)
    wanted, book = wanted_own(scores, score_set, own)
    files = _counted(job, own_files(scores, score_set, own, book), 2 * len(own))
    keep(job, wanted, [VersionFile.of(wanted.name, stream_zip(files))])
    return Result(say("The file is ready."), Link("results:version", [job.campaign.slug, version]))


def _counted(job: JobHandle, pieces: Iterable[Piece], most: int) -> Iterator[Piece]:
    """The same pieces, each of them progress."""
    job.progress(0, most)
    for done, piece in enumerate(pieces, 1):
        yield piece
        job.progress(min(done, most), most)
