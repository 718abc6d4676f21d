"""What the commands of teams share: finding the team and the people that a command line names."""

from collections.abc import Iterable

from assessment.campaigns.models import Campaign
from assessment.people.models import Member
from assessment.shared.errors import Refused
from assessment.submissions.models import Team
from assessment.submissions.selectors.runs import participants, team_named
from assessment.submissions.services.registrations import Person

UNCHANGED = "Nothing was changed."


def team_called(campaign: Campaign, name: str) -> Team:
    """The campaign's team of that name, or a refusal that lists those there are."""
    team = team_named(campaign, name)
    if team is None:
        known = ", ".join(campaign.teams.order_by("name").values_list("name", flat=True)) or "none yet"
        raise Refused(
            f'{campaign.slug} has no team "{name}". {UNCHANGED}', "team_unknown", f"Teams here: {known}."
        )
    return team


def participants_called(campaign: Campaign, names: Iterable[str]) -> list[Member]:
    """The participants of these names; a refusal names those who are none."""
    wanted = list(dict.fromkeys(names))
    found = {member.name: member for member in participants(campaign).filter(name__in=wanted)}
    if missing := [name for name in wanted if name not in found]:
        raise Refused(
            f"{', '.join(missing)}: no participant of {campaign.slug}. {UNCHANGED}",
            "not_a_participant",
            "Add them first, with add_person NAME --role participant.",
        )
    return [found[name] for name in wanted]


def names_in(text: str | None) -> list[str]:
    """The names of a list with commas."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def person_of(text: str) -> Person:
    """Somebody of a team, as a command line writes it: name; affiliation; e-mail address."""
    parts = [part.strip() for part in text.split(";")]
    if len(parts) != 3:
        raise Refused(
            f"“{text}” is no person. Nothing was changed.",
            "person",
            "Write name; affiliation; e-mail address.",
        )
    return Person(*parts)
