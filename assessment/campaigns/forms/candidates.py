"""Forms of question development: a series with its questions in order, a row each."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.campaigns import reason_field
from assessment.campaigns.models import Campaign, Candidate
from assessment.campaigns.models.known import BAR, parse_known
from assessment.campaigns.selectors.documents import page_error
from assessment.campaigns.services.accepting import LONGEST_KEY
from assessment.campaigns.services.developing import missing_answer
from assessment.campaigns.services.drafts import Draft, DraftQuestion
from assessment.campaigns.services.questions import sound_text
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from scoring.records import MAX_DOCID
from scoring.tracks.base import QuestionType

BLANK_ROWS, MORE_ROWS, MOST_ROWS = 4, 4, 60
TARGET_TYPES = ("PERSON", "ORGANIZATION", "THING", "EVENT")
SOURCES = (sentence("question log"), sentence("participant"), sentence("assessor"), sentence("organizer"))
COLUMNS = ("type", "text", "source", "known", "reason", "language", "page")


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
    language = forms.ChoiceField(label=gettext_lazy("Language"))
    page = forms.CharField(
        max_length=MAX_DOCID,
        required=False,
        label=gettext_lazy("Page"),
        help_text=gettext_lazy("Document id of the page that people annotate. The question gets this id."),
    )
    row = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)

    def __init__(self, *args: Any, campaign: Campaign, decides: bool = True, **options: Any) -> None:
        """`decides`: whether its writer runs the campaign, and so says where it comes from and may reject it."""
        super().__init__(*args, **options)
        self.campaign, self.kinds, self.decides = campaign, campaign.track.entered_types, decides
        if not decides:
            del self.fields["source"], self.fields["reason"]
        choices = [(name, say(kind.label)) for name, kind in self.kinds.items()]
        fields: dict[str, Any] = self.fields
        _offer(fields["type"], choices)
        if campaign.track.languages:
            _offer(fields["language"], [(one, one) for one in campaign.track.languages])
            own = campaign.language.upper()
            fields["language"].initial = own if own in campaign.track.languages else ""
        else:
            fields.pop("language", None)
        if not campaign.track.marks_places:
            fields.pop("page", None)

    def has_changed(self) -> bool:
        """Whether anything is written: a row of which the language alone is chosen is an empty one."""
        return bool(set(self.changed_data) - {"language"})

    def clean_text(self) -> str:
        return _take_text(self.cleaned_data["text"])

    def clean_page(self) -> str:
        page: str = self.cleaned_data["page"]
        if error := page_error(self.campaign, page):
            raise forms.ValidationError(error)
        return page

    def clean(self) -> dict[str, Any]:
        """Read what is known by the type of the question."""
        data = super().clean() or {}
        kind = self.kinds.get(data.get("type", ""))
        if kind:
            _, errors = parse_known(data.get("known", ""), kind)
            for error in errors:
                self.add_error("known", error)
            if not (errors or self.decides):
                self._need_answer(data, kind)
        return data

    def _need_answer(self, data: dict[str, Any], kind: QuestionType) -> None:
        asked = DraftQuestion(data["type"], data.get("text", ""), known=data.get("known", ""))
        if error := missing_answer(asked, kind):
            self.add_error("known", error)


def _offer(field: Any, choices: list[tuple[str, str]]) -> None:
    """Let one of these be chosen; a single one is given, so that an empty row stays empty."""
    field.choices = [("", "–"), *choices] if len(choices) > 1 else choices
    if len(choices) == 1:
        field.initial, field.disabled = choices[0][0], True


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

    def __init__(
        self,
        campaign: Campaign,
        candidate: Candidate | None = None,
        data: Any = None,
        *,
        decides: bool = True,
        found: Mapping[str, str] | None = None,
    ) -> None:
        """`found`: what the first row of a new candidate begins with."""
        asked = list(candidate.questions.order_by("position")) if candidate else []
        more = data is not None and "more" in data
        rows = forms.formset_factory(
            QuestionRow,
            formset=_Rows,
            extra=1 if asked else BLANK_ROWS - bool(found),
            can_order=True,
            can_delete=True,
            max_num=MOST_ROWS,
            absolute_max=MOST_ROWS,
        )
        initial = [{name: getattr(row, name) for name in COLUMNS} | {"row": row.pk} for row in asked]
        if found and data is None:
            initial.append(dict(found))
        about = {"target": candidate.target, "target_type": candidate.target_type} if candidate else {}
        if candidate:
            about["seen"] = str(candidate.version)
        self.wants_rows = more
        self.target = TargetForm(data, initial=about, in_series=bool(campaign.track.series_rules))
        self.rows = rows(
            _with_more_rows(data) if more else data,
            initial=initial,
            prefix="q",
            form_kwargs={"campaign": campaign, "decides": decides},
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
            DraftQuestion(
                **{name: row.cleaned_data[name] for name in (*COLUMNS, "row") if name in row.fields}
            )
            for row in self.rows.ordered_forms
        ]
        about = self.target.cleaned_data
        return Draft(questions, about.get("target", ""), about.get("target_type", ""))


def found_in_document(campaign: Campaign, docid: str, answer: str, passage: str) -> dict[str, str]:
    """What a new question begins with where a document was read for it; nothing where none is named."""
    if not docid:
        return {}
    if campaign.track.marks_places:
        return {"page": docid}
    answer = answer.replace(BAR, " ")
    parts = [answer, docid, passage] if campaign.track.gold and passage else [answer, docid]
    return {"known": f" {BAR} ".join(parts).strip()} if answer or passage else {}


def _with_more_rows(data: Any) -> Any:
    data = data.copy()
    total = data.get("q-TOTAL_FORMS", "")
    rows = int(total) if total.isascii() and total.isdecimal() and len(total) < 4 else 0
    data["q-TOTAL_FORMS"] = str(min(MOST_ROWS, rows + MORE_ROWS))
    return data


class RejectForm(forms.Form):
    """Why a candidate is not taken."""

    reason = reason_field(help_text=gettext_lazy("Stays listed with the candidate."))


class AcceptForm(forms.Form):
    """The id that a candidate gets."""

    key = forms.CharField(max_length=LONGEST_KEY, required=False)
    pairs = forms.CharField(
        max_length=1000,
        required=False,
        label=gettext_lazy("Pairs of languages"),
        help_text=gettext_lazy(
            "Of the question, and of the documents: EN:IT. Each needs a text in its first language."
        ),
    )

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        in_series = campaign.track.series_rules is not None
        if not campaign.track.languages:
            del self.fields["pairs"]
        if campaign.track.marks_places:
            del self.fields["key"]
            return
        self.fields["key"].label = (
            say("Id of the series") if in_series else say("Number of the first question")
        )
        self.fields["key"].help_text = (
            say("Its questions get it with a point and their number behind it.") if in_series else ""
        )
