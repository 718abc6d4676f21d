"""Why a study is not made."""

from typing import Any

from assessment.shared.errors import Refused
from assessment.shared.say import say


class StudyRefused(Refused):
    """Nothing was studied."""

    def __init__(self, sentence: str) -> None:
        super().__init__(
            say("{problem} Nothing was studied.", problem=sentence),
            "study_refused",
            say("Correct the settings and start again."),
        )
        self.sentence = sentence

    @property
    def for_pages(self) -> dict[str, Any]:
        """The sentence alone, for pages that say beside it that nothing was studied."""
        return {"headline": self.sentence}
