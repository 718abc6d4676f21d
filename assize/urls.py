"""Addresses of the whole site."""

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path, reverse
from django.views.decorators.http import require_http_methods
from django.views.generic import RedirectView

from assize.demo.views import part as demo_progress
from assize.metrics import metrics
from assize.outages import healthz
from assize.readiness import readyz


@require_http_methods(["GET", "HEAD", "POST"])
def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """Send those who are not signed in to the site's own form, which slows guessing down; others have no way in."""
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(reverse("admin:index"))


JUDGING = [
    path("", include(f"assessment.{room}.urls"))
    for room in ("judging", "home", "training", "assignments", "development", "imports", "adjudication")
]

handler400 = "assize.outages.bad_request"
handler500 = "assize.outages.server_error"

urlpatterns = [
    # What is asked for most stands first, for addresses are tried one after the other.
    path("", include("documents.urls")),
    path("", include((JUDGING, "judging"))),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("demo-progress/", demo_progress, name="demo-progress"),
    path("admin/login/", admin_sign_in, name="admin-sign-in"),
    # Tries of the present password are counted on the site's own page, and other browsers are signed out.
    path(
        "admin/password_change/", RedirectView.as_view(pattern_name="people:password"), name="admin-password"
    ),
    path("admin/", admin.site.urls),
    path("api/v1/", include("assize.api_urls")),
    path("", include("assessment.people.urls")),
    path("", include("assessment.jobs.urls")),
    path("", include("assessment.campaigns.urls")),
    path("", include("assessment.submissions.urls")),
    path("", include("assessment.results.urls")),
    path("", include("assessment.studies.urls")),
    path("", include("assessment.notices.urls")),
    path("", include("assessment.privacy.urls")),
    path("", include("assessment.webhooks.urls")),
]
