"""Evaluations that campaigns bring: checked, kept, and exchanged as long as nothing rests on them but their words."""

import hashlib
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.models import Campaign, CandidateQuestion, EvaluationFile
from assessment.campaigns.models.options import differing
from assessment.people.models import Account
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, sentence
from scoring.evaluations.changes import Difference, differences
from scoring.evaluations.own import FILE, read
from scoring.tracks.base import Track

SHOWN = 10  # differences that are named
_OF_GRADES = ("scale", "score")  # of what runs and questions are read without
_OF_SCORES = (", measures", ", scale", ", cell_scale")
# What can still change of an evaluation, and why no more.
POOLED = sentence(
    "Answers of {campaign} are pooled: of its evaluation only titles, labels of types, about and source can still change."
)
READ = sentence(
    "Runs of {campaign} came in and are read by its evaluation: of that only scales, measures, the score and words can "
    "still change."
)
SAMPLED = sentence(
    "Sample questions of {campaign} have grades of its evaluation, whose scales cannot change."
)


def text_of(data: bytes, name: str = FILE) -> str:
    """The text of a file that declares an evaluation. Raises FileRefused with every problem."""
    checked(data, name)
    return data.decode("utf-8")


def checked(data: bytes, name: str = FILE) -> Track:
    """The evaluation that a file declares. Raises FileRefused with every problem."""
    track, problems = read(data, name)
    if track is None:
        hint = say("Fix what is listed and try again.")
        raise FileRefused(say("The evaluation cannot be taken. Nothing was stored."), problems, hint)
    return track


def keep_evaluation(text: str, by: Account | None) -> EvaluationFile:
    """Keep a text that was checked, once for all campaigns, and so that it stays until the caller's transaction ends."""
    rows = EvaluationFile.objects.select_for_update(no_key=True)
    return rows.get_or_create(sha256=name_of(text), defaults={"text": text, "made_by": by})[0]


def forget_evaluation(sha256: str | None) -> None:
    """Delete a text that no campaign has any more. Within a transaction only."""
    found = EvaluationFile.objects.select_for_update().filter(pk=sha256).first()
    if found and not found.campaigns.exists():
        found.delete()


def name_of(text: str) -> str:
    """By which a text is kept: its checksum."""
    return hashlib.sha256(text.encode()).hexdigest()


def exchanged(campaign: Campaign, text: str, rules: Mapping[str, Any], by: Account | None) -> dict[str, Any]:
    """The columns of a campaign, which is locked, with another text as its evaluation, and these settings as far as that
    has them. Refused where something rests on what differs."""
    before = campaign.definition
    if not before:
        message = say(
            "{campaign} has the evaluation {title}, which is built in. Nothing was changed.",
            campaign=campaign.slug,
            title=campaign.track.title,
        )
        raise Refused(message, "built_in", say("Create another campaign with yours."))
    after = checked(text.encode())
    _refuse_differing(campaign, differences(before, text))
    _refuse_losing_types(campaign, after)
    known = {setting.name for setting in after.settings}
    kept = differing(after, {name: value for name, value in rules.items() if name in known})
    return {"evaluation_id": keep_evaluation(text, by).pk, "settings": kept}


def _refuse_differing(campaign: Campaign, found: list[Difference]) -> None:
    if found and (campaign.pool_rounds.exists() or campaign.qrels.exists()):
        raise _fixed(found, say(POOLED, campaign=campaign.slug))
    read_by = [one for one in found if not _is_of_scores(one)]
    if read_by and campaign.runs.exists():
        raise _fixed(read_by, say(READ, campaign=campaign.slug))
    graded = [one for one in found if one.place.startswith("scale") or one.place.endswith(", scale")]
    if graded and campaign.training_questions.filter(items__isnull=False).exists():
        raise _fixed(graded, say(SAMPLED, campaign=campaign.slug))


def _is_of_scores(one: Difference) -> bool:
    return one.place.startswith(_OF_GRADES) or one.place.endswith(_OF_SCORES)


def _fixed(found: list[Difference], why: str) -> Refused:
    named = "; ".join(map(str, found[:SHOWN]))
    if len(found) > SHOWN:
        named = say("{named}; and {n} more", named=named, n=len(found) - SHOWN)
    message = say("{why} What differs: {named}. Nothing was changed.", why=why, named=named)
    hint = say("Change these places back, or create another campaign with the new evaluation.")
    return Refused(message, "evaluation_fixed", hint)


def _refuse_losing_types(campaign: Campaign, after: Track) -> None:
    """Refuse an evaluation without a type that questions here have, or that has it in another form."""
    before = campaign.track.question_types
    forms = {name: kind.form for name, kind in after.question_types.items()}
    lost = sorted(
        name for name in _types_in_use(campaign) if name not in before or forms.get(name) != before[name].form
    )
    if lost:
        message = say(
            "Questions of {campaign} have types that the new evaluation has not, or in another form: {types}. "
            "Nothing was changed.",
            campaign=campaign.slug,
            types=", ".join(lost),
        )
        raise Refused(
            message, "types_in_use", say("Declare them as before, or remove these questions first.")
        )


def _types_in_use(campaign: Campaign) -> set[str]:
    candidates = CandidateQuestion.objects.filter(candidate__campaign=campaign)
    tables = (campaign.questions.all(), campaign.training_questions.all(), candidates)
    return {name for table in tables for name in table.values_list("type", flat=True).distinct() if name}
