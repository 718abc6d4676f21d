"""Alerts of the board: what needs attention in a campaign."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.urls import reverse

from assessment.assignments.selectors.cannot_judge import alarms_of, cannot_judge_in
from assessment.campaigns.models import Campaign
from assessment.results.models import ScoreSet
from assessment.results.selectors.flags import Flags, QuestionDoubt, flags_of
from assessment.shared.say import say, say_n
from scoring.evaluate.report import series_leave
from scoring.forms.base import reason_of
from scoring.rules import some_of

ALERTS_SHOWN = 12


class Alert(NamedTuple):
    """Something that needs attention."""

    what: str
    sentence: str
    address: str


def alerts_of(
    campaign: Campaign, scores: ScoreSet | None, questioned: Sequence[QuestionDoubt]
) -> list[Alert]:
    """Alarms: questions without a correct answer or anything to score by, and what the newest scores warn of."""
    alerts = [
        Alert(
            say("Question {qid}", qid=doubt.qid),
            say_n(
                "No correct answer found by {n} assessor. Check the question or drop it.",
                "No correct answer found by {n} assessors. Check the question or drop it.",
                doubt.found_none,
            ),
            reverse("campaigns:question", args=[campaign.slug, doubt.qid]),
        )
        for doubt in questioned
        if doubt.found_none
    ]
    flags = flags_of(scores.report) if scores else Flags([], [], [])
    results = reverse("results:results", args=[campaign.slug])
    warnings = [Alert(say("Scores"), warning, results) for warning in flags.said]
    progress = reverse("judging:progress", args=[campaign.slug])
    unusual = [
        Alert(say("Assessor"), sentence, progress) for _, _, sentence in campaign.checked.get("alarms", ())
    ]
    unable = [
        Alert(what, sentence, f"{progress}#cannot-judge")
        for what, sentence in alarms_of(cannot_judge_in(campaign))
    ]
    return [
        *alerts[:ALERTS_SHOWN],
        *unusual[:ALERTS_SHOWN],
        *unable[:ALERTS_SHOWN],
        *_unscorable(campaign, flags, questioned),
        *warnings,
    ][:ALERTS_SHOWN]


def _unscorable(campaign: Campaign, flags: Flags, questioned: Sequence[QuestionDoubt]) -> Iterator[Alert]:
    """Questions that leave the means by the newest scores or as judging stands now, and series that do."""
    codes = {flag.qid: flag.code for flag in flags.unscorable}
    codes |= {doubt.qid: doubt.code for doubt in questioned if doubt.done or doubt.code}
    by_code: dict[str, list[str]] = {}
    for qid, code in codes.items():
        if code:
            by_code.setdefault(code, []).append(qid)
    for code, qids in by_code.items():
        sentence = say_n(
            "Question {qids} is left out of the means: {reason}. Judge or drop before release.",
            "{n} questions are left out of the means: {reason} ({qids}). Judge or drop before release.",
            len(qids),
            qids=some_of(qids),
            reason=reason_of(code, len(qids)),
        )
        yield Alert(say("Unscorable"), sentence, reverse("campaigns:question", args=[campaign.slug, qids[0]]))
    if flags.leaving:
        yield Alert(
            say("Series"),
            series_leave(flags.leaving).sentence,
            reverse("results:results", args=[campaign.slug]),
        )
