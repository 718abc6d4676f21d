from django.apps import AppConfig


class DevelopmentConfig(AppConfig):
    name = "assessment.development"
    label = "development"

    def ready(self) -> None:
        """Make the app's jobs, and the kinds of files that it imports, known."""
        from assessment.development import tasks  # noqa: F401  # registers by being imported
