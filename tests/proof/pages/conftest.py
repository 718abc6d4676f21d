"""What the tests in a browser share, for the long ones too."""

from tests.browser.conftest import browser_context_args, complaints, new_context, quiet

__all__ = ["browser_context_args", "complaints", "new_context", "quiet"]
