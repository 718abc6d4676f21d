"""The page on agreement, and its table as a file."""

import csv
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.adjudication.selectors.agreement import COLUMNS, AgreementPage, agreement_page
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required


class SortColumn(NamedTuple):
    """A column of the table, and which way it sorts when its head is clicked."""

    name: str
    turns_falling: bool


@require_safe
@login_required
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the assessors agree, per question and over all."""
    access = _access(request, slug)
    asked, falling = request.GET.get("sort", ""), request.GET.get("order") == "falling"
    sort = asked if asked in COLUMNS else COLUMNS[0]
    context = {
        "access": access,
        "tab": "adjudicate",
        "page": agreement_page(access.campaign, sort, falling=falling),
        "columns": [SortColumn(name, _turns_falling(name, sort, falling=falling)) for name in COLUMNS],
        "sort": sort,
        "falling": falling,
    }
    return render(request, "judging/agreement.html", context)


@require_safe
@login_required
def agreement_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table as CSV, in the order of the questions, with exact overlaps."""
    access = _access(request, slug)
    name = f"{access.campaign.slug}-agreement.csv"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
    _write(response, agreement_page(access.campaign))
    return response


def _write(response: HttpResponse, page: AgreementPage) -> None:
    writer = csv.writer(response, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in page.rows:
        overlap = "" if row.overlap is None else float(row.overlap)
        writer.writerow([row.qid, row.judged, row.disputed, row.overruled, overlap])


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(account_of(request), slug, Permission.ADJUDICATE)


def _turns_falling(column: str, sort: str, *, falling: bool) -> bool:
    """Numbers begin with the largest, questions with the first; a second click turns the order round."""
    return not falling if column == sort else column != COLUMNS[0]
