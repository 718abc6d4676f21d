"""A small corpus: pages with tokens and candidates, campaigns over them, and files of annotations."""

import gzip
import json
from pathlib import Path
from typing import Any

from assessment.campaigns.models import Campaign
from documents.services import import_collection
from tests.documents.helpers import make_folder
from tests.factory import make_campaign, make_questions

WORDS = ("The", "ferry", "of", "Zoë", "sails", "at", "noon")
SLUG = "corpus"
NOTHING = {"start_byte": -1, "end_byte": -1, "start_token": -1, "end_token": -1}


class Page:
    """A page of two paragraphs and a table, with the places of its tokens."""

    def __init__(self) -> None:
        self.html = "<Body>"
        self.tokens: list[dict[str, Any]] = []
        self.candidates: list[dict[str, Any]] = []
        self._put("<H1>", "Vell", "</H1>")
        for _ in range(2):
            self._candidate("<P>", *WORDS, "</P>")
        self._candidate("<Table>", "<Tr>", "12", "</Tr>", "</Table>")

    def place(self, start: int, end: int) -> dict[str, int]:
        """The place of some tokens."""
        first, last = self.tokens[start], self.tokens[end - 1]
        return {
            "start_byte": first["start_byte"],
            "end_byte": last["end_byte"],
            "start_token": start,
            "end_token": end,
        }

    def long(self, number: int) -> dict[str, int]:
        """A candidate as a long answer."""
        one = self.candidates[number]
        return {name: one[name] for name in NOTHING} | {"candidate_index": number}

    def line(self, example_id: int | str, **more: Any) -> dict[str, Any]:
        """The line of the corpus, without annotations."""
        return {
            "example_id": example_id,
            "question_text": "when does the ferry sail",
            "document_html": self.html,
            "document_title": "Vell",
            "document_url": "https://wiki.test/Vell",
            "document_tokens": self.tokens,
            "long_answer_candidates": self.candidates,
            "annotations": [],
        } | more

    def _put(self, *tokens: str) -> None:
        for token in tokens:
            start = len(self.html.encode())
            self.html += f"{token} "
            end = start + len(token.encode())
            is_tag = token.startswith("<")
            self.tokens.append({"token": token, "start_byte": start, "end_byte": end, "html_token": is_tag})

    def _candidate(self, *tokens: str) -> None:
        start = len(self.tokens)
        self._put(*tokens)
        self.candidates.append({**self.place(start, len(self.tokens)), "top_level": True})


PAGE = Page()


def make_corpus(folder: Path, *qids: str) -> Campaign:
    """A campaign of these examples, whose pages are held."""
    lines = (json.dumps(PAGE.line(int(qid)), ensure_ascii=False) for qid in qids)
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode())
    import_collection(make_folder(folder / "nq", {"a.jsonl.gz": packed}), slug=SLUG, format="nq")
    campaign = make_campaign("pages", "nq", collection_slug=SLUG)
    make_questions(campaign, *qids, type="question")
    return campaign


def said(
    number: int = -1, *short: tuple[int, int], yes_no: str = "NONE", annotation_id: int = 7, **more: Any
) -> dict[str, Any]:
    """An annotation: the number of its candidate, and tokens of short answers in it."""
    return {
        "annotation_id": annotation_id,
        "long_answer": PAGE.long(number) if number >= 0 else {**NOTHING, "candidate_index": -1},
        "short_answers": [PAGE.place(*span) for span in short],
        "yes_no_answer": yes_no,
    } | more


def example(example_id: int | str, *annotations: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A line of a file of annotations."""
    return {"example_id": example_id, "annotations": list(annotations)} | more


def file_of(*lines: dict[str, Any] | str) -> bytes:
    """A file of lines."""
    texts = (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
    return "".join(f"{text}\n" for text in texts).encode()
