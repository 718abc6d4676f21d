"""What this app makes known to those below: its files, which register by being imported."""

from assessment.training.services import samples

__all__ = ["samples"]
