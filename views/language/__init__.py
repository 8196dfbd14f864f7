"""The reader's language: sentences, names, numbers and days as it writes them."""
