"""What people of a campaign were given and have finished, as a small figure of the page People: who is free, who has much."""

from collections import Counter

from assessment.assignments.selectors.progress import counts
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.people_figures import FIGURES
from assessment.judging.models import Assignment
from assessment.shared.figures import COUNT, Axis, Bar, Bars, Figure
from assessment.shared.say import say

WORK = "people-work"
MOST_PEOPLE = 20  # bars; the page Progress has everybody


def work_figure(campaign: Campaign) -> Figure | None:
    """Questions that each assessor has finished, and that are open, those with most open ones first (one query)."""
    rows = Assignment.objects.counting().filter(question__campaign=campaign)
    finished, left = Counter[str](), Counter[str]()
    for row in rows.select_related("member", "question__series", "question__pool"):
        row.question.campaign = campaign
        if counts(row, row.question):
            (finished if row.is_done else left)[row.member.name] += 1
    names = sorted(finished.keys() | left.keys(), key=lambda name: (-left[name], name))
    if not names:
        return None
    return Bars(
        name=WORK,
        title=say("Questions by assessor"),
        caption=say("Those with most open questions first."),
        source=campaign.title,
        axis=Axis(say("Questions"), COUNT, low=0),
        bars=[Bar(name, [finished[name], left[name]]) for name in names[:MOST_PEOPLE]],
        parts=[say("finished"), say("open")],
        rows_name=say("Assessor"),
    )


FIGURES.keep(WORK, work_figure)
