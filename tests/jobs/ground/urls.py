"""The site's addresses, and one that asks for a job as a page does."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from assessment.jobs.services import enqueue


def ask(request: HttpRequest) -> HttpResponse:
    """Ask for rows: /ask/?kind=steps&name=a&rows=10&seconds=.01"""
    told = {"name": request.GET["name"], "rows": int(request.GET["rows"])}
    told["seconds"] = float(request.GET["seconds"])
    job = enqueue(kind=f"ground.{request.GET['kind']}", by=None, arguments=told, key=told["name"])
    return HttpResponse(str(job.pk))


urlpatterns = [path("ask/", ask), path("", include("assize.urls"))]
