"""Downloads in NIST's forms: judged runs, final answer sets, pyramids."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.people.views.decorators import login_required
from assessment.results.forms import JudgedForm
from assessment.results.services import exported_files as files
from assessment.results.services.downloads import has_parts
from assessment.results.views.exports import exports_page, or_why_not, sent


def access_downloads(account: Visitor, slug: str) -> Access:
    """The campaign, where it has lists or nuggets to give out."""
    access = access_campaign(account, slug, Permission.EXPORT)
    if not has_parts(access.campaign.track):
        raise Http404
    return access


@require_safe
@login_required
@or_why_not
def judged(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Every run's judged lists and nuggets as a ZIP file, under its own tag or one dealt out by a seed."""
    access = access_downloads(request.user, slug)
    form = JudgedForm(request.GET)
    if not form.is_valid():
        return exports_page(request, access, status=422, judged_form=form)
    rule, seed = form.cleaned_data["rule"], form.chosen_seed
    return sent(request, access, files.judged_file(access.campaign, rule, seed))


@require_safe
@login_required
@or_why_not
def final_answer_sets(request: HttpRequest, slug: str, rule: str) -> HttpResponseBase:
    """The final answer sets by one of the four rules, as the judgments are now."""
    access = access_downloads(request.user, slug)
    return sent(request, access, files.answers_file(access.campaign, rule))


@require_safe
@login_required
@or_why_not
def pyramid(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The nuggets of all questions with their weights, as the votes are now."""
    access = access_downloads(request.user, slug)
    return sent(request, access, files.pyramid_file(access.campaign))
