"""Forms of campaigns, their settings and questions. Settings are read by the code that commands use."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.models import Campaign, DocumentList, Question
from assessment.campaigns.models.options import DEVELOPMENT, GIVEN, OF_CAMPAIGN, SEARCHING, SHARING
from assessment.campaigns.selectors.campaigns import collections, head_of, is_frozen
from assessment.campaigns.selectors.document_lists import MOST
from assessment.shared.datetimes import ZonedDatetime, parse_datetime
from assessment.shared.grades import grade_name
from assessment.shared.say import say, say_n, sentence
from documents.models import Collection
from scoring import evaluations
from scoring.formats.document_lists import TOP
from scoring.measures import find
from scoring.records import MAX_DOCID
from scoring.tracks.base import Track
from scoring.tracks.settings import Setting

REASON_HELP = gettext_lazy("Shown beside the change.")
_ON_OFF = {"true": sentence("on"), "false": sentence("off")}


def reason_field(**options: Any) -> forms.CharField:
    """A sentence that says why."""
    return forms.CharField(
        label=gettext_lazy("Reason"), max_length=1000, **{"help_text": REASON_HELP, **options}
    )


def help_with_default(setting: Setting) -> str:
    """The setting's help, and what counts where nothing is chosen."""
    text = setting.format(setting.default)
    usual = say(_ON_OFF[text]) if text in _ON_OFF else text
    return say("{help} Default: {usual}.", help=say(setting.help), usual=usual)


class SettingField(forms.CharField):
    """A setting written as text, as commands take it."""

    def __init__(self, setting: Setting, **options: Any) -> None:
        self.setting = setting
        super().__init__(required=False, **options)

    def to_python(self, value: Any) -> Any:
        try:
            return self.setting.take(super().to_python(value) if value is not None else "")
        except ValueError as error:
            raise forms.ValidationError(str(error), code="setting") from None

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else self.setting.format(value)

    def run_validators(self, value: Any) -> None:
        """Nothing more than the setting itself asks for."""


def setting_field(setting: Setting) -> forms.Field:
    """The field that fits the kind of a setting."""
    options: dict[str, Any] = {"label": say(setting.label), "help_text": help_with_default(setting)}
    if setting.kind == "bool":
        return forms.BooleanField(required=False, **options)
    if setting.kind == "choice":
        return forms.ChoiceField(choices=[(choice, choice) for choice in setting.choices], **options)
    return SettingField(setting, **options)


class SettingsForm(forms.Form):
    """Title, collection and all settings of the track.

    Only what differs from what its writer saw counts as changed, so two people who change different
    settings at the same time do not undo each other.
    """

    title = forms.CharField(max_length=200, label=gettext_lazy("Title"))
    collection = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Collection"),
        help_text=gettext_lazy("The documents that answers come from."),
    )

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        initial = {"title": campaign.title, "collection": campaign.collection_slug, **campaign.choices}
        initial |= {rule.setting.name: rule.value for rule in campaign.own_settings}
        super().__init__(data, initial=initial)
        self.campaign = campaign
        own = (*OF_CAMPAIGN, *campaign.track.settings, *GIVEN)
        self.rules = {setting.name: setting for setting in own}
        fields: dict[str, Any] = self.fields
        fields["collection"].choices = collection_choices(campaign.collection_slug)
        self.fields |= {name: setting_field(setting) for name, setting in self.rules.items()}
        for field in self.fields.values():
            field.show_hidden_initial = True
        self.fields["reason"] = reason_field(
            required=False,
            help_text=gettext_lazy(
                "Needed where the collection lacks documents of the pools; kept in the log."
            ),
        )

    def changes(self) -> dict[str, Any]:
        """What was changed, as `services.edit_settings` takes it."""
        changed = {name: self.cleaned_data[name] for name in self.changed_data}
        changed["reason"] = self.cleaned_data["reason"]
        settings = {name: changed.pop(name) for name in self.rules if name in changed}
        seen = {
            name: self._seen(name)
            for name in self.changed_data
            if name in self.initial and self._shown_name(name) in self.data
        }
        return {**changed, "settings": settings, "seen": seen}

    def _shown_name(self, name: str) -> str:
        """What the value that the page showed is called in what it sends."""
        return self[name].html_initial_name

    def _seen(self, name: str) -> Any:
        return self.fields[name].to_python(self.data[self._shown_name(name)])

    def again(self) -> "SettingsForm":
        """The same once more, for somebody who has seen the present settings."""
        data = dict(self.data.items())
        for name, field in self.fields.items():
            if name not in self.initial:
                continue
            data[self._shown_name(name)] = field.prepare_value(self.initial[name])
        return type(self)(self.campaign, data)

    def general(self) -> list[forms.BoundField]:
        """Fields of every campaign."""
        is_refused = "collection_unrelated" in {
            error.code for error in self.errors.as_data().get("__all__", ())
        }
        return [self["title"], self["collection"], *([self["reason"]] if is_refused else [])]

    def strict(self) -> list[forms.BoundField]:
        """Settings that relax nothing."""
        apart = (*GIVEN, *DEVELOPMENT)
        named = (setting for setting in self.rules.values() if setting not in apart)
        return [self[setting.name] for setting in named if not setting.relaxation]

    def developing(self) -> list[forms.BoundField]:
        """Who else enters candidate questions."""
        return [self[setting.name] for setting in DEVELOPMENT]

    def shared(self) -> list[forms.BoundField]:
        """What participants get after release."""
        return [self[setting.name] for setting in SHARING]

    def searching(self) -> list[forms.BoundField]:
        """Who may search the collection, beside those who run the campaign."""
        return [self[setting.name] for setting in SEARCHING]

    def relaxed(self) -> list[forms.BoundField]:
        """Settings that relax a rule for submissions."""
        return [self[name] for name, setting in self.rules.items() if setting.relaxation]


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


class NewCampaignForm(forms.Form):
    """What a campaign starts with."""

    title = forms.CharField(max_length=200, label=gettext_lazy("Title"))
    slug = forms.SlugField(
        max_length=64,
        label=gettext_lazy("Short name"),
        help_text=gettext_lazy("Used in addresses and files; it cannot be changed later."),
    )
    track = forms.ChoiceField(widget=forms.RadioSelect, label=gettext_lazy("Track"))
    collection = forms.ChoiceField(
        required=False, label=gettext_lazy("Collection"), help_text=gettext_lazy("Can be chosen later.")
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        fields: dict[str, Any] = self.fields
        fields["track"].choices = [(slug, track.title) for slug, track in evaluations.TRACKS.items()]
        fields["collection"].choices = collection_choices("")

    def tracks(self) -> Iterable[tuple[forms.boundfield.BoundWidget, str]]:
        """The radio buttons, each with what its track is."""
        return [(button, describe(evaluations.get(button.data["value"]))) for button in self["track"]]


def describe(track: Track) -> str:
    """Which questions a track has, how they are judged and what its score is."""
    parts = [say("Questions in series.")] if track.series_rules else []
    for kind in track.question_types.values():
        if kind.judged and kind.scale:
            grades = ", ".join(grade_name(grade, track) for grade in kind.scale.grades)
            parts.append(say("{type} questions, graded {grades}.", type=say(kind.label), grades=grades))
    shown = [say(kind.label) for kind in track.question_types.values() if not kind.judged]
    if shown:
        parts.append(say("{types} questions are shown, not judged.", types=_together(shown)))
    judges: Any = track.settings_with_defaults({})["judges"]
    measure = find(track.score)
    score = say(measure.title) if measure else say("mean over series")
    parts.append(
        say_n(
            "{n} assessor per question. Score: {score}.",
            "{n} assessors per question. Score: {score}.",
            judges,
            score=score,
        )
    )
    return " ".join(parts)


def _together(names: Sequence[str]) -> str:
    """Names as a sentence joins them."""
    *some, last = names
    return say("{names} and {last}", names=", ".join(some), last=last) if some else last


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
        label=gettext_lazy("This deadline has passed; set it all the same"),
        help_text=gettext_lazy("Nobody could submit a run."),
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
