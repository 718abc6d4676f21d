"""What every import from a file has: it is checked, looked at, then stored or discarded."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from assessment.imports.forms import ConfirmForm, ReasonForm
from assessment.imports.selectors import imports_of, people_from_files
from assessment.imports.services import uploads
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access
from assessment.shared.pages import Explained, is_received


class CheckedImport(NamedTuple):
    """One kind of file: its page, and the services that check and store it."""

    address: str  # of its page, by name
    template: str
    form: type[forms.Form]
    check_kind: str  # of the jobs that check files
    check: Callable[..., Job]
    store: Callable[..., Job]

    def take_in(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Take in a file and show what it would do; or the page as it is. Jobs do the work, and their outcome stays."""
        if request.method != "POST":
            return self.page(request, access, job=shown_job(access, request.GET.get("job")))
        form = self.form(request.POST, request.FILES)
        if not is_received(request, form, "file"):
            return self.page(request, access, form)
        given = {**form.cleaned_data}
        asked = self.check(campaign=access.campaign, upload=given.pop("file"), by=access.account, **given)
        job = wait_briefly(asked)
        if job.state == JobState.FAILED:
            return self.page(request, access, form, refused=job)
        return redirect(f"{self._home(access)}?job={job.pk}")

    def confirm(self, request: HttpRequest, access: Access, check: int) -> HttpResponse:
        """Store a file as its preview showed."""
        job = self._preview(access, check)
        form = ConfirmForm(request.POST)
        newcomers = form.is_valid() and form.cleaned_data["newcomers"]
        with Explained(request):
            asked = self.store(check=job, by=access.account, newcomers=newcomers)
            return self.shown(request, access, wait_briefly(asked))
        return self.page(request, access, job=job, status=422)

    def discard(self, access: Access, check: int) -> HttpResponse:
        """Delete an uploaded file that is not to be imported."""
        uploads.discard(check=self._preview(access, check))
        return redirect(self._home(access))

    def shown(self, request: HttpRequest, access: Access, job: Job) -> HttpResponse:
        """Go to the page with what a job did, or with the job."""
        if job.state == JobState.FAILED:
            return self.page(request, access, refused=job)
        return shown_in(request, job, self._home(access))

    def page(
        self,
        request: HttpRequest,
        access: Access,
        form: forms.Form | None = None,
        *,
        refused: Job | None = None,
        job: Job | None = None,
        status: int = 200,
    ) -> HttpResponse:
        """The form, below what became of a file: the one just refused, its preview, or the job that the address names."""
        form = form or self.form()
        is_preview = job is not None and job.kind == self.check_kind and job.state == JobState.DONE
        context: dict[str, Any] = {
            "access": access,
            "tab": "assign",
            "form": form,
            "home": self._home(access),
            "refused": refused,
            "job": None if is_preview else job,
            "preview": job.checkpoint.get("review") if job and is_preview else None,
            "check": job if is_preview else None,
            "is_kept": job is not None and is_preview and uploads.has_file(job),
            "imports": imports_of(access.campaign),
            "people": people_from_files(access.campaign),
            "reason": ReasonForm(),
        }
        if job and is_preview:
            names = [access.campaign.slug, job.pk]
            context["confirm_url"] = reverse(f"{self.address}-confirm", args=names)
            context["discard_url"] = reverse(f"{self.address}-discard", args=names)
        bad = bool(refused or form.errors)
        return render(request, self.template, context, status=422 if bad else status)

    def _home(self, access: Access) -> str:
        return reverse(self.address, args=[access.campaign.slug])

    def _preview(self, access: Access, pk: int) -> Job:
        job = shown_job(access, str(pk))
        if job is None or job.kind != self.check_kind:
            raise Http404
        return job
