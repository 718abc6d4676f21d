"""The page that holds any two versions of the scores against each other."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import login_required
from assessment.results.models import ScoreSet
from assessment.results.selectors.leaderboard import why_dashes
from assessment.studies.selectors.access import access_studies
from assessment.studies.selectors.compare import chosen_versions, comparison_of

MOST_QUESTIONS, MOST_ITEMS = 100, 50  # on the page


@require_safe
@login_required
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Two versions (`before`, `after`), by default the two newest: runs, questions and items that moved."""
    access = access_studies(request.user, slug)
    chosen = chosen_versions(access, request.GET.get("before"), request.GET.get("after"))
    context: dict[str, Any] = {
        "access": access,
        "tab": "studies",
        "slug": slug,
        "chosen": chosen,
        "study": None,
    }
    if chosen.before and chosen.after:
        found = comparison_of(access.campaign, chosen.before, chosen.after)
        context["comparison"] = found.as_json(MOST_QUESTIONS, MOST_ITEMS)
        context["no_value"] = _why_dashes(context["comparison"], chosen.before, chosen.after)
    return render(request, "studies/compare.html", context)


def _why_dashes(comparison: Mapping[str, Any], before: ScoreSet, after: ScoreSet) -> str:
    runs = [run for group in comparison["groups"] for run in group["runs"]]
    columns = [(before, [run["before"] for run in runs]), (after, [run["after"] for run in runs])]
    return why_dashes(columns)
