"""From bytes to text: what cannot be text is said with its place, and nothing is unpacked or guessed."""

import codecs
from collections.abc import Iterator
from io import BytesIO

from scoring.budget import spend
from scoring.formats.kinds import GZIP, PACKED, TITLES, UTF16, WORKBOOK, kind_of_file
from scoring.formats.problems import Problems
from scoring.progress import counted
from scoring.say import say, sentence

BOM = codecs.BOM_UTF8
REFUSED = PACKED | {WORKBOOK, UTF16}  # kinds that are no text as they are
SAVE_AS_UTF8 = sentence("Save the file as UTF-8 and submit that.")
DECLARE_ENCODING = sentence("Save the file as UTF-8, or declare the encoding that it is in.")

# Encodings in which LF, blank and tab are single bytes that are never part of another character.
ENCODINGS = frozenset(
    {
        "utf-8",
        "ascii",
        "koi8-r",
        "koi8-u",
        "mac-roman",
        "shift_jis",
        "euc_jp",
        "euc_kr",
        "gb2312",
        "gbk",
        "gb18030",
    }
    | {"big5"}
    | {f"iso8859-{part}" for part in (*range(1, 12), *range(13, 17))}
    | {f"cp125{part}" for part in range(9)}
)


def encoding_name(written: str) -> str | None:
    """The canonical name of an encoding that files may use; None for any other."""
    try:
        name = codecs.lookup(written).name
    except (LookupError, ValueError):
        return None
    return name if name in ENCODINGS else None


def refuse_whole(data: bytes, problems: Problems) -> bool:
    """Note why a file cannot be text at all: empty, packed, UTF-16. Tell whether it is refused."""
    if not data.removeprefix(BOM).strip(b" \t\r\n\f\v"):
        problems.add(
            0,
            "empty_file",
            say("The file holds no text."),
            say("Choose the file again; it may not have been saved."),
        )
        return True
    kind = kind_of_file(data)
    if kind == WORKBOOK:
        message = say("The file is an Excel workbook, not text.")
        problems.add(0, "workbook", message, say("Save it from Excel as “CSV UTF-8” and submit that."))
    elif kind in PACKED:
        message = say("The file is packed ({name}).", name=TITLES[kind])
        code = "gzip" if kind == GZIP else "packed"
        problems.add(0, code, message, say("Unpack it first and submit the text inside."))
    elif kind == UTF16:
        message = say("The file is in UTF-16 or UTF-32.")
        problems.add(0, "utf16", message, say("Save it as UTF-8 and submit that."))
    return kind in REFUSED


def is_text(text: str) -> bool:
    """Whether a text can be stored and written: without NUL, and without halves of characters."""
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def lines(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """The lines of a file: number, byte offset and bytes without the line end (LF, with a CR before it)."""
    offset = 0
    total = data.count(b"\n") + (not data.endswith(b"\n"))
    for number, line in enumerate(counted(BytesIO(data), total, say("lines read")), 1):
        spend()
        yield number, offset, line[:-2] if line.endswith(b"\r\n") else line.removesuffix(b"\n")
        offset += len(line)


def decode_line(
    raw: bytes, number: int, offset: int, encoding: str, problems: Problems, hint: str = SAVE_AS_UTF8
) -> str | None:
    """The text of one line, or None after noting where it cannot be decoded."""
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        place = offset + error.start
        message = say(
            "Byte 0x{byte} at offset {offset} of the file is not {encoding}.",
            byte=f"{raw[error.start]:02x}",
            offset=str(place),
            encoding=encoding,
        )
        problems.add(number, "encoding", message, say(hint))
        return None
    if "\0" in text:
        place = offset + raw.index(b"\0")
        message = say("There is a NUL byte at offset {place} of the file.", place=str(place))
        problems.add(number, "nul_byte", message, say("Remove it; text holds no NUL bytes."))
        return None
    return text


def decode(data: bytes, problems: Problems, encoding: str = "utf-8", hint: str = SAVE_AS_UTF8) -> str | None:
    """The whole text of a small file, without a byte order mark; None after noting why there is none."""
    if refuse_whole(data, problems):
        return None
    start = len(BOM) if encoding == "utf-8" and data.startswith(BOM) else 0
    good = True
    for number, offset, raw in lines(data[start:]):
        good &= decode_line(raw, number, start + offset, encoding, problems, hint) is not None
    return data[start:].decode(encoding) if good else None
