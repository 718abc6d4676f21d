"""The pool of a campaign: how large it is, its rounds, what is not in it yet, and each question's items."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from assessment.people.access import Access
from assessment.people.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.submissions import services
from assessment.submissions.forms import PoolForm
from assessment.submissions.models import QuestionPool
from assessment.submissions.selectors import pools as selectors

ITEMS_A_PAGE = 200


@login_required
def pool(request: HttpRequest, slug: str) -> HttpResponse:
    """The pool's size by question, its rounds, and a form for another round."""
    access = selectors.access_pool(request.user, slug)
    form = PoolForm(request.POST if request.method == "POST" else None, campaign=access.campaign)
    if form.is_valid():
        try:
            pool_round = services.pool(by=access.account, campaign=access.campaign, **form.cleaned_data)
        except AssizeError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, pool_round.sentence)
            return redirect("submissions:pool", slug)
    return _page(request, access, form)


def _page(request: HttpRequest, access: Access, form: PoolForm) -> HttpResponse:
    campaign = access.campaign
    context = {
        "access": access,
        "tab": "pool",
        "form": form,
        "statistics": selectors.pool_statistics(campaign),
        "questions": selectors.pooled_questions(campaign),
        "rounds": selectors.pool_rounds(campaign),
        "waiting": selectors.runs_not_pooled(campaign),
    }
    return render(request, "submissions/pool.html", context, status=422 if form.errors else 200)


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
