from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "assessment.judging"
    label = "judging"

    def ready(self) -> None:
        """Make the app's jobs known, and have judgments counted anew when items leave the pools or come back."""
        from assessment.judging import tasks
        from assessment.judging.services.counters import MOVED_ITEMS
        from assessment.submissions.services.followers import follow

        follow(MOVED_ITEMS)
        tasks.seal_regularly()
