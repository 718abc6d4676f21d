"""Candidates that become questions of their campaign, with the ids that the track's files have."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max

from assessment.campaigns.models import (
    Campaign,
    Candidate,
    CandidateQuestion,
    CandidateState,
    Question,
    Series,
)
from assessment.campaigns.models.known import Known, parse_known
from assessment.campaigns.selectors.candidates import default_pairs, next_number, texts_of
from assessment.campaigns.selectors.documents import page_error
from assessment.campaigns.services.candidates import decide, lock_candidate, record, refuse_decided
from assessment.campaigns.services.kept_questions import keep_declared
from assessment.campaigns.services.topics import put_in_file_order
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring import records
from scoring.formats.topics_pairs import q_id_of
from scoring.gold import language_of
from scoring.stages import PLACES
from scoring.tracks.base import Track

LONGEST_KEY = 56  # leaves room for the number of a question in 64 characters


class Accepted(NamedTuple):
    """A question that came in, and what its developer knows of it."""

    question: Question
    known: Sequence[Known]


class _Asked(NamedTuple):
    """A question as it is to come in: in one pair of languages, where the track has several."""

    row: CandidateQuestion
    qid: str
    text: str
    known: Sequence[Known]
    source: str = ""
    target: str = ""
    type: str = ""  # another than that of the row, where it came with it
    series: Series | None = None  # its own, where it is not that of the candidate


@transaction.atomic
def accept_candidate(
    *, candidate: Candidate, key: str, by: Account | None, pairs: str = ""
) -> list[Accepted]:
    """Make an open candidate's questions, but for those rejected by themselves, questions of the campaign.

    `key` is the id of the series, or the number of the first question where there is none; empty takes the next.
    `pairs` names pairs of languages, such as "EN:EN EN:IT", where the track has several; empty takes those that the
    campaign's questions have. A question that is annotated gets the id of its page, as in the corpus.
    What is known of the questions is for the caller to store, in the same transaction.
    """
    lock_candidate(candidate)
    refuse_decided(candidate)
    campaign = candidate.campaign
    refuse_in_use(campaign)
    rows = list(candidate.questions.filter(reason="").order_by("position").prefetch_related("translations"))
    if not rows:
        raise Refused(
            say("Every question of this candidate is rejected. Nothing was changed."),
            "no_questions",
            say("Reject it as a whole."),
        )
    key = key.strip() or next_number(campaign)
    ids = _ids(campaign, key, rows)
    candidate.series = _make_series(candidate, key) if campaign.track.series_rules else None
    if campaign.track.languages:
        wanted = _read_pairs(campaign.track, pairs) or default_pairs(campaign, rows)
        asked = [
            one for row, qid in zip(rows, ids, strict=True) for one in _asked_in(wanted, campaign, row, qid)
        ]
    else:
        asked = [one for row, qid in zip(rows, ids, strict=True) for one in _whole(campaign, row, qid)]
    accepted = _make_questions(candidate, asked)
    if campaign.track.languages:
        put_in_file_order(campaign)
        for one in accepted:
            one.question.refresh_from_db(fields=["qid", "position"])
    decide(candidate, CandidateState.ACCEPTED, by)
    record(candidate, "candidate:accepted", by, ids=[one.question.qid for one in accepted])
    return accepted


def _whole(campaign: Campaign, row: CandidateQuestion, qid: str) -> list[_Asked]:
    """A question with those that come with it, as of one topic; what is known is of the question itself."""
    known = _known(row, campaign.track)
    topics = campaign.track.entered(records.Question(qid, row.type, row.text))
    last = campaign.series.aggregate(last=Max("position"))["last"] or 0
    made = {
        one.series_id: Series.objects.create(
            campaign=campaign, key=one.series_id, position=last + number, target=one.target
        )
        for number, one in enumerate(topics.series, 1)
    }
    return [
        _Asked(
            row,
            one.qid,
            one.text,
            known if one.qid == qid else (),
            type=one.type,
            series=made.get(one.series),
        )
        for one in topics.questions
    ]


def refuse_in_use(campaign: Campaign) -> None:
    """Refuse once there are answers to the questions as they are."""
    if campaign.runs.exists() or campaign.questions.filter(pool__isnull=False).exists():
        raise Refused(
            say(
                "Runs already answer the questions of {campaign}. Nothing was changed.",
                campaign=campaign.slug,
            ),
            "questions_in_use",
            say("Put other questions into a new campaign."),
        )


def _ids(campaign: Campaign, key: str, rows: Sequence[CandidateQuestion]) -> list[str]:
    """The ids of a candidate's questions; refused where one is taken or no file could hold it."""
    track, in_series = campaign.track, campaign.track.series_rules is not None
    annotated = [row for row in rows if row.type in track.types_with(PLACES)]
    if not in_series and not annotated and not (key.isascii() and key.isdecimal() and len(key) < 10):
        raise Refused(
            say("“{key}” is no number. Nothing was changed.", key=key[:60]),
            "id_invalid",
            say("Number the first question."),
        )
    if annotated:
        _refuse_gone(campaign, annotated)
        ids = [row.page for row in rows]
    elif in_series:
        ids = [f"{key}.{number}" for number in range(1, len(rows) + 1)]
    else:
        ids = [track.numbered(int(key) + number) for number in range(len(rows))]
    wanted = [key, *ids] if in_series else _with_their_topics(track, rows, ids)
    error = next(filter(None, map(track.id_error, wanted)), "")
    if not error and len(key) > LONGEST_KEY:
        error = say("The id is too long.")
    if error:
        raise Refused(
            say("{error} Nothing was changed.", error=error), "id_invalid", say("A number is best.")
        )
    _refuse_taken(campaign, wanted)
    return ids


def _with_their_topics(track: Track, rows: Iterable[CandidateQuestion], ids: Sequence[str]) -> list[str]:
    """The ids of all that questions become."""
    topics = [
        track.entered(records.Question(qid, row.type, row.text)) for row, qid in zip(rows, ids, strict=True)
    ]
    asked = (one.qid for topic in topics for one in topic.questions)
    return [*asked, *(one.series_id for topic in topics for one in topic.series)]


def _refuse_gone(campaign: Campaign, rows: Iterable[CandidateQuestion]) -> None:
    """Refuse pages that were there when the candidate was entered, and that another edition of the collection left out."""
    for row in rows:
        if error := page_error(campaign, row.page):
            raise Refused(
                say("{error} Nothing was changed.", error=error),
                "page_gone",
                say("Name another page, or reject the question."),
            )


def _refuse_taken(campaign: Campaign, wanted: Sequence[str]) -> None:
    qids = set(campaign.questions.values_list("qid", flat=True))
    if campaign.track.languages:  # a question has its number in all pairs
        qids = set(map(q_id_of, qids))
    taken = {
        *campaign.series.filter(key__in=wanted).values_list("key", flat=True),
        *qids.intersection(wanted),
    }
    if taken:
        raise Refused(
            say("Taken already: {ids}. Nothing was changed.", ids=", ".join(sorted(taken))),
            "id_taken",
            say("Choose another id."),
        )


def _read_pairs(track: Track, typed: str) -> list[tuple[str, str]]:
    """The pairs of languages that somebody named, each once."""
    pairs = []
    for word in re.split(r"[\s,;]+", typed.strip().upper()):
        source, _, target = word.partition(":")
        if word and not {source, target} <= set(track.languages):
            raise Refused(
                say("{pair} is not a pair of languages. Nothing was changed.", pair=word[:20]),
                "pair_unknown",
                say("Write pairs such as EN:IT, of {languages}.", languages=", ".join(track.languages)),
            )
        if word:
            pairs.append((source, target))
    return list(dict.fromkeys(pairs))


def _asked_in(
    pairs: Iterable[tuple[str, str]], campaign: Campaign, row: CandidateQuestion, qid: str
) -> list[_Asked]:
    """A question in each pair, with what is known of it in documents of the pair's language."""
    texts, known = texts_of(row), _known(row, campaign.track)
    asked = []
    for source, target in pairs:
        if source not in texts:
            raise Refused(
                say(
                    "Question {number} has no text in {language}. Nothing was changed.",
                    number=str(row.position),
                    language=source,
                ),
                "text_missing",
                say("Translate it, or leave this pair of languages out."),
            )
        fitting = [one for one in known if language_of(one.docid) in ("", target)]
        asked.append(_Asked(row, f"{qid}:{source}:{target}", texts[source], fitting, source, target))
    _refuse_unused(row, known, asked)
    return asked


def _refuse_unused(row: CandidateQuestion, known: Sequence[Known], asked: Sequence[_Asked]) -> None:
    """Refuse to lose the known paragraph of a question, or the question itself, by the choice of pairs."""
    if not asked:
        raise Refused(
            say("No pair of languages is named. Nothing was changed."),
            "pairs_missing",
            say("Name one, such as EN:IT."),
        )
    paragraphs = [one for one in known if one.passage]
    if paragraphs and not any(one.passage for each in asked for one in each.known):
        raise Refused(
            say(
                "Question {number}: the known paragraph of {docid} is in a language in which none of these pairs looks "
                "for answers. Nothing was changed.",
                number=str(row.position),
                docid=paragraphs[0].docid,
            ),
            "gold_lost",
            say("Add a pair with its language, or the paragraph of the parallel document."),
        )


def _known(row: CandidateQuestion, track: Track) -> list[Known]:
    return parse_known(row.known, track.question_types[row.type])[0]


def _make_series(candidate: Candidate, key: str) -> Series:
    campaign = candidate.campaign
    last = campaign.series.aggregate(last=Max("position"))["last"] or 0
    return Series.objects.create(
        campaign=campaign,
        key=key,
        position=last + 1,
        target=candidate.target,
        target_type=candidate.target_type,
    )


def _make_questions(candidate: Candidate, asked: Sequence[_Asked]) -> list[Accepted]:
    last = candidate.campaign.questions.aggregate(last=Max("position"))["last"] or 0
    accepted = [
        Accepted(_make_question(candidate, one, position), one.known)
        for position, one in enumerate(asked, last + 1)
    ]
    became: dict[int, CandidateQuestion] = {}
    for one, (question, _) in zip(asked, accepted, strict=True):
        one.row.question = one.row.question or question
        became[one.row.pk] = one.row
    CandidateQuestion.objects.bulk_update(became.values(), ["question"])
    keep_declared(candidate.campaign)
    return accepted


def _make_question(candidate: Candidate, asked: _Asked, position: int) -> Question:
    kind = candidate.campaign.track.question_types[asked.row.type]
    answers = () if kind.form.has_criteria else asked.known
    first = next((one for one in answers if not one.vote), None)
    return Question.objects.create(
        campaign=candidate.campaign,
        series=asked.series or candidate.series,
        qid=asked.qid,
        position=position,
        type=asked.type or asked.row.type,
        text=asked.text,
        source=asked.row.source,
        suggested_answer=first.text if first else "",
        suggested_docid=first.docid if first else "",
        source_lang=asked.source,
        target_lang=asked.target,
    )
