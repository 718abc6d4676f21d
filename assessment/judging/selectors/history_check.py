"""What of the sealed history is no more as it was when it was sealed."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.judging.models import DaySeal
from assessment.judging.selectors.sealed_history import Days, Part, Progress, head_of, read_history
from assessment.people.models import Event

TAKEN_OUT = (
    "account:removed",
    "member:renamed",
)  # verbs of events after which earlier events of the campaign may have other words
DELETED = "campaign:deleted"


class Mismatch(NamedTuple):
    """A day, and what is wrong with it."""

    day: date
    what: str

    def __str__(self) -> str:
        return f"{self.day}: {self.what}"


class Verdict(NamedTuple):
    """What was found: the mismatches, what differs lawfully, and the head of the chain."""

    days: int
    mismatches: list[Mismatch]
    notes: list[str]
    head: DaySeal | None


def verify_history(*, progress: Progress = lambda _: None) -> Verdict:
    """Read the whole history and compare it with its seals. Writes nothing."""
    seals = list(DaySeal.objects.order_by("day"))
    if not seals:
        return Verdict(0, [], [], None)
    sealed = {seal.day: _parts_of(seal) for seal in seals}
    mismatches = list(_mismatches_of_chain(seals, sealed))
    found = read_history(seals[-1].day, progress=progress).days
    gone = _Gone()
    notes: list[str] = []
    for day in sorted(sealed.keys() | found.keys()):
        mismatches += _mismatches_of_day(day, sealed.get(day, {}), found.get(day, {}), gone, notes)
    mismatches += gone.unexplained(sealed)
    return Verdict(len(seals), sorted(mismatches), [*gone.notes(), *notes], seals[-1])


def sealed_as(head: str) -> DaySeal | None:
    """The day whose head was noted elsewhere, in full or by its beginning."""
    return DaySeal.objects.filter(head__startswith=head).first() if head else None


def _parts_of(seal: DaySeal) -> dict[int, Part]:
    return {
        part.campaign_number: Part(part.changes, part.events, part.rows_sha256, part.words_sha256)
        for part in seal.parts.all()
    }


def _mismatches_of_chain(seals: list[DaySeal], sealed: Days) -> Iterator[Mismatch]:
    before, expected = "", seals[0].day
    for seal in seals:
        if seal.day > expected:
            yield Mismatch(expected, f"the seals from here to the day before {seal.day} are missing")
        if head_of(before, seal.day, sealed[seal.day]) != seal.head:
            yield Mismatch(seal.day, "the seal does not follow from the day before and its parts")
        before, expected = seal.head, seal.day + timedelta(days=1)


class _Gone:
    """The campaigns that were deleted, or are being, as the log of the site says."""

    def __init__(self) -> None:
        self._slugs = dict(Campaign._base_manager.filter(deleting=None).values_list("pk", "slug"))
        self.there = {0, *self._slugs}
        deletions = Event.objects.filter(verb=DELETED, campaign=None).values_list("data", "at")
        self.recorded = {data.get("number"): at.date() for data, at in deletions.iterator()}
        self._renamed: dict[int | None, date] = {}
        for campaign, at in Event.objects.filter(verb__in=TAKEN_OUT).values_list("campaign", "at"):
            self._renamed[campaign] = max(at.date(), self._renamed.get(campaign, at.date()))

    def notes(self) -> list[str]:
        return [
            f"Campaign {number} was deleted on {day}; its seals stay."
            for number, day in sorted(self.recorded.items(), key=str)
            if number is not None
        ]

    def place(self, number: int) -> str:
        """What has a number in the seals, as an admin knows it; of a campaign that is gone nothing but that is left."""
        if not number:
            return "the site"
        return f"campaign {number} ({self._slugs[number]})" if number in self._slugs else f"campaign {number}"

    def was_deleted(self, number: int) -> bool:
        """Whether its rows need not be there, since its deletion is in the log."""
        return number in self.recorded and number not in self.there

    def was_renamed_since(self, number: int, day: date) -> bool:
        """Whether names were taken out of its log on a day or later."""
        return self._renamed.get(number or None, date.min) >= day

    def unexplained(self, sealed: Days) -> Iterator[Mismatch]:
        last = {number: day for day, parts in sealed.items() for number in parts}
        for number, day in last.items():
            if number not in self.there and number not in self.recorded:
                yield Mismatch(
                    day, f"campaign {number} is gone, and the log does not say that it was deleted"
                )


def _mismatches_of_day(
    day: date, sealed: dict[int, Part], found: dict[int, Part], gone: _Gone, notes: list[str]
) -> Iterator[Mismatch]:
    for number in sorted(sealed.keys() | found.keys()):
        if gone.was_deleted(number):
            continue
        where = gone.place(number)
        then, now = sealed.get(number, _NOTHING), found.get(number, _NOTHING)
        if then[:3] != now[:3]:
            yield Mismatch(day, f"{where}: {_difference(then, now)}")
        elif then.words != now.words:
            if gone.was_renamed_since(number, day):
                notes.append(f"{day}: {where}: names were taken out of the words of events.")
            else:
                yield Mismatch(day, f"{where}: the words of events were altered")


_NOTHING = Part(0, 0, "", "")


def _difference(then: Part, now: Part) -> str:
    counts = [
        f"{now_count} {what} instead of {then_count}"
        for what, then_count, now_count in (
            ("changes", then.changes, now.changes),
            ("events", then.events, now.events),
        )
        if then_count != now_count
    ]
    return ", ".join(counts) or "changes or events were altered or put in another order"
