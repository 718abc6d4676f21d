from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "assessment.results"
    label = "results"

    def ready(self) -> None:
        """Have results released on their dates."""
        from assessment.results.services.dates import release_on_dates

        release_on_dates()
