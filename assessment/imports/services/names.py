"""The names of a judgments.csv: which are assessors of the campaign, and whom an unknown one may mean."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from django.db.models import Q

from assessment.campaigns.models import Campaign
from assessment.imports.services.reading import JudgmentEntry
from assessment.judging.models import Assignment
from assessment.people.models import Member, RoleName
from scoring.formats.folding import fold_label
from scoring.stages import PROGRAMS


class Names(NamedTuple):
    """The people and machines of a campaign, as far as a file of judgments may name them."""

    is_machine: dict[str, bool]  # of everybody who judged here, or has a role
    admitted: frozenset[str]  # who may judge here: assessors, and whoever has judgments that count
    other_people: frozenset[str]  # who have accounts and are no assessors

    def nearest(self, name: str) -> str:
        """The name that an unknown one may be misspelled for; "" where none is near."""
        folded = {fold_label(known): known for known in sorted(self.admitted)}
        found = get_close_matches(fold_label(name), folded, n=1, cutoff=0.6)
        return folded[found[0]] if found else ""


class NamedPerson(NamedTuple):
    """What the file holds of one name."""

    name: str
    is_known: bool
    by_machine: bool
    line: int  # of the first row
    items: int
    questions: int
    grades: Sequence[tuple[str, int]]
    nearest: str  # of an unknown name


def names_of(campaign: Campaign) -> Names:
    """Read the names of a campaign."""
    members = Member.objects.filter(campaign=campaign)
    people = members.filter(Q(roles__isnull=False) | Q(assignments__in=Assignment.objects.of_people()))
    machines = dict.fromkeys(
        members.filter(assignments__stage=PROGRAMS.name).values_list("name", flat=True), True
    )
    judging = Q(roles__role=RoleName.ASSESSOR) | Q(
        assignments__in=Assignment.objects.filter(handed_over_at__isnull=True)
    )
    admitted = frozenset(members.filter(judging).values_list("name", flat=True))
    with_account = members.filter(account__isnull=False).values_list("name", flat=True)
    is_machine = machines | dict.fromkeys(people.values_list("name", flat=True), False)
    return Names(is_machine, admitted, frozenset(with_account) - admitted)


def people_in(entries: Iterable[JudgmentEntry], names: Names) -> list[NamedPerson]:
    """Everybody whom a file names: the unknown first, then by name."""
    rows: dict[str, list[JudgmentEntry]] = {}
    for entry in entries:
        rows.setdefault(entry.judgment.assessor, []).append(entry)
    people = [_person(name, mine, names) for name, mine in rows.items()]
    return sorted(people, key=lambda person: (person.is_known, person.name))


def _person(name: str, rows: Sequence[JudgmentEntry], names: Names) -> NamedPerson:
    known = name in names.admitted
    return NamedPerson(
        name=name,
        is_known=known,
        by_machine=rows[0].by_machine,
        line=rows[0].line,
        items=len(rows),
        questions=len({entry.judgment.item.qid for entry in rows}),
        grades=sorted(Counter(entry.judgment.grade for entry in rows).items()),
        nearest="" if known else names.nearest(name),
    )


def unknown(people: Collection[NamedPerson]) -> list[NamedPerson]:
    """Those who are not assessors of the campaign."""
    return [person for person in people if not person.is_known]
