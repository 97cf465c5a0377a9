"""Tests that reasoning blocks and template tokens are dropped, and that text about them is kept."""

import pytest

from council_core.blindness import mask, strip_reasoning

DROPPED = [
    ("a block", "<think>I am Qwen.</think>\nHello", "Hello"),
    ("a block with code in it", "<think>a\n```\nb</think>\nHello", "Hello"),
    ("another tag", "<thinking>\nhm\n</thinking>\n\nHello", "Hello"),
    ("a template that opens it itself", "so, brief\n</think>\n\nHello", "Hello"),
    ("a block that never ends", "Hello\n<think>\nbut then", "Hello"),
    ("nothing but thinking", "<think>never to be read", ""),
    ("a block inside a block", "<think>a <think>b</think> c</think>\nHello", "Hello"),
    ("square brackets", "[THINK]hm[/THINK]Hello", "Hello"),
    ("triangles", "◁think▷hm◁/think▷Hello", "Hello"),
    (
        "channels",
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello",
        "Hello",
    ),
    ("a token at the end", "Hello<|im_end|>", "Hello"),
    ("a turn", "<start_of_turn>model\nHello<end_of_turn>", "Hello"),
    ("a header", "<|start_header_id|>assistant<|end_header_id|>\n\nHello<|eot_id|>", "Hello"),
    ("wide bars", "<｜Assistant｜>Hello<｜end▁of▁sentence｜>", "Hello"),
    ("instructions", "<s>[INST] Hello [/INST]</s>", "Hello"),
    ("citations in corner brackets", "Hello【1†source】 and【4:0†file.pdf】.", "Hello and."),
    ("citations of one app", "Hello\ue200cite\ue202turn0search1\ue202turn0search2\ue201.", "Hello."),
    ("citations of another", "[cite_start]Hello [cite: 1, 12].", "Hello."),
    ("citations around words", '<cite index="1-2,3-4">Hello</cite>.', "Hello."),
    (
        "citations to be drawn",
        'Hello<grok:render card_id="1" type="x">\n<argument name="id">1</argument>\n</grok:render>.',
        "Hello.",
    ),
]

KEPT = [
    ("tags as a topic", "Between <think> and </think> it reasons."),
    ("a token in code", "The token `<|im_end|>` ends a turn."),
    ("a block in code", "```\n<think>example</think>\n```"),
    ("struck out", "a <s>b</s> c"),
    ("comparisons", "if a <b and c> d"),
    ("a link", "[USER](https://example.org) wrote"),
    ("a quotation in corner brackets", "【重要】 and [cite: Smith] and [1][2]"),
    ("a citation in code", "Write `[cite: 1]` or `【1†source】`."),
    ("blank space", "  Hello  \n"),
]


@pytest.mark.parametrize(("why", "text", "left"), DROPPED, ids=[why for why, _, _ in DROPPED])
def test_thoughts_and_tokens_of_chat_formats_are_dropped_from_an_answer(
    why: str, text: str, left: str
) -> None:
    assert strip_reasoning(text) == left, why


@pytest.mark.parametrize(("why", "text"), KEPT, ids=[why for why, _ in KEPT])
def test_talk_about_machinery_stays(why: str, text: str) -> None:
    assert strip_reasoning(text) == text, why


def test_masking_drops_it_too_and_remembers_where_it_was() -> None:
    masked = mask("Canberra.<|im_end|>")

    assert masked.text == "Canberra."
    assert [(span.start, span.end, span.label) for span in masked.spans] == [(9, 19, "template_token")]


def test_halves_of_a_token_that_come_together_are_dropped_as_well() -> None:
    assert "<|im_end|>" not in mask("Hi <|im_<|eot_id|>end|>").text


WRAPPED = [
    ("whole", "```markdown\n# A\n\nUse **b**.\n```\n", "# A\n\nUse **b**."),
    (
        "with code",
        "```md\nI am Claude.\n\n```sql\nSELECT 1;\n```\n\nEnd.\n```",
        "I am [model].\n\n```sql\nSELECT 1;\n```\n\nEnd.",
    ),
    ("longer", "````markdown\na\n```\nb\n```\n````", "a\n```\nb\n```"),
    ("never closed", "```markdown\n# A\nIt is cut", "# A\nIt is cut"),
]


@pytest.mark.parametrize(("why", "text", "left"), WRAPPED, ids=[why for why, _, _ in WRAPPED])
def test_a_fence_around_the_whole_answer_is_dropped_and_hides_no_name(why: str, text: str, left: str) -> None:
    assert mask(text).text == left, why


@pytest.mark.parametrize(
    "text",
    [
        "```markdown\n# A\n```\n\nThat is the file.",
        "Here it is:\n\n```markdown\n# A\n```",
        "```markdown\n# A\n```\n\nRun it:\n\n```sh\nls\n```",
        "```python\nx = 1\n```",
    ],
)
def test_a_fence_around_a_part_of_an_answer_stays(text: str) -> None:
    assert mask(text).text == text


def test_the_source_of_a_file_that_was_asked_for_keeps_its_fence() -> None:
    text = "```markdown\n# A\n```"

    assert mask(text, question="Write a README for us.").text == text
