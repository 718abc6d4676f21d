"""The page on a campaign's annotators and their annotations, and its table as a file."""

import io

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import account_of, login_required
from assessment.results.selectors.annotating import Row, access_annotations, annotations_page
from assessment.results.views.files import as_file
from assessment.shared.spreadsheets import Table
from scoring.annotations import STEPS
from scoring.spans.scores import PARTS

COLUMNS = (
    "annotator",
    "assigned",
    "done",
    "annotations",
    *(f"{part}_{name}" for part in PARTS for name in ("null", "null_share", "others_share", "p", "far_off")),
    *(f"median_seconds_{step}" for step in STEPS),
)


@require_safe
@login_required
def annotations(request: HttpRequest, slug: str) -> HttpResponse:
    """How annotators decide, how they differ, and how far they are."""
    access = access_annotations(account_of(request), slug)
    context = {"access": access, "tab": "annotations", "page": annotations_page(access.campaign)}
    return render(request, "results/annotations.html", context)


@require_safe
@login_required
def annotators_table(request: HttpRequest, slug: str) -> HttpResponse:
    """A line for each annotator, numbers in full."""
    access = access_annotations(account_of(request), slug)
    target = io.StringIO(newline="")
    writer = Table(target)
    writer.writerow(COLUMNS)
    writer.writerows(map(_cells, annotations_page(access.campaign).rows))
    name = f"{access.campaign.slug}-annotators.csv"
    return as_file(target.getvalue().encode(), "text/csv; charset=utf-8", name)


def _cells(row: Row) -> list[object]:
    head = [row.name, row.due, row.done]
    if row.did is None:
        return [*head, 0, *("",) * (len(COLUMNS) - len(head) - 1)]
    nulls = [(one.null, one.share, one.others_share, one.p, int(one.is_far_off)) for one in row.nulls]
    return [*head, row.did.annotations, *(cell for cells in nulls for cell in cells), *row.did.seconds]
