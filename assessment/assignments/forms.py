"""What the assignment pages take in."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.assignments.services.planning import Wanted
from assessment.judging.models import MoveKind
from assessment.people.models import Member


def ids_in(text: str) -> list[str]:
    """The ids of a list such as 1.1, 1.2."""
    return [part.strip() for part in text.split(",") if part.strip()]


class AssignForm(forms.Form):
    """Automatic assignment: how many assessors a question, which ones, and the seed."""

    judges = forms.IntegerField(label=gettext_lazy("Assessors per question"), min_value=1, max_value=99)
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=2**31 - 1,
        help_text=gettext_lazy(
            "Decides between equal loads. The same state and seed give the same assignment."
        ),
    )
    assessors = forms.MultipleChoiceField(
        label=gettext_lazy("Who gets new questions"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one assessor.")},
    )

    def __init__(self, *args: Any, members: Sequence[Member], judges: int, **kwargs: Any) -> None:
        names = [member.name for member in members]
        kwargs.setdefault("initial", {"judges": judges, "seed": 1, "assessors": names})
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["assessors"].choices = [(name, name) for name in names]


class ExpertsForm(forms.Form):
    """Who judges the answers of annotators, and how many of them."""

    experts = forms.MultipleChoiceField(
        label=gettext_lazy("Experts"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Each judges every answer, by themselves. Nobody can judge a question that they annotate."
        ),
        error_messages={"required": gettext_lazy("Choose at least one expert.")},
    )
    sample = forms.IntegerField(
        label=gettext_lazy("Questions"),
        required=False,
        min_value=1,
        max_value=10_000_000,
        help_text=gettext_lazy("All annotators’ answers to so many questions. Empty: to all questions."),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=2**31 - 1,
        initial=1,
        help_text=gettext_lazy("Draws the sample."),
    )

    def __init__(self, *args: Any, members: Sequence[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["experts"].choices = [(member.name, member.name) for member in members]


class ThirdsForm(forms.Form):
    """Who is asked for the answers on which others differ, and of which questions."""

    assessors = forms.MultipleChoiceField(
        label=gettext_lazy("Third assessors"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Each question goes to one who did not judge it, the least loaded first."),
        error_messages={"required": gettext_lazy("Choose at least one assessor.")},
    )
    questions = forms.CharField(
        label=gettext_lazy("Only these questions"),
        required=False,
        help_text=gettext_lazy("Ids, separated by commas. Empty: all that are ready."),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=2**31 - 1,
        initial=1,
        help_text=gettext_lazy("Decides between equal loads."),
    )

    def __init__(self, *args: Any, members: Sequence[Member], **kwargs: Any) -> None:
        names = [member.name for member in members]
        kwargs.setdefault("initial", {"assessors": names})
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["assessors"].choices = [(name, name) for name in names]

    def clean_questions(self) -> list[str] | None:
        """The ids; None for all."""
        return ids_in(self.cleaned_data["questions"]) or None


class PostEditingForm(forms.Form):
    """Whose grades assessors see first, in how many of their questions."""

    name = forms.ChoiceField(label=gettext_lazy("Machine"))
    share = forms.IntegerField(
        label=gettext_lazy("Share of questions, in percent"),
        min_value=1,
        max_value=100,
        initial=50,
        help_text=gettext_lazy(
            "Drawn for each question and assessor when it is assigned. The others are judged blind."
        ),
    )
    seed = forms.IntegerField(label=gettext_lazy("Seed"), min_value=0, max_value=2**31 - 1, initial=1)
    questions = forms.CharField(
        label=gettext_lazy("Only these questions"),
        required=False,
        help_text=gettext_lazy("Ids, separated by commas. Empty: all."),
    )

    def __init__(self, *args: Any, machines: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["name"].choices = [(name, name) for name in machines]

    def clean_questions(self) -> list[str]:
        """The ids."""
        return ids_in(self.cleaned_data["questions"])


class PersonForm(forms.Form):
    """Somebody to add to a question, or to hand it over to."""

    member = forms.IntegerField(error_messages={"required": gettext_lazy("Choose somebody.")})


class AssignmentForm(forms.Form):
    """Which assignment a request means."""

    assignment = forms.IntegerField()


class MoveForm(forms.Form):
    """What becomes of somebody's work, and to whom it goes."""

    act = forms.ChoiceField(
        label=gettext_lazy("What to do"),
        widget=forms.RadioSelect,
        choices=[
            (MoveKind.HANDED_OVER.value, gettext_lazy("Hand over to other assessors, evenly")),
            (MoveKind.RELIEVED.value, gettext_lazy("Relieve: nobody takes over")),
        ],
        initial=MoveKind.HANDED_OVER.value,
    )
    to = forms.MultipleChoiceField(
        label=gettext_lazy("Who takes over"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("None chosen: all other assessors."),
    )
    questions = forms.CharField(
        label=gettext_lazy("Questions"),
        required=False,
        help_text=gettext_lazy("Ids, separated by commas. Empty: all."),
    )
    everything = forms.BooleanField(
        label=gettext_lazy("Finished questions too"),
        required=False,
        help_text=gettext_lazy("Otherwise their judgments stay and count."),
    )

    def __init__(self, *args: Any, members: Sequence[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["to"].choices = [(member.name, member.name) for member in members]

    def wanted(self) -> Wanted:
        """What is asked for."""
        data = self.cleaned_data
        qids = tuple(ids_in(data["questions"]))
        return Wanted(data["act"], tuple(data["to"]), qids, data["everything"])


class RemoveForm(forms.Form):
    """Why somebody is removed, and what becomes of their judgments."""

    reason = forms.CharField(
        max_length=1_000,
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Kept in the log of the campaign."),
    )
    with_judgments = forms.BooleanField(
        required=False,
        label=gettext_lazy("Their judgments no longer count"),
        help_text=gettext_lazy("They are kept in the record. Otherwise they count under this person’s name."),
    )
