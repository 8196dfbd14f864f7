"""What a player sees and types: packages of pages, what they share, and the commands."""
