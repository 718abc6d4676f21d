"""The form of a candidate's texts in further languages, side by side."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms

from assessment.campaigns.models import Candidate, CandidateQuestion, CandidateText
from assessment.campaigns.services.translations import Translation
from assessment.shared.say import say


class Cell(NamedTuple):
    """One text with its fields, and what is stored of it."""

    language: str
    stored: CandidateText | None
    text: forms.BoundField
    checked: forms.BoundField


class TranslationsForm(forms.Form):
    """A text and a tick for each question and language; those of a question's own language are not asked for."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(
        self,
        candidate: Candidate,
        questions: Sequence[CandidateQuestion],
        languages: Sequence[str],
        data: Any = None,
    ) -> None:
        super().__init__(data, initial={"seen": str(candidate.version)})
        self.questions, self.languages = questions, languages
        for row in questions:
            stored = {one.language: one for one in row.translations.all()}
            for language in self._others(row):
                there = stored.get(language)
                self.fields[_name(row, language)] = _text_field(row, language, there)
                self.fields[f"{_name(row, language)}-checked"] = forms.BooleanField(
                    required=False, initial=bool(there and there.checked), label=say("Checked")
                )

    def _others(self, row: CandidateQuestion) -> list[str]:
        return [language for language in self.languages if language != row.language]

    def rows(self) -> list[tuple[CandidateQuestion, list[Cell]]]:
        """Each question with its texts in the other languages."""
        return [
            (row, [self._cell(row, language) for language in self._others(row)]) for row in self.questions
        ]

    def _cell(self, row: CandidateQuestion, language: str) -> Cell:
        stored = next((one for one in row.translations.all() if one.language == language), None)
        name = _name(row, language)
        return Cell(language, stored, self[name], self[f"{name}-checked"])

    @property
    def texts(self) -> list[Translation]:
        """What was typed, once it is valid."""
        return [
            Translation(
                row.pk,
                language,
                self.cleaned_data[_name(row, language)],
                self.cleaned_data[f"{_name(row, language)}-checked"],
            )
            for row in self.questions
            for language in self._others(row)
        ]


def _name(row: CandidateQuestion, language: str) -> str:
    return f"text-{row.pk}-{language}"


def _text_field(row: CandidateQuestion, language: str, stored: CandidateText | None) -> forms.CharField:
    attributes = {"rows": 2, "lang": language.lower()}
    return forms.CharField(
        max_length=10_000,
        required=False,
        initial=stored.text if stored else "",
        label=say("Question {number} in {language}", number=str(row.position), language=language),
        widget=forms.Textarea(attrs=attributes),
    )
