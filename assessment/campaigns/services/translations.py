"""Writes of a candidate's texts in further languages: translated by somebody, then checked."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Candidate, CandidateQuestion, CandidateText
from assessment.campaigns.services.candidates import (
    lock_candidate,
    record,
    refuse_changed_since,
    refuse_decided,
)
from assessment.campaigns.services.developing import refuse_ended
from assessment.campaigns.services.questions import sound_text
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say


class Translation(NamedTuple):
    """A question's text in a further language; an empty one takes it away."""

    row: int  # the key of the candidate's question
    language: str  # in capitals
    text: str
    checked: bool = False


@transaction.atomic
def translate_candidate(
    *,
    candidate: Candidate,
    texts: Iterable[Translation],
    seen: int,
    by: Account | None,
    roles: Collection[str] | None = None,
) -> Candidate:
    """Store some texts of an open candidate. Raises Conflict where it changed since version `seen`.

    `roles` as of `enter_candidate`. Whose text is another than before is its translator; whoever says first that it is checked has checked it. A
    checked text that is another now is to be checked again.
    """
    lock_candidate(candidate)
    refuse_decided(candidate)
    refuse_changed_since(candidate, seen)
    if roles is not None:
        refuse_ended(candidate.campaign)
    rows = {row.pk: row for row in candidate.questions.prefetch_related("translations")}
    changed = [one for one in texts if _store(candidate, rows.get(one.row), one, by)]
    if changed:
        candidate.version += 1
        candidate.save(update_fields=["version"])
        languages = sorted({one.language for one in changed})
        record(candidate, "candidate:translated", by, languages=languages)
    return candidate


def _store(
    candidate: Candidate, row: CandidateQuestion | None, wanted: Translation, by: Account | None
) -> bool:
    """Make one text what is wanted; whether anything changed."""
    if (
        row is None
        or wanted.language not in candidate.campaign.track.languages
        or wanted.language == row.language
    ):
        raise Refused(
            say("There is no such text. Nothing was changed."), "text_unknown", say("Load the page again.")
        )
    there = next((one for one in row.translations.all() if one.language == wanted.language), None)
    if not wanted.text.strip():
        if there:
            there.delete()
        return there is not None
    text = there or CandidateText(question=row, language=wanted.language)
    before = (text.text, text.checked)
    checks = wanted.checked
    if (words := sound_text(wanted.text)) != text.text:
        text.text, text.translated_by, text.translated_at = words, by, timezone.now()
        checks = checks and not text.checked  # the tick was set for the words before
        text.checked, text.checked_by = False, None
    if checks != text.checked:
        text.checked, text.checked_by = checks, by if checks else None
    if (text.text, text.checked) == before:
        return False
    text.save()
    return True
