"""The page of a kind of file: one is chosen, checked, looked at, then stored or discarded.

A room declares its page and gives its addresses out:

    FILES = FilePage(("judgments",), JudgmentsForm, "judging/judgments.html", "assign", "judgments/")
    urlpatterns = [*FILES.paths(), …]
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.forms.files import ConfirmForm, FileForm, FilesForm
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services import checked_files
from assessment.campaigns.services.checked_files import CHECK, check_again, request_check, store_checked
from assessment.campaigns.services.intakes import INTAKES, Sent, Taken
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.errors import as_data
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.views.waiting import result_on, shown_in, wait_briefly
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import login_required
from assessment.shared.addresses import then_board
from assessment.shared.errors import Conflict, Refused
from assessment.shared.pages import Attempt, OnForm, View, is_received, posted_text, takes_files
from assessment.shared.say import say
from scoring.formats.columns import PERSON

DECLARED = "campaigns/import_file.html"  # the template of what an intake declares
COLUMN = "column-"  # before the names of fields that say which column is which
OF_PERSON = "person-"  # before those that say whose grades a column holds


class FilePage(NamedTuple):
    """A page that takes in files of one kind, or of several among which its form asks."""

    kinds: tuple[str, ...]  # of `INTAKES`
    form: type[FileForm]
    template: str
    tab: str
    route: str = ""  # behind the campaign's address, where the page has one of its own
    more: Callable[[Access], Mapping[str, Any]] = lambda access: {}  # what else the template shows
    takes: Callable[[View], View] = takes_files
    store: str = "import/"  # the end of the address that stores a checked file
    result: Callable[[HttpRequest, Access, Taken], HttpResponse | None] = lambda request, access, taken: (
        None
    )  # what is shown of a stored file, in place of its import
    back: str = "campaigns:imports"  # the page that it is come from

    def paths(self) -> list[URLPattern]:
        """The addresses of the page, and of what is done there with a checked file."""
        base = f"campaigns/<slug:slug>/{self.route}"
        reads = self.takes(require_http_methods(["GET", "HEAD", "POST"])(login_required(self.at)))
        stores, discards = (require_POST(login_required(act)) for act in (self.store_at, self.discard_at))
        name = INTAKES[self.kinds[0]].page.partition(":")[2]
        return [
            path(base, reads, name=name),
            path(f"{base}<int:check>/{self.store}", stores, name=f"{name}-confirm"),
            path(f"{base}<int:check>/discard/", discards, name=f"{name}-discard"),
        ]

    def access(self, request: HttpRequest, slug: str) -> Access:
        """For those who may bring such files in, of campaigns that have such."""
        intakes = [INTAKES[kind] for kind in self.kinds]
        access = access_campaign(request.user, slug, intakes[0].permission)
        if not any(intake.is_there(access) for intake in intakes):
            raise Http404
        return access

    def at(self, request: HttpRequest, slug: str) -> HttpResponse:
        """Take in a file and show what it would do; nothing is stored yet."""
        return self.take_in(request, self.access(request, slug))

    def store_at(self, request: HttpRequest, slug: str, check: int) -> HttpResponse:
        """Store a file as its preview showed."""
        return self.confirm(request, self.access(request, slug), check)

    def discard_at(self, request: HttpRequest, slug: str, check: int) -> HttpResponse:
        """Delete a file that is not to be stored."""
        return self.discard(request, self.access(request, slug), check)

    def take_in(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Take in a file and show what it would do; or the page as it is. A job does the work, and its outcome stays."""
        if request.method != "POST":
            return self.page(request, access, job=self._job(access, request.GET.get("job")))
        if "again" in request.POST:
            return self._take_in_again(request, access)
        form = self.form(access.campaign, request.POST, request.FILES)
        if is_received(request, form, "file"):
            with OnForm(form):
                sent = Sent(access.campaign, form.source(), access.account, **form.said())
                job = wait_briefly(request_check(kind=form.chosen_kind(self.kinds[0]), sent=sent))
                if job.state == JobState.FAILED:
                    return self.page(request, access, form, job=job, status=422)
                return redirect(self._address(request, access, job=job.pk))
        return self.page(request, access, form)

    def _take_in_again(self, request: HttpRequest, access: Access) -> HttpResponse:
        """Check a kept file once more, with what the page says of its columns."""
        check, attempt = self._job(access, request.POST["again"]), Attempt()
        if check is None or not self._is_check(check):
            raise Http404
        with attempt:
            columns = _said_of_columns(request)
            job = wait_briefly(check_again(check=check, by=access.account, columns=columns))
            return redirect(self._address(request, access, job=job.pk))
        assert attempt.error
        return self.page(request, access, refused=as_data(attempt.error))

    def confirm(self, request: HttpRequest, access: Access, check: int) -> HttpResponse:
        """Store a file as its preview showed."""
        job, form, attempt = self._preview(access, check), ConfirmForm(request.POST), Attempt()
        with attempt:
            taken = store_checked(check=job, by=access.account, **form.said())
            if taken.job:
                return self.shown(request, access, wait_briefly(taken.job))
            messages.success(request, taken.sentence)
            if page := self.result(request, access, taken):
                return page
            return redirect(self._after(request, access, taken))
        assert attempt.error
        refused = as_data(attempt.error)
        if isinstance(attempt.error, Conflict):
            with Attempt():  # unless the file is gone by now
                job = wait_briefly(check_again(check=job, by=access.account))
                refused = job.error or refused
        return self.page(request, access, job=job, refused=refused, status=attempt.status)

    def discard(self, request: HttpRequest, access: Access, check: int) -> HttpResponse:
        """Delete a file that is not to be stored."""
        checked_files.discard(check=self._preview(access, check))
        return redirect(self._address(request, access))

    def shown(self, request: HttpRequest, access: Access, job: Job) -> HttpResponse:
        """Go to what a job did, or show the job in place."""
        if job.state == JobState.FAILED:
            return self.page(request, access, refused=job.error)
        if then_board(request):
            return result_on(request, job, _board(access))
        return shown_in(request, job, self._address(request, access))

    def page(
        self,
        request: HttpRequest,
        access: Access,
        form: FileForm | None = None,
        *,
        refused: Mapping[str, Any] | None = None,
        job: Job | None = None,
        status: int = 200,
    ) -> HttpResponse:
        """The form, below what became of a file: the one just refused, its preview, or the job that the address names."""
        form = self._saying_kinds(form or self.form(access.campaign))
        is_check = job is not None and self._is_check(job)
        check = job if job and is_check and job.checkpoint.get("review") else None
        check = check if check and check.state == JobState.DONE else None
        failed = job if job and job.state == JobState.FAILED else None
        if failed:
            refused, job = refused or failed.error, None
        context = {
            "access": access,
            "tab": self.tab,
            "back": "results:board" if then_board(request) else self.back,
            "form": form,
            "home": self._address(request, access),
            "intake": INTAKES[self.kinds[0]],
            "refused": refused,
            "job": None if check else job,
            "check": check,
            "preview": check and check.checkpoint["review"],
            **_of_columns(failed if is_check else None),
            "is_kept": check is not None and checked_files.has_file(check),
            **self.more(access),
        }
        if check:
            acts = ("confirm", "discard")
            context |= {f"{act}_url": self._address(request, access, act, check.pk) for act in acts}
        bad = request.method == "POST" and bool(refused or form.errors)
        page = render(request, self.template, context, status=422 if bad and status == 200 else status)
        if INTAKES[self.kinds[0]].is_personal:
            checked_files.forget_old(access.campaign)
            if failed:
                checked_files.forget_read(failed)
        return page

    def _saying_kinds(self, form: FileForm) -> FileForm:
        """The form whose file is of these kinds, unless it says of which itself."""
        field: Any = form.fields["file"]
        field.kinds = field.kinds or self.kinds
        return form

    def _after(self, request: HttpRequest, access: Access, taken: Taken) -> str:
        """The page that comes after a file is stored: the board for whoever came from it, else its import."""
        if then_board(request):
            return _board(access)
        if taken.number:
            return reverse("campaigns:file-import", args=[access.campaign.slug, taken.number])
        return self._address(request, access)

    def _address(
        self, request: HttpRequest, access: Access, act: str = "", *of: int, **asked: int | str
    ) -> str:
        """Of the page, or of what is done there with a checked file; it keeps whether the board comes next."""
        if then_board(request):
            asked["next"] = "board"
        return INTAKES[self.kinds[0]].link(access.campaign.slug, act, *of).asking(**asked).address

    def _job(self, access: Access, number: str | None) -> Job | None:
        """The job that the page was asked to show: a check of its files, or any that who sees jobs may see."""
        if number and number.isdecimal() and len(number) < 19:
            jobs = Job.objects.select_related("campaign", "asked_by").filter(campaign=access.campaign)
            found = jobs.filter(pk=int(number)).first()
            if found and found.arguments.get("kind") in self.kinds:
                return found
        other = shown_job(access, number)
        return None if other and other.kind == CHECK else other

    def _preview(self, access: Access, pk: int) -> Job:
        job = self._job(access, str(pk))
        if job is None or not self._is_check(job):
            raise Http404
        return job

    def _is_check(self, job: Job) -> bool:
        return job.kind == CHECK and job.arguments["kind"] in self.kinds


def _board(access: Access) -> str:
    return reverse("results:board", args=[access.campaign.slug])


def page_of(kind: str) -> FilePage:
    """The page of a kind that has none of its own."""
    intake = INTAKES.get(kind)
    if intake is None or intake.page:
        raise Http404
    form = FilesForm if intake.several else FileForm
    return FilePage((kind,), form, DECLARED, "imports", more=partial(_columns, kind))


def _columns(kind: str, access: Access) -> Mapping[str, Any]:
    """The columns that its table has."""
    columns = INTAKES[kind].columns(Sent(access.campaign, SourceFile(""), None))
    return {"columns": columns.names if columns else ()}


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Take in a file of such a kind and show what it would do; nothing is stored yet."""
    return page_of(kind).at(request, slug)


@require_POST
@login_required
def confirm_file(request: HttpRequest, slug: str, kind: str, check: int) -> HttpResponse:
    """Store it as its preview showed."""
    return page_of(kind).store_at(request, slug, check)


@require_POST
@login_required
def discard_file(request: HttpRequest, slug: str, kind: str, check: int) -> HttpResponse:
    """Delete it."""
    return page_of(kind).discard_at(request, slug, check)


def _said_of_columns(request: HttpRequest) -> dict[str, str]:
    """What a page says of the columns of a file. Refused where two of them hold the grades of one person."""
    names = [name for name in request.POST if name.startswith(COLUMN)]
    columns = {name.removeprefix(COLUMN): posted_text(request, name) for name in names}
    for field in (name for name in request.POST if name.startswith(OF_PERSON)):
        if person := posted_text(request, field).strip():
            other = columns.setdefault(f"{PERSON}{person}", name := field.removeprefix(OF_PERSON))
            if other != name:
                message = say(
                    "Two columns hold the grades of {person}: {first} and {second}.",
                    person=person,
                    first=other,
                    second=name,
                )
                raise Refused(message, "column_twice", say("Name another person for one of them."))
    return columns


def _of_columns(failed: Job | None) -> dict[str, Job | None]:
    """The check that failed since nobody knows some columns (`unclear`), or with columns that were guessed."""
    columns = failed.error.get("columns") if failed else None
    is_unclear = bool(columns and (columns["missing"] or columns.get("words")))
    return {
        "unclear": failed if is_unclear else None,
        "guessed": failed if columns and not is_unclear else None,
    }
