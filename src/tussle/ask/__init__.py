"""What a rule may ask, and its exact law. No game words here."""
