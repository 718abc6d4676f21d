"""Pages for the tests of the ground: one that takes a file, one that brings its own policy."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

from assessment.shared.pages import takes_files


@takes_files
def take_file(request: HttpRequest) -> HttpResponse:
    file = request.FILES.get("file")
    return JsonResponse(
        {
            "team": request.POST.get("team"),
            "bytes": file.size if file else None,
            "refused": getattr(request, "upload_refused", ""),
        }
    )


def own_policy(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a document", headers={"Content-Security-Policy": "sandbox"})


urlpatterns = [path("file/", take_file), path("own/", own_policy)]
