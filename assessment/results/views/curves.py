"""A run's precision and recall at every threshold, as files."""

import io
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import login_required
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.access import access_run_score
from assessment.results.selectors.curves import curves
from assessment.results.selectors.spans import spans_of
from assessment.results.views.files import as_file
from assessment.shared.spreadsheets import Table
from scoring.spans.kept import CURVE_COLUMNS, curve_of, curve_row
from scoring.spans.scores import PARTS


@require_safe
@login_required
def figure(request: HttpRequest, slug: str, version: int, run_id: str) -> HttpResponse:
    """The curves of long and short answers as a figure that stands alone."""
    score_set, row, spans = _asked(request, slug, version, run_id)
    context = {"curves": curves(spans), "row": row, "version": score_set}
    content = render_to_string("results/curve.svg", context)
    return as_file(content.encode(), "image/svg+xml", f"{slug}-{version}-{run_id}-curve.svg")


@require_safe
@login_required
def table(request: HttpRequest, slug: str, version: int, run_id: str, part: str) -> HttpResponse:
    """Every point of the curve of long or short answers, numbers in full."""
    _, _, spans = _asked(request, slug, version, run_id)
    if part not in PARTS:
        raise Http404
    target = io.StringIO(newline="")
    writer = Table(target)
    writer.writerow(CURVE_COLUMNS)
    writer.writerows(map(curve_row, curve_of(spans[part])))
    name = f"{slug}-{version}-{run_id}-curve-{part}.csv"
    return as_file(target.getvalue().encode(), "text/csv; charset=utf-8", name)


def _asked(
    request: HttpRequest, slug: str, version: int, run_id: str
) -> tuple[ScoreSet, RunScore, Mapping[str, Any]]:
    _, score_set, row = access_run_score(request.user, slug, version, run_id)
    spans = spans_of(row)
    if spans is None:
        raise Http404
    return score_set, row, spans
