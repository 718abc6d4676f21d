"""What the pages of judging take in."""
