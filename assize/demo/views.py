"""The line about demo campaigns that are being made, by itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from assize.demo.progress import progress


@require_safe
@never_cache
def part(request: HttpRequest) -> HttpResponse:
    """How far they are, for the page's script; also for who is not signed in yet."""
    context = {"progress": progress(), "user": request.user, "ended": True}
    return render(request, "home/_demo_progress.html", context)
