"""The name that takes a person's place for good: one that says nothing, and sorts where the former name did.

Whom `random:SEED` and the studies draw depends on the order of the names of those who judged. So that every number can
be worked out again to its last digit, the new name has the same neighbours among them. Mostly it is the bare pseudonym;
otherwise the beginning of a neighbour's name stands before it, as short as it can be.
"""

from collections.abc import Iterable, Iterator

from assessment.people.models import Account, Member

HIGHEST = "~"  # sorts after all letters of ASCII


def pseudonym_of(account: Account) -> str:
    """The name of an account whose person is gone: its number, as no other account has it."""
    name = f"person-{account.pk}"
    taken = {
        username.casefold()
        for username in Account.objects.filter(username__istartswith=name)
        .exclude(pk=account.pk)
        .values_list("username", flat=True)
    }
    return next(one for one in _numbered(name) if one not in taken)


def member_pseudonym(member: Member, pseudonym: str) -> str:
    """The name of a member in the files of the campaign from now on."""
    everybody = Member.objects.filter(campaign=member.campaign_id).exclude(pk=member.pk)
    taken = set(everybody.values_list("name", flat=True))
    worked = everybody.filter(machine=None, assignments__isnull=False).distinct()
    judged = set(worked.values_list("name", flat=True)) if member.assignments.exists() else set()
    return name_between(
        max((name for name in judged if name < member.name), default=""),
        min((name for name in judged if name > member.name), default=""),
        pseudonym,
        taken,
    )


def name_between(before: str, after: str, pseudonym: str, taken: Iterable[str]) -> str:
    """The pseudonym, with as few letters before it as put it between two names ("": none on this side)."""
    used = set(taken)
    for start in _starts(before, after):
        for name in _numbered(start + pseudonym):
            if not (before < name and (not after or name < after)):
                break
            if name not in used:
                return name
    return next(name for name in _numbered(pseudonym) if name not in used)


def _starts(before: str, after: str) -> Iterator[str]:
    """What may stand before a pseudonym, the shortest first."""
    yield ""
    for length in range(1, len(after) + 1):
        yield f"{after[:length]}-"
    yield HIGHEST
    for length in range(1, len(before) + 1):
        yield f"{before[:length]}{HIGHEST}"


def _numbered(name: str) -> Iterator[str]:
    """The name, then the same with a number behind it."""
    yield name
    for number in range(2, 10_000):
        yield f"{name}-{number}"
