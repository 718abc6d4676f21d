"""What the pages of judging show, and who may see it."""
