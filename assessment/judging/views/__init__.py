"""The pages of judging: the judging page, assignments, adjudication."""
