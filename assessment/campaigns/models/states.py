"""How a campaign gets from one state to another. Releasing, and taking a release back, belong to the results."""

from collections.abc import Mapping
from typing import NamedTuple

from assessment.campaigns.models import State
from assessment.shared.say import say, sentence


class StateStep(NamedTuple):
    """One way out of a state."""

    to: State
    label: str
    effect: str
    needs_reason: bool


STEPS: Mapping[str, tuple[StateStep, ...]] = {
    State.DRAFT: (
        StateStep(
            State.OPEN,
            sentence("Open for runs"),
            sentence("Teams see the questions and submit runs until the deadline."),
            False,
        ),
    ),
    State.OPEN: (
        StateStep(
            State.CLOSED,
            sentence("Close"),
            sentence("Teams can no longer submit, replace or withdraw runs."),
            False,
        ),
        StateStep(
            State.DRAFT,
            sentence("Back to draft"),
            sentence("Teams no longer see the questions. Possible only before any run is submitted."),
            True,
        ),
    ),
    State.CLOSED: (
        StateStep(
            State.OPEN,
            sentence("Open again"),
            sentence("Teams submit runs again, within the deadline."),
            True,
        ),
    ),
    State.RELEASED: (),
}


def step_to(state: str, to: str) -> StateStep | None:
    """The step between two states, where there is one."""
    return next((step for step in STEPS[state] if step.to == to), None)


def in_sentence(state: str) -> str:
    """A state within a sentence: small in English, as the language has it in others."""
    return say(STATE_WORDS[state])


STATE_WORDS: Mapping[str, str] = {
    State.DRAFT: sentence("draft"),
    State.OPEN: sentence("open for runs"),
    State.CLOSED: sentence("closed"),
    State.RELEASED: sentence("released"),
}
