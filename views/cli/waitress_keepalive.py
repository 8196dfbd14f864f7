"""Connections of the server: a phone that follows a page keeps its own open between two questions."""

from waitress.channel import HTTPChannel
from waitress.task import WSGITask


class OpenTask(WSGITask):  # type: ignore[misc]
    """Answers a request, and leaves the connection open after 304 too.

    Waitress closes it after every answer without a length. That of 304 is none by definition, and on weak
    wifi a new connection every two seconds is most of what a live page costs.
    """

    def set_close_on_finish(self) -> None:
        """Closes the connection after the answer, unless nothing but the missing length asks for that."""
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version != "1.1" or self.wrote_header:
            super().set_close_on_finish()


def keep_open() -> None:
    """Lets every server of this process keep the connections of those who follow a page."""
    HTTPChannel.task_class = OpenTask
