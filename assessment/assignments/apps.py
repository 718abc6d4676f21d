from django.apps import AppConfig


class AssignmentsConfig(AppConfig):
    name = "assessment.assignments"
    label = "assignments"

    def ready(self) -> None:
        """Listen to questions that are finished, and to people who judge no more."""
        from assessment.assignments.services.thirds import ask_on_finish, ask_on_leaving
        from assessment.people.services.events import listen

        for verb in ("question:finished", "question:no_answer_found"):
            listen(verb, ask_on_finish)
        for verb in ("assignment:removed", "assignment:set_aside"):
            listen(verb, ask_on_leaving)
