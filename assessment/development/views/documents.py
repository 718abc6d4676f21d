"""What somebody found in a document becomes known of a question."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.views.document import document_page
from assessment.development.forms.known import MOST_WORDS, FoundForm
from assessment.development.services.known import add_known
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import OnForm


@require_POST
@login_required
def known_from_document(request: HttpRequest, slug: str) -> HttpResponse:
    """Add words of a document, or one of its paragraphs, to what is known of a question; or begin a new one with them."""
    if "new" in request.POST and len(request.POST.get("answer", "")) <= MOST_WORDS:
        return redirect(_address("campaigns:new-candidate", slug, request.POST, "id", "answer", "passage"))
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    form = FoundForm(access.campaign, request.POST)
    attempt = OnForm(form)
    if form.is_valid():
        data = form.cleaned_data
        with attempt:
            added = add_known(question=data["question"], known=[data["known"]], by=access.account)
            messages.success(request, sentences.known_added(added, 1 - added))
            return redirect(_address("campaigns:document", slug, data, "id", "answer", "passage", "qid"))
    status = attempt.status if attempt.error else 422
    return document_page(request, access, request.POST, status=status, form=form)


def _address(name: str, slug: str, data: Mapping[str, Any], *fields: str) -> str:
    """A page of the campaign, with what was typed into these fields."""
    query = urlencode({field: data[field] for field in fields if data.get(field)})
    return f"{reverse(name, args=[slug])}?{query}"
