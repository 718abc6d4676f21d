"""The document type of a page, which decides how a browser lays it out: the same comes out as went in, or none."""

import re

_BEFORE = re.compile(r"(?:\s|\ufeff|<!--.*?-->|<\?[^>]*>)*", re.DOTALL)
_DOCTYPE = re.compile(r"<!doctype\s+([A-Za-z]{1,20})\s*([^>]{0,400})>", re.IGNORECASE)
_PUBLIC = re.compile(r"public\s*(?:\"([^\"]*)\"|'([^']*)')\s*(?:\"([^\"]*)\"|'([^']*)')?", re.IGNORECASE)
_SYSTEM = re.compile(r"system\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_PLAIN = re.compile(r"[\w\s./:+,()=?;!*#@$%-]*\Z").match


def doctype_of(html: str) -> str:
    """The document type as it is written again; empty where the page has none, which means quirks mode."""
    match = _DOCTYPE.match(html, _BEFORE.match(html).end())  # type: ignore[union-attr]  # matches the empty text too
    if not match:
        return ""
    name, rest = match[1].lower(), match[2].strip()
    if public := _PUBLIC.match(rest):
        first, second = public[1] or public[2] or "", public[3] or public[4]
        if _PLAIN(first) and _PLAIN(second or ""):
            return f'<!DOCTYPE {name} PUBLIC "{first}"' + (f' "{second}"' if second is not None else "") + ">"
        return ""
    if system := _SYSTEM.match(rest):
        address = system[1] or system[2] or ""
        return f'<!DOCTYPE {name} SYSTEM "{address}">' if _PLAIN(address) else ""
    return f"<!DOCTYPE {name}>" if not rest else ""
