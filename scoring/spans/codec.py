"""Predictions as one short text, for tables that keep them: a JSON array that reads back to the same prediction."""

import json

from scoring.annotations import Label, PageSpan, Prediction


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
