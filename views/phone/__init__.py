"""Take a match along: its copy on a phone, and the program that goes on without a server."""
