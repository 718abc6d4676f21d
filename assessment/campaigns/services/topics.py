"""Bringing a campaign's questions in from a topics file: all of it or nothing."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Max, Model

from assessment.campaigns.models import Campaign, Question, Series
from assessment.campaigns.models.known import Known, parse_checklist
from assessment.campaigns.selectors.similar import Asked, asked_in, similar_pairs
from assessment.campaigns.services.imports import Keeping
from assessment.campaigns.services.kept_questions import KEEPERS, KIND, KNOWN, keep_declared, watch_questions
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.planned import refuse_changed
from assessment.campaigns.services.question_losses import MORE, loss_of, refuse_used, some_of, would_go
from assessment.campaigns.services.source_files import SourceFile
from assessment.campaigns.services.topics_files import ReadTopics, read_topics_file
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, FileRefused
from assessment.shared.say import say, say_n
from assessment.shared.seen import mark_of
from documents.bulk import update_rows
from scoring import records
from scoring.formats.target_types import ByPlace
from scoring.tracks.base import Track


class TopicsImported(NamedTuple):
    """What an import brought."""

    questions: int
    series: int
    replaced: int  # questions there were before
    kept: int = 0  # questions of other files that stay beside them
    untold: int = 0  # questions of which no file tells the type
    by_place: Sequence[str] = ()  # lines of types whose text no target has
    untyped: Sequence[str] = ()  # targets that a file of types leaves out
    known: int = 0  # answers and nuggets of checklists that are new
    alike: Sequence[str] = ()  # new questions and others that they repeat, as "4 and 12"; last "…" if not all
    loss: str = ""  # which questions went, where that is asked for first
    again: str = ""  # where the same file was imported before, when
    number: int | None = None  # of the import, where it brought anything

    @property
    def sentence(self) -> str:
        """What was done, for people."""
        parts = [
            self._done,
            say("{n} of other languages stay.", n=self.kept) if self.kept else "",
            say("No file gives the type of {n}; a file of types can.", n=self.untold) if self.untold else "",
            say(
                "Target types taken by place, as the texts differ: {targets}.", targets=some_of(self.by_place)
            )
            if self.by_place
            else "",
            say("The file gives no type for {targets}.", targets=some_of(self.untyped))
            if self.untyped
            else "",
            say_n(
                "{n} line of their checklists is new.", "{n} lines of their checklists are new.", self.known
            )
            if self.known
            else "",
            say("Equal or nearly equal questions: {pairs}.", pairs=some_of(self.alike)) if self.alike else "",
        ]
        return " ".join(part for part in parts if part) + self.again

    @property
    def _done(self) -> str:
        n, values = self.questions, {"series": self.series, "replaced": self.replaced}
        if self.series and self.replaced:
            return say_n(
                "Imported {n} question in {series} series, in place of {replaced}.",
                "Imported {n} questions in {series} series, in place of {replaced}.",
                n,
                **values,
            )
        if self.series:
            return say_n(
                "Imported {n} question in {series} series.",
                "Imported {n} questions in {series} series.",
                n,
                **values,
            )
        if self.replaced:
            return say_n(
                "Imported {n} question, in place of {replaced}.",
                "Imported {n} questions, in place of {replaced}.",
                n,
                **values,
            )
        return say_n("Imported {n} question.", "Imported {n} questions.", n)


def import_questions(
    *,
    campaign: Campaign,
    topics: SourceFile,
    by: Account | None,
    types: SourceFile | None = None,
    replace: bool = False,
) -> TopicsImported:
    """Read a topics file in the track's format, with types where a file gives them, and store its questions.

    Raises what `read_topics_file` and `store_read` raise.
    """
    read = read_topics_file(campaign, topics, types)
    return store_read(campaign=campaign, read=read, by=by, replace=replace)


@transaction.atomic
def store_read(
    *, campaign: Campaign, read: ReadTopics, by: Account | None, replace: bool = False, seen: str = ""
) -> TopicsImported:
    """Store the questions that were read.

    Questions there were are replaced by id while nothing was made of them; where a track has a file for each pair of
    languages, those of other pairs stay. Raises FileRefused listing every error, Conflict where other questions are
    there than when somebody looked (`seen`), and without `replace` Refused where questions would go that are in use by
    people, or that look as if the file were another campaign's. Conflict, too, where the campaign has another
    evaluation than the file was read by.
    """
    lock_campaign(campaign)
    if campaign.evaluation_id != read.evaluation:
        raise Conflict(
            say("The evaluation of the campaign changed while the file was read. Nothing was stored."),
            "evaluation_changed",
            say("Bring the file in again."),
        )
    before = asked_in(campaign)
    refuse_changed(
        seen,
        mark_of_questions(before),
        say("The questions changed since the file was checked. Nothing was stored."),
    )
    keeping = Keeping(campaign, KIND, read.files, watch_questions(campaign), by)
    imported = _join(campaign, read, by, replace)
    imported = imported._replace(alike=_repeated(before, asked_in(campaign)))
    imported = imported._replace(again=keeping.again)
    counts = {name: getattr(imported, name) for name in ("questions", "series", "replaced", "kept", "known")}
    return imported._replace(number=keeping.end(imported.sentence, counts))


def mark_of_questions(asked: Mapping[str, Asked]) -> str:
    """A mark of the questions that there are: another one where they are others."""
    return mark_of(sorted((qid, str(one)) for qid, one in asked.items()))


def _repeated(before: Mapping[str, Asked], now: Mapping[str, Asked]) -> list[str]:
    """The pairs of equal or nearly equal questions of which one is new, as many as are told."""
    known = set(before.values())
    pairs, are_all = similar_pairs(now, [key for key, asked in now.items() if asked not in known])
    named = [say("{one} and {other}", one=pair.one, other=pair.other) for pair in pairs]
    return named if are_all else [*named, MORE]


def _join(campaign: Campaign, file: ReadTopics, by: Account | None, replace: bool) -> TopicsImported:
    """Store what was read of a file, beside those questions of other files that stay."""
    track, name, read, problems = campaign.track, file.name, file.topics, file.problems
    whole, renamed = track.joined(campaign.questions.in_order().as_topics(), read)
    by_place: Sequence[ByPlace] = ()
    untyped: Sequence[str] = ()
    if file.types:
        whole, more, by_place, untyped = track.read_added(file.types.data, file.types.name, whole)
        problems = [*problems, *more]
    known, more = known_in(track, name, read)
    if problems := [*problems, *more]:
        raise FileRefused(say("Nothing was stored."), problems, say("Fix what is listed and import again."))
    if (loss := loss_of(campaign, whole, renamed)) and not replace:
        raise would_go(loss)
    imported = store_topics(
        campaign=campaign,
        topics=whole,
        source=name,
        by=by,
        renamed=renamed,
        read=len(read.questions),
        by_place=[str(line) for line in by_place],
        untyped=untyped,
        known=known,
    )
    return imported._replace(loss=loss)


def known_in(
    track: Track, name: str, read: records.Topics
) -> tuple[dict[str, list[Known]], list[records.Problem]]:
    """What checklists say of questions, and what is wrong with them."""
    types = {question.qid: question.type for question in read.questions}
    found, problems = dict[str, list[Known]](), list[records.Problem]()
    for qid, text, line in read.checklists:
        found[qid], errors = parse_checklist(text, track.question_types[types[qid]])
        problems += [
            records.Problem(
                file=name, line=line, code="checklist", message=error, hint=say("Correct the cell.")
            )
            for error in errors
        ]
    return found, problems


@transaction.atomic
def store_topics(
    *,
    campaign: Campaign,
    topics: records.Topics,
    source: str,
    by: Account | None,
    renamed: Mapping[str, str] = MappingProxyType({}),
    read: int | None = None,
    by_place: Sequence[str] = (),
    untyped: Sequence[str] = (),
    known: Mapping[str, Sequence[Known]] = MappingProxyType({}),
) -> TopicsImported:
    """Make these the campaign's questions, in this order. `renamed` tells which ids change, `read` how many are new,
    `by_place` which types were taken by place, `untyped` which targets got none, `known` what checklists say of some.
    """
    lock_campaign(campaign)
    before = campaign.questions.count()
    if before:
        refuse_used(campaign, topics, renamed)
        _rename(campaign, renamed)
    series = _store_series(campaign, topics.series)
    _store_questions(campaign, topics.questions, series)
    keep_declared(campaign)
    number = len(topics.questions)
    kept = number - (number if read is None else read)
    untold = campaign.track.untold
    imported = TopicsImported(
        questions=number - kept,
        series=len(topics.series),
        replaced=before - kept,
        kept=kept,
        untold=sum(bool(untold) and question.type == untold for question in topics.questions),
        by_place=by_place,
        untyped=untyped,
        known=_store_known(campaign, known),
    )
    record_event(by=by, campaign=campaign, verb="questions:imported", subject=source, **imported._asdict())
    return imported


def _store_known(campaign: Campaign, known: Mapping[str, Sequence[Known]]) -> int:
    """Store what checklists say of questions; how much of it is new."""
    if not known:
        return 0
    asked = campaign.questions.filter(qid__in=known).in_order().select_related("campaign")
    return KEEPERS[KNOWN].store(list(asked), known)


def put_in_file_order(campaign: Campaign) -> None:
    """Give questions the ids and places that the track's topics files have, once some were added."""
    lock_campaign(campaign)
    topics = campaign.questions.in_order().as_topics()
    named = campaign.track.in_file_order(topics.questions)
    _make_room(campaign, len(named))
    rows = {row.qid: row for row in campaign.questions.all()}
    for position, (qid, name) in enumerate(named.items(), 1):
        rows[qid].qid, rows[qid].position = name, position
    update_rows(list(rows.values()), ["qid", "position"])


def _rename(campaign: Campaign, renamed: Mapping[str, str]) -> None:
    rows = list(campaign.questions.filter(qid__in=renamed))
    for row in rows:
        row.qid = renamed[row.qid]
    Question.objects.bulk_update(rows, ["qid"])


def _store_series(campaign: Campaign, series: Sequence[records.Series]) -> dict[str, Series]:
    known = {row.key: row for row in campaign.series.all()}
    rows = [known.get(one.series_id) or Series(campaign=campaign, key=one.series_id) for one in series]
    for position, (row, one) in enumerate(zip(rows, series, strict=True), 1):
        row.position, row.target = position, one.target
        row.target_type = one.target_type or row.target_type
    _save(rows, ["position", "target", "target_type"])
    return {row.key: row for row in rows}


def _store_questions(
    campaign: Campaign, questions: Sequence[records.Question], series: dict[str, Series]
) -> None:
    known = {row.qid: row for row in campaign.questions.all()}
    rows = [known.get(one.qid) or Question(campaign=campaign, qid=one.qid) for one in questions]
    for position, (row, one) in enumerate(zip(rows, questions, strict=True), 1):
        row.position, row.series = position, series.get(one.series)
        row.type, row.text, row.nil = one.type, one.text, one.nil or row.nil
        row.source = one.source or row.source
        row.suggested_answer = one.suggested_answer or row.suggested_answer
        row.suggested_docid = one.suggested_docid or row.suggested_docid
        row.source_lang, row.target_lang = one.source_lang, one.target_lang
    campaign.questions.exclude(qid__in=[row.qid for row in rows]).delete()
    _make_room(campaign, len(rows))
    texts = ["text", "source", "suggested_answer", "suggested_docid"]
    _save(rows, ["position", "series", "type", "nil", "source_lang", "target_lang", *texts])
    campaign.series.exclude(key__in=list(series)).delete()


def _make_room(campaign: Campaign, places: int) -> None:
    """Move the positions there are out of the way of the first `places`, since a position is given once."""
    last = campaign.questions.aggregate(last=Max("position"))["last"] or 0
    if last:
        campaign.questions.update(position=F("position") + max(last, places))


def _save(rows: Sequence[Model], columns: list[str]) -> None:
    """Write new rows and columns of known ones, in few statements."""
    known = [row for row in rows if row.pk is not None]
    if new := [row for row in rows if row.pk is None]:
        type(new[0])._default_manager.bulk_create(new)
    update_rows(known, columns)
