"""Release the scores of a campaign, or say what a release would show."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.jobs.services.runner import do_here
from assessment.results.models import Audience, Release
from assessment.results.selectors.release_changes import Moved, changes_since, moved
from assessment.results.selectors.release_page import ReleaseRun, never_pooled, release_page
from assessment.results.selectors.score_table import NONE, shown
from assessment.results.services.release import preview_release
from assessment.results.services.release_jobs import RELEASE, release_arguments
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused
from scoring.decimals import in_full

SHOWN = 10  # lines of each kind that --check lists


class Command(AssizeCommand):
    """Shows the scores to each team alone, or to all people of the campaign."""

    help = (
        "Release the scores by the adjudicated rule: to each team its own, or with --audience all to all people of the campaign. Runs that were never pooled are left out, unless --runs names them. "
        "With --check: say what would be public and what is still missing, and release nothing. "
        "If the command is killed, nothing is public until a worker has gone on with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "--check", action="store_true", help="show what a release would show; release nothing"
        )
        parser.add_argument(
            "--all",
            action="store_true",
            help=f"with --check: list everything, not the first {SHOWN} of each kind",
        )
        parser.add_argument("--runs", metavar="RUN,…", help="release these runs alone; all for every run")
        parser.add_argument(
            "--without-run", action="append", default=[], metavar="RUN", help="leave this run out too"
        )
        parser.add_argument(
            "--without", action="append", default=[], metavar="SERIES", help="release without this series"
        )
        parser.add_argument(
            "--alike",
            action="append",
            default=[],
            metavar="QID",
            help="leave this question’s classes of one label",
        )
        parser.add_argument(
            "--audience",
            choices=Audience.values,
            default=Audience.TEAMS.value,
            help="teams (default): each team its own scores alone; all: all people of the campaign",
        )

        parser.add_argument(
            "--partial",
            action="store_true",
            help="release with unjudged answers counted as wrong, and say so",
        )

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        if options["check"]:
            return checked(campaign, None if options["all"] else SHOWN)
        arguments = release_arguments(
            without=options["without"],
            alike=options["alike"],
            leave_out=left_out(campaign, options["runs"], options["without_run"]),
            audience=options["audience"],
            partial=options["partial"],
        )
        job = do_here(kind=RELEASE, campaign=campaign, arguments=arguments, listener=self.progress)
        row = Release.objects.select_related("scores__qrels").get(pk=job.checkpoint["release"])
        left = f" Left out: {', '.join(sorted(row.left_out))}." if row.left_out else ""
        return Outcome(
            f"{job.result['sentence']}{left}",
            {
                "version": row.scores.qrels.version,
                "audience": row.audience,
                "left_out": sorted(row.left_out),
                "unjudged": row.unjudged,
            },
            changed_lines(row.changes),
        )


def changed_lines(changes: Mapping[str, Any]) -> list[str]:
    """What differs from the release before, which was taken back; nothing where this is the first."""
    if not changes:
        return []
    runs = [moved_line(moved(one, ranks=True)) for one in changes["runs"]]
    questions = [f"judged otherwise: question {qid}" for qid in changes["questions"]]
    left = [f"left out of the averages now: {name}: {reason}" for name, reason in changes["left"]]
    back = [f"counts again: {name}" for name, _ in changes["back"]]
    found = [*runs, *questions, *left, *back] or ["no score changed"]
    return [f"Version {changes['since']} was taken back: {changes['reason']}", *found]


def moved_line(run: Moved) -> str:
    """A run of which score or rank is another."""
    if run.is_new:
        return f"{run.run_id}: new, {shown(run.after)}"
    if run.is_gone:
        return f"{run.run_id}: no longer released"
    ranks = f", rank {run.rank_before or NONE} to {run.rank_after or NONE}"
    return f"{run.run_id}: {shown(run.before)} to {shown(run.after)}{ranks}"


def left_out(campaign: Campaign, runs: str | None, without: list[str]) -> set[str] | None:
    """The runs that the options leave out; None for those that were never pooled."""
    if runs is None and not without:
        return None
    current = campaign.runs.filter(state="submitted")
    named = {run.run_id: run for run in current}
    if runs is None:
        return never_pooled(campaign.track, current) | set(without)
    chosen = set(named) if runs == "all" else {name.strip() for name in runs.split(",")}
    if unknown := sorted(chosen - named.keys()):
        raise Refused(
            f"There is no current run {', '.join(unknown)}. Nothing was released.",
            "run",
            "Correct the run ids.",
        )
    return (set(named) - chosen) | set(without)


def checked(campaign: Campaign, most: int | None) -> Outcome:
    """What a release would show, and everything that is missing: counted first, then listed, `most` of each kind."""
    preview_release(campaign=campaign, by=None)
    page = release_page(campaign)
    groups = {
        "left out, never pooled": [run_line(run) for run in page.runs if not run.is_pooled],
        "released": [run_line(run) for run in page.runs if run.is_pooled],
        "left out of the averages": [f"{name}: {reason}" for name, reason in page.out],
        "warning": [group.line for group in (page.flags.grouped if page.flags else ())],
        "assigned and not judged": [str(one) for one in page.left],
        "missing": [f"{reason.message} {reason.hint}" for reason in page.reasons],
    }
    sums = [f"{what}: {len(found):,}" for what, found in groups.items() if found]
    lines = [f"In all: {'; '.join(sums)}.", *(f"{one.who}: {one.what}" for one in page.public)]
    if page.preview and page.preview.scores:
        never = [run.run_id for run in page.never_pooled]
        lines += changed_lines(changes_since(campaign, page.preview.scores, never))
    for what, found in groups.items():
        lines += cut_list(what, found, most)
    missing = len(page.reasons)
    end = f"Still missing: {missing}." if missing else f"Can be released. {page.sentence}"
    data = {"missing": [r._asdict() for r in page.reasons], "left": [one._asdict() for one in page.left]}
    return Outcome(f"{end} Nothing was released.", data, lines)


def run_line(run: ReleaseRun) -> str:
    """A run as --check lists it."""
    score = "no score" if run.score.score is None else in_full(run.score.score)
    return f"{run.run_id}, {score}, {run.score.judged} judged, {run.score.unjudged} unjudged"


def cut_list(what: str, found: list[str], most: int | None) -> list[str]:
    """The lines of one kind, the first `most` of them, and how many more there are."""
    lines = [f"{what}: {line}" for line in found[:most]]
    if more := len(found) - len(lines):
        lines.append(f"{what}: … and {more:,} more; with --all all are listed.")
    return lines
