"""What pages of judging take in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign
from assessment.shared.say import say
from assessment.submissions.selectors.taking_out import choices_of
from assessment.submissions.services.pooling import DEEPEST


class TakeOutForm(forms.Form):
    """What to take out of a pool, and why."""

    what = forms.ChoiceField(
        label=gettext_lazy("Take out"),
        help_text=gettext_lazy("A run, a team, a round of pooling, or several runs."),
    )
    depth = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=DEEPEST,
        label=gettext_lazy("Below rank"),
        help_text=gettext_lazy("Only what was given below this rank. Empty: all of it."),
    )
    reason = forms.CharField(
        max_length=1_000,
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Kept in the record of the pool."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["what"].choices = choices_of(campaign)

    def clean(self) -> dict[str, Any] | None:
        """All runs are taken out as rounds; of all runs together, only what lies below a rank."""
        cleaned = super().clean() or {}
        if cleaned.get("what") == "all:" and not cleaned.get("depth"):
            self.add_error("depth", say("Give a rank, or choose what to take out."))
        return cleaned
