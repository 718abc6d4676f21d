"""Taking runs out of the pool: what would leave is shown before anything does."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.judging.forms.taking_out import TakeOutForm
from assessment.judging.selectors.taking_out import Preview, preview
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.pages import OnForm
from assessment.shared.say import say
from assessment.shared.seen import mark_of, refuse_changed
from assessment.submissions.selectors.pools import access_pool
from assessment.submissions.selectors.taking_out import Cut, cut_of
from assessment.submissions.services.unpooling import refuse_cut


@require_http_methods(["GET", "POST"])
@login_required
def take_out(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; then what would leave, with a button that does it."""
    access = access_pool(account_of(request), slug)
    form = TakeOutForm(request.POST or None, campaign=access.campaign)
    found = None
    if request.method == "POST" and form.is_valid():
        cut = cut_of(form.cleaned_data["what"], form.cleaned_data["depth"])
        with OnForm(form):
            refuse_cut(access.campaign, cut)
            found = preview(access.campaign, cut)
            if seen := request.POST.get("seen"):
                return _carry_out(request, access, cut, found, seen)
    context = {
        "access": access,
        "tab": "pool",
        "form": form,
        "preview": found,
        "seen": mark_of(found.figures) if found else "",
    }
    return render(request, "judging/take_out.html", context, status=422 if form.errors else 200)


def _carry_out(request: HttpRequest, access: Access, cut: Cut, found: Preview, seen: str) -> HttpResponse:
    """Have done what was shown; a Conflict where it would be something else by now."""
    refuse_changed(
        seen=seen,
        state=found.figures,
        what=say("What would leave the pool"),
        now=found.sentence,
        wanted=say("to take out {cut}", cut=cut.words),
    )
    arguments = {**cut._asdict(), "reason": request.POST["reason"]}
    asked = enqueue(
        kind="submissions.unpool", by=access.account, campaign=access.campaign, arguments=arguments
    )
    return shown_in(request, wait_briefly(asked), reverse("submissions:pool", args=[access.campaign.slug]))
