"""The long work of this app, done as jobs."""

from collections.abc import Sequence
from pathlib import Path

from assessment.campaigns.services import SourceFile
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import read_once
from assessment.shared.say import say, sentence
from assessment.submissions.selectors.taking_out import Cut
from assessment.submissions.services import people_files, pool, team_files  # noqa: F401  # two register by being imported
from assessment.submissions.services.archiving import (
    Archived,
    archive_step,
    fetch_errors,
    refuse_unarchived,
    store,
)
from assessment.submissions.services.copying import Copied, copy_step, holds_texts, pooled_documents, steps
from assessment.submissions.services.run_files import LOAD, Chosen, load
from assessment.submissions.services.second_opinions import ReadingCounts, ask_again, opinion_step, store_step
from assessment.submissions.services.unpooling import unpool


@register("submissions.pool", sentence("Pooling"))
def pool_runs(job: JobHandle, *, priorities: Sequence[int], depth: int | None, again: bool = False) -> Result:
    """Add a round to the pools, once; goes on where an earlier attempt ended."""
    asked = f"job {job.job.pk}"
    made = pool(
        by=job.by,
        campaign=job.campaign,
        priorities=priorities,
        depth=depth,
        again=again,
        asked=asked,
        progress=job.tell,
    )
    if made.added and holds_texts(job.campaign):
        enqueue(
            kind="submissions.copy", by=job.by, campaign=job.campaign, arguments={"pool_round": made.number}
        )
    return Result(made.sentence, Link("submissions:pool", [job.campaign.slug]))


@register(LOAD, sentence("Loading runs"))
def load_runs(job: JobHandle, *, path: str, runs: Sequence[Chosen]) -> Result:
    """Load the runs of a checked file; goes on where an earlier attempt ended."""
    with read_once(Path(path)) as place:
        done = load(job, SourceFile(place.name, path=place), runs)
    return Result(done, Link("submissions:runs", [job.campaign.slug]))


@register("submissions.unpool", sentence("Taking runs out of the pool"))
def take_out(
    job: JobHandle,
    *,
    run: str = "",
    team: str = "",
    round: int | None = None,
    ended: bool = False,
    depth: int | None = None,
    reason: str,
) -> Result:
    """Take what is named out of the pools, once; goes on where an earlier attempt ended."""
    cut = Cut(run, team, round, ended, depth)
    asked = f"job {job.job.pk}"
    made = unpool(by=job.by, campaign=job.campaign, cut=cut, reason=reason, asked=asked, progress=job.tell)
    return Result(made.sentence, Link("submissions:pool", [job.campaign.slug]))


@register("submissions.copy", sentence("Copying the documents that people read"))
def copy_documents(job: JobHandle, *, pool_round: int = 0) -> Result:
    """Copy the documents that assessors will read; goes on where an earlier attempt ended."""
    copied, total = Copied(**job.checkpoint), pooled_documents(job.campaign)
    for ids in steps(job.campaign, copied.last):
        done = say("{n} copied", n=copied.made)
        if pool_round:
            done = say("Round {number}: {n} copied", number=str(pool_round), n=copied.made)
        job.progress(copied.seen, total, done)
        copied = copy_step(job.campaign, ids, copied)
        with job.step({**copied._asdict(), "errors": []}):
            for error in copied.errors:
                job.note(error)
    job.progress(copied.seen, total)
    if not pool_round:  # pages that are annotated, which no round brings
        return Result(copied.sentence, Link("judging:assign", [job.campaign.slug]))
    enqueue(
        kind="submissions.opinions", by=job.by, campaign=job.campaign, arguments={"pool_round": pool_round}
    )
    if job.campaign.remote_resources == "archived":
        enqueue(kind="submissions.archive", by=job.by, campaign=job.campaign, arguments={})
    return Result(copied.sentence, Link("submissions:pool", [job.campaign.slug]))


@register("submissions.archive", sentence("Archiving images and style sheets"))
def archive_resources(job: JobHandle) -> Result:
    """Fetch what the copied pages name, once; goes on where an earlier attempt ended."""
    refuse_unarchived(job.campaign)
    archived, total = Archived(**job.checkpoint), pooled_documents(job.campaign)
    for ids in steps(job.campaign, archived.last):
        job.progress(archived.seen, total, say("{n} fetched", n=archived.had))
        archived, files = archive_step(job.campaign, ids, archived)
        store(files)  # repeating it does no harm, so that it need not be one with the step
        with job.step(archived._asdict()):
            for line in fetch_errors(files):
                job.note(line)
    job.progress(archived.seen, total)
    return Result(archived.sentence, Link("submissions:documents", [job.campaign.slug]))


@register("submissions.opinions", sentence("Reading pages a second time"))
def read_again(job: JobHandle, *, pool_round: int) -> Result:
    """Ask another parser about the copied pages that want it; goes on where an earlier attempt ended."""
    asked, total = ReadingCounts(**job.checkpoint), pooled_documents(job.campaign)
    for ids in steps(job.campaign, asked.last):
        job.progress(
            asked.seen, total, say("Round {number}: {n} differ", number=str(pool_round), n=asked.differing)
        )
        step = opinion_step(job.campaign, ids, asked)
        asked = step.asked
        with job.step(asked._asdict()):
            store_step(job.campaign, step)
            for line in step.opinions.differing:
                job.note(line)
    job.progress(asked.seen, total)
    return Result(asked.sentence, Link("submissions:documents", [job.campaign.slug]))


@register("submissions.opinion", sentence("Reading a page a second time"))
def read_one_again(job: JobHandle, *, docid: str) -> Result:
    """Ask another parser about one page; asking twice does no harm."""
    sentence = ask_again(job.campaign, docid)
    return Result(sentence, Link("submissions:document", [job.campaign.slug, docid]))
