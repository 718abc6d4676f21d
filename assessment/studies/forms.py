"""What a study is asked."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign
from assessment.shared.say import say
from assessment.submissions.models import Run
from scoring.studies.designs import DESIGNS
from scoring.studies.fewer_judgments import TRIALS as SAMPLES_TRIED_USUALLY
from scoring.studies.options import BINNINGS, RESAMPLES, SAMPLES, SEEDS, TRIALS, Options

SAMPLES_TRIED = (100, 10_000)
MOST_QUESTIONS = 10**6
LONGEST_SIZE, MOST_SIZES = 9, 10  # of one number of questions, in digits; and how many numbers
Groups = Sequence[tuple[str, Sequence[tuple[str, str]]]]  # of choices, under a heading each
RULES = [
    ("adjudicated", gettext_lazy("Adjudicated")),
    ("majority", gettext_lazy("Majority")),
    ("union", gettext_lazy("Union")),
    ("intersection", gettext_lazy("Intersection")),
]


def _binnings() -> list[tuple[str, str]]:
    return [(name, say(label)) for name, label in BINNINGS.items()]


def _designs() -> list[tuple[str, str]]:
    return [(name, say(label)) for name, label in DESIGNS.items()]


class StudyForm(forms.Form):
    """Every setting has a default that the published studies used."""

    exclude = forms.MultipleChoiceField(
        label=gettext_lazy("Leave out these runs"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Outliers make every tau look better. The study says which runs were left out."
        ),
    )
    best_per_team = forms.BooleanField(
        label=gettext_lazy("Only each team’s best run in the error rates"),
        required=False,
        help_text=gettext_lazy("Runs of one team are often nearly the same."),
    )
    rule = forms.ChoiceField(label=gettext_lazy("Judgments that other sets are compared with"), choices=RULES)
    samples = forms.IntegerField(
        label=gettext_lazy("Random one-judge judgment sets"),
        min_value=SAMPLES[0],
        max_value=SAMPLES[1],
        initial=Options().samples,
    )
    trials = forms.IntegerField(
        label=gettext_lazy("Trials for each number of questions or series"),
        min_value=TRIALS[0],
        max_value=TRIALS[1],
        initial=Options().trials,
    )
    resamples = forms.IntegerField(
        label=gettext_lazy("Random resamples for tests"),
        min_value=RESAMPLES[0],
        max_value=RESAMPLES[1],
        initial=Options().resamples,
    )
    binning = forms.ChoiceField(
        label=gettext_lazy("Score difference that chooses the bin"), choices=_binnings
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=SEEDS[0],
        max_value=SEEDS[1],
        initial=Options().seed,
        help_text=gettext_lazy("The same seed gives the same numbers, on every computer."),
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = (
            Run.objects.current()
            .filter(campaign=campaign)
            .order_by("run_id")
            .values_list("run_id", flat=True)
        )
        fields: dict[str, Any] = self.fields
        fields["exclude"].choices = [(name, name) for name in names]

    @property
    def options(self) -> Options:
        """The settings as studies take them."""
        data = self.cleaned_data
        return Options(**{**data, "exclude": tuple(sorted(data["exclude"]))})

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """What is asked at once."""
        return [self["exclude"], self["best_per_team"]]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """What is seldom changed."""
        return [field for field in self if field.name not in ("exclude", "best_per_team")]


class FewerForm(forms.Form):
    """A machine, and how many questions people would judge."""

    name = forms.ChoiceField(label=gettext_lazy("Machine"))
    sizes = forms.CharField(
        label=gettext_lazy("Questions that people judge"),
        required=False,
        help_text=gettext_lazy(
            "for example 20, 40; a quarter, a half and three quarters of them if left empty"
        ),
    )
    design = forms.ChoiceField(label=gettext_lazy("Design"), choices=_designs)
    trials = forms.IntegerField(
        label=gettext_lazy("Samples of each size"),
        min_value=SAMPLES_TRIED[0],
        max_value=SAMPLES_TRIED[1],
        initial=SAMPLES_TRIED_USUALLY,
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=SEEDS[0],
        max_value=SEEDS[1],
        initial=Options().seed,
        help_text=gettext_lazy("The same seed gives the same numbers, on every computer."),
    )

    def __init__(self, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["name"].choices = [(name, name) for name in names]

    def clean_sizes(self) -> list[int]:
        """The numbers, each once, in order."""
        parts = self.cleaned_data["sizes"].replace(",", " ").split()
        if not all(part.isascii() and part.isdigit() and len(part) < LONGEST_SIZE for part in parts):
            raise forms.ValidationError(say("Give whole numbers with commas between them, such as 20, 40."))
        if len(parts) > MOST_SIZES:
            raise forms.ValidationError(say("Give at most {n} numbers.", n=MOST_SIZES))
        return sorted({int(part) for part in parts})


class SampleForm(forms.Form):
    """How the questions are drawn that people judge."""

    name = forms.ChoiceField(label=gettext_lazy("Machine"))
    design = forms.ChoiceField(label=gettext_lazy("Design"), choices=_designs)
    size = forms.IntegerField(
        label=gettext_lazy("Questions that people judge"), min_value=2, max_value=MOST_QUESTIONS
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=SEEDS[0],
        max_value=SEEDS[1],
        initial=Options().seed,
        help_text=gettext_lazy("The same seed gives the same numbers, on every computer."),
    )

    def __init__(self, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["name"].choices = [(name, name) for name in names]


class WhatIfForm(forms.Form):
    """One change out of those that the campaign has something for, and others in words."""

    change = forms.ChoiceField(label=gettext_lazy("What would be different"), required=False)
    more = forms.CharField(
        label=gettext_lazy("Other changes, one per line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy("for example weights=.5,.25,.25 or depth:3 or drop:7; all of them together"),
    )
    rule = forms.ChoiceField(label=gettext_lazy("Judgments to start from"), choices=RULES)

    def __init__(self, choices: Groups, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["change"].choices = [("", "–"), *choices]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.changes and not self.errors:
            self.add_error("change", say("Choose a change, or write one below."))
        return data

    @property
    def changes(self) -> list[str]:
        """The changes as commands spell them."""
        lines = (line.strip() for line in self.cleaned_data.get("more", "").splitlines())
        return [change for change in (self.cleaned_data.get("change", ""), *lines) if change]
