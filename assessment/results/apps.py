from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "assessment.results"
    label = "results"

    def ready(self) -> None:
        """Make the app's jobs known."""
        from assessment.results import tasks  # noqa: F401  # registers by being imported
