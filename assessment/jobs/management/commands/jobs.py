"""python manage.py jobs [--campaign SLUG] [--cancel NUMBER]"""

from typing import Any

from django.core.management.base import CommandParser

from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import cancel
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused

LIST_LENGTH = 50


class Command(AssizeCommand):
    help = "Lists the newest jobs, or cancels one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--campaign", default="", help="only those of this campaign")
        parser.add_argument("--cancel", type=int, metavar="NUMBER", help="ask this job to end")

    def do(self, **options: Any) -> str:
        if options["cancel"] is not None:
            return self._cancel(options["cancel"])
        jobs = Job.objects.select_related("campaign").order_by("-pk")
        if options["campaign"]:
            jobs = jobs.filter(campaign__slug=options["campaign"])
        lines = [_line(job) for job in jobs[:LIST_LENGTH]]
        return "\n".join(lines) or "No jobs."

    def _cancel(self, number: int) -> str:
        job = Job.objects.select_related("campaign").filter(pk=number).first()
        if job is None:
            raise Refused(f"There is no job {number}.", "job_not_found", "List them: manage.py jobs")
        if not cancel(job=job, by=None):
            raise Refused(f"Job {number} has ended already.", "job_ended", "Nothing is left to cancel.")
        return f"The job will stop at its next step. {job.leaves}"


def _line(job: Job) -> str:
    where = job.campaign.slug if job.campaign else "site"
    far = f" {job.done:,} of {job.total:,}" if job.is_active and job.total else ""
    return f"{job.pk} {where} {job.kind} {job.state}{far} {job.outcome}".rstrip()
