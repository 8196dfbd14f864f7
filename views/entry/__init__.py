"""Enter, preview, correct and show a hand or an extra line."""
