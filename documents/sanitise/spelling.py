"""How parsers spell a text or a value when they write a page: with five entities, and stable under one more reading."""


def escape(value: str) -> str:
    """A text or a value as parsers write it."""
    value = value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
    return value.replace("<", "&lt;").replace(">", "&gt;")


def unescaped(text: str) -> str:
    """What a text or a value says, as a parser wrote it."""
    if "&" not in text:
        return text
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\xa0").replace("&quot;", '"')
    return text.replace("&amp;", "&")
