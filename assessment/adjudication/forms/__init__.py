"""Forms of the adjudication pages."""
