"""Names in sentences that a campaign keeps: what jobs reported, what imports made, whose grades qrels are."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model, Q, QuerySet

from assessment.campaigns.models import FileImport
from assessment.jobs.models import Job
from assessment.results.models import QrelsSnapshot, ScoreSet
from assessment.studies.models import Study, StudyPart

Words = Callable[[Any], Any]
PARTS_OF_PEOPLE = ("agreement_coefficients", "campaign")  # of every study: tables that name people
REPORTED = ("message", "log", "result", "error", "checkpoint")


def rename_in_words(campaign: int, names: Mapping[str, str]) -> None:
    """Put other names into all of these of a campaign, where a name is a whole word or several.

    Numbers stay as they are; of scores only those are looked at that rest on the person's grades alone.
    """
    say = _renaming(names)
    _rewrite(Job.objects.filter(campaign=campaign), REPORTED, say)
    _rewrite(FileImport.objects.filter(campaign=campaign), ("sentence", "outcome"), say)
    rules = [f"assessor:{name}" for name in names]
    _rewrite(ScoreSet.objects.filter(qrels__campaign=campaign, qrels__rule__in=rules), ("report",), say)
    qrels = QrelsSnapshot.objects.filter(campaign=campaign, rule__in=rules)
    _rewrite(qrels.defer("compressed"), ("rule", "warnings"), say)
    studies = Study.objects.filter(campaign=campaign, options__rule__in=rules)
    naming = Q(study__in=studies) | Q(study__campaign=campaign, name__in=PARTS_OF_PEOPLE)
    for part in StudyPart.objects.filter(naming).order_by("pk").iterator(chunk_size=1):
        part.compressed = StudyPart.of(part.name, say(part.content)).compressed
        part.save(update_fields=["compressed"])
    _rewrite(studies, ("options", "head"), say)


def _rewrite(rows: "QuerySet[Any, Any]", fields: tuple[str, ...], say: Words) -> None:
    for row in list(rows.order_by("pk").values_list("pk", flat=True)):
        _rewrite_one(rows.get(pk=row), fields, say)


def _rewrite_one(row: Model, fields: tuple[str, ...], say: Words) -> None:
    changed = {name: said for name in fields if (said := say(getattr(row, name))) != getattr(row, name)}
    for name, said in changed.items():
        setattr(row, name, said)
    if changed:
        row.save(update_fields=list(changed))


def _renaming(names: Mapping[str, str]) -> Words:
    """What puts other names into a text, or into all texts of a value of JSON, but for its keys."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    pattern = re.compile(rf"(?<![\w@.-])({'|'.join(map(re.escape, longest_first))})(?![\w@-]|\.\w)")

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return pattern.sub(lambda found: names[found[0]], value)
        if isinstance(value, list):
            return [renamed(part) for part in value]
        return {key: renamed(part) for key, part in value.items()} if isinstance(value, dict) else value

    return renamed
