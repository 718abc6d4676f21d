"""Who has trained on which sample question, for organizers."""

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from assessment.campaigns.models import Campaign
from assessment.people.models import Member, RoleName
from assessment.training.models import TrainingAttempt, TrainingQuestion
from assessment.training.selectors.training import attempts_in


class SampleColumn(NamedTuple):
    """A sample question by its name, which all its versions have."""

    name: str
    current: TrainingQuestion | None  # None: taken away


@dataclass(frozen=True)
class Trainee:
    """An assessor with their attempts at each sample question."""

    member: Member
    cells: list[list[TrainingAttempt]]
    done: int  # sample questions in force finished at least once


@dataclass(frozen=True)
class Trained:
    """Everybody's attempts."""

    columns: list[SampleColumn]
    people: list[Trainee]

    @property
    def samples(self) -> int:
        """Sample questions in force."""
        return sum(column.current is not None for column in self.columns)

    @property
    def complete(self) -> int:
        """People who have tried every sample question in force."""
        return sum(trainee.done == self.samples for trainee in self.people)


def trained(campaign: Campaign) -> Trained:
    """All assessors and whoever else has tried, by name, with every try, oldest first (three queries)."""
    attempts: dict[tuple[int, str], list[TrainingAttempt]] = defaultdict(list)
    for attempt in attempts_in(campaign):
        attempts[attempt.member_id, attempt.question.name].append(attempt)
    columns = [SampleColumn(row.name, row) for row in campaign.training_questions.current()]
    known = {column.name for column in columns}
    columns += [SampleColumn(name, None) for name in sorted({name for _, name in attempts} - known)]
    wanted = Q(roles__role=RoleName.ASSESSOR) | Q(pk__in={member for member, _ in attempts})
    members = campaign.members.filter(wanted).exclude(account=None).distinct().order_by("name", "pk")
    return Trained(columns, [_trainee(member, columns, attempts) for member in members])


def _trainee(
    member: Member, columns: list[SampleColumn], attempts: dict[tuple[int, str], list[TrainingAttempt]]
) -> Trainee:
    cells = [attempts.get((member.pk, column.name), []) for column in columns]
    done = sum(
        column.current is not None and any(attempt.finished_at for attempt in cell)
        for column, cell in zip(columns, cells, strict=True)
    )
    return Trainee(member, cells, done)
