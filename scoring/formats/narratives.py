"""Questions of which a narrative tells more: what is asked stands in the first line of the text, the narrative below it."""


def with_narrative(wording: str, narrative: str) -> str:
    """The text of a question with its narrative; "" stands for none."""
    return f"{wording}\n{narrative}" if narrative else wording


def wording_of(text: str) -> str:
    """What is asked."""
    return text.partition("\n")[0]


def narrative_of(text: str) -> str:
    """The narrative of a question; "" for most questions."""
    return text.partition("\n")[2]
