"""A campaign's settings as people spell them: KEY=VALUE in commands, fields of a form, "settings" of campaign.json.

Most belong to the track. The deadline, `remote_resources`, what is set of the campaign itself (OF_CAMPAIGN: registration, who
enters candidate questions, third assessors), what participants get after release (SHARING) and who searches the collection (SEARCHING) are
columns of the campaign, because pages and queries ask for them; in every spelling they stand beside the others. No score
depends on the deadline, OF_CAMPAIGN or GIVEN.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from assessment.shared.datetimes import datetime_error, parse_datetime
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, sentence
from scoring.records import Problem
from scoring.tracks.base import Track
from scoring.tracks.settings import Setting, SettingsError, parse_settings

DEADLINE = Setting(
    "deadline",
    "text",
    None,
    sentence("Deadline"),
    sentence(
        "When runs are due: date, time and zone, such as 2026-12-01 23:59 Europe/Paris; none for no deadline."
    ),
    optional=True,
    check=datetime_error,
    example=sentence("With 2026-12-01 23:59 Europe/Paris, a run sent at midnight is too late."),
)
REGISTRATION = Setting(
    "registration",
    "choice",
    "closed",
    sentence("Registration of teams"),
    sentence(
        "Whether people with an account on this site may register a team: closed, not at all; approval, once an "
        "organizer has accepted it; open, at once."
    ),
    choices=("closed", "approval", "open"),
    example=sentence(
        "With approval, a team that registers today submits its first run once an organizer has accepted it."
    ),
)
DEVELOPMENT = (
    Setting(
        "candidates_of_assessors",
        "int",
        None,
        sentence("Candidate questions of each assessor"),
        sentence(
            "How many candidate questions each assessor may enter, with answer and document; none: not any. Assessors"
            " see only their own."
        ),
        optional=True,
        minimum=1,
        example=sentence("With 20, each assessor may enter 20 questions."),
    ),
    Setting(
        "candidates_of_participants",
        "int",
        None,
        sentence("Candidate questions of each participant"),
        sentence("The same for each participant."),
        optional=True,
        minimum=1,
        example=sentence("With 5, each participant may enter 5 questions."),
    ),
    Setting(
        "candidates_until",
        "text",
        None,
        sentence("End of entering candidates"),
        sentence(
            "Until when assessors and participants may enter and change candidate questions: date, time and zone, such as "
            "2026-12-01 23:59 Europe/Paris; none for no end."
        ),
        optional=True,
        check=datetime_error,
        example=sentence(
            "With 2026-03-01 12:00 UTC, only organizers enter or change candidates from noon on."
        ),
    ),
)
THIRD_ASSESSORS = Setting(
    "third_assessors",
    "bool",
    False,
    sentence("Third assessors automatically"),
    sentence(
        "Whether answers on which the assessors of a question disagree go to another assessor as soon as the last of "
        "them has finished. Otherwise organizers assign them on the page Assign."
    ),
    example=sentence("One says yes, the other no: once both have finished, a third is given that answer."),
)
OF_CAMPAIGN = (
    REGISTRATION,
    *DEVELOPMENT,
    THIRD_ASSESSORS,
)  # say nothing of scoring, nor of what participants get
SHARING = (
    Setting(
        "team_names",
        "bool",
        False,
        sentence("Show teams the names of other teams"),
        sentence(
            "Whether participants see the names of the other teams on the released leaderboard. Otherwise they see "
            "the other runs’ scores without names."
        ),
        example=sentence("On: “harbor1, 0.412”. Off: 0.412 under no name."),
    ),
    Setting(
        "qrels_for_teams",
        "bool",
        False,
        sentence("Share the qrels"),
        sentence("Whether participants may download the released qrels."),
        example=sentence("On, teams can score their next system by the same judgments."),
    ),
    Setting(
        "judged_runs",
        "choice",
        "own",
        sentence("Share judged runs"),
        sentence(
            "Which runs’ answers participants may see with their grades after release: none, their own, or all. If "
            "they do not see the names of other teams, the other runs get made-up names."
        ),
        choices=("none", "own", "all"),
        example=sentence(
            "With own, a team sees how each of its own answers was judged, and no answer of another team."
        ),
    ),
)
SEARCHING = (
    Setting(
        "search_developing",
        "bool",
        False,
        sentence("Assessors search during question development"),
        sentence("Whether assessors may search the collection while the campaign is a draft."),
        example=sentence("On, assessors who write a question can look for documents that answer it."),
    ),
    Setting(
        "search_judging",
        "bool",
        False,
        sentence("Assessors search while judging"),
        sentence(
            "Whether assessors may search the collection once the campaign has opened. They find documents only, no "
            "runs and no judgments."
        ),
        example=sentence("On, assessors who doubt an answer can look it up in other documents."),
    ),
    Setting(
        "search_for_teams",
        "bool",
        False,
        sentence("Participants search"),
        sentence(
            "Whether participants may search the collection once the campaign has opened, after accepting the licence"
            " of its texts. Without a licence they may not."
        ),
        example=sentence("On, participants who accepted the licence find documents by their words."),
    ),
)
GIVEN = (*SHARING, *SEARCHING)  # to people of the campaign; no score depends on it
COLUMNS = frozenset({"deadline", "remote_resources", *(setting.name for setting in (*OF_CAMPAIGN, *GIVEN))})


class Choices(NamedTuple):
    """Parsed settings, apart by where they are kept."""

    rules: dict[str, Any]  # by the track
    columns: dict[str, Any]  # of the campaign; the deadline is a ZonedDatetime or None


class InForce(NamedTuple):
    """One setting of a campaign and the value that counts."""

    setting: Setting
    value: Any

    @property
    def text(self) -> str:
        return self.setting.format(self.value)

    @property
    def default(self) -> str:
        return self.setting.format(self.setting.default)

    @property
    def chosen(self) -> bool:
        """Whether it differs from the track's default."""
        return self.text != self.default


def known_settings(track: Track) -> tuple[Setting, ...]:
    """Every setting that a campaign of the track takes."""
    return (*track.settings, *GIVEN, DEADLINE, *OF_CAMPAIGN)


def parse_choices(track: Track, given: Mapping[str, object]) -> Choices:
    """Read settings. Raises FileRefused with a problem for each key or value that cannot be taken."""
    try:
        values = parse_settings(known_settings(track), given)
    except SettingsError as error:
        raise _refused("setting", error) from None
    columns = {name: values.pop(name) for name in COLUMNS & values.keys()}
    if columns.get("deadline") is not None:
        columns["deadline"] = parse_datetime(columns["deadline"])
    return Choices(values, columns)


def check_together(track: Track, rules: Mapping[str, object]) -> None:
    """Raise FileRefused with a problem for each contradiction among settings of the track."""
    known = {setting.name for setting in track.settings}
    try:
        track.check_together({name: value for name, value in rules.items() if name in known})
    except SettingsError as error:
        raise _refused("setting_contradiction", error) from None


def _refused(code: str, error: SettingsError) -> FileRefused:
    problems = [Problem("settings", 0, code, sentence) for sentence in error.sentences]
    return FileRefused(say("Nothing was changed."), problems, say("Fix what is listed and try again."))


def split_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """The settings written as KEY=VALUE; of a key given twice the last counts."""
    given = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Refused(
                say('"{pair}" is not KEY=VALUE. Nothing was changed.', pair=pair),
                "setting",
                say("Write for example judges=3."),
            )
        given[key.strip()] = value
    return given


def differing(track: Track, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Those settings that differ from the track's defaults, as JSON holds them."""
    defaults = {setting.name: setting.default for setting in track.settings}
    chosen = {name: value for name, value in rules.items() if value != defaults[name]}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()}


def in_force(track: Track, rules: Mapping[str, Any]) -> list[InForce]:
    """All settings of the track, and what people are given, with the values that count."""
    return [InForce(setting, rules[setting.name]) for setting in (*track.settings, *GIVEN)]
