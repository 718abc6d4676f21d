"""The page that holds one version of the scores against an earlier one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import login_required
from assessment.results.selectors.access import access_question_scores
from assessment.results.selectors.changes import changes as changes_between
from assessment.results.selectors.changes import earlier_versions, version_before


@require_safe
@login_required
def changes(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """What changed since an earlier version (`since`), by default the newest of the same rule."""
    scores, score_set = access_question_scores(request.user, slug, version)
    earlier = earlier_versions(scores, score_set)
    before = version_before(score_set, earlier, request.GET.get("since"))
    context = {
        "access": scores.access,
        "tab": "results",
        "slug": slug,
        "official": scores.official,
        "version": score_set,
        "earlier": earlier,
        "before": before,
        "changes": changes_between(before, score_set) if before else None,
    }
    return render(request, "results/changes.html", context)
