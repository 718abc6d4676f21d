"""What is said of a change of the training when it is done: pages and commands say it in the same words."""

from assessment.shared.say import say


def training_required(required: bool) -> str:
    """Whether pages remind assessors."""
    if required:
        return say("Assessors are now reminded that training comes before judging.")
    return say("Assessors are no longer reminded that training comes before judging.")


def sample_removed(name: str) -> str:
    """That a sample question is not offered."""
    return say("{name} is no longer offered. All attempts at it are kept.", name=name)


def sample_moved(name: str) -> str:
    """That a sample question stands earlier."""
    return say("{name} stands one place earlier, if it was not the first.", name=name)
