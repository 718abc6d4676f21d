"""Every write of judging: assignments, judgments, notes, adjudication."""
