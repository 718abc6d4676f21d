"""The page on which the collection of a campaign is searched, with a document beside what was found."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors import document_lists
from assessment.campaigns.selectors.searching import access_search, document_beside, search_for
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError
from documents.search.finding import MOST, PAGE


@require_safe
@login_required
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """What was found, twenty documents at a time; `document` names the one that is read beside them."""
    access = access_search(account_of(request), slug)
    typed, number = request.GET.get("q", ""), _page_number(request)
    context: dict[str, Any] = {"access": access, "tab": "search", "typed": typed, "number": number}
    context |= _licence(access)
    if typed.strip():
        try:
            results = search_for(access, typed, limit=PAGE, offset=(number - 1) * PAGE)
        except AssizeError as error:
            return render(request, "campaigns/search.html", context | {"problem": error}, status=error.status)
        context["results"] = results
        context |= _pages(request, number, min(-(-results.total // PAGE), MOST // PAGE))
        context["shown"] = docid = request.GET.get("document", "")
        context["beside"] = document_beside(access, docid, results.words) if docid else None
    return render(request, "campaigns/search.html", context)


def _licence(access: Access) -> dict[str, Any]:
    """What participants accept before they search; nothing for whom no licence binds, or who accepted it."""
    if not access.searches_by_licence:
        return {}
    collection = document_lists.collection_of(access.campaign)
    licence = document_lists.licence_of(collection)
    acceptance = document_lists.acceptance_of(access.account, licence)
    waits = acceptance is None
    return {"collection": collection, "licence": licence, "acceptance": acceptance, "waits": waits}


def _pages(request: HttpRequest, number: int, last: int) -> dict[str, Any]:
    """Where the pages before and after lead, without the document that is open."""

    def address(page: int) -> str:
        query = request.GET.copy()
        query.pop("document", None)
        query["page"] = str(page)
        return f"?{query.urlencode()}"

    before, after = (
        (address(number - 1) if number > 1 else ""),
        (address(number + 1) if number < last else ""),
    )
    return {"before": before, "after": after, "pages": last}


def _page_number(request: HttpRequest) -> int:
    """The page that is asked for, from 1 to the last that there can be."""
    text = request.GET.get("page", "")
    return min(max(int(text), 1), MOST // PAGE) if text.isdecimal() and len(text) < 6 else 1
