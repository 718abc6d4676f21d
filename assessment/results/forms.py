"""Forms of the results pages."""

import secrets
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.chosen_file import ChosenFile
from assessment.campaigns.models import Campaign
from assessment.people.models import Member, RoleName
from assessment.results.services.cloning import PARTS
from assessment.shared.say import say
from scoring.rules import PLAIN

RULES = [
    ("adjudicated", gettext_lazy("Adjudicated: the adjudicator’s grade, else the common one")),
    ("majority", gettext_lazy("Majority: the grade of more than half")),
    ("union", gettext_lazy("Union: the best grade given")),
    ("intersection", gettext_lazy("Intersection: the worst grade given")),
    ("assessor", gettext_lazy("One assessor, by name")),
    ("random", gettext_lazy("One assessor per question, drawn with a seed")),
]


class RuleForm(forms.Form):
    """Which qrels to freeze and score with; `rule` spells the choice as commands and files do."""

    form = forms.ChoiceField(label=gettext_lazy("Rule"), choices=RULES, initial="adjudicated")
    assessor = forms.ChoiceField(
        label=gettext_lazy("Assessor"), required=False, help_text=gettext_lazy("for “one assessor”")
    )
    partial = forms.BooleanField(
        label=gettext_lazy("Also if this assessor judged only some of the questions"),
        required=False,
        help_text=gettext_lazy("The other questions then have no grades; the scores say so."),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        required=False,
        min_value=0,
        max_value=10**18 - 1,
        initial=1,
        help_text=gettext_lazy("for “drawn with a seed”"),
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        judging = Q(roles__role=RoleName.ASSESSOR) | Q(assignments__isnull=False)
        names = Member.objects.filter(judging, campaign=campaign).order_by("name").distinct()
        choices = [("", "–"), *((name, name) for name in names.values_list("name", flat=True))]
        fields: dict[str, Any] = self.fields
        fields["assessor"].choices = choices

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("form") == "assessor" and not data.get("assessor"):
            self.add_error("assessor", say("Name the assessor."))
        if data.get("form") == "random" and data.get("seed") is None:
            self.add_error("seed", say("Give the seed, a whole number."))
        return data

    @property
    def rule(self) -> str:
        """The rule as text: "adjudicated", "assessor:NAME", "random:SEED", …"""
        form = str(self.cleaned_data["form"])
        detail = {"assessor": self.cleaned_data["assessor"], "random": self.cleaned_data["seed"]}
        return f"{form}:{detail[form]}" if form in detail else form


SEEDS = 10**15


class JudgedForm(forms.Form):
    """Which judged runs to give out, and under which tags."""

    rule = forms.ChoiceField(
        label=gettext_lazy("Rule"), choices=[choice for choice in RULES if choice[0] in PLAIN]
    )
    anonymous = forms.BooleanField(
        label=gettext_lazy("Other run tags: RUN-1, RUN-2, …"), required=False, initial=True
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        required=False,
        min_value=0,
        max_value=SEEDS - 1,
        help_text=gettext_lazy(
            "assigns the tags. The same seed gives the same tags; anyone who knows it can tell whose they are. It is kept in the log of events."
        ),
    )

    @classmethod
    def with_new_seed(cls) -> "JudgedForm":
        """A form that proposes a seed that nobody can guess."""
        return cls(initial={"rule": "adjudicated", "anonymous": True, "seed": secrets.randbelow(SEEDS)})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("anonymous") and data.get("seed") is None and "seed" not in self.errors:
            self.add_error("seed", say("Give the seed, a whole number."))
        return data

    @property
    def chosen_seed(self) -> int | None:
        """The seed of the tags; None where runs keep their own."""
        return self.cleaned_data["seed"] if self.cleaned_data["anonymous"] else None


class ReasonForm(forms.Form):
    """Why released scores are taken back."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), widget=forms.Textarea(attrs={"rows": 2}), max_length=2_000
    )


class BundleForm(forms.Form):
    """A bundle to be looked at."""

    bundle = ChosenFile(
        "bundle",
        label=gettext_lazy("Bundle"),
        help_text=gettext_lazy("a ZIP file as an exports page gives it"),
    )


class BundleNameForm(forms.Form):
    """What a bundle that was looked at is to be called."""

    slug = forms.SlugField(
        label=gettext_lazy("Campaign’s short name"),
        max_length=64,
        help_text=gettext_lazy("Used in addresses and files; it cannot be changed later."),
    )


class DeletionForm(forms.Form):
    """The short name of a campaign, typed to delete it."""

    confirm = forms.CharField(
        label=gettext_lazy("Short name of the campaign"),
        max_length=64,
        help_text=gettext_lazy("Type it to confirm."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class CloneForm(forms.Form):
    """What a new campaign takes along of another one."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=200)
    slug = forms.SlugField(
        label=gettext_lazy("Short name"),
        max_length=64,
        help_text=gettext_lazy("Used in addresses and files; it cannot be changed later."),
    )
    parts = forms.MultipleChoiceField(
        label=gettext_lazy("What goes along beside the settings"),
        choices=[(name, gettext_lazy(label)) for name, label in PARTS.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Never runs, judgments and scores; the deadline is not copied either."),
    )
    split = forms.CharField(
        label=gettext_lazy("Split the questions"),
        max_length=100,
        required=False,
        help_text=gettext_lazy(
            "Sizes of parts, as 80:10:10 for training, development and test; empty: all questions. The same sizes and seed "
            "give parts without a common question. This campaign keeps them all, for whoever is in it."
        ),
    )
    part = forms.IntegerField(
        label=gettext_lazy("Part"),
        min_value=1,
        required=False,
        help_text=gettext_lazy("Which of them this campaign gets."),
    )
    seed = forms.IntegerField(label=gettext_lazy("Seed of the draw"), min_value=0, required=False, initial=1)
