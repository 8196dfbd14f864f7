"""What a phone answers by itself to what only a server can do."""

from flask import Flask, Response, request, url_for

from phone.on_phone import NeedsServerError, NoServerError
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.errors import ErrorText, Link, reply, way_on

NEEDS_SERVER = ErrorText(
    lazy("This needs a connection"),
    lazy("A rematch, sharing, deleting, books and changing the rules need a connection."),
)
WAITS_FOR_SERVER = ErrorText(
    lazy("This waits for the server"),
    lazy(
        "Deadwood can’t reach its server, so this is not done yet. Leave this page open, and send it again "
        "once you are online."
    ),
)
NO_SERVER = ErrorText(
    lazy("This phone alone"),
    lazy(
        "There is no server: what you enter stays on this phone. To move a match to another phone or to a "
        "sheet on a server, export it here and import it there."
    ),
)


def show_needs_server(error: NeedsServerError) -> Response:
    """The page, or the form that can be sent again: to the server, once that is there."""
    response = reply(error, NEEDS_SERVER, way_on(error), WAITS_FOR_SERVER)
    response.headers["X-Refused"] = "needs the server"
    return response


def show_no_server(error: NoServerError) -> Response:
    """The page, with the way to a file of the match."""
    watch = (request.view_args or {}).get("watch")
    way = Link(_("Export"), url_for("exports.show", watch=watch)) if watch else way_on(error)
    return reply(error, NO_SERVER, way)


def init_app(app: Flask) -> None:
    app.register_error_handler(NeedsServerError, show_needs_server)
    app.register_error_handler(NoServerError, show_no_server)
