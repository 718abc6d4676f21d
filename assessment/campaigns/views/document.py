"""A document of the campaign's collection, opened by its id."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.searching import access_search, document_named
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from scoring.stages import LISTING


@require_safe
@login_required
def document(request: HttpRequest, slug: str) -> HttpResponse:
    """The document `id` as assessors see it, with the `answer` marked, or the paragraph `passage`."""
    access = access_search(request.user, slug)
    return document_page(request, access, request.GET)


def document_page(
    request: HttpRequest, access: Access, asked: Any, *, status: int = 200, **more: Any
) -> HttpResponse:
    """The page of the document that is asked for; 404 where there is none."""
    docid = asked.get("id", "").replace("\0", "").strip()
    marked = {name: asked.get(name, "").strip() for name in ("answer", "passage")}
    context = {
        "access": access,
        "tab": "search",
        "docid": docid,
        "qid": asked.get("qid", ""),
        **marked,
        **more,
    }
    kinds = access.campaign.track.question_types.values()
    context["has_nuggets"] = any(kind.form.asks(LISTING) for kind in kinds)
    try:
        context["document"] = document_named(access, docid, **marked)
    except AssizeError as error:
        return render(request, "campaigns/document.html", context | {"refused": error}, status=404)
    return render(request, "campaigns/document.html", context, status=status)
