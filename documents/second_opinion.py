"""The second opinion on a page: another parser reads the copy, and people learn where the visible texts differ.

It is taken for pages in which a cited answer does not stand, and for a sample of the others. The words are compared,
so that a difference in white space is none.
"""

import hashlib
import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from documents import marks, snapshots
from documents.errors import NoSecondReading
from documents.models import ReadingOutcome, SecondOpinion, Snapshot
from documents.sanitise import wire
from documents.sanitise.helper import Helper
from documents.say import say
from documents.selectors import find_entry

SECONDS = 10  # on the clock, for one page
SAMPLE = 20  # of pages in which all answers stand, one in so many is read twice
_CONTROLS = dict.fromkeys([*range(9), 0x0B, *range(0x0E, 0x1C), 0x7F])
_EXCERPT = 12  # words
_LONGEST = 200  # characters of an excerpt


class Opinions(NamedTuple):
    """Opinions that are not stored yet, and those pages, in words, on which the two readings differ."""

    made: Sequence[SecondOpinion]
    differing: Sequence[str]


class DocumentDoubt(NamedTuple):
    """A document at which somebody should look: how a second reading went, and how many cited answers it lacks."""

    docid: str
    outcome: str  # empty: there was no second reading
    missing: int


def opinions_on(collection: str, answers: Mapping[str, Collection[str]], *, seed: str) -> Opinions:
    """Opinions on those of the documents that want one and have none; by document, the answers cited from it."""
    made = [
        opinion_on(snapshot)
        for snapshot in _without_opinion(collection, answers)
        if wants_opinion(snapshot, answers[snapshot.docid], seed)
    ]
    differing = [opinion for opinion in made if opinion.outcome != ReadingOutcome.SAME]
    return Opinions(made, [f"{opinion.snapshot.docid}: {opinion.sentence}" for opinion in differing])


def wants_opinion(snapshot: Snapshot, answers: Collection[str], seed: str) -> bool:
    """Whether an answer does not stand in the page, or the page is in the sample of this seed."""
    if int(hashlib.sha256(f"{seed}\n{snapshot.docid}".encode()).hexdigest(), 16) % SAMPLE == 0:
        return True
    clean = snapshots.clean_of(snapshot)
    text = clean.text if clean else ""
    return any(not marks.has_answer(text, answer) for answer in answers if answer)


def opinion_on(snapshot: Snapshot) -> SecondOpinion:
    """The second reading of a page, compared with the first; not stored."""
    clean = snapshots.clean_of(snapshot)
    words = _second_words(snapshots.html_of(snapshot))
    opinion = SecondOpinion(snapshot=snapshot, outcome=ReadingOutcome.UNREAD)
    if words is None or clean is None:
        return opinion
    ours = _plain(clean.text).split()
    if ours == words:
        opinion.outcome = ReadingOutcome.SAME
        return opinion
    opinion.outcome = ReadingOutcome.DIFFERS
    opinion.first_words, opinion.second_words = _difference(ours, words)
    opinion.text = zlib.compress(" ".join(words).encode())
    return opinion


def ask_again(collection: str, docid: str) -> SecondOpinion:
    """A new opinion on the document's newest copy, in place of an earlier one; a DocumentsError where there can be none."""
    snapshot = snapshots.snapshot_of(find_entry(collection, docid))
    if not snapshot.html:
        raise NoSecondReading(
            say(
                "There is no second reading of {document}: it is not shown as a page of the web.",
                document=docid,
            ),
            say("Compare the document with its source instead."),
        )
    opinion = opinion_on(snapshot)
    with transaction.atomic():
        SecondOpinion.objects.filter(snapshot=snapshot).delete()
        opinion.save()
    return opinion


def both_readings(snapshot: Snapshot, opinion: SecondOpinion | None) -> tuple[list[str], list[str]] | None:
    """The words of both readings where they are known to differ."""
    clean = snapshots.clean_of(snapshot)
    if opinion is None or clean is None or not opinion.text:
        return None
    return _plain(clean.text).split(), zlib.decompress(opinion.text).decode().split()


def doubts_about(
    collection: str, answers: Mapping[str, Collection[str]], made: Sequence[SecondOpinion] = ()
) -> list[DocumentDoubt]:
    """The doubtful ones of the copied documents, with opinions that are not stored yet."""
    copies = snapshots.newest_of_some(collection, answers)
    stored = SecondOpinion.objects.filter(snapshot__in=[copy.pk for copy in copies.values()])
    outcomes = dict(stored.values_list("snapshot_id", "outcome"))
    outcomes |= {opinion.snapshot.pk: opinion.outcome for opinion in made}
    doubts = [
        DocumentDoubt(docid, outcomes.get(copy.pk, ""), len(not_found_in(copy, answers[docid])))
        for docid, copy in copies.items()
    ]
    return [
        doubt
        for doubt in doubts
        if doubt.missing or doubt.outcome in (ReadingOutcome.DIFFERS, ReadingOutcome.UNREAD)
    ]


def not_found_in(snapshot: Snapshot, answers: Collection[str]) -> list[str]:
    """The answers that do not stand literally in the document as it is shown."""
    text = snapshots.shown_text(snapshot)
    return [answer for answer in answers if answer and not marks.has_answer(text, answer)]


def store(opinions: Sequence[SecondOpinion]) -> None:
    """Store opinions; of two on the same copy the earlier stays."""
    SecondOpinion.objects.bulk_create(opinions, ignore_conflicts=True)


def _without_opinion(collection: str, docids: Collection[str]) -> list[Snapshot]:
    """The newest copy of each document that is a page shown as HTML, where nobody gave a second opinion on it."""
    copies = Snapshot.objects.filter(collection__slug=collection, docid__in=list(docids))
    rows = copies.order_by("revision").values_list("docid", "pk")
    wanted = Snapshot.objects.filter(pk__in=dict(rows).values(), opinion=None).exclude(Q(html=b""))
    return list(wanted.select_related("collection").order_by("docid"))


class SecondParser(Helper):
    """The process that reads pages a second time."""

    module = "documents.second_reader"

    def words(self, html: str) -> list[str] | None:
        """The words of a page; None where it cannot be read within the limits."""
        message = wire.packed({}, html.encode(errors="replace"))
        with self.lock:
            is_fresh = self.worker is None
            answers = self.exchange([message], SECONDS)
            if not answers and not is_fresh:  # the pages before may be to blame: a process of its own
                answers = self.exchange([message], SECONDS)
            head, parts = wire.unpacked(answers[0]) if answers else ({"refused": True}, [])
            if "refused" in head:
                self.close()  # what the page took of its memory goes with it
                return None
        return parts[0].decode().split()


def _second_words(html: str) -> list[str] | None:
    """The words that the other parser finds, in a process with limits; None where it cannot read the page."""
    return SecondParser.own().words(_plain(html))


def _plain(text: str) -> str:
    return text.translate(_CONTROLS)


def _difference(ours: Sequence[str], theirs: Sequence[str]) -> tuple[str, str]:
    """The words of each reading from the first on that is not the same in both."""
    pairs = enumerate(zip(ours, theirs, strict=False))
    first = next((n for n, (one, other) in pairs if one != other), min(len(ours), len(theirs)))
    excerpts = (" ".join(words[first : first + _EXCERPT])[:_LONGEST] for words in (ours, theirs))
    return next(excerpts), next(excerpts)
