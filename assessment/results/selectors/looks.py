"""What of a campaign needs a look: the board's alarms."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.urls import reverse

from assessment.campaigns.models import Campaign
from assessment.results.models import ScoreSet
from assessment.results.selectors.flags import Doubt, Flags, flags_of
from scoring.evaluate.report import series_leave
from scoring.forms.base import reason_of
from scoring.rules import some_of

LOOKS_SHOWN = 12


class Look(NamedTuple):
    """Something that needs a look."""

    what: str
    sentence: str
    address: str


def looks_of(campaign: Campaign, scores: ScoreSet | None, questioned: Sequence[Doubt]) -> list[Look]:
    """Alarms: questions without a correct answer or anything to score by, and what the newest scores warn of."""
    looks = [
        Look(
            f"Question {doubt.qid}",
            f"No correct answer found by {doubt.found_none} assessor{'' if doubt.found_none == 1 else 's'}. Check the question or drop it.",
            reverse("campaigns:question", args=[campaign.slug, doubt.qid]),
        )
        for doubt in questioned
        if doubt.found_none
    ]
    flags = flags_of(scores.report) if scores else Flags([], [], [])
    results = reverse("results:results", args=[campaign.slug])
    warnings = [Look("Scores", warning, results) for warning in flags.warnings]
    return [*looks[:LOOKS_SHOWN], *_unscorable(campaign, flags, questioned), *warnings][:LOOKS_SHOWN]


def _unscorable(campaign: Campaign, flags: Flags, questioned: Sequence[Doubt]) -> Iterator[Look]:
    """Questions that leave the means by the newest scores or as judging stands now, and series that do."""
    codes = {flag.qid: flag.code for flag in flags.unscorable}
    codes |= {doubt.qid: doubt.code for doubt in questioned if doubt.done or doubt.code}
    by_reason: dict[str, list[str]] = {}
    for qid, code in codes.items():
        if code:
            by_reason.setdefault(reason_of(code), []).append(qid)
    for reason, qids in by_reason.items():
        what = f"Question {qids[0]} is" if len(qids) == 1 else f"{len(qids)} questions are"
        named = "" if len(qids) == 1 else f" ({some_of(qids)})"
        sentence = f"{what} left out of the means: {reason}{named}. Judge or drop before release."
        yield Look("Unscorable", sentence, reverse("campaigns:question", args=[campaign.slug, qids[0]]))
    if flags.leaving:
        yield Look(
            "Series", series_leave(flags.leaving).sentence, reverse("results:results", args=[campaign.slug])
        )
