from django.apps import AppConfig


class GroundConfig(AppConfig):
    name = "tests.jobs.ground"
    label = "ground"

    def ready(self) -> None:
        """Make the test's jobs known."""
        from tests.jobs.ground import kinds  # noqa: F401  # registers by being imported
