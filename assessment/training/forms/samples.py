"""The forms of sample questions: the question, its answers, and files of them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BaseFormSet, formset_factory
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.chosen_file import ChosenFile
from assessment.campaigns.forms.files import FileForm
from assessment.shared.grades import grade_name
from assessment.shared.say import say
from assessment.training.models import TrainingQuestion
from assessment.training.models.samples import (
    MOST_ITEMS,
    Sample,
    SampleItem,
    SampleProblem,
    graded_types,
    grades_of,
    nugget_types,
    with_texts,
)
from assessment.training.services.sample_files import COLUMNS
from scoring.tracks.base import Track

SPARE_ROWS = 3
Values = Mapping[str, str]


class QuestionForm(forms.Form):
    """The question of a sample. What is wrong with it is found with its answers, by `faults_of`."""

    name = forms.CharField(
        required=False,
        label=gettext_lazy("Short name"),
        help_text=gettext_lazy("Such as names-1. It stays when the question changes."),
    )
    type = forms.ChoiceField(required=False, label=gettext_lazy("Type"))
    target = forms.CharField(
        required=False,
        label=gettext_lazy("Target"),
        help_text=gettext_lazy("What the series is about; may be empty."),
    )
    text = forms.CharField(
        required=False, label=gettext_lazy("Question"), widget=forms.Textarea(attrs={"rows": 2})
    )
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, track: Track, name: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (type, f"{say(track.question_types[type].label)}: {_grades_of(type, track)}")
            for type in graded_types(track)
        ]
        self.fields["type"] = forms.ChoiceField(required=False, label=say("Type"), choices=choices)
        if not track.series_rules:
            del self.fields["target"]
        if name:
            del self.fields["name"]


def _grades_of(type: str, track: Track) -> str:
    return ", ".join(grade_name(grade, track) for grade in grades_of(type, track))


class ItemForm(forms.Form):
    """One answer of a sample's pool; where pages are annotated, also one annotation that is expected."""

    docid = forms.CharField(required=False, label=gettext_lazy("Document id"))
    answer = forms.CharField(
        required=False, label=gettext_lazy("Answer string"), widget=forms.Textarea(attrs={"rows": 1})
    )
    nugget = forms.CharField(
        required=False,
        label=gettext_lazy("Nugget"),
        help_text=gettext_lazy("Where the question is judged by nuggets: yes, the answer holds it, or no."),
        widget=forms.Textarea(attrs={"rows": 1}),
    )
    right_grade = forms.ChoiceField(required=False, label=gettext_lazy("Right grade"))
    long = forms.CharField(
        required=False,
        label=gettext_lazy("Long answer"),
        help_text=gettext_lazy(
            "Where the page is annotated: the number of a box, or none. Empty for a bad question."
        ),
    )
    short = forms.CharField(
        required=False,
        label=gettext_lazy("Short answer"),
        help_text=gettext_lazy(
            "Tokens of the box as in 42-44, 50-51, the end exclusive; or yes, no or none."
        ),
    )
    reason = forms.CharField(
        required=False, label=gettext_lazy("Why it is right"), widget=forms.Textarea(attrs={"rows": 2})
    )
    supporting_text = forms.CharField(
        required=False,
        label=gettext_lazy("What the document says"),
        help_text=gettext_lazy("Empty: as in an answer above that cites the same document."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, *args: Any, track: Track, grades: list[str], without: Iterable[str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for column in without:
            del self.fields[column]
        choices = [("", say("choose …")), *((grade, grade_name(grade, track)) for grade in grades)]
        self.fields["right_grade"] = forms.ChoiceField(
            required=False, label=say("Right grade"), choices=choices
        )

    @property
    def is_blank(self) -> bool:
        """Whether nothing was written."""
        return not any(self.cleaned_data.get(column) for column in SampleItem._fields)


ItemForms = formset_factory(ItemForm, extra=0, max_num=MOST_ITEMS + SPARE_ROWS, absolute_max=MOST_ITEMS * 2)


class SampleFormPair:
    """The question's form and those of its answers, as one."""

    def __init__(self, track: Track, name: str = "", data: Any = None) -> None:
        self.track, self.name = track, name
        self.question = QuestionForm(data, track=track, name=name)
        self.items: BaseFormSet[ItemForm] = self._item_forms(data)

    def _item_forms(self, data: Any = None, rows: list[Values] | None = None) -> "BaseFormSet[ItemForm]":
        grades = {grade: None for type in graded_types(self.track) for grade in grades_of(type, self.track)}
        initial = None if data is not None else [*(rows or []), *[{} for _ in range(SPARE_ROWS)]]
        asked = {"track": self.track, "grades": list(grades), "without": list(_columns_without(self.track))}
        return ItemForms(data, prefix="items", initial=initial, form_kwargs=asked)

    def show(self, question: TrainingQuestion) -> None:
        """Put a stored sample into the fields; a document's text stands at the first answer that cites it."""
        columns = ("type", "target", "text")
        initial = {column: getattr(question, column) for column in columns} | {"seen": question.version}
        self.question = QuestionForm(initial=initial, track=self.track, name=self.name)
        self.items = self._item_forms(rows=list(_rows_of(question)))

    def grow(self, data: Any) -> None:
        """Show what was typed, unchecked, with more rows for answers."""
        typed = {field: data.get(field, "") for field in self.question.fields}
        self.question = QuestionForm(initial=typed, track=self.track, name=self.name)
        count = self.items.total_form_count()
        columns = SampleItem._fields
        rows = [{column: data.get(f"items-{row}-{column}", "") for column in columns} for row in range(count)]
        self.items = self._item_forms(rows=[row for row in rows if any(row.values())])

    @property
    def is_sound(self) -> bool:
        """Whether the fields hold text at all; what it says is judged by `faults_of`."""
        return self.question.is_valid() and self.items.is_valid()

    @property
    def seen(self) -> int:
        """The version that the writer saw; 0 for none."""
        return self.question.cleaned_data["seen"] or 0

    def sample(self) -> Sample:
        """What was typed."""
        fields = self.question.cleaned_data
        written = [form.cleaned_data for form in self._written()]
        items = with_texts(
            SampleItem(*(row.get(column, "") for column in SampleItem._fields)) for row in written
        )
        name = self.name or fields["name"]
        return Sample(name, fields["type"], fields.get("target", ""), fields["text"], items)

    def blame(self, problem: SampleProblem) -> None:
        """Show a problem at the field that it is about."""
        form: forms.Form = self.question if problem.item is None else self._written()[problem.item]
        column = problem.column if problem.column in form.fields else None
        form.add_error(column, f"{problem.message} {problem.hint}")

    @property
    def page(self) -> tuple[str, set[str]]:
        """The page that the rows name first, and the boxes of it that they expect; as they were typed."""
        rows = [
            {column: str(form[column].value() or "").strip() for column in ("docid", "long")}
            for form in self.items
        ]
        docid = next((row["docid"] for row in rows if row["docid"]), "")
        return docid, {row["long"] for row in rows}

    def _written(self) -> list[ItemForm]:
        return [form for form in self.items.forms if not form.is_blank]


def _columns_without(track: Track) -> Iterator[str]:
    """Columns that no sample of the track has."""
    if not nugget_types(track):
        yield "nugget"
    if not track.marks_places:
        yield from ("long", "short")


def _rows_of(question: TrainingQuestion) -> Iterator[Values]:
    seen: set[str] = set()
    for item in question.items.order_by("docid", "pk"):
        row = {column: getattr(item, column) for column in SampleItem._fields}
        if item.docid in seen:
            row["supporting_text"] = ""
        seen.add(item.docid)
        yield row


class RequiredForm(forms.Form):
    """Whether training is wanted before judging."""

    required = forms.BooleanField(
        required=False,
        label=gettext_lazy("Training before judging"),
        help_text=gettext_lazy(
            "Assessors who have not done it are reminded on My work. They can still judge."
        ),
    )


class SamplesForm(FileForm):
    """A file of sample questions."""

    file = ChosenFile(
        label=gettext_lazy("File of sample questions"),
        help_text=format_lazy(
            gettext_lazy("A table (CSV) with the columns {columns}."), columns=", ".join(COLUMNS.names)
        ),
    )
