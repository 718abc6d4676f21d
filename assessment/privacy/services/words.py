"""Names in sentences that a campaign keeps: what jobs reported, what imports made, whose grades qrels are, who wrote."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model, Q, QuerySet

from assessment.campaigns.models import FileImport
from assessment.campaigns.services.checked_files import CHECK
from assessment.campaigns.services.intakes import INTAKES
from assessment.jobs.models import Job
from assessment.judging.models import ChangeBatch
from assessment.notices.models import Notice, NoticeKind
from assessment.people.models import KeptAnswer
from assessment.people.services.names_in_log import renamed as renamed_whole
from assessment.results.models import QrelsSnapshot, ScoreSet, VersionFile
from assessment.studies.models import Study, StudyPart

Words = Callable[[Any], Any]
PARTS_OF_PEOPLE = ("agreement", "campaign")  # of every study: tables that name people
REPORTED = ("key", "message", "log", "result", "error", "checkpoint")


def rename_in_words(campaign: int, names: Mapping[str, str]) -> None:
    """Put other names into all of these of a campaign, where a name is a whole word or several.

    Numbers stay as they are; of scores only those are looked at that rest on the person's grades alone.
    """
    say = _renaming(names)
    jobs = Job.objects.filter(campaign=campaign)
    _rewrite(jobs, ("arguments",), lambda value: renamed_whole(value, names))  # paths in them stay
    _rewrite(jobs, REPORTED, say)
    _rewrite(ChangeBatch.objects.filter(campaign=campaign), ("report",), say)
    _rewrite(FileImport.objects.filter(campaign=campaign), ("sentence", "outcome", "report"), say)
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
    VersionFile.objects.filter(
        score_set__qrels__campaign=campaign
    ).delete()  # each is made anew when asked for


def rename_in_checks(names: Mapping[str, str]) -> None:
    """Put other names into what checks of tables of people found, which may name whoever has an account."""
    kinds = [intake.kind for intake in INTAKES.values() if intake.is_personal]
    _rewrite(Job.objects.filter(kind=CHECK, arguments__kind__in=kinds), REPORTED, _renaming(names))


def rename_in_mail(notices: "QuerySet[Notice]", names: Mapping[str, str]) -> None:
    """Put other names where the site told others of a person: who asked, who invited. What people wrote stays."""
    naming = Q(*((("text__contains", name)) for name in names), _connector=Q.OR)
    _rewrite(notices.exclude(kind=NoticeKind.MESSAGE).filter(naming), ("subject", "text"), _renaming(names))


def rename_in_answers(names: Mapping[str, str]) -> None:
    """Put other names into answers of the API that are kept for whoever asks again."""
    say = _renaming(names)
    for answer in KeptAnswer.objects.exclude(body=None).order_by("pk").iterator(chunk_size=100):
        if (body := say(answer.body)) != answer.body:
            KeptAnswer.objects.filter(pk=answer.pk).update(body=body)


def _rewrite(rows: "QuerySet[Any, Any]", fields: tuple[str, ...], say: Words) -> None:
    for row in list(rows.order_by("pk").values_list("pk", flat=True)):
        _rewrite_one(rows.get(pk=row), fields, say)


def _rewrite_one(row: Model, fields: tuple[str, ...], say: Words) -> None:
    changed = {name: said for name in fields if (said := say(getattr(row, name))) != getattr(row, name)}
    for name, said in changed.items():
        most = getattr(row._meta.get_field(name), "max_length", None)
        setattr(row, name, said[:most] if most and isinstance(said, str) else said)
    if changed:
        row.save(update_fields=list(changed))


def _renaming(names: Mapping[str, str]) -> Words:
    """What puts other names into a text, or into all texts of a value of JSON, and into keys that are sentences.

    A key that is a name and nothing else is the name of a field: a person can be called as one is.
    """
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    pattern = re.compile(rf"(?<![\w@.-])({'|'.join(map(re.escape, longest_first))})(?![\w@-]|\.\w)")

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return pattern.sub(lambda found: names[found[0]], value)
        if isinstance(value, list):
            return [renamed(part) for part in value]
        if isinstance(value, dict):
            return {key if key in names else renamed(key): renamed(part) for key, part in value.items()}
        return value

    return renamed
