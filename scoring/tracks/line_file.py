"""Reads run files that hold one response a line.

Lines end at LF, a CR before it belongs to the end. Columns are split on blanks and tabs only; blanks around the answer
string are stripped, those inside are kept. Empty lines are passed over.
"""

import re
from functools import cached_property

from scoring.formats.encoded import BOM, DECLARE_ENCODING, decode_line, lines, refuse_whole
from scoring.formats.kinds import TEXT, kind_of_file, refuse_kind
from scoring.say import say
from scoring.tracks.linecheck import ResponseCheck

_SPLIT = re.compile(rb"[ \t]+")
_CONTROL = re.compile(r"[\x01-\x08\x0a-\x1f\x7f]")
_WITH_Q0 = re.compile(rb"[ \t]*[^ \t]+[ \t]+Q0[ \t]")
_SAMPLE = 16_384  # bytes in which these are looked for
_FIRST = 5  # lines by which a layout is told


def has_q0(data: bytes) -> bool:
    """Whether the first lines have Q0 where the evaluations of TREC with ranked answers have it."""
    first = [line for line in data[:_SAMPLE].splitlines() if line.strip()][:_FIRST]
    return bool(first) and all(map(_WITH_Q0.match, first))


class LineCheck(ResponseCheck):
    """Goes through the lines of a run file that holds one response a line."""

    @cached_property
    def _names(self) -> list[str]:
        """Its columns in their order."""
        names: list[str] = (self.settings.get("columns") or self.rules.columns).split()
        return names

    def read(self, data: bytes) -> None:
        """Read all lines of a file."""
        if not self.knows_encoding():
            return
        if refuse_whole(data, self.problems) or self._refuse_form(data.removeprefix(BOM)):
            return
        start = len(BOM) if data.startswith(BOM) else 0
        if start and not self._passes_mark():
            return
        if self.rules.one_break and not data.endswith(b"\n"):
            number = data.count(b"\n") + 1
            self.warnings.add(number, "no_last_break", say("The last line has no line break at its end."))
        for number, offset, raw in lines(data[start:]):
            self._line(number, start + offset, raw)
            if self.gives_up(number):
                break

    def _refuse_form(self, data: bytes) -> bool:
        """Note why a file cannot consist of lines of responses. Tell whether it is refused."""
        hint = say("Write lines of: {names}.", names=" ".join(self._names))
        if kind_of_file(data) != TEXT:
            refuse_kind(data, self.problems, say("plain text with one response a line"), hint)
            return True
        if "Q0" not in self._names and has_q0(data):
            message = say(
                "The file seems to be a run with ranks (qid Q0 docid rank …); what is read here is lines of: {names}.",
                names=" ".join(self._names),
            )
            self.problems.add_first(
                "file_kind", message, say("Submit the run that was made for this evaluation.")
            )
            return True
        if b"\r" in data.strip() and b"\n" not in data:
            message = say(
                "The lines of the file end in carriage returns alone, so that it reads as a single line."
            )
            self.problems.add(1, "carriage_returns", message, say("Save it with the line ends LF or CR LF."))
            return True
        return False

    def _passes_mark(self) -> bool:
        """Warn of a byte order mark; a problem where the file is declared to be in another encoding than the mark's."""
        if self.encoding == "utf-8":
            message = say("The file starts with a byte order mark; it was passed over.")
            self.warnings.add(1, "byte_order_mark", message)
            return True
        message = say(
            "The file starts with the byte order mark of UTF-8, and is declared to be {encoding}.",
            encoding=self.encoding,
        )
        self.problems.add(1, "byte_order_mark", message, say("Declare UTF-8."))
        return False

    def _line(self, number: int, offset: int, raw: bytes) -> None:
        text = decode_line(raw, number, offset, self.encoding, self.problems, DECLARE_ENCODING)
        raw = raw.strip(b" \t")
        if text is None or not raw:
            if text is not None and self.rules.one_break:
                message = say("The line is empty; each response is followed by exactly one line break.")
                self.problems.add(number, "empty_line", message, say("Remove the line."))
            return
        if self.rules.one_break and "\r" in text:
            message = say("There is a carriage return inside the line; a response holds no line breaks.")
            self.problems.add(number, "line_break", message, say("Remove it, or write a blank instead."))
        elif _CONTROL.search(text):
            message = say("The line holds control characters; they are kept as they are.")
            self.warnings.add(number, "control_character", message)
        has_answers = self._names[-1] == "answer"  # which may hold blanks, or nothing
        parts = _SPLIT.split(raw, len(self._names) - 1) if has_answers else _SPLIT.split(raw)
        cells = dict(zip(self._names, (part.decode(self.encoding) for part in parts), strict=False))
        if not len(self._names) - has_answers <= len(parts) <= len(self._names):
            message = say(
                "The line has {found} of {needed} columns.", found=len(parts), needed=len(self._names)
            )
            hint = say("Write: {names}, with blanks or tabs between them.", names=" ".join(self._names))
            self.problems.add(number, "columns", message, hint)
            return
        answer = cells.get("answer", "")
        in_bytes = self.track.length_unit == "bytes"
        self.take(number, cells, len(parts[-1] if in_bytes else answer) if answer else 0)
