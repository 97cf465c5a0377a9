"""Tests of texts in old encodings from servers: the header counts, unless the text is evidently in another one."""

from pathlib import Path

import pytest
from aiohttp import web

from council_core.charsets import decoded_as
from council_core.context.reading import ChildReader
from council_core.domain.material import Passage
from council_core.domain.question import RunId
from council_core.domain.tool import Found
from council_core.ports import Errand
from council_core.stages.prepare import Intake
from council_core.tools.connectors import Connectors, load
from council_core.tools.fetch import Fetch
from council_core.tools.pages import PublicPages
from tests.contracts.test_pages import site
from tests.core.sitting import a_sitting
from tests.core.stages.shelf import CONTRACT, FACT, Shelf, linked, prompts
from tests.samples import HERE

KOREAN = "해지 통지는 마흔일곱 날 전, 똠방각하 펲시콜라"
"""Holds syllables that are in cp949 and not in EUC-KR, as Korean pages do."""

RUSSIAN = "Срок 47 дней."
JAPANESE = "期間は①四十七日です。"
GERMAN = "Kündigung „in 47 Tagen“ – für 5 €"
TURKISH = "Fesih süresi kırk yedi gün, değil mi?"

LABELLED = [
    ("euc-kr", KOREAN.encode("cp949"), KOREAN),
    ("EUC-KR", KOREAN.encode("cp949"), KOREAN),
    ("ks_c_5601-1987", KOREAN.encode("cp949"), KOREAN),
    ("windows-1251", RUSSIAN.encode("cp1251"), RUSSIAN),
    ("koi8-r", RUSSIAN.encode("koi8-r"), RUSSIAN),
    ("Shift_JIS", JAPANESE.encode("cp932"), JAPANESE),
    ("x-sjis", JAPANESE.encode("cp932"), JAPANESE),
    ("euc-jp", "期間は四十七日です。".encode("euc_jp"), "期間は四十七日です。"),
    ("iso-8859-1", GERMAN.encode("cp1252"), GERMAN),
    ("iso-8859-9", TURKISH.encode("cp1254"), TURKISH),
    ("gb2312", "終止通知為四十七天".encode("gb18030"), "終止通知為四十七天"),
    ("iso-8859-1", GERMAN.encode(), GERMAN),
    ("us-ascii", GERMAN.encode(), GERMAN),
    ("euc-kr", KOREAN.encode(), KOREAN),
    ("shift_jis", RUSSIAN.encode(), RUSSIAN),
    ("utf-16le", KOREAN.encode("utf-16-le"), KOREAN),
]

MISLABELLED = [
    ("utf-8", KOREAN.encode("cp949")),
    ("utf-7", b"+ADw-b+AD4-"),
    ("unicode_escape", b"\\u0041"),
    ("punycode", b"abc-"),
    ("rot13", b"abc"),
    ("nothing of the kind", b"abc"),
    ("", b"abc"),
]


@pytest.mark.parametrize(("label", "content", "text"), LABELLED)
def test_a_text_is_decoded_as_a_browser_decodes_it(label: str, content: bytes, text: str) -> None:
    assert decoded_as(content, label) == text


@pytest.mark.parametrize(("label", "content"), MISLABELLED)
def test_a_name_that_does_not_fit_or_is_none_of_an_encoding_decodes_nothing(
    label: str, content: bytes
) -> None:
    assert decoded_as(content, label) is None


def test_one_broken_character_does_not_make_a_page_one_of_another_encoding() -> None:
    text = decoded_as((RUSSIAN * 100).encode() + b"\xff", "utf-8")

    assert text is not None
    assert text.startswith(RUSSIAN)


PAGE = "<!doctype html><html><head>{head}<title>{text}</title></head><body><p>{text}</p></body></html>"

SERVED = [
    # The header alone; before what the page says; what the page says where the header does not fit, or is missing.
    ("text/html; charset=euc-kr", "", "cp949", KOREAN),
    ("text/html; charset=windows-1251", "", "cp1251", RUSSIAN),
    ("text/html; charset=Shift_JIS", "", "cp932", JAPANESE),
    ("text/html; charset=windows-1251", '<meta charset="koi8-r">', "cp1251", RUSSIAN),
    ("text/html; charset=utf-8", '<meta charset="euc-kr">', "cp949", KOREAN),
    ("text/html", '<meta charset="euc-kr">', "cp949", KOREAN),
    ("text/html; charset=windows-1251", "", "utf-8-sig", KOREAN),
    ("text/html; charset=iso-8859-1", "", "utf-8", KOREAN),
    ("text/plain; charset=windows-1251", "", "cp1251", RUSSIAN),
]


@pytest.mark.parametrize(("served_as", "head", "encoding", "text"), SERVED)
async def test_a_page_is_read_in_the_encoding_of_its_server_and_of_its_own(
    served_as: str, head: str, encoding: str, text: str
) -> None:
    page = PAGE.format(head=head, text=text) if "html" in served_as else text

    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(body=page.encode(encoding), headers={"Content-Type": served_as})

    async with site(answer) as url:
        sitting = linked(f"What does {url}/page say?", allow_local=True)
        await sitting.hold()
        errand = Errand(run_id=RunId("r1"), characters=1_000, addresses=frozenset({url}))
        fetched = await Fetch(PublicPages(allow_local=True), ChildReader()).run({"url": url}, errand)

    assert all(text in prompt for prompt in prompts(sitting, "answer"))
    assert isinstance(fetched, Found)
    assert text in fetched.text
    if "html" in served_as:
        assert fetched.sources[0].title == text


@pytest.mark.parametrize(("label", "content", "text"), LABELLED)
async def test_an_answer_of_a_service_is_read_in_the_encoding_that_it_names(
    label: str, content: bytes, text: str, tmp_path: Path
) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(body=content, headers={"Content-Type": f"text/plain; charset={label}"})

    async with site(answer) as url:
        (tmp_path / "wiki.toml").write_text(f'url = "{url}/"\nwhere = ["*"]\n', encoding="utf-8")
        sitting = a_sitting({})
        connectors = Connectors(load(tmp_path, {}, []))
        sitting.intake = Intake(source=Shelf(files={}), reader=ChildReader(), connectors=connectors)
        await sitting.hold()

    assert all(text in prompt for prompt in prompts(sitting, "answer"))


async def test_json_with_a_byte_order_mark_is_json(tmp_path: Path) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(body='{"text": "47 days"}'.encode("utf-8-sig"), content_type="application/json")

    async with site(answer) as url:
        (tmp_path / "wiki.toml").write_text(
            f'url = "{url}/"\ntake = "text"\nwhere = ["*"]\n', encoding="utf-8"
        )
        connectors = Connectors(load(tmp_path, {}, []))
        (name,) = connectors.chosen(HERE, "all")
        found = await connectors.ask(name, "How long?", HERE, {})

    assert found.text == "47 days"


async def test_a_document_is_no_text_whatever_its_server_calls_it() -> None:
    read = await ChildReader().read("contract.pdf", CONTRACT, "windows-1251")

    assert isinstance(read, Passage)
    assert FACT in read.text
