"""What the site keeps of a person, and the pseudonym that takes their place."""
