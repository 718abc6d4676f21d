"""Writes of registrations: teams sign up with tasks and language pairs; organizers decide which pairs run anyway."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db import transaction

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account, Member
from assessment.people.services.addresses import email_error
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.shared.say import say, sentence
from assessment.shared.seen import differing, refuse_changed
from assessment.submissions.models import LanguagePair, RegisteredPerson, Registration, Team
from assessment.submissions.selectors.runs import team_named
from assessment.submissions.selectors.sentences import either
from assessment.submissions.services.teams import ensure_team, set_team_members, team_error
from scoring.tracks.base import Track

MOST_PEOPLE = 30
LABELS = {
    "team_id": sentence("team id"),
    "group": sentence("group"),
    "affiliation": sentence("affiliation"),
    "tasks": sentence("tasks"),
    "pairs": sentence("pairs"),
    "people": sentence("people"),
    "members": sentence("members"),
}
OPEN_TO_TEAMS = frozenset({State.DRAFT, State.OPEN})
_OVER = {
    State.CLOSED: sentence("Registration is over: the campaign is closed. Nothing was changed."),
    State.RELEASED: sentence("Registration is over: the campaign is released. Nothing was changed."),
}


class Person(NamedTuple):
    """Somebody of a team."""

    full_name: str
    affiliation: str
    email: str


class RegistrationEntry(NamedTuple):
    """What a team registers. The first person is the one to contact; pairs are written "EN:IT"."""

    team_id: str
    group: str
    affiliation: str
    people: tuple[Person, ...]
    tasks: tuple[str, ...]
    pairs: tuple[str, ...]


def all_pairs(track: Track) -> list[str]:
    """Every pair of the track's languages: the same language twice is a pair too."""
    return [f"{source}:{target}" for source in track.languages for target in track.languages]


def refuse_unregistrable(campaign: Campaign, organizer: bool) -> None:
    """Refuse registrations where the track has none, and those of teams once the campaign is closed."""
    if not campaign.track.registers and not organizer:
        raise Refused(
            say("Teams need no registration for {campaign}.", campaign=campaign.title),
            "no_registration",
            say("Submit a run."),
        )
    if not organizer and campaign.state not in OPEN_TO_TEAMS:
        raise Refused(
            say(_OVER[State(campaign.state)]),
            "registration_over",
            say("Write to the organizers, who can still register a team or change a registration."),
        )


@transaction.atomic
def register_team(
    *,
    by: Account | None,
    campaign: Campaign,
    entry: RegistrationEntry,
    members: Iterable[Member] | None = None,
    team: Team | None = None,
    organizer: bool = False,
) -> Registration:
    """Register a team that exists without a registration, or a new one with these members.

    Raises Refused or Conflict; then nothing was stored. A team registers once, and a team id is given once.
    """
    campaign = _locked(campaign)
    refuse_unregistrable(campaign, organizer)
    _refuse_errors(campaign, entry)
    if not organizer:
        _refuse_second(campaign, members or ())
    team = _named(by, campaign, entry.team_id, team)
    if members is not None:
        kept = () if organizer else team.members.all()
        set_team_members(by=by, team=team, members=[*kept, *members])
    registration = Registration(team=team, registered_by=by)
    _write(campaign, registration, entry)
    record_event(
        by=by, campaign=campaign, verb="registration:made", subject=team.name, **_entry_of(registration)
    )
    return registration


@transaction.atomic
def change_registration(
    *,
    by: Account | None,
    registration: Registration,
    entry: RegistrationEntry,
    members: Iterable[Member] | None = None,
    organizer: bool = False,
    seen: str | None = None,
) -> Registration:
    """Change what a team registered. Once it has questions, a team changes its people alone; organizers change all.

    `seen` is the mark of what the page showed (`state_of`); Conflict where somebody changed it meanwhile.
    """
    campaign = _locked(registration.team.campaign)
    refuse_unregistrable(campaign, organizer)
    registration = (
        Registration.objects.select_for_update(of=("self",)).select_related("team").get(pk=registration.pk)
    )
    before = _entry_of(registration)
    chosen = None if members is None else list(members)
    _refuse_overwriting(registration, entry, chosen, seen)
    _refuse_errors(campaign, entry)
    if registration.started_at and not organizer:
        _refuse_frozen(registration, entry)
    if entry.team_id != registration.team.name:
        registration.team = _renamed(campaign, registration.team, entry.team_id)
    if chosen is not None:
        set_team_members(by=by, team=registration.team, members=chosen)
    _write(campaign, registration, entry)
    after = _entry_of(registration)
    if after != before:
        subject = registration.team.name
        record_event(
            by=by,
            campaign=campaign,
            verb="registration:changed",
            subject=subject,
            before=before,
            after=after,
        )
    return registration


def _refuse_overwriting(
    registration: Registration, entry: RegistrationEntry, members: list[Member] | None, seen: str | None
) -> None:
    state = state_of(registration, members=members is not None)
    wanted: dict[str, object] = {
        "team_id": entry.team_id,
        "group": entry.group.strip(),
        "affiliation": entry.affiliation.strip(),
        "tasks": sorted(entry.tasks),
        "pairs": sorted(entry.pairs),
        "people": [" ".join(part.strip() for part in person) for person in entry.people],
    }
    if members is not None:
        wanted["members"] = sorted(member.name for member in members)
    now, yours = differing(state, wanted, LABELS)
    what = say("the registration of {team}", team=registration.team.name)
    refuse_changed(seen=seen, state=state, what=what, now=now, wanted=yours)


def state_of(registration: Registration, *, members: bool) -> dict[str, object]:
    """What the form of a registration shows and changes; organizers' pages show the members too."""
    people = sorted(registration.people.all(), key=lambda person: person.position)
    state: dict[str, object] = {
        "team_id": registration.team.name,
        "group": registration.group,
        "affiliation": registration.affiliation,
        "tasks": sorted(registration.tasks),
        "pairs": sorted(str(pair) for pair in registration.pairs.all()),
        "people": [f"{one.full_name} {one.affiliation} {one.email}" for one in people],
    }
    return state | ({"members": registration.team.member_names()} if members else {})


@transaction.atomic
def set_pair(*, by: Account | None, campaign: Campaign, pair: str, always: bool) -> LanguagePair:
    """Let a pair run whatever the number of its teams, or not. One whose questions were given out stays active."""
    campaign = _locked(campaign)
    refuse_unregistrable(campaign, organizer=True)
    if pair not in all_pairs(campaign.track):
        raise Refused(
            say("{pair} is not a language pair of this track. Nothing was changed.", pair=pair),
            "pair_unknown",
            say("Choose another."),
        )
    row = _pairs(campaign, [pair])[0]
    if row.always != always:
        row.always = always
        row.save(update_fields=["always"])
        record_event(by=by, campaign=campaign, verb="pair:changed", subject=pair, always=always)
    return row


def entry_errors(campaign: Campaign, entry: RegistrationEntry) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry: the field, and a sentence."""
    if error := team_error(campaign, entry.team_id):
        yield "team_id", error
    for field, text in (("group", entry.group), ("affiliation", entry.affiliation)):
        if not text.strip():
            yield field, say("This is required.")
    if not entry.people:
        yield "people", say("Name at least one person, the contact.")
    if len(entry.people) > MOST_PEOPLE:
        yield "people", say("At most {most} people per team.", most=MOST_PEOPLE)
    for person in entry.people:
        if error := person_error(person):
            yield "people", error
    yield from _choice_errors(campaign, entry)


def person_error(person: Person) -> str:
    """What is wrong with what was said of a person; "" where nothing is."""
    if not all(part.strip() for part in person):
        return say("Each person needs a full name, an affiliation and an e-mail address.")
    return email_error(person.email)


def _choice_errors(campaign: Campaign, entry: RegistrationEntry) -> Iterator[tuple[str, str]]:
    if not campaign.track.registers:
        if entry.tasks or entry.pairs:
            yield (
                "tasks",
                say("{track} has no tasks and language pairs to choose.", track=campaign.track.title),
            )
        return
    if not entry.tasks:
        yield "tasks", say("Choose at least one task: {tasks}.", tasks=either(campaign.track.run_kinds))
    if unknown := [task for task in entry.tasks if task not in campaign.track.run_kinds]:
        yield "tasks", say("{task} is not a task of this track.", task=unknown[0])
    if not entry.pairs:
        yield "pairs", say("Choose at least one language pair.")
    if unknown := [pair for pair in entry.pairs if pair not in all_pairs(campaign.track)]:
        yield "pairs", say("{pair} is not a language pair of this track.", pair=unknown[0])


def _refuse_errors(campaign: Campaign, entry: RegistrationEntry) -> None:
    if errors := list(entry_errors(campaign, entry)):
        sentences = " ".join(dict.fromkeys(error for _, error in errors))
        raise Refused(
            f"{sentences} {say('Nothing was changed.')}",
            "registration_incomplete",
            say("Correct it and send it again."),
        )


def _locked(campaign: Campaign) -> Campaign:
    """The campaign, locked: registrations wait for each other, since they count towards pairs."""
    return Campaign.visible.select_for_update(no_key=True).get(pk=campaign.pk)


def _refuse_second(campaign: Campaign, members: Iterable[Member]) -> None:
    """A participant registers one team; somebody else of the team may have done it a moment ago."""
    held = Registration.objects.filter(team__campaign=campaign, team__members__in=list(members))
    if found := held.select_related("team").first():
        raise Conflict(
            say("Your team is registered already, as {team}. Nothing was changed.", team=found.team.name),
            "registered_already",
            say("Reload the page; you can change the registration there."),
        )


def _named(by: Account | None, campaign: Campaign, team_id: str, team: Team | None) -> Team:
    """The team that is registered under this id: the one there is, or a new one."""
    if team is not None:
        _refuse_registered(team)
        return team if team.name == team_id else _renamed(campaign, team, team_id)
    _refuse_taken(campaign, team_id)
    return ensure_team(by=by, campaign=campaign, name=team_id)


def _refuse_registered(team: Team) -> None:
    if Registration.objects.filter(team=team).exists():
        raise Conflict(
            say("The team {team} is registered already. Nothing was changed.", team=team.name),
            "registered_already",
            say("Reload the page; you can change the registration there."),
        )


def _refuse_taken(campaign: Campaign, team_id: str) -> None:
    if team_named(campaign, team_id):
        raise Refused(
            say("The team id {team} is taken. Nothing was changed.", team=team_id),
            "team_id_taken",
            say("Choose another."),
        )


def _renamed(campaign: Campaign, team: Team, team_id: str) -> Team:
    """The team under its new id. Run ids begin with a team's id, so it stays once there are runs."""
    other = team_named(campaign, team_id)
    if other is not None and other != team:
        _refuse_taken(campaign, team_id)
    if team.runs.exists():
        raise Refused(
            say("The runs of {team} have its id. Nothing was changed.", team=team.name),
            "team_id_in_use",
            say("Keep the id."),
        )
    campaign.deadline_changes.filter(team_name=team.name).update(team_name=team_id)
    team.name = team_id
    team.save(update_fields=["name"])
    return team


def _refuse_frozen(registration: Registration, entry: RegistrationEntry) -> None:
    """Refuse to change what others may count on, once the team has questions."""
    now = _entry_of(registration)
    wanted = {
        "group": entry.group.strip(),
        "affiliation": entry.affiliation.strip(),
        "tasks": sorted(entry.tasks),
        "pairs": sorted(entry.pairs),
    }
    same = entry.team_id == registration.team.name and all(now[name] == wanted[name] for name in wanted)
    if not same:
        raise Refused(
            say(
                "{team} has downloaded questions; since then only its people can be changed. Nothing was changed.",
                team=registration.team.name,
            ),
            "registration_frozen",
            say("Write to the organizers, who can change tasks and language pairs."),
        )


def _write(campaign: Campaign, registration: Registration, entry: RegistrationEntry) -> None:
    registration.group, registration.affiliation = entry.group.strip(), entry.affiliation.strip()
    registration.tasks = [task for task in campaign.track.run_kinds if task in entry.tasks]
    registration.save()
    registration.pairs.set(_pairs(campaign, entry.pairs))
    registration.people.all().delete()
    RegisteredPerson.objects.bulk_create(
        RegisteredPerson(
            registration=registration,
            position=position,
            full_name=person.full_name.strip(),
            affiliation=person.affiliation.strip(),
            email=person.email.strip(),
        )
        for position, person in enumerate(entry.people, 1)
    )


def _pairs(campaign: Campaign, in_words: Iterable[str]) -> list[LanguagePair]:
    """The rows of some pairs, made where there are none yet."""
    wanted = [tuple(pair.split(":")) for pair in dict.fromkeys(in_words)]
    known = {(row.source, row.target): row for row in campaign.pairs.all()}
    new = [
        LanguagePair(campaign=campaign, source=source, target=target)
        for source, target in wanted
        if (source, target) not in known
    ]
    known |= {(row.source, row.target): row for row in LanguagePair.objects.bulk_create(new)}
    return [known[source, target] for source, target in wanted]


def _entry_of(registration: Registration) -> Mapping[str, Any]:
    """A registration as the event log keeps it."""
    people = registration.people.order_by("position").values("full_name", "affiliation", "email")
    members = registration.team.members.order_by("name").values_list("name", flat=True)
    return {
        "team_id": registration.team.name,
        "group": registration.group,
        "affiliation": registration.affiliation,
        "tasks": sorted(registration.tasks),
        "pairs": sorted(str(pair) for pair in registration.pairs.all()),
        "people": list(people),
        "members": list(members),
    }
