"""How the demo's nuggets came about: written, voted on and matched through the services that the pages use.

The tables are those of a bundle. Nuggets of question development are there already; one that an assessor writes gets
the next number. In matches.csv a row without a nugget says that an answer was read and holds none.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from uuid import UUID, uuid4

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Nugget
from assessment.judging.services.nuggets import mark_nuggets, vote_on_nugget, write_nugget
from assessment.people.models import Account
from assessment.submissions.models import PoolItem
from scoring.formats.tables import read_table

Cells = Mapping[str, str]


class DemoAssignments:
    """Who judges which question of a campaign, and as whom they are signed in."""

    def __init__(self, campaign: Campaign) -> None:
        rows = Assignment.objects.filter(question__campaign=campaign)
        found = rows.select_related("question", "member__account")
        self._held = {(row.question.qid, row.member.name): row for row in found}

    def of(self, cells: Cells) -> tuple[Account | None, int]:
        """The account and the assignment that a row of a table speaks of."""
        held = self._held[cells["qid"], cells["assessor"]]
        return held.member.account, held.pk


def judge_nuggets(campaign: Campaign, folder: Path) -> None:
    """Write the nuggets of a folder's tables, then have the others vote on them, then mark answers."""
    assignments = DemoAssignments(campaign)
    votes = {_vote_key(cells): cells["vote"] for cells in _rows(folder, "votes")}
    for cells in _rows(folder, "nuggets"):
        account, assignment = assignments.of(cells)
        vote = votes.pop(_vote_key(cells))
        write_nugget(
            by=account,
            assignment_id=assignment,
            client_id=uuid4(),
            uid=uuid4(),
            text=cells["text"],
            vote=vote,
        )
    uids = _uids(campaign)
    _vote(assignments, votes, uids)
    _match(campaign, assignments, folder, uids)


def _vote_key(cells: Cells) -> tuple[str, str, str]:
    return cells["qid"], cells["nugget"], cells["assessor"]


def _rows(folder: Path, table: str) -> Iterator[Cells]:
    rows, problems = read_table((folder / f"{table}.csv").read_bytes(), table)
    assert not problems, problems  # the tables are the project's own
    return (row.cells for row in rows)


def _uids(campaign: Campaign) -> dict[tuple[str, str], UUID]:
    """What pages call the nuggets, by question and number."""
    rows = Nugget.objects.filter(question__campaign=campaign)
    return {(qid, name): uid for qid, name, uid in rows.values_list("question__qid", "name", "uid")}


def _vote(
    assignments: DemoAssignments,
    votes: Mapping[tuple[str, str, str], str],
    uids: Mapping[tuple[str, str], UUID],
) -> None:
    for (qid, nugget, assessor), vote in votes.items():
        account, assignment = assignments.of({"qid": qid, "assessor": assessor})
        vote_on_nugget(
            by=account, assignment_id=assignment, client_id=uuid4(), uid=uids[qid, nugget], vote=vote
        )


def _match(
    campaign: Campaign, assignments: DemoAssignments, folder: Path, uids: Mapping[tuple[str, str], UUID]
) -> None:
    """Mark each answer of the table with its nuggets; answers that the table leaves out stay unread."""
    pool = PoolItem.objects.filter(question__campaign=campaign)
    items = {
        tuple(key): pk for *key, pk in pool.values_list("question__qid", "docid", "passage", "answer", "pk")
    }
    held: defaultdict[tuple[int, str, str], list[UUID]] = defaultdict(list)
    for cells in _rows(folder, "matches"):
        qid = cells["qid"]
        item = items[qid, cells["docid"], cells["passage"], cells["answer"]]
        marked = held[item, qid, cells["assessor"]]
        if cells["nugget"]:
            marked.append(uids[qid, cells["nugget"]])
    for (item, qid, assessor), marked in held.items():
        account, assignment = assignments.of({"qid": qid, "assessor": assessor})
        mark_nuggets(by=account, assignment_id=assignment, client_id=uuid4(), item_id=item, uids=marked)
