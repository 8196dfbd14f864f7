"""Style sheets and scripts are joined from their files, kept by browsers, and small enough."""

import gzip
import os
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from app import GUEST
from tests.gin.table import BOB, DEAD, gin, knock
from tests.views.speaking import LANGUAGES, add_catalogues
from tests.views.table import ANN_KNOCKS, Sit, Table
from views.assets import bundles
from views.assets.bundles import ADDED, COMMON, LAYERS, file_in, in_order, script, style_sheet
from views.assets.static_files import digest, publish
from views.language import i18n
from views.web.guest import joined

FOLDERS = (Path(__file__).parents[3] / "static", *GUEST.static)
STYLES, SCRIPTS = joined(bundles.STYLES, GUEST.styles), joined(bundles.SCRIPTS, GUEST.scripts)
MODULES = {
    path.stem: path.read_text(encoding="utf-8")
    for folder in FOLDERS
    for path in (folder / "js").rglob("*.js")
}

DECLARED = re.compile(r"^(export (?:default )?)?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
IMPORTED = re.compile(
    r'^import (?:(\w+))?(?:, )?(?:\{ (.*?) \})? ?(?:from )?"[\w./]+?(\w+)\.js";$', re.MULTILINE
)


def written(folder: Path, files: dict[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_no_file_is_left_out() -> None:
    components = {path.stem for folder in FOLDERS for path in (folder / "css/components").glob("*.css")}
    started = [file_in(FOLDERS, f"js/{name}.js") for names in SCRIPTS.values() for name in names.split()]

    alone = {name.removeprefix("components/") for name in ADDED if name.startswith("components/")}
    assert {name for names in (COMMON, *STYLES.values()) for name in names.split()} | alone == components
    assert {path.stem for path in in_order(started)} == set(MODULES)


def test_styles_stand_in_the_order_of_their_layers_and_names(tmp_path: Path) -> None:
    source = written(
        tmp_path,
        {
            "css/tokens.css": "@layer tokens, base;\n",
            "css/base.css": "/* All. */\n@layer base {\n  a,\n  b {\n    margin: 0 auto;\n  }\n}\n",
            "css/layout.css": "@layer layout {}\n",
            "css/components/match.css": '.match::after {\n  content: " ; ";\n}\n',
            "css/components/cards.css": ".card {}\n",
        },
    )

    assert style_sheet([source], ["match", "cards"]) == (
        '@layer tokens,base;@layer base{a,b{margin:0 auto}}@layer layout{}.card{}.match::after{content:" ; "}'
    )


def test_components_share_a_layer_only_where_nothing_stands_between_them(tmp_path: Path) -> None:
    (tmp_path / "css" / "components").mkdir(parents=True)
    for name in LAYERS:
        (tmp_path / "css" / f"{name}.css").write_text("")
    styles = {
        "a": "@layer components {\n  .a { gap: 0; }\n}\n",
        "b": "@layer components {\n  .b { gap: 0; }\n}\n\n@page { margin: 0; }\n",
        "c": "@layer components {\n  .c { gap: 0; }\n}\n\n@layer layout {\n  .c { gap: 1px; }\n}\n",
        "d": "@layer components {\n  .d { gap: 0; }\n}\n",
        "e": "@layer components {\n  .e { gap: 0; }\n}\n",
    }
    for name, text in styles.items():
        (tmp_path / "css" / "components" / f"{name}.css").write_text(text)

    assert style_sheet([tmp_path], styles) == (
        "@layer components{.a{gap:0}}"
        "@layer components{.b{gap:0}}@page{margin:0}"
        "@layer components{.c{gap:0}}@layer layout{.c{gap:1px}}"
        "@layer components{.d{gap:0}.e{gap:0}}"
    )


def test_a_module_stands_after_what_it_imports_and_once(tmp_path: Path) -> None:
    source = written(
        tmp_path,
        {
            "js/app/one.js": 'import Two, { three } from "../cards/two.js";\n\nnew Two(three());\n',
            "js/cards/two.js": "export default class Two {}\n\nexport const three = () => 3; /* Three. */\n",
            "js/cards/other.js": 'import { three } from "./two.js";\n\nif (three()) {\n  three();\n}\n',
        },
    )

    assert script([source], ["app/one", "cards/other"]).splitlines() == [
        "class Two {}",
        "const three = ()=>3;",
        "new Two(three());",
        "if (three()) {three()}",
    ]


def test_no_import_or_export_is_left() -> None:
    for name, modules in SCRIPTS.items():
        assert re.findall(r"^(?:import|export)\b.*", script(FOLDERS, modules.split()), re.MULTILINE) == [], (
            name
        )


def test_a_name_means_one_thing_in_all_modules() -> None:
    names = Counter(name for text in MODULES.values() for _, name in DECLARED.findall(text))

    assert {name for name, times in names.items() if times > 1} == set()


def test_what_is_imported_has_the_name_under_which_it_is_exported() -> None:
    exported = {
        module: {name for how, name in DECLARED.findall(text) if how} for module, text in MODULES.items()
    }
    imported = [
        (module, name, from_module)
        for module, text in MODULES.items()
        for default, named, from_module in IMPORTED.findall(text)
        for name in [*([default] if default else []), *(named.split(", ") if named else [])]
    ]

    assert [each for each in imported if each[1] not in exported[each[2]]] == []


def test_no_script_has_a_text_of_several_lines() -> None:
    """The indentation of such a text would be lost."""
    assert [
        name for name, text in MODULES.items() if any(line.count("`") % 2 for line in text.splitlines())
    ] == []


FIRST_VISIT = 14 * 1024
REQUESTS = 4
AGAIN = 4 * 1024

THE_WHOLE_GAME = 6 * 1024
"""A page of rules, which explains the whole game and answers disputes."""

THEIR_CODE = 2 * 1024
"""The QR code with the link to rules of one's own."""

AN_ANSWER = 4 * 1024 + 144
"""A page with an answer of the judge, and how many hands are worse."""

FIRST_ANSWER = 15 * 1024
"""A first visit by the link of an answer of the judge, which has ten cards in two arrangements."""

BY_DEADWOOD = 15 * 1024
"""Two numbers in another language than English, in the form or face to face: nobody's first visit."""

CARD_PICKER = 9 * 1024
"""One script more, on pages where cards are tapped."""

BY_CARDS_AT_FIRST = 28 * 1024

FETCHED = re.compile(
    r'<link rel="(?:stylesheet|icon|preload|modulepreload)"[^>]* href="([^"]+)"'
    r'|<link href="([^"]+)" rel="(?:stylesheet|icon)"'
    r'|<(?:script|img|source)[^>]* src="([^"]+)"'
    r'|\bfrom "([^"]+)"'
    r'|\bimport[ (]"([^"]+)"'
)
"""How a page, a style sheet or a script names another file that a browser fetches at once.

The typeface isn't among them: it loads after the first paint (docs/decisions/0010-one-typeface.md).
"""


def sent(client: FlaskClient, path: str) -> tuple[int, str]:
    """The bytes of an answer as a browser gets it, and what it says."""
    with client.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.status_code == 200, path
        body = answer.get_data()
        plain = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
        return len(body), plain.decode(errors="replace")


ASSETS: dict[str, tuple[int, str]] = {}
"""What was fetched before of what never changes: another content has another address."""


def first_visit(client: FlaskClient, path: str) -> dict[str, int]:
    """The bytes of a page and of everything that it makes a browser fetch, one after the other."""
    sizes: dict[str, int] = {}
    asked = [path]
    for each in asked:
        if each in sizes or each.startswith("data:"):
            continue
        found = ASSETS.get(each) or sent(client, each)
        if each.startswith("/static/"):
            ASSETS[each] = found
        sizes[each], text = found
        asked += ["".join(named) for named in FETCHED.findall(text)]
    return sizes


@pytest.fixture
def thirty_hands(sit: Sit) -> Table:
    """A match of thirty hands, no two of them alike."""
    table = sit(target=10_000)
    table.add(
        *(hand for left in range(1, 11) for hand in (knock(left, 97 - left), gin(9 * left, by=BOB), DEAD))
    )
    return table


def first_pages(table: Table) -> dict[str, str]:
    """The pages that a first visit may start with."""
    path = table.path
    book = table.browser.send("/books/new", {"name": ""}).path
    return {
        "home": "/",
        "a new match": "/matches/new",
        "a sheet of thirty hands": path,
        "a hand by deadwood": f"{path}/hands/new?by=deadwood",
        "rules": "/houses/pagat",
        "the rules of a match": f"{path}/rules",
        "own rules": "/houses/own?from=pagat&name=Our+kitchen&gin_bonus=30&target=150",
        "a hand of the sheet": f"{path}/hands/30",
        "the scoreboard": f"{path}/table",
        "face to face": f"{path}/face-to-face",
        "the chart of thirty hands": f"{path}/chart",
        "a book": book,
        "find a match": f"{book}/matches",
        "a new match in a book": f"{book}/matches/new",
        "players": f"{book}/players",
        "statistics": f"{book}/statistics",
        "statistics of two": f"{book}/players/1/against/2",
        "hands behind a figure": f"{book}/statistics/figures/gin",
    }


def test_a_first_visit_takes_four_requests_and_fourteen_kilobytes(thirty_hands: Table) -> None:
    client, pages = thirty_hands.browser.client, first_pages(thirty_hands)
    sizes = {name: first_visit(client, page) for name, page in pages.items()}

    assert {name: each for name, each in sizes.items() if sum(each.values()) > FIRST_VISIT} == {}
    assert {name: list(each) for name, each in sizes.items() if len(each) > REQUESTS} == {}
    most = {
        "rules": THE_WHOLE_GAME,
        "the rules of a match": THE_WHOLE_GAME,
        "own rules": THE_WHOLE_GAME + THEIR_CODE,
    }
    assert {name: page for name, page in pages.items() if sizes[name][page] > most.get(name, AGAIN)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_other_languages_it_takes_one_request_more(
    thirty_hands: Table, language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if language not in i18n.languages():
        add_catalogues(monkeypatch, tmp_path / "catalogues")
    client = thirty_hands.browser.client
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    sizes = {name: first_visit(client, page) for name, page in first_pages(thirty_hands).items()}

    most = {"a hand by deadwood": BY_DEADWOOD, "face to face": BY_DEADWOOD}
    too_much = {
        name: each for name, each in sizes.items() if sum(each.values()) > most.get(name, FIRST_VISIT)
    }
    assert too_much == {}
    assert {name: list(each) for name, each in sizes.items() if len(each) > REQUESTS + 1} == {}


def test_the_judge_takes_no_more_beside_the_card_picker(client: FlaskClient) -> None:
    answered = "/judge?house=pagat&ask=hand&cards=2S+2C+2D+2H+8S+8C+8D+9S+7C+AC"
    for page, most, again in (("/judge", FIRST_VISIT, AGAIN), (answered, FIRST_ANSWER, AN_ANSWER)):
        sizes = first_visit(client, page)
        picker = sizes.pop(next(each for each in sizes if each.endswith("/picker.js")))

        assert picker <= CARD_PICKER
        assert len(sizes) == REQUESTS
        assert sum(sizes.values()) <= most, sizes
        assert sizes[page] <= again


def test_entering_a_hand_by_cards_takes_five_requests(table: Table) -> None:
    sizes = first_visit(table.browser.client, table.way("cards"))

    assert len(sizes) == REQUESTS + 1
    assert sum(sizes.values()) <= BY_CARDS_AT_FIRST, sizes


def test_a_sheet_by_cards_in_a_match_of_several_games_is_small(sit: Sit) -> None:
    table = sit("tournament", names=("Maximiliane", "Bartholomäus"), target=50, games_to_win=10)
    for _ in range(10):
        table.add(ANN_KNOCKS)
        table.add(knock(8, 20), gin(17, by=BOB))

    assert sent(table.browser.client, table.path)[0] <= AGAIN


def test_so_are_three_columns(sit: Sit) -> None:
    table = sit("rummytalk", target=10_000)
    table.add(*[knock(8, 20, upcard="9H"), gin(17, by=BOB, upcard="9H")] * 15)

    assert sent(table.browser.client, table.path)[0] <= AGAIN


STATIC = Path(__file__).parents[3] / "static"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the ``static/`` folder."""
    return Path(shutil.copytree(STATIC, tmp_path / "static"))


def test_each_text_lies_beside_its_compressed_copy(source: Path, tmp_path: Path) -> None:
    published = publish(source, tmp_path / "assets", digest(source))

    for name in ("page.css", "page.js", "icons/icon.svg"):
        assert gzip.decompress((published / f"{name}.gz").read_bytes()) == (published / name).read_bytes()


def test_a_style_sheet_finds_its_fonts(source: Path, tmp_path: Path) -> None:
    published = publish(source, tmp_path / "assets", digest(source))

    for name in bundles.STYLES:
        fonts = re.findall(r'url\("([^"]+)"\)', (published / f"{name}.css").read_text(encoding="utf-8"))
        assert fonts == ["fonts/vollkorn-bold.woff2"], name
        assert (published / fonts[0]).read_bytes() == (STATIC / fonts[0]).read_bytes()


def test_an_address_changes_with_what_stands_there_and_older_copies_go(source: Path, tmp_path: Path) -> None:
    """Except the last: while servers are restarted one after another, some still send it."""
    versions = []
    for number in range(4):
        (source / "js" / "app" / "menu.js").write_text(f"void {number};\n")
        versions.append(publish(source, tmp_path / "assets", digest(source)))
        os.utime(versions[-1], (number, number))

    assert len({path.name for path in versions}) == 4
    assert set((tmp_path / "assets").iterdir()) == set(versions[-2:])
    assert publish(source, tmp_path / "assets", digest(source)) == versions[-1]


def test_drafts_of_others_stay_until_they_are_forgotten(source: Path, tmp_path: Path) -> None:
    for name in (".draft-new", ".draft-old"):
        (tmp_path / "assets" / name).mkdir(parents=True)
    os.utime(tmp_path / "assets" / ".draft-old", (0, 0))
    published = publish(source, tmp_path / "assets", digest(source))

    assert set((tmp_path / "assets").iterdir()) == {published, tmp_path / "assets" / ".draft-new"}


def test_a_phone_keeps_what_it_has_fetched(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context():
        address = render_template_string("{{ asset('page.css') }}")
    with client.get(address, headers={"Accept-Encoding": "gzip"}) as answer:
        style = gzip.decompress(answer.data)

    assert answer.status_code == 200
    assert answer.mimetype == "text/css"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert b"@layer" in style


def test_an_address_of_another_day_is_not_there(client: FlaskClient) -> None:
    assert client.get("/static/0123456789ab/page.css").status_code == 404
    assert client.get("/static/../app.py").status_code == 404


def test_a_page_below_a_path_finds_its_styles(app: Flask) -> None:
    with app.test_request_context(base_url="http://localhost/gin"):
        assert render_template_string("{{ asset('page.css') }}").startswith("/gin/static/")


@pytest.mark.parametrize("accepts, sent", [("gzip", "gzip"), ("br", None), ("gzip;q=0", None), ("", None)])
@pytest.mark.own_app
def test_a_page_is_compressed_for_those_who_can_read_it(app: Flask, accepts: str, sent: str | None) -> None:
    app.add_url_rule("/long", "long", lambda: "deadwood " * 200)
    answer = app.test_client().get("/long", headers={"Accept-Encoding": accepts})
    body = gzip.decompress(answer.data) if sent else answer.data

    assert answer.headers.get("Content-Encoding") == sent
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert body == b"deadwood " * 200
