"""Pages of imports: judgments, and annotations of pages."""
