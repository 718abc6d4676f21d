"""What is said of a change of the training when it is done: pages and commands say it in the same words."""


def training_required(required: bool) -> str:
    """Whether pages remind assessors."""
    now = "now" if required else "no longer"
    return f"Assessors are {now} reminded that training comes before judging."


def sample_removed(name: str) -> str:
    """That a sample question is not offered."""
    return f"{name} is no longer offered. All attempts at it are kept."


def sample_moved(name: str) -> str:
    """That a sample question stands earlier."""
    return f"{name} stands one place earlier, if it was not the first."
