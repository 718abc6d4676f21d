"""The forms of questions, one module each. To add one is to add a module and a line here (docs/how-to-add-a-form.md)."""

from scoring.forms.answers import ANSWERS
from scoring.forms.base import Form
from scoring.forms.citations import CITATIONS
from scoring.forms.criteria import CRITERIA
from scoring.forms.lists import LIST
from scoring.forms.nuggets import NUGGETS
from scoring.forms.passages import PASSAGES
from scoring.forms.spans import SPANS

__all__ = ["ANSWERS", "CITATIONS", "CRITERIA", "FORMS", "LIST", "NUGGETS", "PASSAGES", "SPANS", "Form"]

FORMS: tuple[Form, ...] = (ANSWERS, LIST, NUGGETS, PASSAGES, SPANS, CITATIONS, CRITERIA)
