"""What the pages of an evaluation that people bring take in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.campaigns import collection_choices, named, slug_field
from assessment.campaigns.forms.chosen_file import ChosenFile


class EvaluationForm(forms.Form):
    """The text of an evaluation, or a file to take it from, and a sample answer, or questions and a run, to try it with."""

    text = forms.CharField(required=False, strip=False, label=gettext_lazy("Evaluation"))
    file = ChosenFile("evaluation", required=False, label=gettext_lazy("Evaluation as a file"))
    question = forms.CharField(required=False, max_length=1_000, label=gettext_lazy("A question of yours"))
    answer = forms.CharField(required=False, max_length=5_000, label=gettext_lazy("An answer to it"))
    questions = forms.CharField(required=False, strip=False, label=gettext_lazy("Questions of yours"))
    questions_file = ChosenFile(
        "evaluation-questions", required=False, label=gettext_lazy("Questions from a file")
    )
    run = forms.CharField(required=False, strip=False, label=gettext_lazy("A run with answers to them"))
    run_file = ChosenFile("evaluation-run", required=False, label=gettext_lazy("A run from a file"))

    def clean_text(self) -> str:
        """As a file would have it: browsers send lines with two signs at their ends."""
        return str(self.cleaned_data["text"]).replace("\r\n", "\n")


class NewOwnCampaignForm(EvaluationForm):
    """The same with what a campaign starts with."""

    title = forms.CharField(max_length=200, label=gettext_lazy("Title"))
    slug = slug_field()
    collection = forms.ChoiceField(
        required=False, label=gettext_lazy("Collection"), help_text=gettext_lazy("Can be chosen later.")
    )
    with_questions = forms.BooleanField(
        required=False, label=gettext_lazy("Bring in the questions that it was tried with")
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        fields: dict[str, Any] = self.fields
        fields["collection"].choices = collection_choices("")

    def clean(self) -> dict[str, Any]:
        """Have it named by its title where no short name was given."""
        return named(self)

    def wanted(self) -> dict[str, Any]:
        """What is to be created, as `services.create_campaign` takes it."""
        chosen = {name: self.cleaned_data[name] for name in ("title", "slug", "collection")}
        return chosen | {"evaluation": self.cleaned_data["text"]}
