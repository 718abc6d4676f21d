"""How a campaign gets from one state to another. Releasing, and taking a release back, belong to the results."""

from collections.abc import Mapping
from typing import NamedTuple

from assessment.campaigns.models import State


class StateStep(NamedTuple):
    """One way out of a state."""

    to: State
    label: str
    effect: str
    needs_reason: bool


STEPS: Mapping[str, tuple[StateStep, ...]] = {
    State.DRAFT: (
        StateStep(
            State.OPEN, "Open for runs", "Teams see the questions and submit runs until the deadline.", False
        ),
    ),
    State.OPEN: (
        StateStep(State.CLOSED, "Close", "Teams can no longer submit, replace or withdraw runs.", False),
        StateStep(
            State.DRAFT,
            "Back to draft",
            "Teams no longer see the questions. Possible only before any run is submitted.",
            True,
        ),
    ),
    State.CLOSED: (
        StateStep(State.OPEN, "Open again", "Teams submit runs again, within the deadline.", True),
    ),
    State.RELEASED: (),
}


def step_to(state: str, to: str) -> StateStep | None:
    """The step between two states, where there is one."""
    return next((step for step in STEPS[state] if step.to == to), None)
