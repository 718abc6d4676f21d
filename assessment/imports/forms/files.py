"""The files of judgments and annotations that organizers import."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.chosen_file import ChosenFile
from assessment.campaigns.forms.files import FileForm
from assessment.imports.services.machines import MOST, facts_of


class JudgmentsForm(FileForm):
    """A judgments.csv, and the program that gave them where none of its assessors is a person."""

    file = ChosenFile(
        label=gettext_lazy("Table of judgments"),
        help_text=gettext_lazy(
            "judgments.csv with the columns qid, docid, passage, answer, assessor, grade, answer_class, note, "
            "judged_at; the last three may be empty."
        ),
    )
    machine = forms.CharField(
        label=gettext_lazy("Version of the program that judged"),
        required=False,
        max_length=100,
        help_text=gettext_lazy(
            "Only for judgments of a program: they count where a rule names them, and cause no disputes."
        ),
    )

    def said(self) -> dict[str, Any]:
        """The program; whoever looks at the preview sees what changes, and whom the file brings."""
        return super().said() | {"newcomers": True, "replace": True}


class PatternsForm(forms.Form):
    """A file of answer patterns, and the machine assessor that it becomes."""

    file = ChosenFile(
        "patterns",
        label=gettext_lazy("File of patterns"),
        help_text=gettext_lazy(
            "Lines of a question id and a Perl regular expression, with or without document ids behind it."
        ),
    )
    machine = forms.CharField(
        label=gettext_lazy("Version"),
        max_length=100,
        help_text=gettext_lazy("Which patterns they are, such as trec13 or a date."),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=64,
        initial="patterns",
        help_text=gettext_lazy("Of the machine assessor. Scores by it have the rule assessor:NAME."),
    )
    documents = forms.TypedChoiceField(
        label=gettext_lazy("Documents behind patterns"),
        choices=[
            ("auto", gettext_lazy("As the lines look")),
            ("yes", gettext_lazy("Yes")),
            ("no", gettext_lazy("No")),
        ],
        coerce={"yes": True, "no": False}.get,
        initial="auto",
        required=False,
        empty_value=None,
        help_text=gettext_lazy("Where there are any, an answer is right only with one of them."),
    )
    ignore_case = forms.BooleanField(label=gettext_lazy("Ignore case"), required=False)
    complete = forms.BooleanField(
        label=gettext_lazy("Judge questions without a pattern too"),
        required=False,
        help_text=gettext_lazy(
            "All their answers are wrong then, as where a system is scored by patterns alone."
        ),
    )


class MachineForm(FileForm):
    """The table of what a program says, and what the program is."""

    file = ChosenFile(
        "machine-judgments",
        label=gettext_lazy("Table of its judgments"),
        help_text=gettext_lazy(
            "CSV with the columns qid, docid, answer, grade and, where there are any, passage, answer_class, "
            "confidence (from 0 to 1), explanation."
        ),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=MOST["name"],
        help_text=gettext_lazy("Of the program, without “@”."),
    )
    version = forms.CharField(
        label=gettext_lazy("Version"),
        max_length=MOST["version"],
        help_text=gettext_lazy("Another prompt, model or parameter makes another version."),
    )
    model = forms.CharField(
        label=gettext_lazy("Model"),
        max_length=MOST["model"],
        help_text=gettext_lazy("The model that it asks, as its maker names it."),
    )
    family = forms.CharField(
        label=gettext_lazy("Model family"),
        max_length=MOST["family"],
        required=False,
        help_text=gettext_lazy("Scores by it flag runs whose description names the family or the model."),
    )
    team = forms.CharField(
        label=gettext_lazy("Made by the team"),
        max_length=MOST["team"],
        required=False,
        help_text=gettext_lazy("Scores by it flag the runs of this team."),
    )
    prompt_sha256 = forms.CharField(
        label=gettext_lazy("SHA-256 of the prompt"),
        max_length=64,
        required=False,
        help_text=gettext_lazy("64 hexadecimal digits, as sha256sum prints them."),
    )
    parameters = forms.CharField(
        label=gettext_lazy("Parameters"),
        max_length=MOST["parameters"],
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Temperature and the like."),
    )
    made_on = forms.CharField(
        label=gettext_lazy("Date"),
        max_length=10,
        required=False,
        help_text=gettext_lazy("When it judged, such as 2026-11-23."),
    )

    def said(self) -> dict[str, Any]:
        """What the program is."""
        given = super().said()
        facts_of(given)
        return {"facts": given, "newcomers": True, "replace": True}


class MachineMatchesForm(MachineForm):
    """The table of which nuggets a program found in which answers, and what the program is."""

    file = ChosenFile(
        label=gettext_lazy("Table of its matches"),
        help_text=gettext_lazy(
            "CSV with the columns qid, docid, answer, nugget and, where there are any, passage, confidence "
            "(from 0 to 1), explanation."
        ),
    )


class MachineNuggetsForm(MachineForm):
    """The table of the nuggets that a program drafted, and what the program is."""

    file = ChosenFile(
        label=gettext_lazy("Table of its drafts"),
        help_text=gettext_lazy(
            "CSV with the columns qid, nugget, importance (vital, okay or empty) and, where there are any, docid, "
            "confidence (from 0 to 1), explanation."
        ),
    )


class AnnotationsForm(FileForm):
    """A file of annotations."""

    file = ChosenFile(
        label=gettext_lazy("File of annotations"),
        help_text=gettext_lazy(
            "JSON lines in the layout of Natural Questions, plain or .gz: the corpus itself, an annotations.jsonl "
            "of a bundle, or an export."
        ),
    )

    def said(self) -> dict[str, Any]:
        """Whoever looks at the preview sees whom the file brings."""
        return {"newcomers": True}
