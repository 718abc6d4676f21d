from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    name = "assessment.adjudication"
    label = "adjudication"

    def ready(self) -> None:
        """Make the app's jobs known."""
        from assessment.adjudication import tasks  # noqa: F401  # registers by being imported
