"""Importing a bundle on a page, for site admins."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from assessment.people.views.decorators import login_required
from assessment.results.forms import BundleForm
from assessment.results.services.bundle_import import import_zip
from assessment.shared.errors import FileRefused
from assessment.shared.pages import Attempt, is_received


@login_required
def import_bundle(request: HttpRequest) -> HttpResponse:
    """Take a packed bundle and make a campaign of it, or list everything that is wrong with it."""
    if not request.user.is_superuser:
        raise Http404
    form = BundleForm(request.POST, request.FILES) if request.method == "POST" else BundleForm()
    if request.method != "POST" or not is_received(request, form):
        return import_page(request, form)
    upload = form.cleaned_data["bundle"]
    with Attempt() as attempt:
        made = import_zip(source=upload, name=upload.name, slug=form.cleaned_data["slug"], by=request.user)
        messages.success(request, made.sentence)
        return redirect("results:board", made.campaign.slug)
    problems = attempt.error.problems if isinstance(attempt.error, FileRefused) else ()
    return import_page(request, form, error=attempt.error, problems=problems)


def import_page(request: HttpRequest, form: BundleForm, **extra: object) -> HttpResponse:
    status = 200 if request.method != "POST" else 422
    return render(request, "results/import.html", {"form": form, **extra}, status=status)
