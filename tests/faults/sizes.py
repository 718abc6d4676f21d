"""How many people judge how much while something goes wrong."""

from tests.at_work.installation import Size


class OfFacts(Size):
    """One campaign, and its organizer."""

    @property
    def organizers(self) -> list[tuple[str, str]]:
        return [("omar", "facts")]


SMALL = OfFacts(
    facts=(3, 3, 0),
    archive=(0, 0, 0),
    series=(0, 0, 0),
    judges=(3, 0),
    real_browsers=0,
    readers=0,
    judges_a_question=1,
    pace=(0.3, 0.8),
    arrivals=0.0,
    look=0.1,
)
FULL = SMALL._replace(facts=(64, 20, 0), judges=(32, 0), pace=(1.0, 2.0))
