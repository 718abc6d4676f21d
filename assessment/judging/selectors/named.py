"""Answers and nuggets that a file of another program names by their texts, as those of the campaign."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from assessment.campaigns.models import Campaign
from assessment.judging.models import Nugget
from assessment.submissions.models import PoolItem
from scoring.records import Item, Match


class Named:
    """What is called how in some questions. Of texts all is compared but which white space they have.

    A name that is one of ours stays; so does what no text, or more than one, is like, which whoever checks the file then tells.
    """

    def __init__(self, campaign: Campaign, qids: Collection[str]) -> None:
        self._campaign, self._qids = campaign, qids

    def nugget(self, qid: str, said: str) -> str:
        """The name of the nugget that is called so, or has this text."""
        names = self._nuggets.get(qid, {})
        alike = [] if said in names else [name for name, text in names.items() if text == _plain(said)]
        return alike[0] if len(alike) == 1 else said

    def item(self, item: Item) -> Item:
        """The item of the pool that has the answer of one that is not there, and the place that it names, if any."""
        alike = self._answers.get((item.qid, _plain(item.answer)), [])
        fitting = [one for one in alike if one[1:3] == item[1:3]] if item.docid or item.passage else alike
        return fitting[0] if len(fitting) == 1 else item

    @cached_property
    def _nuggets(self) -> Mapping[str, Mapping[str, str]]:
        found: defaultdict[str, dict[str, str]] = defaultdict(dict)
        rows = Nugget.objects.filter(
            question__campaign=self._campaign, question__qid__in=self._qids
        ).current()
        for qid, name, text in rows.values_list("question__qid", "name", "text"):
            found[qid][name] = _plain(text)
        return found

    @cached_property
    def _answers(self) -> Mapping[tuple[str, str], list[Item]]:
        found: defaultdict[tuple[str, str], list[Item]] = defaultdict(list)
        rows = PoolItem.objects.filter(question__campaign=self._campaign, question__qid__in=self._qids)
        for row in rows.values_list("question__qid", "docid", "passage", "answer").iterator():
            item = Item(*row)
            found[item.qid, _plain(item.answer)].append(item)
        return found


def matches_named(
    campaign: Campaign, rows: Sequence[tuple[object, Match]], there: Collection[Item]
) -> Iterator[Match]:
    """The matches of a file's rows by our items and names; `there`: those of their items that the pool has."""
    named = Named(campaign, {match.item.qid for _, match in rows})
    for _, match in rows:
        item = match.item if match.item in there else named.item(match.item)
        yield match._replace(item=item, nugget=named.nugget(item.qid, match.nugget))


def _plain(text: str) -> str:
    return " ".join(text.split())
