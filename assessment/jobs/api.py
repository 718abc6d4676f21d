"""Long work in the API: what was asked for, how far it is, and what came of it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.jobs.models import Job
from assessment.jobs.selectors import access_job, access_jobs, all_jobs_of, site_jobs
from assessment.jobs.services.lifecycle import cancel
from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.shared.api import REFUSALS

PLACE = ("file", "line", "code", "message")  # of a problem


class JobSerializer(serializers.ModelSerializer[Job]):
    """A job. Waiting and running ones have not ended."""

    sentence = serializers.CharField(source="outcome", help_text="the result, or how far it is")
    error = serializers.SerializerMethodField(
        help_text="of one that failed: code, message, remedy, problems by line, details where many are concerned"
    )

    class Meta:
        model = Job
        fields = (
            "id",
            "kind",
            "state",
            "done",
            "total",
            "sentence",
            "error",
            "asked_at",
            "started_at",
            "ended_at",
        )

    def get_error(self, job: Job) -> dict[str, Any] | None:
        """Why it failed."""
        if not job.error:
            return None
        return {
            "code": job.error.get("code", ""),
            "message": job.error.get("message", ""),
            "remedy": job.error.get("hint", ""),
            "problems": [
                {**{name: one[name] for name in PLACE}, "remedy": one["hint"]}
                for one in job.error.get("problems", ())
            ],
            "details": job.error.get("details", []),
        }


class OneJobSerializer(JobSerializer):
    """A job with what it found."""

    review = serializers.SerializerMethodField(
        help_text="of one that only checked a file: what the file would do"
    )

    next = serializers.SerializerMethodField(help_text="the job that goes on where this one ended; else null")

    class Meta(JobSerializer.Meta):
        fields = (*JobSerializer.Meta.fields, "review", "next")  # type: ignore[assignment]  # two more

    def get_next(self, job: Job) -> int | None:
        """Which goes on."""
        found: int | None = job.checkpoint.get("check")
        return found

    def get_review(self, job: Job) -> dict[str, Any] | None:
        """What it found."""
        found: dict[str, Any] | None = job.checkpoint.get("review")
        return found


class JobList(ApiView):
    """The jobs of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: JobSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """The jobs of a campaign, newest first."""
        access = access_jobs(self.account, slug)
        return page_of_rows(request, all_jobs_of(access), "-pk", JobSerializer)


class JobDetail(ApiView):
    """One job of a campaign."""

    @extend_schema(responses={200: OneJobSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """How far a job is, or what came of it."""
        return Response(OneJobSerializer(access_job(self.account, slug, pk)[1]).data)

    @extend_schema(responses={202: OneJobSerializer, 404: REFUSALS[404]})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Ask for a job to end; one that has ended stays as it is."""
        _, job = access_job(self.account, slug, pk)
        cancel(job=job, by=self.account)
        return Response(OneJobSerializer(access_job(self.account, slug, pk)[1]).data, 202)


class SiteJobList(ApiView):
    """The jobs that belong to no campaign."""

    @extend_schema(parameters=PAGE, responses={200: JobSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request) -> Response:
        """Such jobs, newest first: all for site admins, your own if you may create campaigns."""
        jobs = site_jobs(self.account).defer("log", "arguments", "checkpoint")
        return page_of_rows(request, jobs, "-pk", JobSerializer)


class SiteJobDetail(ApiView):
    """One job that belongs to no campaign."""

    @extend_schema(responses={200: OneJobSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, pk: int) -> Response:
        """How far it is, or what came of it."""
        return Response(OneJobSerializer(access_job(self.account, "", pk)[1]).data)

    @extend_schema(responses={202: OneJobSerializer, 404: REFUSALS[404]})
    def delete(self, request: Request, pk: int) -> Response:
        """Ask for it to end; one that has ended stays as it is."""
        cancel(job=access_job(self.account, "", pk)[1], by=self.account)
        return Response(OneJobSerializer(access_job(self.account, "", pk)[1]).data, 202)
