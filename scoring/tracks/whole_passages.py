"""Rules about a run of paragraphs as a whole: the order of its questions, its documents, and the texts that it quotes."""

from scoring.formats.elements import Place, note
from scoring.formats.problems import shown
from scoring.formats.runs_xml import Quoted
from scoring.gold import language_of
from scoring.say import say
from scoring.tracks.base import KnownDocids, ParagraphTexts
from scoring.tracks.passages import PassageCheck

_AROUND = 20  # characters shown on each side of a difference


def check_order(check: PassageCheck) -> None:
    """Every question of the run's pair, in the order of the topics (setting missing_questions)."""
    order = {q_id: number for number, q_id in enumerate(check.questions)}
    given, highest = list(check.answered), -1
    for q_id in given:
        if order[q_id] < highest:
            message = say("Question {q_id} stands after a later one.", q_id=q_id)
            check.say(
                check.answered[q_id], "question_order", message, say("Put the responses in ascending order.")
            )
        highest = max(highest, order[q_id])
    places = sorted((order[q_id], check.answered[q_id]) for q_id in given)
    following = iter([*places, (len(order), check.place)])
    at = next(following)
    for q_id, number in order.items():
        while at[0] < number:
            at = next(following)
        if at[0] != number:
            message = say("Question {q_id} has no response; it would stand before this.", q_id=q_id)
            if at[0] == len(order):
                message = say("Question {q_id} has no response.", q_id=q_id)
            hint = say('Give one to every question, answered="NO" where the run prefers not to answer.')
            note(check.relaxed("missing_questions"), at[1], "missing_question", message, hint)


def check_documents(check: PassageCheck, known_docids: KnownDocids | None) -> None:
    """Documents are in the language that the run looks in, and in the collection (setting unknown_docids)."""
    for passage in check.quoted:
        language = language_of(passage.docid)
        target = check.name.target_lang if check.name else language
        if language in check.track.languages and language != target:
            message = say(
                "Document {docid} is in {language}; the run looks for answers in {target}.",
                docid=shown(passage.docid),
                language=language,
                target=target,
            )
            check.say(passage.place, "document_language", message, say("Quote a document in that language."))
    if known_docids is None:
        message = say(
            "There is no list of the collection's documents here, so document ids were not checked."
        )
        check.warnings.add(0, "documents_unchecked", message)
        return
    cited: dict[str, Place] = {}
    for passage in check.quoted:
        if passage.docid:
            cited.setdefault(passage.docid, passage.place)
    known = known_docids(list(cited))
    for docid, place in cited.items():
        if docid not in known:
            message = say("The collection has no document {docid}.", docid=shown(docid))
            hint = say("Take the ids from the collection; case counts.")
            note(check.relaxed("unknown_docids"), place, "unknown_document", message, hint)
    check.quoted = [passage for passage in check.quoted if passage.docid in known]


def check_texts(check: PassageCheck, paragraphs: ParagraphTexts | None) -> None:
    """A passage is the whole paragraph of that document and number, character for character."""
    if paragraphs is None:
        message = say("The texts of the collection are not here, so paragraphs were not compared with them.")
        check.warnings.add(0, "paragraphs_unchecked", message)
        return
    asked = {
        (passage.docid, passage.number): None for passage in check.quoted if passage.docid and passage.number
    }
    texts = paragraphs(list(asked))
    for passage in check.quoted:
        text = texts.get((passage.docid, passage.number))
        if text is None:
            if passage.number:
                message = say(
                    "Document {docid} has no paragraph {number}.",
                    docid=shown(passage.docid),
                    number=shown(passage.number),
                )
                check.say(passage.place, "unknown_paragraph", message, say("Take p_id from the document."))
        elif text.strip() != passage.text:
            _say_difference(check, passage, text.strip())


def _say_difference(check: PassageCheck, passage: Quoted, text: str) -> None:
    """Show where a passage first differs from its paragraph, and both sides."""
    given = passage.text
    start = next(
        (place for place, (one, other) in enumerate(zip(given, text, strict=False)) if one != other),
        min(len(given), len(text)),
    )
    where = {"number": str(passage.number), "docid": passage.docid}
    sides = {"character": start + 1, "given": _side(given, start), "text": _side(text, start)}
    if given.split() == text.split():
        code = "passage_white_space"
        message = say(
            "The passage differs from paragraph {number} of {docid} in white space alone, first at character "
            "{character}: it has {given}, the document {text}.",
            **where,
            **sides,
        )
    elif start == len(given):
        code = "passage_truncated"
        message = say(
            "The passage ends after {given} of {length} characters of paragraph {number} of {docid}, "
            "which goes on {rest}.",
            given=start,
            length=len(text),
            rest=_side(text, start),
            **where,
        )
    elif start == len(text):
        code = "passage_longer"
        message = say(
            "The passage goes on after the end of paragraph {number} of {docid}: {given}.",
            given=_side(given, start),
            **where,
        )
    else:
        code = "passage_differs"
        message = say(
            "The passage differs from paragraph {number} of {docid} at character {character}: it has {given}, "
            "the document {text}.",
            **where,
            **sides,
        )
    hint = say("Copy the whole paragraph, character for character.")
    check.say(passage.place, code, message, hint)


def _side(text: str, start: int) -> str:
    """A text around a place, with a bar before it; white space and other invisible characters by their numbers."""
    before, after = text[max(0, start - _AROUND) : start], text[start : start + _AROUND]
    return f"“{'…' if start > _AROUND else ''}{_seen(before)}|{_seen(after)}{'…' if len(text) > start + _AROUND else ''}”"


def _seen(text: str) -> str:
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
