"""The test browser notices what is wrong with a page."""

import pytest

from tests.views.browser import Page

PAGE = """<!doctype html><html lang="en"><head><title>T</title></head>
<body><h1>A</h1><main>{}</main></body></html>"""


@pytest.mark.parametrize(
    "part, fault",
    [
        ("<p>a<div>b</div></p>", "<div> is read as </p>"),
        ("<div><span>a</div>", "</div> is read as </span>"),
        ("<div>a", "</main> is read as </div>"),
        ("a <b", "</main> is read as <b<>"),
        ("<p hidden hidden>a</p>", "<p hidden hidden> says something twice"),
        ("<h1>B</h1>", '<html lang="en"> has not one h1, with words'),
        ("<main></main>", '<html lang="en"> has not one main part'),
        ("<title>a</title>", '<html lang="en"> has not one title'),
        ("<style>a</style>", "<style> is inline"),
        ("<p onclick='a'>b</p>", '<p onclick="a"> has inline styles or scripts'),
        ("<img src='/a'>", '<img src="/a"> has no alt'),
        ("<img alt='' src='//a/b'>", '<img alt="" src="//a/b"> asks another host'),
        ("<form action='https://a/b'></form>", '<form action="https://a/b"> asks another host'),
        ("<input name='a'>", '<input name="a"> has no label'),
        ("<input type='radio' aria-label='a'>", '<input type="radio" aria-label="a"> stands in no fieldset'),
        ("<fieldset><legend></legend></fieldset>", "<fieldset> has no legend"),
        ("<button></button>", "<button> says nothing"),
        ("<a href='/a'><b><label>c</label></b></a>", "<label> stands in a link or a button"),
        ("<span><div>a</div></span>", "<div> stands among words"),
        ("<ul><div>a</div></ul>", "<div> stands in another tag than it may"),
        ("<p id='a'></p><p id='a'></p>", "two elements have the id 'a'"),
        ("<a href='#a'>b</a>", "<a href=\"#a\"> points at '#a', which is not there"),
        ("<label for='a'>b</label>", "<label for=\"a\"> points at 'a', which is not there"),
    ],
)
def test_a_fault_is_noticed(part: str, fault: str) -> None:
    assert fault in Page(PAGE.format(part), "/").faults


def test_a_good_page_has_none() -> None:
    part = (
        '<p>a<br>b<svg aria-hidden="true"><path d="m1"/></svg></p><ul><li>c</li></ul>'
        '<a href="https://example.org">d</a><form><label>e <input name="f" hidden></label></form>'
        "<table><tbody><tr><td>g &lt;h&gt; </td></tr></tbody></table><!-- <i> -->"
    )

    assert Page(PAGE.format(part), "/").faults == []
