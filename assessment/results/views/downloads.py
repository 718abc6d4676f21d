"""Downloads in NIST's forms: judged runs, final answer sets, pyramids."""

import tempfile
from functools import partial
from pathlib import Path
from typing import IO

from django.http import Http404, HttpRequest, HttpResponseBase

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.people.views.decorators import login_required
from assessment.results.forms import JudgedForm
from assessment.results.services.downloads import (
    has_parts,
    write_answers,
    write_judged_files,
    write_pyramid,
)
from assessment.results.views.exports import exports_page, or_why_not, refused, sent
from assessment.shared.zips import write_zip
from scoring.rules import PLAIN, RuleError


def access_downloads(account: Visitor, slug: str) -> Access:
    """The campaign, where it has lists or nuggets to give out."""
    access = access_campaign(account, slug, Permission.EXPORT)
    if not has_parts(access.campaign.track):
        raise Http404
    return access


@login_required
@or_why_not
def judged(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Every run's judged lists and nuggets as a ZIP file, under its own tag or one dealt out by a seed."""
    access = access_downloads(request.user, slug)
    form = JudgedForm(request.GET)
    if not form.is_valid():
        return exports_page(request, access, status=422, judged_form=form)
    rule, seed = form.cleaned_data["rule"], form.chosen_seed

    def pack(campaign: Campaign, target: IO[bytes]) -> None:
        with tempfile.TemporaryDirectory(prefix="assize-judged-") as folder:
            write_judged_files(campaign, rule, seed, Path(folder))
            write_zip(Path(folder), target)

    tags = "with their own run tags" if seed is None else f"with run tags dealt out by the seed {seed}"
    # The name of the file does not say the seed: whoever has it can tell which run is which.
    name = f"{slug}-judged-{rule}{'' if seed is None else '-anonymous'}.zip"
    try:
        return sent(access, f"judged runs by the rule {rule}, {tags}", name, pack)
    except RuleError as error:
        return refused(request, access, error)


@login_required
@or_why_not
def final_answer_sets(request: HttpRequest, slug: str, rule: str) -> HttpResponseBase:
    """The final answer sets by one of the four rules, as the judgments are now."""
    access = access_downloads(request.user, slug)
    if rule not in PLAIN:
        raise Http404
    what, name = f"final answer sets by the rule {rule}", f"{slug}-answers-{rule}.txt"
    try:
        return sent(access, what, name, partial(write_answers, rule=rule))
    except RuleError as error:
        return refused(request, access, error)


@login_required
@or_why_not
def pyramid(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The nuggets of all questions with their weights, as the votes are now."""
    access = access_downloads(request.user, slug)
    return sent(access, "the pyramid", f"{slug}-pyramid.txt", write_pyramid)
