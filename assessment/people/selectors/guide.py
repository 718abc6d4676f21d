"""The illustrated guide: what stands on each kind of judging page, and what finishing means there.

A part is named by a selector of its page. Its number is written into the picture of the page (`static/guide`), which the
browser tests make, and which fail where a part is no longer there or reads otherwise than in the picture.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assessment.shared.say import say, sentence

WIDTH, HEIGHT = 1200, 720  # pixels of a picture


class Part(NamedTuple):
    """A part of a page that is numbered in its picture."""

    selector: str
    text: str

    @property
    def said(self) -> str:
        """What it is for, in the reader's language."""
        return say(self.text)


class Guide(NamedTuple):
    """What is told of a kind of page."""

    parts: Sequence[Part]
    finishing: str

    @property
    def said_of_finishing(self) -> str:
        """What finishing means, in the reader's language."""
        return say(self.finishing)


_SAVED = Part("[data-saving]", sentence("Whether all is saved. Without a network it waits in this browser."))
_DONE = sentence(
    "Finishing tells the organizer that you are done. For a day you can undo it; after that, or once it is scored, only "
    "the organizer can reopen the question."
)

GUIDES: Mapping[str, Guide] = {
    "answers": Guide(
        (
            Part(
                ".asked h1", sentence("The question. Above it: guidelines, and a way to ask the organizer.")
            ),
            Part(".item[aria-current]", sentence("The answer in focus, among all answers by document.")),
            Part("[data-frames]", sentence("Its document, opened where the answer is marked.")),
            Part(".grades", sentence("A grade: one key judges, saves and opens the next answer.")),
            Part(".decisions", sentence("Your own rules of thumb for this question.")),
            _SAVED,
        ),
        _DONE,
    ),
    "classes": Guide(
        (
            Part(".classes > .list .head", sentence("Correct answers that have no class yet.")),
            Part("[data-board] .class", sentence("A class: answers that say the same.")),
            Part("[data-proposals] .btn", sentence("Likely classes of the answer in focus.")),
            Part(".same", sentence("Type a label; a new one makes a class.")),
            _SAVED,
        ),
        _DONE,
    ),
    "nuggets": Guide(
        (
            Part(".item[aria-current]", sentence("The answer in focus, among all answers to read.")),
            Part("[data-nuggets] .nugget", sentence("A nugget: its key marks it in the answer in focus.")),
            Part(".write", sentence("Write a nugget: vital, or only okay.")),
            Part("[data-mark] .btn", sentence("Done with this answer; the next one opens.")),
            _SAVED,
        ),
        _DONE,
    ),
    "cells": Guide(
        (
            Part(".item[aria-current]", sentence("The answer in focus.")),
            Part("[data-nuggets] .nugget", sentence("A line: a number says how far the answer holds it.")),
            Part("[data-on]", sentence("On to the next answer.")),
            Part(".foot [data-rest]", sentence("The last label for all lines that have none.")),
            _SAVED,
        ),
        _DONE,
    ),
    "votes": Guide(
        (
            Part(".nugget .words", sentence("A nugget of the question.")),
            Part(".nugget .vote", sentence("Your vote; the next nugget comes into focus.")),
            _SAVED,
        ),
        _DONE,
    ),
    "annotation": Guide(
        (
            Part(".question h1", sentence("The question, as somebody asked it.")),
            Part("iframe[data-frame]", sentence("Its page; the box that answers it is outlined and chosen.")),
            Part("aside", sentence("What you say, step by step: the question, the box, the words.")),
            Part("details.keys summary", sentence("All keys.")),
        ),
        sentence("Enter finishes the page and opens the next question. Right afterwards you can undo it."),
    ),
    "adjudication": Guide(
        (
            Part(".list [aria-current]", sentence("The item to decide, among all of the question.")),
            Part(".case .string", sentence("The answer, and below it who says what.")),
            Part(".frames", sentence("Its document, opened where the answer is marked.")),
            Part(".deciding", sentence("The decision: keep the majority, or overrule it with a reason.")),
        ),
        sentence(
            "A question is settled when no item is open; decisions can be undone until the scores are released."
        ),
    ),
}
