"""The page on which the collection of a campaign is searched, with a document beside what was found."""

from typing import Any, cast
from uuid import UUID, uuid4

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors import document_lists
from assessment.campaigns.selectors.kept_searches import own_searches
from assessment.campaigns.selectors.searching import access_search, document_beside, search_for
from assessment.campaigns.services.collections import request_missing_indexes
from assessment.campaigns.services.kept_searches import keep_search
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import afterwards
from documents.search.finding import MOST, PAGE, Results

OF_SEARCH = "search"  # the field of an address that names a search which is kept


@require_safe
@login_required
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """What was found, twenty documents at a time; `document` names the one that is read beside them."""
    return search_page(
        request, access_search(account_of(request), slug), reverse("campaigns:search", args=[slug])
    )


def search_page(request: HttpRequest, access: Access, address: str, **more: Any) -> HttpResponse:
    """The page of a search at its address, which may be one beside something else (`more` says of what)."""
    typed = request.GET.get("q", "")
    context: dict[str, Any] = {"access": access, "tab": "search", "typed": typed, "address": address}
    context |= {**_licence(access), **more}
    if not typed.strip():
        return render(request, "campaigns/search.html", context | {"own": own_searches(access)})
    try:
        page, results = _found(access, typed, request.GET.get("page"))
    except AssizeError as error:
        context |= {"problem": error, "own": own_searches(access)}
        response = render(request, "campaigns/search.html", context, status=error.status)
        if error.code == "no_index":
            afterwards(response, request_missing_indexes)
        return response
    return _results_page(request, context | {"page": page, "results": results})


def _found(access: Access, typed: str, number: str | None) -> tuple[Page[int], Results]:
    """The page of that number, or the last that there is."""
    page = Paginator(range(MOST), PAGE).get_page(number)
    results = search_for(access, typed, limit=PAGE, offset=page.start_index() - 1)
    all_pages = Paginator(range(min(results.total, MOST)), PAGE)
    if page.number > all_pages.num_pages:
        page = all_pages.get_page(all_pages.num_pages)
        results = search_for(access, typed, limit=PAGE, offset=max(page.start_index() - 1, 0))
    return all_pages.get_page(page.number), results


def _results_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The hits, and the document that is open; that somebody searched and opened it is kept once the page is out."""
    access, typed, results = context["access"], context["typed"], context["results"]
    uid, docid = _named(request), request.GET.get("document", "")
    opened = next((hit for hit in results.hits if hit.docid == docid), None)
    context["own"] = own_searches(access)
    if docid:
        beside = document_beside(access, docid, results.words)
        place = beside.place(request.GET.get("hit", ""))
        context |= {"beside": beside, "place": place, "around": beside.around(place)}
    response = render(request, "campaigns/search.html", context)
    if request.method == "GET":
        afterwards(
            response,
            lambda: keep_search(
                campaign=access.campaign,
                by=access.account,
                uid=uid,
                query=typed,
                found=results.total,
                opened=opened,
            ),
        )
    return response


def _named(request: HttpRequest) -> UUID:
    """The name of the search, a new one where the address has none; all links of the page have it."""
    try:
        uid = UUID(request.GET.get(OF_SEARCH, ""))
    except ValueError:
        uid = uuid4()
    query = request.GET.copy()
    query[OF_SEARCH] = str(uid)
    request.GET = cast(Any, query)
    return uid


def _licence(access: Access) -> dict[str, Any]:
    """What participants accept before they search; nothing for whom no licence binds, or who accepted it."""
    if not access.searches_by_licence:
        return {}
    collection = document_lists.collection_of(access.campaign)
    licence = document_lists.licence_of(collection)
    acceptance = document_lists.acceptance_of(access.account, licence)
    waits = acceptance is None
    return {"collection": collection, "licence": licence, "acceptance": acceptance, "waits": waits}
