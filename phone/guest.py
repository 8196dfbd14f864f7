"""The one way from the app to the Python of a phone: what it adds, as the app asks for it."""

from pathlib import Path

from flask import Flask

from phone import on_phone, program, refusals
from phone.routes import phone_pages
from views.web.guest import Guest


def install(app: Flask) -> None:
    """Adds the pages, and on a phone what it leaves to the server."""
    program.init_app(app)
    on_phone.init_app(app)
    refusals.init_app(app)
    app.register_blueprint(phone_pages)


GUEST = Guest(
    folder=Path(__file__).parent,
    styles={
        "offline": "fetching",
        "shell": "shell",
        "site": "fetching foot hand_table hand_table_layouts lists score site columns",
    },
    scripts={
        "workers/sw": "in_worker",
        "offline": "keep_copies",
        "device": "program_here",
        "workers/python": "python_worker",
        "shell": "site_language phone_shell",
        "workers/site_sw": "site_worker",
        "site": "site_language set_up_site",
        "along": "take_along offline/load_offline",
    },
    menu="phone/menu.html",
    notices="phone/notices.html",
    about="phone/about.html",
    settings=on_phone.SETTINGS,
    install=install,
    greeting=program.greeting,
)
