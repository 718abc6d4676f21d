"""The file of judgments that organizers hand in."""

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
        help_text="Only for judgments of a program: they count where a rule names them, and dispute nobody.",
    )
