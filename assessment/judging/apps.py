from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "assessment.judging"
    label = "judging"

    def ready(self) -> None:
        """Make the app's jobs known."""
        from assessment.judging import tasks  # noqa: F401  # registers by being imported
