"""The pool of a campaign: how large it is, its rounds, what is not in it yet, and each question's items."""

from collections.abc import Collection

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from assessment.jobs.models import JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import login_required
from assessment.submissions.forms.runs import PoolForm
from assessment.submissions.models import QuestionPool
from assessment.submissions.selectors import pools as selectors
from assessment.submissions.selectors.doubts import of_pooling
from assessment.submissions.selectors.pool_figures import pool_figures

ITEMS_A_PAGE, QUESTIONS_A_PAGE = 200, 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pool(request: HttpRequest, slug: str) -> HttpResponse:
    """The pool's size by question, its rounds, and a form for another round."""
    access = selectors.access_pool(request.user, slug)
    taken_out = selectors.runs_taken_out(access.campaign)
    sent = request.POST if request.method == "POST" else None
    form = PoolForm(sent, campaign=access.campaign, taken_out=taken_out)
    if form.is_valid():
        asked = enqueue(
            kind="submissions.pool", by=access.account, campaign=access.campaign, arguments=form.cleaned_data
        )
        job = wait_briefly(asked)
        if job.state != JobState.FAILED:
            return shown_in(request, job, reverse("submissions:pool", args=[slug]))
        form.add_error(None, f"{job.error['message']} {job.error['hint']}".strip())
    return _page(request, access, form, taken_out)


def _page(request: HttpRequest, access: Access, form: PoolForm, taken_out: Collection[int]) -> HttpResponse:
    campaign = access.campaign
    sizes = selectors.pool_sizes(campaign)
    context = {
        "access": access,
        "tab": "pool",
        "figures": pool_figures(campaign, sizes),
        "form": form,
        "job": shown_job(access, request.GET.get("job")),
        "statistics": selectors.statistics_of(sizes),
        "questions": Paginator(selectors.pooled_questions(campaign), QUESTIONS_A_PAGE).get_page(
            request.GET.get("page")
        ),
        "rounds": selectors.pool_rounds(campaign),
        "waiting": selectors.runs_not_pooled(campaign),
        "doubts": of_pooling(campaign, "Pooling"),
        "taken_out": taken_out,
    }
    return render(request, "submissions/pool.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
def pool_question(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """The items of one question, by document and answer, with the runs that gave each."""
    access, question = selectors.access_question_pool(request.user, slug, qid)
    counters = getattr(question, "pool", None) or QuestionPool(question=question)
    pages = Paginator(selectors.items_of(question), ITEMS_A_PAGE)
    pages.count = counters.items  # so that no row is counted
    page = pages.get_page(request.GET.get("page"))
    given = selectors.runs_that_gave(question, page.object_list)
    context = {
        "access": access,
        "tab": "pool",
        "question": question,
        "counters": counters,
        "page": page,
        "items": [(item, given.get(item.key, [])) for item in page.object_list],
    }
    return render(request, "submissions/pool_question.html", context)
