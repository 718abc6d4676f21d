"""Reads XML past its errors, so that everything that is wrong with a file is listed at once, with line and column.

Nothing is fetched, declared or expanded: a document type declaration is blanked or refused, and the only references
are the five of XML and characters by number. Where this reader finds no error, expat has the last word.

A file is gone through once, and no further where it has more errors, tags or elements in each other than a file of its
kind can have: the time grows with the size of a file, whatever is in it.
"""

import re
from bisect import bisect_right
from collections import Counter
from xml.parsers import expat

from scoring.budget import spend
from scoring.formats.elements import GIVE_UP, Element, Place, note, note_stray
from scoring.formats.encoded import decode
from scoring.formats.problems import Problems, shown
from scoring.formats.topics_xml import length_of_prolog, without_doctype
from scoring.say import say, sentence

MOST_BYTES = 64 * 2**20
MOST_TAGS = 250_000  # and attributes, comments and the like
DEEPEST = 100  # elements in each other; runs have four

_DECLARED = re.compile(r"<\?xml\s[^>]*?encoding\s*=\s*[\"']([^\"'>]*)[\"']")
_NAME = re.compile(r"[^\W\d][\w.:-]*")
_END = re.compile(r"</([^\W\d][\w.:-]*)\s*>")
_BLANK = re.compile(r"\s*")
_JUNK = re.compile(r"[^\s<>/]+|/")
_BARE = re.compile(r"[^\s<>]+")
_UNCLOSED = re.compile(r"[^<>]*")
_QUOTED = {'"': re.compile(r'"([^"<]*)"'), "'": re.compile(r"'([^'<]*)'")}
_REFERENCE = re.compile(r"&(?:#([0-9]{1,7});|#x([0-9A-Fa-f]{1,6});|([^\W\d][\w.-]{0,40});)?")
_ILLEGAL = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_WHOLE = {
    "<!--": ("-->", sentence("The comment does not end.")),
    "<?": ("?>", sentence("The processing instruction does not end.")),
}
_FIX = sentence("Write it as XML says; a text editor that knows XML shows the place.")


def read(data: bytes, problems: Problems, doctype: bool = False) -> Element | None:
    """The outermost element of a file in UTF-8; None where there is none. `doctype`: one may stand there, unread."""
    if len(data) > MOST_BYTES:
        message = say(
            "The file has {size} bytes; files have at most {most_bytes}.",
            size=len(data),
            most_bytes=MOST_BYTES,
        )
        problems.add(0, "too_large", message, say("See whether it is the right file."))
        return None
    blanked = without_doctype(data)
    text = decode(blanked, problems)
    if text is None:
        return None
    reader = _Reader(text.replace("\r\n", "\n").replace("\r", "\n"), problems)
    if blanked != data and not doctype:
        before = data[: length_of_prolog(data)].decode().removeprefix("\ufeff").replace("\r\n", "\n")
        place = reader.place(len(before))
        message = say("There is a document type declaration; none is read or fetched.")
        note(problems, place, "doctype", message, say("Remove it, from <!DOCTYPE to its >."))
    return reader.read()


class _GivenUp(Exception):
    """The file is read no further, for a reason that was noted."""


class _Reader:
    """Goes through a file from tag to tag."""

    def __init__(self, text: str, problems: Problems) -> None:
        self.text, self.problems = text, problems
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._root: Element | None = None
        self._open: list[Element] = []
        self._open_names: Counter[str] = Counter()
        self._tags = 0

    def place(self, position: int) -> Place:
        """Line and column of a character."""
        line = bisect_right(self._starts, position)
        return Place(line, position - self._starts[line - 1] + 1)

    def read(self) -> Element | None:
        """The outermost element, after noting every error."""
        try:
            self._check_encoding()
            self._read_all()
            self._finish()
        except _GivenUp:
            pass
        return self._root

    def _read_all(self) -> None:
        position, end = 0, len(self.text)
        while position < end:
            tag = self.text.find("<", position)
            tag = end if tag < 0 else tag
            self._characters(position, tag)
            position = self._markup(tag) if tag < end else end

    def _error(self, position: int, message: str, hint: str | None = None, code: str = "xml") -> None:
        self._note(self.place(position), message, hint, code)

    def _note(self, place: Place, message: str, hint: str | None = None, code: str = "xml") -> None:
        note(self.problems, place, code, message, say(_FIX) if hint is None else hint)
        if self.problems.count > GIVE_UP:
            too_many = say(
                "More than {give_up} errors were found; the file was not read further.", give_up=GIVE_UP
            )
            self._give_up(place, too_many, "given_up")

    def _give_up(self, place: Place, message: str, code: str) -> None:
        self.problems.add(place.line, code, message, say("See whether it is the right file."))
        raise _GivenUp

    def _count_tag(self, position: int) -> None:
        spend()
        self._tags += 1
        if self._tags > MOST_TAGS:
            message = say(
                "The file has more than {most} tags and attributes; it was not read further.", most=MOST_TAGS
            )
            self._give_up(self.place(position), message, "too_many_tags")

    def _enter(self, element: Element) -> None:
        self._open.append(element)
        self._open_names[element.name] += 1
        if len(self._open) > DEEPEST:
            message = say(
                "More than {most} elements are nested in each other; the file was not read further.",
                most=DEEPEST,
            )
            self._give_up(element.place, message, "too_deep")

    def _leave(self) -> Element:
        element = self._open.pop()
        self._open_names[element.name] -= 1
        return element

    def _check_encoding(self) -> None:
        declared = _DECLARED.match(self.text)
        if declared and declared[1].upper() != "UTF-8":
            message = say(
                "The file declares the encoding {encoding}; it must be UTF-8.", encoding=shown(declared[1])
            )
            self._error(declared.start(1), message, say("Save it as UTF-8 and declare that."), "encoding")

    def _finish(self) -> None:
        for element in self._open:
            self._note(element.place, say("<{element}> is never closed.", element=element.name))
        if self._root is None:
            message = say("The file holds no element.")
            self.problems.add(0, "xml", message, say("See whether it is the right file."))
        elif not self.problems:
            self._last_word()

    def _last_word(self) -> None:
        """Let expat find what this reader does not look for."""
        try:
            expat.ParserCreate("utf-8").Parse(self.text.encode(), True)
        except expat.ExpatError as error:
            reason = expat.errors.messages[error.code]
            place = Place(error.lineno, error.offset + 1)
            self._note(place, say("The file is not well-formed here: {reason}.", reason=reason))

    def _markup(self, start: int) -> int:
        """Read what a < begins, and tell where it ends."""
        self._count_tag(start)
        text = self.text
        for opening, (closing, no_end) in _WHOLE.items():
            if text.startswith(opening, start):
                return self._whole(start, opening, closing, say(no_end))
        if text.startswith("<![CDATA[", start):
            end = self._whole(start, "<![CDATA[", "]]>", say("The CDATA section does not end."))
            self._keep(start, text[start + 9 : end].removesuffix("]]>"))
            return end
        if text.startswith("<!", start):
            message = say("A declaration stands here; none is read.")
            self._error(start, message, say("Remove it."), "doctype")
            return text.find(">", start) + 1 or len(text)
        if text.startswith("</", start):
            return self._end(start)
        if name := _NAME.match(text, start + 1):
            return self._start(start, name[0], name.end())
        self._error(start, say("A < begins no element."), say("Write &lt; for the character itself."))
        self._keep(start, "<")
        return start + 1

    def _whole(self, start: int, opening: str, closing: str, no_end: str) -> int:
        end = self.text.find(closing, start + len(opening))
        if end < 0:
            self._error(
                start,
                no_end,
                say("Close it with {closing}.", closing=closing),
            )
            return len(self.text)
        return end + len(closing)

    def _start(self, start: int, name: str, position: int) -> int:
        element = Element(name, self.place(start))
        position = self._attributes(element, position)
        if self._open:
            self._open[-1].children.append(element)
        elif self._root is None:
            self._root = element
        else:
            message = f"<{name}> stands after the outermost element <{self._root.name}>."
            self._error(start, message, say("Keep one outermost element."))
            self._root.children.append(element)
        if self.text.startswith("/>", position):
            return position + 2
        self._enter(element)
        if self.text.startswith(">", position):
            return position + 1
        self._error(start, say("The tag <{name} has no > at its end.", name=name), say("Close it."))
        return position

    def _attributes(self, element: Element, position: int) -> int:
        """Read the attributes of a tag up to what closes it, or should."""
        text = self.text
        while True:
            before, blank = position, _BLANK.match(text, position)
            position = blank.end() if blank else position
            if position >= len(text) or text[position] in "<>" or text.startswith("/>", position):
                return position
            self._count_tag(position)
            name = _NAME.match(text, position)
            if name is None:
                junk = _JUNK.match(text, position)
                end = junk.end() if junk else position + 1
                self._error(
                    position,
                    say(
                        "{text} stands in the tag <{element}.",
                        text=shown(text[position:end]),
                        element=element.name,
                    ),
                )
                position = end
                continue
            if before == position:
                self._error(
                    position,
                    say("There is no blank before the attribute {name}.", name=name[0]),
                    say("Put one there."),
                )
            if name[0] in element.attributes:
                message = say("The attribute {name} is twice in a tag.", name=name[0])
                self._error(position, message, say("Keep one of the two."))
            position, value = self._value(name[0], position, name.end())
            element.attributes.setdefault(name[0], value)

    def _value(self, name: str, start: int, position: int) -> tuple[int, str]:
        """The end and the value of an attribute whose name ends at a position."""
        text = self.text
        after = _BLANK.match(text, position)
        place = after.end() if after else position
        equals = text.startswith("=", place)
        if equals:
            after = _BLANK.match(text, place + 1)
            place = after.end() if after else place + 1
        quoted = _QUOTED[text[place]].match(text, place) if text[place : place + 1] in _QUOTED else None
        if not equals:
            message = say("The attribute {name} has no = before its value.", name=name)
            self._error(start, message, say('Write {name}="…".', name=name))
        if quoted:
            value = self._resolved(quoted.start(1), quoted[1])
            return quoted.end(), re.sub(r"[\t\n]", " ", value)
        if text[place : place + 1] in _QUOTED:
            self._error(
                place,
                say("The value of {name} has no quote at its end.", name=name),
                say('Write {name}="…".', name=name),
            )
            unclosed = _UNCLOSED.match(text, place + 1)
            return (unclosed.end(), unclosed[0]) if unclosed else (place + 1, "")
        bare = _BARE.match(text, place) if equals else None
        if bare:
            self._error(
                place,
                say("The value of {name} is not in straight quotes.", name=name),
                say('Write {name}="…".', name=name),
            )
        elif equals:
            self._error(
                place,
                say("The attribute {name} has no value.", name=name),
                say('Write {name}="…".', name=name),
            )
        return (bare.end(), bare[0]) if bare else (place if equals else position, "")

    def _end(self, start: int) -> int:
        tag = _END.match(self.text, start)
        if tag is None:
            unclosed = _UNCLOSED.match(self.text, start + 1)
            end = unclosed.end() if unclosed else start + 1
            self._error(start, say("{text} is no end of an element.", text=shown(self.text[start:end])))
            return end + self.text.startswith(">", end)
        name = tag[1]
        if not self._open_names[name]:
            self._error(
                start,
                say("</{name}> closes nothing.", name=name),
                say("Remove it, or open the element before it."),
            )
            return tag.end()
        while (element := self._leave()).name != name:
            message = say(
                "<{element}> is not closed before </{closing}> in line {line}.",
                element=element.name,
                closing=name,
                line=str(self.place(start).line),
            )
            self._note(element.place, message, say("Write </{name}>.", name=element.name))
        return tag.end()

    def _characters(self, start: int, end: int) -> None:
        raw = self.text[start:end]
        if illegal := _ILLEGAL.search(raw):
            self._error(
                start + illegal.start(),
                say("XML has no character {character}.", character=shown(illegal[0])),
                say("Remove it."),
            )
        if "]]>" in raw:
            self._error(start + raw.index("]]>"), say("]]> cannot stand in text."), say("Write ]]&gt;."))
        self._keep(start, self._resolved(start, raw))

    def _keep(self, start: int, text: str) -> None:
        if self._open:
            if text:
                self._open[-1].pieces.append((self.place(start), text))
        else:
            note_stray(
                self.problems,
                self.place(start),
                text,
                sentence("The text {text} is outside all elements."),
            )

    def _resolved(self, start: int, raw: str) -> str:
        """The text with its references resolved; others are noted and kept as they are."""
        if "&" not in raw:
            return raw

        def resolve(match: re.Match[str]) -> str:
            decimal, hexadecimal, name = match.groups()
            if name in _NAMED:
                return _NAMED[name]
            number = int(decimal or hexadecimal or "0", 16 if hexadecimal else 10)
            if number and number <= 0x10FFFF and not _ILLEGAL.match(chr(number)):
                return chr(number)
            what = f"{match[0]} stands for nothing in XML" if match[0] != "&" else "An & begins no reference"
            hint = say("Write &amp; for the character &, and any other character as itself.")
            self._error(start + match.start(), f"{what}.", hint)
            return match[0]

        return _REFERENCE.sub(resolve, raw)
