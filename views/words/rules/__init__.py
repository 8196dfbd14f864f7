"""The house rules in words. Every field has one entry: label, meaning, phrase, sentence, options."""
