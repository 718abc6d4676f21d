"""Addresses of the whole site."""

from django.contrib import admin
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that this process and its database are alive."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz),
    path("admin/", admin.site.urls),
    path("api/v1/", include("assize.api_urls")),
    path("", include("assessment.people.urls")),
    path("", include("assessment.campaigns.urls")),
    path("", include("assessment.submissions.urls")),
    path("", include("assessment.judging.urls")),
    path("", include("assessment.results.urls")),
    path("", include("documents.urls")),
]
