"""What every track has because it has settings: their values, what of them contradicts, which relax a rule."""

from abc import ABC
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.tracks.settings import Setting, SettingsError, parse_settings


@dataclass(frozen=True, kw_only=True)
class Configured(ABC):
    """Something with settings that campaigns give values."""

    settings: tuple[Setting, ...]
    # What of settings contradicts each other, a sentence each.
    contradicted: Callable[[Mapping[str, Any]], Iterable[str]] | None = None

    def parse_settings(self, given: Mapping[str, object]) -> dict[str, Any]:
        """The values of some settings. Raises SettingsError with a sentence for each that cannot be taken."""
        return parse_settings(self.settings, given)

    def settings_with_defaults(self, given: Mapping[str, object]) -> dict[str, Any]:
        """All settings of the track in their order: the given values, else the defaults."""
        values = self.parse_settings(given)
        return {setting.name: values.get(setting.name, setting.default) for setting in self.settings}

    def check_together(self, given: Mapping[str, object]) -> None:
        """Raise SettingsError with a sentence for each contradiction among settings; those not given have defaults."""
        values = self.settings_with_defaults(given)
        if sentences := tuple(self.contradicted(values) if self.contradicted else ()):
            raise SettingsError(sentences)

    def stated(self, settings: Mapping[str, Any]) -> list[Setting]:
        """The settings that bundles and checksums hold: all but those that came later and have their default."""
        return [one for one in self.settings if not one.later or settings[one.name] != one.default]

    def relaxations(self, settings: Mapping[str, Any]) -> list[str]:
        """The relaxed rules in force, written KEY=VALUE."""
        values = self.settings_with_defaults(settings)
        return [
            f"{setting.name}={setting.format(values[setting.name])}"
            for setting in self.settings
            if setting.relaxation and values[setting.name] != setting.default
        ]

    def for_accepted_runs(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The settings to read runs again that were accepted once: rules that only matter at submission are loose."""
        loose: dict[str, Any] = {
            setting.name: True for setting in self.settings if setting.relaxation and setting.kind == "bool"
        }
        if any(setting.name == "max_runs" for setting in self.settings):
            loose["max_runs"] = None  # a priority stays what it was when the limit changes
        return self.settings_with_defaults({**settings, **loose})
