"""The page on agreement, the items behind each of its numbers, and its table as a file."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.adjudication.selectors.agreement import COLUMNS, agreement_page, question_rows
from assessment.adjudication.selectors.agreement_items import Asked, items_page
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.say import say
from assessment.shared.sorting import Column, sorting_of
from assessment.shared.spreadsheets import Table
from scoring.agreement import QuestionAgreement

QUESTIONS_A_PAGE = 50
PAIRS_A_PAGE = 50  # of a hundred people there are 4,950


@require_safe
@login_required
def agreement(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the assessors agree, per question and over all."""
    access = _access(request, slug)
    columns = [
        Column(COLUMNS[0], say("Question"), is_number=False),
        *(Column(name, name) for name in COLUMNS[1:]),
    ]
    sorting = sorting_of(request.GET, columns, columns[0])
    page = agreement_page(access.campaign, sorting, _pair(request))
    of_grades = page.grades.pairs if page.grades else ()
    pairs = Paginator(of_grades, PAIRS_A_PAGE).get_page(request.GET.get("pairs"))
    context = {
        "access": access,
        "tab": "agreement",
        "page": page,
        "rows": Paginator(page.rows, QUESTIONS_A_PAGE).get_page(request.GET.get("page")),
        "pairs": pairs,
        "kept": f"&pairs={pairs.number}" if pairs.has_previous() else "",
        "heads": [sorting.head(column) for column in columns],
    }
    return render(request, "judging/agreement.html", context)


@require_safe
@login_required
def agreement_items(request: HttpRequest, slug: str) -> HttpResponse:
    """The items to which two assessors gave two grades."""
    access = _access(request, slug)
    asked = Asked(*(request.GET.get(name, "") for name in Asked._fields))
    found = items_page(access.campaign, asked, request.GET.get("page"))
    context = {"access": access, "tab": "agreement", "found": found}
    return render(request, "judging/agreement_items.html", context)


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
    _write(response, question_rows(access.campaign))
    return response


def _write(response: HttpResponse, rows: Iterable[QuestionAgreement]) -> None:
    writer = Table(response)
    writer.writerow(COLUMNS)
    for row in rows:
        overlap = "" if row.overlap is None else float(row.overlap)
        writer.writerow([row.qid, row.judged, row.disputed, row.overruled, overlap])


def _pair(request: HttpRequest) -> tuple[str, str] | None:
    """The two assessors of the table; None for all."""
    first, second = request.GET.get("a", ""), request.GET.get("b", "")
    return (first, second) if first and second else None


def _access(request: HttpRequest, slug: str) -> Access:
    return access_campaign(account_of(request), slug, Permission.ADJUDICATE)
