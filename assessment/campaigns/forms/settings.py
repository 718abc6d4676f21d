"""The form of a campaign's settings. Settings are read by the code that commands use."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.campaigns import collection_choices, reason_field
from assessment.campaigns.models import Campaign
from assessment.campaigns.models.options import GIVEN, OF_CAMPAIGN
from assessment.shared.say import say, sentence
from scoring.tracks.settings import Setting

_ON_OFF = {"true": sentence("on"), "false": sentence("off")}


def said(text: str) -> str:
    """A value as the page writes it."""
    return say(_ON_OFF[text]) if text in _ON_OFF else text


def help_with_default(setting: Setting) -> str:
    """The setting's help, and what counts where nothing is chosen."""
    usual = said(setting.format(setting.default))
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

    @property
    def needs_reason(self) -> bool:
        """Whether the collection was refused for want of a reason."""
        return "collection_unrelated" in {error.code for error in self.errors.as_data().get("__all__", ())}
