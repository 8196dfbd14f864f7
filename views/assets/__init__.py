"""Style sheets, scripts and other files that pages fetch."""
