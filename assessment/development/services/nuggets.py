"""Nuggets of question development: what a file brings beside the nuggets that a question has."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import QuerySet
from django.utils import timezone

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.examples import lines_example, table_example
from assessment.campaigns.services.intakes import Sent
from assessment.development.services.files import UNSTORED, KnownFile, KnownImported, Questions, topics_of
from assessment.judging.models import Assignment, Nugget, NuggetVote, Origin
from assessment.judging.services.counters import WITHOUT, refresh_work
from assessment.people.models import Account, Member
from assessment.people.services.accounts import ensure_member
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, sentence
from scoring import records
from scoring.formats import nuggets
from scoring.formats.columns import Columns
from scoring.formats.folding import fold
from scoring.forms.nuggets import VOTES_STAGE

ROWS_AT_A_TIME = 2_000

NuggetKey = tuple[str, str]  # question and name of a nugget, as the file has them
Ballot = tuple[str, str]  # name of a nugget in the file, and of a voter
Pair = tuple[int | None, str]  # a nugget's primary key (None: it is new), and a voter's name


class NuggetsFile(KnownFile):
    """Nuggets with settled votes: a nugget file, or a table or JSON with groups."""

    kind, title, adds, is_listed = "nuggets", sentence("Nuggets"), Nugget, True
    label = sentence("Nuggets, each vital or okay")

    def example(self, campaign: Campaign) -> SourceFile:
        (qid, *_) = self.asked(campaign)
        said = (("was lit with whale oil", "vital"), ("was struck by lightning", "okay"))
        rows = [{"qid": qid, "nugget": text, "vote": vote} for text, vote in said]
        return table_example("nuggets.csv", rows)

    def columns(self, sent: Sent) -> Columns | None:
        return nuggets.COLUMNS if nuggets.is_table(sent.source.data) else None

    def watched(self, campaign: Campaign) -> Watch:
        settled = NuggetVote.objects.filter(nugget__question__campaign=campaign, member=None)
        return Watch(Nugget.objects.filter(question__campaign=campaign), settled)

    def add(self, sent: Sent, questions: Questions) -> KnownImported:
        """Where people voted on a nugget that was there, their votes stand alone."""
        listed, votes = self._read(sent, questions)
        rows, new = _rows(questions, listed)
        Nugget.objects.bulk_create(new, batch_size=ROWS_AT_A_TIME)
        voted = set(_votes_on(questions, listed).values_list("nugget_id", flat=True))
        settled = [
            NuggetVote(nugget=row, vote=vote.vote)
            for vote in votes
            if (row := rows[vote.qid, vote.nugget]).pk not in voted
        ]
        NuggetVote.objects.bulk_create(settled, batch_size=ROWS_AT_A_TIME)
        refresh_voters({row.question_id for row in new})
        return _counted(listed, len(new), len(settled))

    def _read(self, sent: Sent, questions: Questions) -> nuggets.Read:
        file, topics = sent.source, topics_of(questions.values())
        if file.columns or nuggets.is_table(file.data):
            noted = file.problems()
            read = nuggets.read_table(file.data, noted, topics, "")
            problems = noted.listed()
        else:
            read, problems = nuggets.read(file.data, file.name, topics, "")
        self.refuse(sent, problems, questions, {nugget.qid for nugget in read[0]})
        return read

    def undo(self, source: FileImport, by: Account | None) -> str:
        outcome = super().undo(source, by)
        refresh_voters(list(source.campaign.questions.order_by("pk").values_list("pk", flat=True)))
        return outcome


class PyramidFile(NuggetsFile):
    """Nuggets with the votes of numbered people, who have no account and nothing else to do.

    A question's pyramid comes once: other votes of numbered people than those of the file are a conflict, since
    its weights would no longer be the file's.
    """

    kind, title = "pyramid", sentence("Pyramids")
    label = sentence("Pyramids as NIST gives them out: nuggets with weights")

    def example(self, campaign: Campaign) -> SourceFile:
        (qid, *_) = self.asked(campaign)
        return lines_example(
            "pyramid.txt", f"{qid}\t1\t1\twas lit with whale oil", f"{qid}\t2\t0.5\twas struck"
        )

    def columns(self, sent: Sent) -> Columns | None:
        return None

    def watched(self, campaign: Campaign) -> Watch:
        """The numbered people who vote have no account."""
        people = Member.objects.filter(campaign=campaign, account=None)
        voters = Assignment.objects.only_voting().filter(question__campaign=campaign)
        votes = NuggetVote.objects.filter(nugget__question__campaign=campaign, member__account=None)
        listed = Nugget.objects.filter(question__campaign=campaign)
        return Watch(people, voters, listed, votes, without=WITHOUT)

    def add(self, sent: Sent, questions: Questions) -> KnownImported:
        file, topics = sent.source, topics_of(questions.values())
        (listed, votes), problems = nuggets.read_pyramid(file.data, file.name, topics)
        self.refuse(sent, problems, questions, {nugget.qid for nugget in listed})
        rows, new = _rows(questions, listed)
        wanted: defaultdict[str, dict[Ballot, str]] = defaultdict(dict)
        for vote in votes:
            wanted[vote.qid][vote.nugget, vote.assessor] = vote.vote
        there = _numbered_votes(questions, listed)
        others = [qid for qid in wanted if qid in there and there[qid] != _by_key(rows, qid, wanted[qid])]
        _refuse_others(file.name, others)
        missing = {qid: given for qid, given in wanted.items() if qid not in there}
        voters = _numbered_people(sent, {name for given in missing.values() for _, name in given})
        Nugget.objects.bulk_create(new, batch_size=ROWS_AT_A_TIME)
        added = [
            NuggetVote(nugget=rows[qid, nugget], member=voters[name], vote=vote)
            for qid, given in missing.items()
            for (nugget, name), vote in given.items()
        ]
        NuggetVote.objects.bulk_create(added, batch_size=ROWS_AT_A_TIME)
        _assign_voters(questions, missing, voters)
        refresh_voters({row.question_id for row in rows.values()})
        return _counted(listed, len(new), len(added))


def _counted(listed: Sequence[records.Nugget], added: int, votes: int) -> KnownImported:
    if votes:
        what = sentence("Added {added} nuggets and {votes} to {questions} questions of {campaign}")
    else:
        what = sentence("Added {added} nuggets to {questions} questions of {campaign}")
    return KnownImported(what, added, len(listed) - added, len({nugget.qid for nugget in listed}), votes)


def _refuse_others(file: str, qids: Iterable[str]) -> None:
    """Refuse another pyramid of questions that have one."""
    errors = [
        records.Problem(
            file,
            0,
            "pyramid_differs",
            say("Question {qid} already has another pyramid, or other nuggets than this pyramid.", qid=qid),
        )
        for qid in qids
    ]
    if errors:
        hint = say("A question takes one pyramid; import others into a new campaign.")
        raise FileRefused(say(UNSTORED), errors, hint)


def refresh_voters(questions: Collection[int]) -> None:
    """Count anew what the voters of some questions have to vote on, and what they voted on."""
    refresh_work(Assignment.objects.only_voting().filter(question__in=questions))


def next_number(names: Iterable[str]) -> str:
    """The number after the largest among the names."""
    numbers = [int(name) for name in names if name.isascii() and name.isdecimal()]
    return str(max(numbers, default=0) + 1)


def _rows(
    questions: Questions, listed: Iterable[records.Nugget]
) -> tuple[dict[NuggetKey, Nugget], list[Nugget]]:
    """A row for each nugget of the file: the one of the same text where there is one, else a new one, unsaved."""
    there: defaultdict[tuple[str, str], list[Nugget]] = defaultdict(list)
    names: defaultdict[str, set[str]] = defaultdict(set)
    places: defaultdict[str, int] = defaultdict(int)
    asked = {questions[nugget.qid].pk for nugget in listed}
    for row in Nugget.objects.filter(question__in=asked).in_order().select_related("question"):
        there[row.question.qid, fold(row.text)].append(row)
        names[row.question.qid].add(row.name)
        places[row.question.qid] = row.position
    rows: dict[NuggetKey, Nugget] = {}
    new: list[Nugget] = []
    for nugget in listed:
        qid, same = nugget.qid, there[nugget.qid, fold(nugget.text)]
        if not same:
            places[qid] += 1
            row = Nugget(question=questions[qid], text=nugget.text, name=nugget.name, position=places[qid])
            row.origin, row.group = Origin.DEVELOPMENT, nugget.group
            new.append(row)
        rows[qid, nugget.name] = same.pop(0) if same else new[-1]
    _name(new, names)
    return rows, new


def _name(new: Iterable[Nugget], names: Mapping[str, set[str]]) -> None:
    """Leave the file's names to new nuggets where they are free; the others get the next numbers."""
    late = []
    for row in new:
        taken = names[row.question.qid]
        if row.name in taken:
            late.append(row)
        taken.add(row.name)
    for row in late:
        row.name = next_number(names[row.question.qid])
        names[row.question.qid].add(row.name)


def _votes_on(questions: Questions, listed: Iterable[records.Nugget]) -> QuerySet[NuggetVote]:
    return NuggetVote.objects.filter(nugget__question__in={questions[nugget.qid].pk for nugget in listed})


def _numbered_votes(questions: Questions, listed: Iterable[records.Nugget]) -> dict[str, dict[Pair, str]]:
    """The votes of people who are called by numbers, by question."""
    there: defaultdict[str, dict[Pair, str]] = defaultdict(dict)
    votes = _votes_on(questions, listed).filter(member__name__regex=r"^[0-9]+$", member__account=None)
    for qid, nugget, name, vote in votes.values_list(
        "nugget__question__qid", "nugget", "member__name", "vote"
    ):
        there[qid][nugget, name] = vote
    return there


def _by_key(rows: Mapping[NuggetKey, Nugget], qid: str, given: Mapping[Ballot, str]) -> dict[Pair, str]:
    return {(rows[qid, nugget].pk, name): vote for (nugget, name), vote in given.items()}


def _numbered_people(sent: Sent, names: Iterable[str]) -> dict[str, Member]:
    """Members of these names. They have no role, so that they are never given questions to judge."""
    campaign, by, in_order = sent.campaign, sent.by, sorted(names, key=int)
    voters = {name: ensure_member(campaign=campaign, name=name, roles=(), by=by) for name in in_order}
    people = [name for name, member in voters.items() if member.account_id is not None]
    if people:
        raise Refused(
            say(
                "A pyramid's voters are called by numbers, and {listed} is somebody with an account. Nothing was stored.",
                listed=", ".join(people),
            ),
            "voter_name",
            say("Give the campaign's member another name first."),
        )
    return voters


def _assign_voters(
    questions: Questions, given: Mapping[str, Mapping[Ballot, str]], voters: Mapping[str, Member]
) -> None:
    """Tie the voters to their questions; who judges one there already goes on judging."""
    now = timezone.now()
    rows = [
        Assignment(question=questions[qid], member=voters[name], stage=VOTES_STAGE.name, finished_at=now)
        for qid, ballots in given.items()
        for name in sorted({name for _, name in ballots}, key=int)
    ]
    Assignment.objects.bulk_create(rows, batch_size=ROWS_AT_A_TIME, ignore_conflicts=True)
