"""Paper: tables of points from spreadsheets and texts, in the layouts that clubs and couples use."""
