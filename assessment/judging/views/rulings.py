"""Asking the organizers from a judging page, and the page on which they answer."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.models import Question
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.forms.rulings import AskForm, RulingForm
from assessment.judging.models import Ruling
from assessment.judging.selectors.rulings import all_rulings
from assessment.judging.services.rulings import ask_organizer, note_read, write_ruling
from assessment.judging.views.judge import address_of, show_problem
from assessment.judging.views.scripts import carry_out, for_scripts
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.pages import Attempt
from assessment.shared.say import say, sentence

ASKED = sentence("Sent to the organizer. Go on judging; the answer will be among the rulings.")


@for_scripts
def ask(request: HttpRequest, assignment: int) -> HttpResponse:
    """Sends a question to the organizers; judging goes on."""
    if request.method != "POST":
        return redirect(address_of(assignment))

    def act(form: Any) -> Ruling:
        return ask_organizer(by=account_of(request), assignment_id=assignment, **form.change())

    def data(row: Ruling) -> Mapping[str, Any]:
        return {"sentence": say(ASKED)}

    def stay(row: Ruling) -> HttpResponse:
        messages.success(request, say(ASKED))
        tail = f"?item={row.item_id}" if row.item_id else ""
        return redirect(f"{address_of(assignment)}{tail}")

    def show(problem: Any, status: int) -> HttpResponse:
        return show_problem(request, assignment, problem, status)

    return carry_out(request, AskForm(request.POST), act, data=data, then=stay, show=show)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """What assessors asked, and the rulings; a form for each."""
    access = access_campaign(account_of(request), slug, Permission.ASSIGN)
    if request.method != "POST":
        return _page(request, access)
    form = RulingForm(request.POST)
    with Attempt() as attempt:
        if not form.is_valid():
            raise Refused(
                say("This ruling cannot be read. Nothing was stored."), "form_invalid", say("Write it again.")
            )
        given = form.cleaned_data
        write_ruling(
            campaign=access.campaign,
            text=given["text"],
            by=access.account,
            ruling=given["ruling"],
            question=_question(access, given["qid"]),
            seen=given["seen"],
        )
        messages.success(request, say("The ruling is there for all assessors."))
        return redirect("judging:rulings", slug)
    return _page(request, access, attempt.error, attempt.status)


@require_POST
@login_required
def read(request: HttpRequest, slug: str) -> HttpResponse:
    """Notes that whoever asked has read the answers; back to the judging page, or to the guidelines."""
    account = account_of(request)
    access = access_campaign(account, slug, Permission.SEE_GUIDELINES)
    note_read(by=account, campaign=access.campaign, rulings=_numbers(request, "ruling"))
    for assignment in _numbers(request, "assignment")[:1]:
        return redirect(address_of(assignment))
    return redirect(f"{reverse('campaigns:guidelines', args=[slug])}#rulings")


def _numbers(request: HttpRequest, name: str) -> list[int]:
    return [int(value) for value in request.POST.getlist(name) if value.isdecimal() and len(value) < 19]


def _question(access: Access, qid: str) -> Question | None:
    if not qid:
        return None
    found = access.campaign.questions.filter(qid=qid).first()
    if found is None:
        raise Refused(
            say("There is no question {qid}. Nothing was stored.", qid=qid),
            "question_unknown",
            say("Check its id."),
        )
    return found


def _page(
    request: HttpRequest, access: Access, problem: AssizeError | None = None, status: int = 200
) -> HttpResponse:
    waiting, made = all_rulings(access.campaign)
    typed = {name: request.POST.get(name, "") for name in ("text", "ruling", "qid")} if problem else {}
    context = {
        "access": access,
        "tab": "rulings",
        "waiting": waiting,
        "made": made,
        "problem": problem,
        "typed": typed,
    }
    return render(request, "judging/rulings.html", context, status=status)
