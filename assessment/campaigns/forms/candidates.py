"""Forms of question development: a series with its questions in order, a row each."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.campaigns import reason_field
from assessment.campaigns.models import Campaign, Candidate, Question
from assessment.campaigns.models.known import parse_known
from assessment.campaigns.services.candidates import LONGEST_KEY, Draft, DraftQuestion
from assessment.campaigns.services.questions import sound_text
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from scoring.tracks.base import Track

BLANK_ROWS, MORE_ROWS, MOST_ROWS = 4, 4, 60
TARGET_TYPES = ("PERSON", "ORGANIZATION", "THING", "EVENT")
SOURCES = (sentence("question log"), sentence("participant"), sentence("assessor"), sentence("organizer"))
COLUMNS = ("type", "text", "source", "known", "reason")


_UNSOUND = {
    "text_missing": sentence("A question needs a text."),
    "text_control": sentence("The text holds control characters."),
}


def _take_text(text: str) -> str:
    try:
        return sound_text(text)
    except Refused as refused:
        raise forms.ValidationError(f"{say(_UNSOUND[refused.code])} {refused.hint}") from None


class TargetForm(forms.Form):
    """What a series is about; nothing but the version seen in tracks without series."""

    target = forms.CharField(
        max_length=500, label=gettext_lazy("Target"), help_text=gettext_lazy("What the questions are about.")
    )
    target_type = forms.CharField(
        max_length=40,
        required=False,
        label=gettext_lazy("Target type"),
        widget=forms.TextInput(attrs={"list": "target-types", "autocomplete": "off"}),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)

    def __init__(self, *args: Any, in_series: bool = True, versioned: bool = True, **options: Any) -> None:
        super().__init__(*args, **options)
        if not versioned:
            del self.fields["seen"]
        if not in_series:
            del self.fields["target"], self.fields["target_type"]

    def clean_target(self) -> str:
        return _take_text(self.cleaned_data["target"])


class QuestionRow(forms.Form):
    """One question of a candidate."""

    type = forms.ChoiceField(label=gettext_lazy("Type"))
    text = forms.CharField(
        max_length=10_000, label=gettext_lazy("Question"), widget=forms.Textarea(attrs={"rows": 2})
    )
    source = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Source"),
        widget=forms.TextInput(attrs={"list": "sources", "autocomplete": "off"}),
    )
    known = forms.CharField(
        max_length=50_000,
        required=False,
        label=gettext_lazy("What is known"),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    reason = forms.CharField(max_length=1000, required=False, label=gettext_lazy("Rejected because"))

    def __init__(self, *args: Any, track: Track, **options: Any) -> None:
        super().__init__(*args, **options)
        self.kinds = track.question_types
        choices = [(name, say(kind.label)) for name, kind in self.kinds.items()]
        fields: dict[str, Any] = self.fields
        fields["type"].choices = [("", "–"), *choices] if len(choices) > 1 else choices

    def clean_text(self) -> str:
        return _take_text(self.cleaned_data["text"])

    def clean(self) -> dict[str, Any]:
        """Read what is known by the type of the question."""
        data = super().clean() or {}
        kind = self.kinds.get(data.get("type", ""))
        if kind:
            _, errors = parse_known(data.get("known", ""), kind)
            for error in errors:
                self.add_error("known", error)
        return data


if TYPE_CHECKING:  # Django's formsets take a type argument for the checker alone
    _FormSet = forms.BaseFormSet[QuestionRow]
else:
    _FormSet = forms.BaseFormSet


class _Rows(_FormSet):
    def add_fields(self, form: QuestionRow, index: int | None) -> None:
        super().add_fields(form, index)
        form.fields["ORDER"].label = gettext_lazy("Place")
        form.fields["ORDER"].widget.attrs.update(min=1, max=999)
        form.fields["DELETE"].label = gettext_lazy("Leave out")


class CandidateForm:
    """The target's fields and the questions' rows together, as one form of a page."""

    def __init__(self, campaign: Campaign, candidate: Candidate | None = None, data: Any = None) -> None:
        asked = list(candidate.questions.order_by("position")) if candidate else []
        more = data is not None and "more" in data
        rows = forms.formset_factory(
            QuestionRow,
            formset=_Rows,
            extra=1 if asked else BLANK_ROWS,
            can_order=True,
            can_delete=True,
            max_num=MOST_ROWS,
            absolute_max=MOST_ROWS,
        )
        initial = [{name: getattr(row, name) for name in COLUMNS} for row in asked]
        about = {"target": candidate.target, "target_type": candidate.target_type} if candidate else {}
        if candidate:
            about["seen"] = str(candidate.version)
        self.wants_rows = more
        self.target = TargetForm(data, initial=about, in_series=campaign.track.in_series)
        self.rows = rows(
            _with_more_rows(data) if more else data,
            initial=initial,
            prefix="q",
            form_kwargs={"track": campaign.track},
        )
        self.is_bound = data is not None

    def is_valid(self) -> bool:
        """Whether target and rows can be stored, and there is a row; each says what is wrong with it."""
        return all([self.target.is_valid(), self.rows.is_valid()])

    @property
    def seen(self) -> int:
        """The version that the page showed."""
        return cast("int | None", self.target.cleaned_data.get("seen")) or 0

    @property
    def draft(self) -> Draft:
        """What was typed, once it is valid."""
        questions = [
            DraftQuestion(**{name: row.cleaned_data[name] for name in COLUMNS})
            for row in self.rows.ordered_forms
        ]
        about = self.target.cleaned_data
        return Draft(questions, about.get("target", ""), about.get("target_type", ""))


def _with_more_rows(data: Any) -> Any:
    data = data.copy()
    total = data.get("q-TOTAL_FORMS", "")
    rows = int(total) if total.isascii() and total.isdecimal() and len(total) < 4 else 0
    data["q-TOTAL_FORMS"] = str(min(MOST_ROWS, rows + MORE_ROWS))
    return data


class OrderForm(forms.Form):
    """The places of a series' questions, a field each."""

    def __init__(self, questions: Iterable[Question], data: Any = None) -> None:
        super().__init__(data)
        self.questions = list(questions)
        for place, row in enumerate(self.questions, 1):
            self.fields[f"place-{row.pk}"] = forms.IntegerField(
                min_value=1, max_value=999, initial=place, label=say("Place of {question}", question=row.qid)
            )

    def rows(self) -> list[tuple[Question, forms.BoundField]]:
        """Each question with the field of its place."""
        return [(row, self[f"place-{row.pk}"]) for row in self.questions]

    @property
    def places(self) -> dict[str, int]:
        """The places by question id."""
        return {row.qid: self.cleaned_data[f"place-{row.pk}"] for row in self.questions}


class MoreForm(QuestionRow):
    """A question more in a series."""

    known = reason = None  # type: ignore[assignment]  # they have forms of their own


class RejectForm(forms.Form):
    """Why a candidate is not taken."""

    reason = reason_field(help_text=gettext_lazy("Stays listed with the candidate."))


class AcceptForm(forms.Form):
    """The id that a candidate gets."""

    key = forms.CharField(max_length=LONGEST_KEY, required=False)

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        in_series = campaign.track.in_series
        self.fields["key"].label = (
            say("Id of the series") if in_series else say("Number of the first question")
        )
        self.fields["key"].help_text = (
            say("Its questions get it with a point and their number behind it.") if in_series else ""
        )
