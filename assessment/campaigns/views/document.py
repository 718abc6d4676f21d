"""A document of the campaign's collection, opened by its id."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.selectors.searching import document_named
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError


@require_safe
@login_required
def document(request: HttpRequest, slug: str) -> HttpResponse:
    """The document `id` as assessors see it, with the `answer` marked, or the paragraph `passage`."""
    access = access_campaign(request.user, slug, Permission.SEARCH)
    docid = request.GET.get("id", "").strip()
    context = {"access": access, "tab": "search", "docid": docid}
    try:
        asked = {name: request.GET.get(name, "") for name in ("answer", "passage")}
        context["document"] = document_named(access, docid, **asked)
    except AssizeError as error:
        return render(request, "campaigns/document.html", context | {"refused": error}, status=404)
    return render(request, "campaigns/document.html", context)
