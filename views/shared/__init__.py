"""What several feature packages need: seating, players' cards, links, the history in words."""
