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


class PatternsForm(forms.Form):
    """A file of answer patterns, and the machine assessor that it becomes."""

    file = forms.FileField(
        label="File of patterns",
        help_text="Lines of a question id and a Perl regular expression, with or without document ids behind it.",
    )
    machine = forms.CharField(
        label="Version", max_length=100, help_text="Which patterns they are, such as trec13 or a date."
    )
    name = forms.CharField(
        label="Name",
        max_length=64,
        initial="patterns",
        help_text="Of the machine assessor. Scores by it have the rule assessor:NAME.",
    )
    documents = forms.TypedChoiceField(
        label="Documents behind patterns",
        choices=[("auto", "As the lines look"), ("yes", "Yes"), ("no", "No")],
        coerce={"yes": True, "no": False}.get,
        initial="auto",
        required=False,
        empty_value=None,
        help_text="Where there are any, an answer is right only with one of them.",
    )
    ignore_case = forms.BooleanField(label="Ignore case", required=False)


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
