"""The parts of nuggets: texts, whether they are on the list, places, votes, marks on answers, and answers read.

Nuggets are called by their uid, pool items by their primary key.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from django.db.models import QuerySet

from assessment.judging.models import Assignment, Nugget, NuggetMatch, NuggetVote, Origin, Reading
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.parts.entries import column_of, texts_of, unless_made
from assessment.judging.services.parts.part import Part, State, Subject, Values
from assessment.people.models import Member


def _nuggets(subject: Subject) -> QuerySet[Nugget]:
    return Nugget.objects.filter(question=subject.question)


def _votes(member: Callable[[Subject], Member | None]) -> Part:
    """The votes of somebody: the assessor's own, or those that are settled."""

    def read(subject: Subject, keys: Iterable[str]) -> Values:
        rows = NuggetVote.objects.filter(nugget__question=subject.question, member=member(subject))
        found = {str(uid): vote for uid, vote in rows.values_list("nugget__uid", "vote")}
        return {key: found.get(key) for key in keys}

    def write(subject: Subject, values: Values) -> None:
        for nugget in _nuggets(subject).filter(uid__in=values):
            vote = values[str(nugget.uid)]
            if vote is None:
                NuggetVote.objects.filter(nugget=nugget, member=member(subject)).delete()
            else:
                NuggetVote.objects.update_or_create(
                    nugget=nugget, member=member(subject), defaults={"vote": vote}
                )

    return Part(read, write, recount=_recount)


# Matches are keyed "member/item", so that merging two nuggets can speak of everybody's.


def match_key(member: int | None, item: int | str) -> str:
    """What a person's marks on an item are called."""
    return f"{member or ''}/{item}"


def own_matches(subject: Subject, values: Values) -> Values:
    """Those of some marks that are the assessor's own."""
    own = match_key(subject.member.pk if subject.member else None, "")
    return {key: uids for key, uids in values.items() if key.startswith(own)}


def _read_matches(subject: Subject, keys: Iterable[str]) -> Values:
    items = {int(key.partition("/")[2]) for key in keys}
    rows = NuggetMatch.objects.filter(item__in=items, nugget__question=subject.question)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for member, item, uid in rows.values_list("member_id", "item_id", "nugget__uid"):
        found[match_key(member, item)].append(str(uid))
    return {key: sorted(found[key]) for key in keys}


def _write_matches(subject: Subject, values: Values) -> None:
    """Store all at once: there may be thousands."""
    pks = {str(uid): pk for uid, pk in _nuggets(subject).values_list("uid", "pk")}
    wanted = {(*_whose(key), pks[uid]) for key, uids in values.items() for uid in uids}
    whose = {_whose(key) for key in values}
    rows = NuggetMatch.objects.filter(item__in={item for _, item in whose}, nugget__in=pks.values())
    there = {
        (member, item, nugget): pk
        for pk, member, item, nugget in rows.values_list("pk", "member_id", "item_id", "nugget_id")
        if (member, item) in whose
    }
    gone = [pk for key, pk in there.items() if key not in wanted]
    if gone:
        NuggetMatch.objects.filter(pk__in=gone).delete()
    new = sorted(wanted - there.keys(), key=lambda key: (key[0] or 0, *key[1:]))
    NuggetMatch.objects.bulk_create(
        NuggetMatch(member_id=member, item_id=item, nugget_id=nugget) for member, item, nugget in new
    )


def _whose(key: str) -> tuple[int | None, int]:
    member, _, item = key.partition("/")
    return (int(member) if member else None), int(item)


def _read_readings(subject: Subject, keys: Iterable[str]) -> Values:
    rows = Reading.objects.filter(assignment=subject.assignment, item__in=[int(key) for key in keys])
    found = set(map(str, rows.values_list("item_id", flat=True)))
    return {key: key in found for key in keys}


def _write_readings(subject: Subject, values: Values) -> None:
    own = Reading.objects.filter(assignment=subject.assignment)
    own.filter(item__in=[int(key) for key, is_read in values.items() if not is_read]).delete()
    read = [int(key) for key, is_read in values.items() if is_read]
    Reading.objects.bulk_create(
        (Reading(assignment=subject.assignment, item_id=item) for item in sorted(read)), ignore_conflicts=True
    )


def _recount(subject: Subject, before: State, after: State) -> Mapping[str, int]:
    """Count anew what the assessors of the question have done and have to do."""
    has_labels = subject.question.kind.cell_scale is not None
    refresh_work(Assignment.objects.filter(question=subject.question), labelled=has_labels)
    return {}


TEXTS = texts_of(Nugget, lambda subject, number: {"position": number}, recount=_recount)
REMOVED = column_of(Nugget, "removed", absent=True, recount=_recount)
DRAFTS = column_of(
    Nugget, "draft_id", beside={"origin": Origin.DRAFT}, restore=unless_made
)  # what nuggets were made of
DOCUMENTS = column_of(Nugget, "docid", restore=unless_made)  # where nuggets were found
GROUPS = column_of(Nugget, "group", restore=unless_made)
PLACES = column_of(Nugget, "position", recount=_recount)
VOTES = _votes(lambda subject: subject.member)
SETTLED_VOTES = _votes(lambda _: None)
MATCHES = Part(_read_matches, _write_matches, recount=_recount)
READINGS = Part(_read_readings, _write_readings, recount=_recount)
