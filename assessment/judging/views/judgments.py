"""Judgments that organizers bring in as a file."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from assessment.campaigns.selectors import access_campaign
from assessment.judging.forms.judgments import JudgmentsForm
from assessment.judging.services.judgment_files import import_judgments
from assessment.people.access import Access, Deed
from assessment.people.decorators import login_required
from assessment.shared.errors import AssizeError, FileRefused


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def judgments(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in a table of judgments: all of it or, where anything is wrong, nothing, with every problem listed."""
    access = access_campaign(request.user, slug, Deed.ASSIGN)
    if request.method != "POST":
        return _page(request, access, JudgmentsForm())
    form = JudgmentsForm(request.POST, request.FILES)
    if too_large := getattr(request, "upload_refused", ""):
        form.add_error("file", too_large)
    if not form.is_valid():
        return _page(request, access, form)
    file = form.cleaned_data["file"]
    try:
        done = import_judgments(
            campaign=access.campaign,
            file=file.name,
            data=file.read(),
            by=access.account,
            machine=form.cleaned_data["machine"],
        )
    except AssizeError as error:
        return _page(request, access, form, error)
    messages.success(request, str(done))
    return redirect("judging:assign", slug)


def _page(
    request: HttpRequest, access: Access, form: JudgmentsForm, refused: AssizeError | None = None
) -> HttpResponse:
    problems = refused.problems if isinstance(refused, FileRefused) else ()
    context = {"access": access, "tab": "assign", "form": form, "refused": refused, "problems": problems}
    return render(request, "judging/judgments.html", context, status=422 if refused or form.errors else 200)
