"""The Python of a phone, a guest of the app: Deadwood in the browser, where no server answers.

``make phone`` runs `build.py`; `guest.py` is what the app imports. Without this folder Deadwood has
everything but taking matches along.
"""
