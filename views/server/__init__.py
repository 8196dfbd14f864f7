"""The web server: Waitress for a thousand phones that poll a page, and for visitors that mean harm."""
