"""Files of studies."""

from django.http import HttpRequest, HttpResponse

from assessment.people.views.decorators import login_required
from assessment.results.views.files import as_file
from assessment.studies.models import Study
from assessment.studies.selectors.access import access_study, parts_of
from scoring.studies.numbers import text_of
from scoring.studies.study import whole


@login_required
def document(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The whole study as JSON: the same bytes as the commands write."""
    _, study = access_study(request.user, slug, version)
    parts = parts_of(study)
    is_whole = study.kind == Study.Kind.TRUST
    text = text_of(whole(study.head, parts) if is_whole else {**study.head, **parts})
    return as_file(text.encode(), "application/json", f"{slug}-study-{version}.json")
