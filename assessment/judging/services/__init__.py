"""Every write of judging: assignments, judgments, sheets, adjudication."""
