"""The page before a release: what will be public for whom, and what is still missing."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from assessment.assignments.selectors.work_left import WorkLeft, left_sentence, work_left
from assessment.campaigns.models import Campaign, State
from assessment.campaigns.selectors.campaigns import guidelines_in_force
from assessment.results.models import PARTS, Audience, Release, ReleasePreview, RunScore
from assessment.results.selectors.access import ScoresAccess
from assessment.results.selectors.changes import out_of_the_means
from assessment.results.selectors.flags import Flags, flags_of
from assessment.results.selectors.leaderboard import why_dashes
from assessment.results.selectors.leaderboard_rows import best_first, places
from assessment.results.selectors.release import Reason, read, undecided_in, unjudged_in
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import Run
from scoring.records import Run as RunRecord
from scoring.stages import ANSWER
from scoring.tracks.base import Track

NEVER_POOLED, CHOSEN = "never_pooled", "chosen"
WHY_LEFT_OUT: Mapping[str, str] = {
    NEVER_POOLED: sentence("it was never pooled, so nobody judged the answers that only it gave"),
    CHOSEN: sentence("the organizers left it out"),
}

NOT_CLOSED: Mapping[str, str] = {
    State.DRAFT: sentence("The campaign is a draft."),
    State.OPEN: sentence("The campaign is open for runs."),
    State.RELEASED: sentence("The campaign is released."),
}


def never_pooled(track: Track, runs: Iterable[Run | RunRecord]) -> set[str]:
    """The runs whose answers no pool was made of; none in tracks without pools."""
    return {run.run_id for run in runs if not run.pooled} if ANSWER in track.item_kinds else set()


class ReleaseRun(NamedTuple):
    """A run as the release would show it."""

    score: RunScore
    rank: int | None
    is_pooled: bool

    @property
    def run_id(self) -> str:
        return self.score.run.run_id


class Sharing(NamedTuple):
    """What some people will see."""

    who: str
    what: str


class ReleasePage(NamedTuple):
    """The page."""

    preview: ReleasePreview | None
    runs: Sequence[ReleaseRun]
    reasons: Sequence[Reason]
    flags: Flags | None
    out: Sequence[tuple[str, str]]  # questions and series without value or dropped, with reasons
    private: Sequence[Sharing]
    public: Sequence[Sharing]
    no_guidelines: bool  # so that no reader can know by what was judged
    left: Sequence[WorkLeft]  # what is assigned and not judged, now: scores need not lack anything of it

    @property
    def nils(self) -> list[str]:
        """The questions of which somebody has to say whether NIL is right."""
        return undecided_in(self.reasons)

    @property
    def never_pooled(self) -> list[ReleaseRun]:
        """The runs that are left out unless somebody wants them in."""
        return [run for run in self.runs if not run.is_pooled]

    @property
    def no_value(self) -> str:
        """Why runs have no score."""
        scores = self.preview.scores if self.preview else None
        return why_dashes([(scores, [run.score.score for run in self.runs])])

    @property
    def missing(self) -> list[Reason]:
        """What is to be settled before anything can be released."""
        return [reason for reason in self.reasons if not reason.may_stay]

    @property
    def choices(self) -> list[Reason]:
        """What a release may go on with, where somebody says so."""
        return [reason for reason in self.reasons if reason.may_stay]

    @property
    def unjudged(self) -> dict[str, int]:
        """How many answers count as wrong because nobody judged them, by question."""
        return unjudged_in(self.reasons)

    @property
    def unfinished(self) -> int:
        """How many questions have something that nobody judged or decided."""
        open_qids = (
            reason.qids or [reason.qid] for reason in self.reasons if reason.qid and not reason.alike
        )
        return len(set(chain.from_iterable(open_qids)))

    @property
    def left_sentence(self) -> str:
        """Who has how many judgments left; and where there are scores, that they are of what there is."""
        said = [left_sentence(self.left)]
        if self.preview and self.preview.scores:
            said.append(say("The scores are of the judgments there are."))
        return " ".join(said)

    @property
    def can_release(self) -> bool:
        return bool(self.preview and self.preview.scores and self.runs and not self.missing)

    @property
    def sentence(self) -> str:
        """What the button does, in one sentence."""
        runs, never = len(self.runs), len(self.never_pooled)
        version = self.preview.scores.qrels.version if self.preview and self.preview.scores else 0
        values = {"version": str(version), "released": runs - never, "runs": runs}
        if never:
            return say_n(
                "Version {version} with {released} of {runs} runs; {n} never pooled is left out unless you tick it on.",
                "Version {version} with {released} of {runs} runs; {n} never pooled are left out unless you tick them on.",
                never,
                **values,
            )
        return say_n(
            "Version {version} with {released} of {n} run.",
            "Version {version} with {released} of {n} runs.",
            runs,
            version=str(version),
            released=runs,
        )


def release_page(campaign: Campaign) -> ReleasePage:
    """What was found when somebody last asked, and who has work left (seven queries)."""
    preview = (
        ReleasePreview.objects.filter(campaign=campaign).select_related("scores__qrels", "made_by").first()
    )
    scores = preview.scores if preview else None
    return ReleasePage(
        preview,
        released_runs(preview) if preview else [],
        [*state_reason(campaign), *(read(reason) for reason in (preview.reasons if preview else ()))],
        flags_of(scores.report) if scores else None,
        list(out_of_the_means(scores).items()) if scores else [],
        list(sharing(campaign, Audience.TEAMS)),
        list(sharing(campaign, Audience.ALL)),
        without_guidelines(campaign),
        work_left(campaign) if preview else [],
    )


def without_guidelines(campaign: Campaign) -> bool:
    """Whether nobody has written by what answers are judged."""
    written = guidelines_in_force(campaign)
    return written is None or not written.text.strip()


def state_reason(campaign: Campaign) -> list[Reason]:
    """Scores come out once the campaign is closed, so that no run comes in after them."""
    if campaign.state == State.CLOSED:
        return []
    return [Reason("not_closed", say(NOT_CLOSED[campaign.state]), say("Close it on its settings page."))]


def released_runs(preview: ReleasePreview) -> list[ReleaseRun]:
    """The runs, best first."""
    rows = RunScore.objects.filter(score_set=preview.scores).select_related("run__team").defer(*PARTS)
    found = sorted(rows, key=lambda row: best_first(row, "score"))
    ranks, never = places(found, "score"), never_pooled(preview.campaign.track, [row.run for row in found])
    return [ReleaseRun(row, ranks.get(row.run_id), row.run.run_id not in never) for row in found]


def bounded_runs(row: Release) -> list[RunScore]:
    """The released runs with unjudged answers, best first; each with its bounds."""
    if not row.partial:
        return []
    rows = RunScore.objects.filter(score_set=row.scores_id, unjudged__gt=0).exclude(
        run__run_id__in=list(row.left_out)
    )
    return sorted(rows.select_related("run").defer(*PARTS), key=lambda found: best_first(found, "score"))


def sharing(campaign: Campaign, audience: str) -> Iterable[Sharing]:
    """Who will see what, by the campaign's settings."""
    own = say(
        "its own runs with their scores, question by question, beside median, best and lowest of all released runs"
    )
    if audience == Audience.TEAMS:
        judged = say("its own answers with their grades") if campaign.judged_runs != "none" else ""
        yield Sharing(say("Each team"), _listed(own, say("no other team’s name or run"), judged))
        yield Sharing(say("Assessors and others"), say("nothing."))
    else:
        names = (
            say("the leaderboard with all names")
            if campaign.team_names
            else say("the leaderboard where other teams’ runs have no names")
        )
        qrels = say("the qrels") if campaign.qrels_for_teams else ""
        yield Sharing(say("Each team"), _listed(names, own, _judged(campaign), qrels))
        yield Sharing(
            say("Assessors"),
            say("the leaderboard with all names.")
            if campaign.team_names
            else say("the leaderboard without names."),
        )
    yield Sharing(say("Organizers and adjudicators"), say("everything, as before."))


def _judged(campaign: Campaign) -> str:
    """Whose answers a team gets with their grades."""
    if campaign.judged_runs == "own":
        return say("its own answers with their grades")
    if campaign.judged_runs != "all":
        return ""
    if campaign.team_names:
        return say("all runs’ answers with their grades")
    return say("all runs’ answers with their grades, others under made-up names")


def _listed(*parts: str) -> str:
    return say("{parts}.", parts=say("; ").join(filter(None, parts)))


def own_left_out(scores: ScoresAccess) -> list[tuple[str, str]]:
    """The account's own runs that are no part of the release, with the reason in words."""
    if not scores.left_out or scores.release is None:
        return []
    rows = RunScore.objects.filter(score_set=scores.release.scores_id, run__in=scores.own)
    found = rows.filter(run__run_id__in=scores.left_out).values_list("run__run_id", flat=True)
    return [(run_id, say(WHY_LEFT_OUT[scores.release.left_out[run_id]])) for run_id in sorted(found)]
