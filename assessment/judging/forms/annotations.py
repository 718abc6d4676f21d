"""What the page for annotating sends, one form for each step."""

import json
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from assessment.judging.forms.parts import ChangeForm
from assessment.judging.services.annotation_answers import NO_ANSWER, StepAnswer
from assessment.shared.say import say
from scoring.annotations import YES_NO

_RANGE = re.compile(r"([0-9]{1,7})(?:\s*[-–]\s*([0-9]{1,7}))?")
LONGEST = 10_000  # characters of a list of places
TOKENS = 10**9  # no page has more


class StepForm(ChangeForm):
    """One step, with the version of the record and the copy of the document that the page showed."""

    step = ""
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    document = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)

    def answer(self) -> StepAnswer:
        """What is said in this step."""
        raise NotImplementedError

    def change(self) -> dict[str, Any]:
        given = super().change()
        names = ("client_id", "seconds", "seen", "document")
        return {**{name: given[name] for name in names}, "step": self.step, "answer": self.answer()}


class QuestionForm(StepForm):
    """Whether the question is good, and why it is not."""

    step = "question"
    question = forms.CharField(
        max_length=10, error_messages={"required": gettext_lazy("Say whether the question is good or bad.")}
    )
    reason = forms.CharField(required=False, max_length=20)

    def answer(self) -> StepAnswer:
        return StepAnswer(question=self.cleaned_data["question"], reason=self.cleaned_data["reason"])


class LongForm(StepForm):
    """The box that holds the answer."""

    step = "long"
    candidate = forms.IntegerField(
        min_value=NO_ANSWER,
        max_value=TOKENS,
        error_messages={"required": gettext_lazy("Choose a box, or say that there is no long answer.")},
    )

    def answer(self) -> StepAnswer:
        return StepAnswer(candidate=self.cleaned_data["candidate"])


class ShortForm(StepForm):
    """The short answers: ranges of tokens (from scripts), numbers of words (from the plain page), yes, no, or none."""

    step = "short"
    ranges = forms.CharField(required=False, max_length=LONGEST)
    words = forms.CharField(required=False, max_length=LONGEST)
    yes_no = forms.ChoiceField(required=False, choices=[(name, name) for name in YES_NO])

    def clean_ranges(self) -> tuple[tuple[int, int], ...]:
        """Pairs of tokens."""
        try:
            found = json.loads(self.cleaned_data["ranges"] or "[]")
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, list) or not all(map(_is_range, found)):
            raise ValidationError(say("This is no list of places."))
        return tuple((start, end) for start, end in found)

    def clean_words(self) -> tuple[tuple[int, int], ...]:
        """Pairs of the first and last word of `12-15, 18`."""
        parts = [part for part in re.split(r"[,;\n]", self.cleaned_data["words"]) if part.strip()]
        found = [_RANGE.fullmatch(part.strip()) for part in parts]
        if not all(found):
            raise ValidationError(say("Write the numbers of the words as in 12-15, 18."))
        return tuple((int(match[1]), int(match[2] or match[1])) for match in found if match)

    def answer(self) -> StepAnswer:
        given = self.cleaned_data
        return StepAnswer(ranges=given["ranges"], words=given["words"], yes_no=given["yes_no"])


def _is_range(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(token) is int and 0 <= token <= TOKENS for token in value)
    )
