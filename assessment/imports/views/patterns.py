"""Answer patterns written from judged answers: a list of questions, one question to write on, and the file."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from assessment.campaigns.models import Question
from assessment.imports.services.own_patterns import (
    as_file,
    mark_of_patterns,
    newest_of,
    proposals_for,
    save_patterns,
    try_patterns,
)
from assessment.judging.models import QuestionPatterns
from assessment.judging.selectors.patterns import (
    access_patterns,
    judged_answers,
    judged_scales,
    newest_patterns,
)
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError, Conflict, FileRefused
from assessment.shared.pages import seen_by
from assessment.shared.say import say

QUESTIONS_A_PAGE = 50


@require_safe
@login_required
def all_patterns(request: HttpRequest, slug: str) -> HttpResponse:
    """The questions that patterns can be written for, with how many there are."""
    access, _ = access_patterns(request.user, slug)
    written = newest_patterns(access.campaign)
    questions = access.campaign.questions.filter(qid__in=list(judged_scales(access.campaign))).in_order()
    page = Paginator(questions, QUESTIONS_A_PAGE).get_page(request.GET.get("page"))
    rows = [(question, written.get(question.qid)) for question in page]
    context = {"access": access, "tab": "adjudicate", "page": page, "rows": rows, "written": len(written)}
    return render(request, "judging/own_patterns.html", context)


@require_safe
@login_required
def download(request: HttpRequest, slug: str) -> HttpResponse:
    """The patterns as a file in NIST's layout; ?documents=1 with the documents."""
    access, _ = access_patterns(request.user, slug)
    documents = request.GET.get("documents") == "1"
    headers = {"Content-Disposition": f'attachment; filename="{slug}-patterns.txt"'}
    content = as_file(access.campaign, documents=documents)
    return HttpResponse(content, content_type="text/plain; charset=utf-8", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def of_question(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """Write patterns of a question: try them on its judged answers, have some proposed, save them."""
    access, question = access_patterns(request.user, slug, qid)
    assert question
    newest = newest_of(question)
    text = request.POST.get("text", "") if request.method == "POST" else newest.text if newest else ""
    text = "\n".join(line.rstrip() for line in text.splitlines())
    context: dict[str, Any] = {"newest": newest, "seen": seen_by(request) or mark_of_patterns(question)}
    judged = judged_answers(question)
    try:
        verdicts = try_patterns(question, text, judged)
        if request.POST.get("do") == "propose":
            text = "\n".join([*text.splitlines(), *proposals_for(judged, verdicts)])
            verdicts = try_patterns(question, text, judged)
        if request.POST.get("do") == "save":
            save_patterns(question=question, text=text, by=access.account, seen=context["seen"])
            return redirect(reverse("judging:question-patterns", args=[slug, qid]))
    except AssizeError as error:
        context |= _refused(error, question)
        verdicts = []
    return _page(request, access, question, context | {"text": text, "verdicts": verdicts, "judged": judged})


def _refused(error: AssizeError, question: Question) -> dict[str, Any]:
    problems = error.problems if isinstance(error, FileRefused) else ()
    seen = {"seen": mark_of_patterns(question)} if isinstance(error, Conflict) else {}
    return {"refused": error, "problems": problems, **seen}


def _page(request: HttpRequest, access: Access, question: Question, context: dict[str, Any]) -> HttpResponse:
    verdicts = context["verdicts"]
    groups = [
        (say("Right, but no pattern matches"), [one for one in verdicts if one.is_missed]),
        (say("Wrong, but a pattern matches"), [one for one in verdicts if one.is_false]),
        (say("Right, and matched"), [one for one in verdicts if one.is_right and one.matching]),
        (say("Wrong, and not matched"), [one for one in verdicts if not one.is_right and not one.matching]),
    ]
    versions = (
        QuestionPatterns.objects.filter(question=question).select_related("made_by").order_by("-number")
    )
    context |= {
        "access": access,
        "tab": "adjudicate",
        "question": question,
        "groups": groups,
        "versions": versions,
    }
    # A script that tries what is being typed asks for the answers alone.
    is_part = request.POST.get("do") == "try" and request.headers.get("X-Part") == "answers"
    template = "judging/_patterns_answers.html" if is_part else "judging/question_patterns.html"
    return render(request, template, context, status=422 if context.get("refused") else 200)
