"""All settings of all tracks in words: for the help of commands, and as the page docs/settings.md."""

import math
from collections.abc import Iterator, Sequence

from assessment.campaigns.models.options import known_settings
from scoring import evaluations
from scoring.tracks.base import Track
from scoring.tracks.settings import Setting

HEAD = """# Settings

What an evaluation's rules are is a setting of its campaign. Each track has the settings below, with its own defaults; a
campaign keeps what differs from them. They are written `KEY=VALUE`: with `manage.py create_campaign … --set KEY=VALUE`,
with `manage.py settings CAMPAIGN KEY=VALUE`, on the page Settings of a campaign, and in `campaign.json` of a bundle.
`manage.py settings CAMPAIGN` lists those of one campaign with the values in force.

This page is written by `manage.py settings > docs/settings.md`; a test compares them.
"""


def settings_page() -> str:
    """The page: one part for each track."""
    return "\n".join([HEAD, *(line for track in evaluations.TRACKS.values() for line in _part(track))])


def settings_in_short() -> str:
    """Every setting in a line or two, with its default in each track: for `--help`."""
    lines = ["settings (KEY=VALUE):"]
    for name in _names():
        found = {
            slug: setting for slug, track in evaluations.TRACKS.items() if (setting := _find(track, name))
        }
        lines.append(f"  {name}: {_defaults(found)}")
        helps = {setting.help for setting in found.values()}
        for help_text in sorted(helps):
            owners = [slug for slug, setting in found.items() if setting.help == help_text]
            lines.append(f"      {'' if len(helps) == 1 else ', '.join(owners) + ': '}{help_text}")
    return "\n".join(lines)


def _names() -> list[str]:
    """Every name of a setting once, in the order in which tracks have them."""
    names: dict[str, None] = {}
    for track in evaluations.TRACKS.values():
        names |= dict.fromkeys(setting.name for setting in known_settings(track))
    return list(names)


def _find(track: Track, name: str) -> Setting | None:
    return next((setting for setting in known_settings(track) if setting.name == name), None)


def _defaults(found: dict[str, Setting]) -> str:
    by_value: dict[str, list[str]] = {}
    for slug, setting in found.items():
        by_value.setdefault(setting.format(setting.default), []).append(slug)
    everywhere = len(found) == len(evaluations.TRACKS)
    if everywhere and len(by_value) == 1:
        return f"default {next(iter(by_value))}"
    return "; ".join(f"{value} ({', '.join(slugs)})" for value, slugs in by_value.items())


def _part(track: Track) -> Iterator[str]:
    yield from (f"## {track.slug}: {track.title}", "")
    settings = known_settings(track)
    yield from _table([setting for setting in settings if not setting.relaxation])
    relaxed = [setting for setting in settings if setting.relaxation]
    if relaxed:
        yield from ("Relaxed rules, shown on the campaign's page where they differ from the default:", "")
        yield from _table(relaxed)
    if track.fixed:
        yield from ("What no setting changes:", "", *(f"- {sentence}" for sentence in track.fixed), "")


def _table(settings: Sequence[Setting]) -> Iterator[str]:
    yield from ("| setting | default | values | meaning | example |", "|---|---|---|---|---|")
    for one in settings:
        meaning = f"{one.label}: {one.help}"
        cells = (f"`{one.name}`", f"`{one.format(one.default)}`", _values(one), meaning, one.example)
        yield f"| {' | '.join(_cell(text) for text in cells)} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _values(setting: Setting) -> str:
    upper = f" to {setting.maximum:.0f}" if setting.maximum < math.inf else ""
    kinds = {
        "int": f"a whole number from {setting.minimum:g}{upper}",
        "ints": f"whole numbers from {setting.minimum:g}{upper} with commas between them",
        "names": f"some of {', '.join(setting.choices)}, with commas between them",
        "float": f"a number from {setting.minimum:g}",
        "floats": f"{setting.count} numbers with commas between them",
        "bool": "true or false",
        "choice": ", ".join(setting.choices),
        "text": "text",
    }
    return kinds[setting.kind] + (", or none" if setting.optional else "")
