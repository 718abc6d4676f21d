"""The site's addresses, and one that asks for a job as a page does."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from assessment.jobs.services.lifecycle import enqueue


def ask(request: HttpRequest) -> HttpResponse:
    """Ask for rows: /ask/?kind=steps&name=a&rows=10&seconds=.01"""
    name, seconds = request.GET["name"], float(request.GET["seconds"])
    result = {"name": name, "rows": int(request.GET["rows"]), "seconds": seconds}
    job = enqueue(kind=f"ground.{request.GET['kind']}", by=None, arguments=result, key=name)
    return HttpResponse(str(job.pk))


handler500 = "assize.outages.server_error"
urlpatterns = [path("ask/", ask), path("", include("assize.urls"))]
