"""The pages of books: players and their matches behind one link."""
