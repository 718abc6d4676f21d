"""Why a study is not made."""

from assessment.shared.errors import Refused


class StudyRefused(Refused):
    """Nothing was studied."""

    def __init__(self, sentence: str) -> None:
        super().__init__(
            f"{sentence} Nothing was studied.", "study_refused", "Correct the settings and start again."
        )
