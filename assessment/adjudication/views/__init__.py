"""Pages of the adjudicator."""
