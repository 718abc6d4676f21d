"""The files of judgments and annotations that organizers import."""

from django import forms


class JudgmentsForm(forms.Form):
    """A judgments.csv, and the program that gave them where none of its assessors is a person."""

    file = forms.FileField(
        label="Table of judgments",
        help_text="judgments.csv with the columns qid, docid, passage, answer, assessor, grade, answer_class, note, "
        "judged_at; the last three may be empty.",
    )
    machine = forms.CharField(
        label="Version of the program that judged",
        required=False,
        max_length=100,
        help_text="Only for judgments of a program: they count where a rule names them, and cause no disputes.",
    )


class AnnotationsForm(forms.Form):
    """A file of annotations."""

    file = forms.FileField(
        label="File of annotations",
        help_text="JSON lines in the layout of Natural Questions, plain or .gz: the corpus itself, an annotations.jsonl "
        "of a bundle, or an export.",
    )


class ConfirmForm(forms.Form):
    """Whether names that the campaign does not know are new people."""

    newcomers = forms.BooleanField(required=False)


class ReasonForm(forms.Form):
    """Why judgments are taken back."""

    reason = forms.CharField(label="Reason", max_length=500, help_text="It is shown beside the import.")
