"""Predictions and annotations as one short text each: a JSON array, which for predictions reads back to the same."""

import json

from scoring.annotations import AnnotatedExample, Label, PageSpan, Prediction


def encoded(prediction: Prediction) -> str:
    """The long answer, the short ones, yes or no, and both scores."""
    label = prediction.label
    parts = [label.long, label.short, label.yes_no, prediction.long_score, prediction.short_score]
    return json.dumps(parts, separators=(",", ":"))


def decoded(example_id: str, text: str) -> Prediction:
    """The prediction that `encoded` wrote."""
    long, short, yes_no, long_score, short_score = json.loads(text)
    label = Label(PageSpan(*long), tuple(PageSpan(*span) for span in short), yes_no)
    return Prediction(example_id, label, long_score, short_score)


def as_row(example: AnnotatedExample) -> str:
    """Everything that people said of an example, the same whatever their order and the place in a file."""
    return json.dumps([example.example_id, sorted(example.annotations)], ensure_ascii=False)
