"""The frame of commands that bring a table of what people decided."""

from assessment.campaigns.management.intakes import FileCommand
from assessment.campaigns.services.intakes import Taken
from assessment.shared.commands import Outcome


class TableCommand(FileCommand):
    """Reads a table: all of it or, where anything is wrong, nothing. Undone by `undo_import` or `undo_batch`."""

    def shown(self, taken: Taken) -> Outcome:
        """What a checked file would do."""
        review = dict(taken.review or {})
        facts = [f"{what}: {count:,}" for what, count in review["facts"] if count]
        questions = [f"question {qid}: {count:,} new or changed" for qid, count in review["questions"]]
        rows = "1 row is" if review["rows"] == 1 else f"{review['rows']:,} rows are"
        sentence = f"{rows} in order; {review['changes']:,} would change something. Nothing was changed."
        fields = {
            "facts": dict(review["facts"]),
            "questions": dict(review["questions"]),
            "changes": review["changes"],
            "notes": list(review["notes"]),
        }
        return Outcome(sentence, fields, [*facts, *questions, *review["notes"]])
