"""A study as a document: the same bytes as the commands write."""

from assessment.studies.models import WORDS, Study
from assessment.studies.selectors.access import parts_of
from scoring.studies.numbers import text_of
from scoring.studies.study import whole


def document_of(study: Study) -> str:
    """The whole study as JSON."""
    parts = {name: part for name, part in parts_of(study).items() if name != WORDS}
    is_whole = study.kind == Study.Kind.TRUST
    return text_of(whole(study.head, parts) if is_whole else {**study.head, **parts})
