"""What is said of a write when it is done: pages and commands say it in the same words."""

from assessment.submissions.models import PoolItem


def decision_withdrawn(item: PoolItem) -> str:
    """That an item waits for a decision again."""
    place = f"{item.docid} {item.passage}".rstrip()
    return f"The decision on {place} “{item.answer}” is withdrawn; the item is open again."
