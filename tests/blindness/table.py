"""Who may see what, from which phase of a campaign on: the one table that the walk of canaries holds the site to.

docs/who-sees-what.md is made of it: `python -m tests.blindness.page`. What stands nowhere here is seen by nobody.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tests.blindness.phases import Phase
from tests.blindness.secrets import Kind, Owner, Secret
from tests.blindness.who import Rights, Who, rights_at

ASSESSORS = (Who.FIRST, Who.SECOND)
TEAMS = (Who.TEAM_A, Who.TEAM_B)
STAFF = (Who.ORGANIZER, Who.ADMIN, Who.SITE_ADMIN)
DECIDERS = (*STAFF, Who.ADJUDICATOR)
PEOPLE = (*DECIDERS, *ASSESSORS, *TEAMS)
ALWAYS = Phase.DRAFT
OWN_DATA = "/account/data/file/"


def _from(phase: Phase, *groups: tuple[str, ...]) -> dict[str, Phase]:
    return {who: phase for group in groups for who in group}


class Row(NamedTuple):
    """Something to know, and who may know it from which phase on."""

    what: str  # for people
    secrets: tuple[Secret, ...]
    others: Mapping[str, Phase]  # who sees it of other people, from when
    own: Phase | None = ALWAYS  # from when those see it whose it is; None: never again
    note: str = ""

    def first(self, rights: Rights, secret: Secret) -> Phase | None:
        """From when somebody may see one of the secrets; None: never."""
        is_own = secret.owner in rights.owners and (
            secret.owner is not Owner.STAFF or secret.kind is Kind.MAIL
        )
        phases = [self.others.get(rights.column), self.own if is_own else None]
        return min((phase for phase in phases if phase), key=lambda phase: phase.number, default=None)


def _of(kind: Kind, *owners: Owner) -> tuple[Secret, ...]:
    return tuple(Secret(kind, owner) for owner in owners)


_TEAMS = (Owner.A, Owner.B, Owner.C)
_ASSESSORS = (Owner.FIRST, Owner.SECOND, Owner.THIRD)

TABLE: tuple[Row, ...] = (
    Row(
        "Whose a run is: run id, tag, team",
        (*_of(Kind.RUN, *_TEAMS), *_of(Kind.TEAM, *_TEAMS)),
        _from(ALWAYS, DECIDERS) | _from(Phase.SHARED, ASSESSORS, TEAMS),
        note="Others see names after the release only where the campaign’s settings give them out.",
    ),
    Row(
        "What a team wrote of its run",
        _of(Kind.DESCRIPTION, *_TEAMS),
        _from(ALWAYS, DECIDERS),
    ),
    Row(
        "Answer strings",
        _of(Kind.ANSWER, *_TEAMS),
        _from(ALWAYS, STAFF)
        | _from(Phase.JUDGING, ASSESSORS, (Who.ADJUDICATOR,))
        | _from(Phase.NAMELESS, TEAMS),
        note="Assessors see the strings of their own questions, without who gave them.",
    ),
    Row(
        "Scores of a run",
        _of(Kind.SCORE, *_TEAMS),
        _from(Phase.SCORED, DECIDERS) | _from(Phase.RELEASED, ASSESSORS, TEAMS),
        own=Phase.TO_TEAMS,
    ),
    Row(
        "Versions of the scores and their warnings",
        _of(Kind.SOFTWARE, Owner.STAFF) + _of(Kind.WARNING, Owner.STAFF),
        _from(Phase.SCORED, DECIDERS) | _from(Phase.TO_TEAMS, TEAMS) | _from(Phase.RELEASED, ASSESSORS),
    ),
    Row("Studies", _of(Kind.SOFTWARE, Owner.MACHINE), _from(Phase.SCORED, DECIDERS)),
    Row(
        "Registration of a team, requests to take part",
        _of(Kind.REGISTRATION, *_TEAMS, Owner.APPLICANT),
        _from(ALWAYS, STAFF),
    ),
    Row("Why a team’s deadline was moved", _of(Kind.EXTENSION, *_TEAMS), _from(ALWAYS, DECIDERS)),
    Row(
        "Grade notes, comments and canonical answers of an assessor",
        (
            *_of(Kind.NOTE, *_ASSESSORS),
            *_of(Kind.CANONICAL, *_ASSESSORS),
            *_of(Kind.COMMENT, *_ASSESSORS),
        ),
        _from(Phase.JUDGING, DECIDERS),
    ),
    Row("An assessor’s own rules of thumb", _of(Kind.THUMB, *_ASSESSORS), _from(Phase.JUDGING, DECIDERS)),
    Row(
        "Answer classes of an assessor",
        _of(Kind.CLASS, *_ASSESSORS),
        _from(Phase.JUDGING, DECIDERS) | _from(Phase.TO_TEAMS, TEAMS),
        note="Teams see those of their own answers, where the campaign gives them out judged.",
    ),
    Row(
        "Nuggets of the primary assessor",
        _of(Kind.NUGGET, *_ASSESSORS),
        _from(Phase.JUDGING, DECIDERS, ASSESSORS) | _from(Phase.TO_TEAMS, TEAMS),
        note="The other assessors vote on them and mark them; teams see those found in their own answers.",
    ),
    Row(
        "Answer classes and nuggets as settled",
        _of(Kind.CLASS, Owner.STAFF) + _of(Kind.NUGGET, Owner.STAFF),
        _from(Phase.JUDGING, DECIDERS, ASSESSORS) | _from(Phase.TO_TEAMS, TEAMS),
    ),
    Row(
        "Questions of an assessor to the organizers",
        _of(Kind.ASKED, *_ASSESSORS),
        _from(Phase.JUDGING, STAFF),
    ),
    Row(
        "Rulings of the organizers",
        _of(Kind.RULING, Owner.STAFF),
        _from(Phase.JUDGING, DECIDERS, ASSESSORS) | _from(Phase.TO_TEAMS, TEAMS),
    ),
    Row(
        "Decisions of adjudicators and their notes",
        _of(Kind.DECISION, Owner.STAFF),
        _from(Phase.ADJUDICATING, DECIDERS),
    ),
    Row(
        "Judgments and nugget matches of programs: version and note",
        _of(Kind.VERSION, Owner.MACHINE) + _of(Kind.NOTE, Owner.MACHINE),
        _from(Phase.JUDGING, STAFF) | _from(Phase.RELEASED, (Who.ADJUDICATOR,)),
    ),
    Row(
        "Nuggets that programs drafted",
        _of(Kind.NUGGET, Owner.MACHINE),
        _from(Phase.JUDGING, STAFF) | _from(Phase.RELEASED, (Who.ADJUDICATOR,)),
        note="Organizers who judge a question themselves see none of it before they have finished. Whoever writes the "
        "list of a post-edited question reads the drafts of the machine that was declared.",
    ),
    Row(
        "Which programs judged, with their models",
        _of(Kind.MODEL, Owner.MACHINE),
        _from(Phase.JUDGING, DECIDERS),
        note="Of a machine that was declared for post-editing, assessors read the name and its grades in the questions "
        "that they post-edit, and nowhere else.",
    ),
    Row(
        "Answers and nuggets known from question development",
        _of(Kind.KNOWN, Owner.STAFF),
        _from(ALWAYS, DECIDERS) | _from(Phase.JUDGING, ASSESSORS),
        note="Assessors see them in lists of answer classes and nuggets, not beside single answers.",
    ),
    Row(
        "What people looked for in the collection, and the documents that they opened",
        (*_of(Kind.SEARCH, *_ASSESSORS[:2], *_TEAMS[:2], Owner.STAFF, Owner.DECIDER),),
        _from(ALWAYS, STAFF),
        note="Where the settings let assessors and participants search, each sees their own last searches. Adjudicators, too.",
    ),
    Row(
        "Candidate questions",
        _of(Kind.CANDIDATE, Owner.STAFF, Owner.FIRST, Owner.A),
        _from(ALWAYS, STAFF),
        note="Assessors and participants enter some where a setting lets them. What became of theirs they read after the "
        "release.",
    ),
    Row(
        "Reasons in the key of a sample question",
        _of(Kind.REASON, Owner.STAFF),
        _from(ALWAYS, STAFF),
        note="Assessors see them once they have judged the sample.",
    ),
    Row("Why work was moved", _of(Kind.MOVE, Owner.STAFF), _from(Phase.JUDGING, STAFF)),
    Row("Why a release was taken back", _of(Kind.TAKEN_BACK, Owner.STAFF), _from(Phase.SCORED, DECIDERS)),
    Row("Answer patterns", _of(Kind.PATTERN, Owner.STAFF), _from(Phase.JUDGING, DECIDERS)),
    Row("Jobs, imported files, recent activity", _of(Kind.JOB, Owner.STAFF), _from(ALWAYS, DECIDERS)),
    Row("Addresses of webhooks", _of(Kind.HOOK, Owner.STAFF), _from(ALWAYS, STAFF)),
    Row("Open invitations", _of(Kind.INVITED, Owner.STAFF), _from(ALWAYS, STAFF)),
    Row(
        "Messages to one person",
        _of(Kind.MESSAGE, *_ASSESSORS, *_TEAMS),
        _from(ALWAYS, STAFF),
    ),
    Row(
        "Names of people",
        _of(Kind.NAME, *_ASSESSORS, *_TEAMS),
        _from(ALWAYS, DECIDERS),
    ),
    Row("Names of organizers and adjudicators", _of(Kind.NAME, Owner.STAFF), _from(ALWAYS, DECIDERS)),
    Row("Mail addresses", _of(Kind.MAIL, *_ASSESSORS, *_TEAMS, Owner.STAFF), _from(ALWAYS, STAFF)),
    Row(
        "Tokens and links that open something",
        _of(Kind.TOKEN, *_ASSESSORS, *_TEAMS, Owner.STAFF),
        {},
        own=None,
        note="Shown once, when they are made.",
    ),
)


def may_see(who: str, secret: Secret, phase: Phase, path: str = "") -> bool:
    """Whether somebody may meet a secret at an address while the campaign is at a phase."""
    rights, as_at = rights_at(who, path), phase.as_at
    if secret.kind is Kind.NAME and secret.owner is rights.name:  # as a team's members are called
        return True
    if as_at is None and (who == Who.SITE_ADMIN or path.startswith(OWN_DATA)):
        as_at = phase.built_as  # a copy of one's own data has what is kept, as long as it is
    if as_at is None:  # but one's own name, which every page has
        return secret.kind in (Kind.NAME, Kind.MAIL) and secret.owner in rights.owners
    firsts = (row.first(rights, secret) for row in TABLE if secret in row.secrets)
    return any(first is not None and first.number <= as_at.number for first in firsts)
