"""Evaluations that people bring: a new one with its campaign, and that of a campaign that has one."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from assessment.campaigns import services
from assessment.campaigns.forms.evaluations import EvaluationForm, NewOwnCampaignForm
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors import campaigns as selectors
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.evaluations import preview_of
from assessment.campaigns.services.source_files import source_of
from assessment.campaigns.services.trials import MOST
from assessment.campaigns.views.trials import given_file, kept, texts_of, trial_of
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission
from assessment.people.selectors.accounts import access_creator
from assessment.people.views.decorators import login_required
from assessment.shared.pages import OnForm, is_received, takes_files, upload_refused
from assessment.shared.say import say
from scoring.evaluations.gallery import gallery
from scoring.evaluations.loader.source import MOST_BYTES
from scoring.evaluations.own import FILE

EXAMPLE = "graded"  # of the gallery, with which the page begins
SAMPLE = {
    "question": gettext_lazy("Why was the north canal dug?"),
    "answer": gettext_lazy("To bring stone to the harbour."),
}


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Write an evaluation, from an entry of the gallery or a file, and make a campaign of it."""
    creator = access_creator(request.user)
    if request.method != "POST":
        return _page(
            request,
            NewOwnCampaignForm(initial=SAMPLE | {"text": _begun(request), "with_questions": True}),
            {},
        )
    form = NewOwnCampaignForm(request.POST, request.FILES)
    if _do(request) != "create":
        return _tried(request, form, {})
    if is_received(request, form, "file"):
        with OnForm(form):
            campaign = _created(request, creator, form)
            messages.success(request, sentences.campaign_created(campaign))
            return redirect("results:board", campaign.slug)
    return _page(request, form, {}, status=422)


@transaction.atomic
def _created(request: HttpRequest, by: Account, form: NewOwnCampaignForm) -> Campaign:
    """A campaign, with the questions that were tried where that is wanted: both or neither."""
    campaign = services.create_campaign(by=by, **form.wanted())
    if form.cleaned_data["with_questions"] and (questions := given_file(request, "questions")).size:
        imported = services.import_questions(campaign=campaign, topics=questions.read(), by=by)
        messages.success(request, imported.sentence)
    return campaign


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evaluation(request: HttpRequest, slug: str) -> HttpResponse:
    """The evaluation that a campaign brought; organizers exchange it."""
    permission = Permission.EDIT_CAMPAIGN if request.method == "POST" else Permission.SEE_BOARD
    access = selectors.access_campaign(request.user, slug, permission)
    if not access.campaign.evaluation_id:
        raise Http404
    more: dict[str, Any] = {"access": access, "seen": access.campaign.evaluation_id}
    if request.method != "POST":
        initial = SAMPLE | {"text": access.campaign.definition}
        return _page(request, EvaluationForm(initial=initial), more)
    form = EvaluationForm(request.POST, request.FILES)
    if _do(request) != "save":
        return _tried(request, form, more | {"seen": request.POST.get("seen", "")})
    if is_received(request, form, "file"):
        with OnForm(form):
            _save(request, access, form.cleaned_data["text"])
            return redirect("campaigns:evaluation", slug)
        more["seen"] = (
            access.campaign.evaluation_id
        )  # of a change in between the page tells; the next save may follow
    return _page(request, form, more, status=422)


def _save(request: HttpRequest, access: Access, text: str) -> None:
    seen = {"evaluation": request.POST["seen"]} if request.POST.get("seen") else {}
    before = access.campaign.evaluation_id
    saved = services.edit_settings(campaign=access.campaign, by=access.account, evaluation=text, seen=seen)
    is_other = saved.evaluation_id != before
    messages.success(request, say(sentences.EVALUATION_SAVED if is_other else sentences.NOTHING_CHANGED))


def _do(request: HttpRequest) -> str:
    return request.POST.get("do", "")


def _begun(request: HttpRequest) -> str:
    """The text of the entry of the gallery that is asked for."""
    wanted = request.GET.get("from", EXAMPLE)
    for entry in gallery():
        if entry.name == wanted:
            return entry.text
    raise Http404


def _tried(request: HttpRequest, form: EvaluationForm, more: dict[str, Any]) -> HttpResponse:
    """The page with what was typed, or with the text of the file that was chosen; nothing is stored."""
    typed = {name: request.POST.get(name, "") for name in form.fields} | texts_of(request)
    name = FILE
    if _do(request) == "load" and (file := request.FILES.get("file")):
        source = source_of(file).read()
        name, typed["text"] = source.name, source.data[:MOST_BYTES].decode("utf-8", "replace")
        more = more | {"preview": preview_of(source.data, typed["answer"], name)}
    return _page(request, type(form)(initial=typed), more)


def _page(
    request: HttpRequest, form: EvaluationForm, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    shown = {name: str(form[name].value() or "") for name in ("text", "question", "answer")}
    text = shown["text"].replace("\r\n", "\n")
    preview = more.get("preview") or preview_of(text.encode(), shown["answer"])
    trial = trial_of(request, preview.track, text)
    context = {
        "form": form,
        "gallery": gallery(),
        "tab": "settings",
        "sample": shown,
        "keep": "",
        "most": MOST,
        "refused": upload_refused(request),
        **more,
        "preview": preview,
        "trial": trial,
        "kept": kept(request, trial),
    }
    is_part = _do(request) == "try" and request.headers.get("X-Part") == "answers"
    template = "campaigns/_evaluation_preview.html" if is_part else "campaigns/evaluation.html"
    return render(request, template, context, status=status)
