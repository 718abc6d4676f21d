"""Forms of campaigns, their guidelines and questions."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign, DocumentList, Question
from assessment.campaigns.selectors.campaigns import collections, head_of, is_frozen
from assessment.campaigns.selectors.document_lists import MOST
from assessment.shared.datetimes import ZonedDatetime, parse_datetime
from assessment.shared.say import say, say_n
from documents.models import Collection
from scoring import evaluations
from scoring.formats.document_lists import TOP
from scoring.records import MAX_DOCID

REASON_HELP = gettext_lazy("Shown beside the change.")


def reason_field(**options: Any) -> forms.CharField:
    """A sentence that says why."""
    return forms.CharField(
        label=gettext_lazy("Reason"), max_length=1000, **{"help_text": REASON_HELP, **options}
    )


def collection_choices(current: str) -> list[tuple[str, str]]:
    """The collections here, and the one that is named although it is not here yet."""
    choices = [("", say("none yet"))]
    for collection in collections():
        said = _with_texts(collection) if collection.held else _ids_only(collection)
        choices.append((collection.slug, said))
    if current not in dict(choices):
        choices.append((current, say("{name} (not imported yet)", name=current)))
    return choices


def _with_texts(one: Collection) -> str:
    return say_n("{title} ({n} document)", "{title} ({n} documents)", one.documents, title=one.title)


def _ids_only(one: Collection) -> str:
    return say_n(
        "{title} ({n} document, ids only)",
        "{title} ({n} documents, ids only)",
        one.documents,
        title=one.title,
    )


def slug_field() -> forms.SlugField:
    """The short name of a new campaign, which may be left to the site."""
    return forms.SlugField(
        max_length=64,
        required=False,
        label=gettext_lazy("Short name"),
        help_text=gettext_lazy(
            "Used in addresses and file names; it cannot be changed later. Empty: made from the title."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-proposed": ""}),
    )


class NewCampaignForm(forms.Form):
    """What a campaign starts with. A title is enough: the first track is chosen, the rest may be empty."""

    title = forms.CharField(max_length=200, label=gettext_lazy("Title"))
    track = forms.ChoiceField(widget=forms.RadioSelect, label=gettext_lazy("Track"))
    slug = slug_field()
    collection = forms.ChoiceField(
        required=False, label=gettext_lazy("Collection"), help_text=gettext_lazy("Can be chosen later.")
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        fields: dict[str, Any] = self.fields
        fields["track"].choices = [(slug, track.title) for slug, track in evaluations.TRACKS.items()]
        fields["track"].initial = next(iter(evaluations.TRACKS))
        fields["collection"].choices = collection_choices("")

    def tracks(self) -> Iterable[tuple[forms.boundfield.BoundWidget, str]]:
        """The radio buttons, each with what its track is."""
        return [(button, say(evaluations.get(button.data["value"]).about)) for button in self["track"]]

    def clean(self) -> dict[str, Any]:
        """Have it named by its title where no short name was given."""
        return named(self)


def named(form: forms.Form) -> dict[str, Any]:
    """What was typed, with no short name where none was: then the site makes one."""
    data = form.cleaned_data
    if "slug" in data:
        data["slug"] = data["slug"] or None
    return data


class DeadlineForm(forms.Form):
    """The deadline of all teams or of one. `zoned` is what was written, None for no deadline."""

    clock = forms.CharField(
        required=False,
        label=gettext_lazy("Date and time"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text=gettext_lazy("Empty: no deadline."),
    )
    zone = forms.CharField(
        max_length=64,
        required=False,
        label=gettext_lazy("Zone"),
        help_text=gettext_lazy("Such as Europe/Paris; Etc/GMT+12 is anywhere on Earth."),
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
    )
    team = forms.CharField(
        max_length=64,
        required=False,
        label=gettext_lazy("Team"),
        help_text=gettext_lazy("Empty: all teams."),
        widget=forms.TextInput(attrs={"list": "teams"}),
    )
    reason = reason_field(required=False)
    past = forms.BooleanField(
        required=False,
        label=gettext_lazy("This deadline has passed. Set it anyway"),
        help_text=gettext_lazy("Nobody will be able to submit a run."),
    )
    zoned: ZonedDatetime | None = None

    def clean(self) -> dict[str, Any]:
        """Read clock and zone together, as a setting's text is read."""
        data = super().clean() or {}
        if data.get("clock"):
            try:
                self.zoned = parse_datetime(f"{data['clock']} {data.get('zone') or 'UTC'}")
            except ValueError as expected:
                self.add_error("clock", say("Not a deadline. Write {expected}.", expected=str(expected)))
        return data


def current_deadline(campaign: Campaign) -> dict[str, str]:
    """What the form starts with: the deadline there is."""
    clock = campaign.deadline_text.removesuffix(campaign.deadline_zone).strip().replace(" ", "T")
    return {"clock": clock if campaign.deadline else "", "zone": campaign.deadline_zone}


class StateForm(forms.Form):
    """A step to another state."""

    to = forms.CharField(max_length=10, widget=forms.HiddenInput)
    reason = reason_field(required=False)


class GuidelinesForm(forms.Form):
    """A new version of the guidelines; `seen` is the version its writer started from."""

    text = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 18}), label=gettext_lazy("Guidelines"), max_length=200_000
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class ArchiveForm(forms.Form):
    """How many texts of a list to download."""

    def __init__(self, document_list: DocumentList, data: Any = None) -> None:
        super().__init__(data, initial={"top": min(TOP, document_list.documents)})
        most = max(TOP, min(MOST, document_list.documents))
        self.fields["top"] = forms.IntegerField(
            required=False, min_value=1, max_value=most, label=gettext_lazy("How many")
        )


class QuestionForm(forms.Form):
    """What an organizer may change of a question."""

    text = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3}), label=gettext_lazy("Text"), max_length=10_000
    )
    source = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Source"),
        help_text=gettext_lazy("Where the question comes from."),
    )
    suggested_answer = forms.CharField(
        max_length=10_000, required=False, label=gettext_lazy("Suggested answer")
    )
    suggested_docid = forms.CharField(
        max_length=MAX_DOCID, required=False, label=gettext_lazy("Document of the suggested answer")
    )
    reason = reason_field(required=False)

    def __init__(self, question: Question, data: Any = None) -> None:
        names = ("text", "source", "suggested_answer", "suggested_docid")
        super().__init__(data, initial={name: getattr(question, name) for name in names})
        head = head_of(question)
        self.is_frozen = head in (None, question) and is_frozen(question)
        if head and head != question:
            self.fields["text"].disabled = True
            self.fields["text"].help_text = say(
                "Change it at question {question}: its whole topic goes along.", question=head.qid
            )
        if self.is_frozen:
            self.fields["reason"].help_text = say("Required to change the text, and shown with it.")
        else:
            del self.fields["reason"]
