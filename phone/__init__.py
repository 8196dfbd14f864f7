"""Deadwood in the browser of a phone: how it is built, and how it starts there.

``make phone`` runs `build.py`. Nothing here is imported by a server.
"""
