"""Tests that the sandbox calculates correctly, and that nothing escapes from it."""

from collections.abc import AsyncIterator

import pytest

from council_core.domain.question import RunId
from council_core.domain.tool import Found, ToolFailed
from council_core.ports import Errand
from council_core.tools.python import LONGEST_CODE, LONGEST_VALUE, Calculate, Python, Sandbox

ERRAND = Errand(run_id=RunId("r000000000000"))


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    opened = Sandbox()
    yield opened
    await opened.aclose()


SUMS = {
    "2**64 % 97": "61",
    "pow(3, 200, 1000)": "1",
    "factorial(20)": "2432902008176640000",
    "round(math.sqrt(2), 6)": "1.414214",
    "sum(\n  n for n in [1, 2, 3]\n)": "6",
}


@pytest.mark.parametrize("expression", SUMS)
async def test_an_expression_is_calculated(expression: str, sandbox: Sandbox) -> None:
    result = await Calculate(sandbox).run({"expression": expression}, ERRAND)

    assert result == Found(text=SUMS[expression])


async def test_a_program_gives_what_it_prints_and_its_last_value(sandbox: Sandbox) -> None:
    code = "import json\nprint(json.dumps([1, 2]))\nsorted({'b': 1, 'a': 2})"

    assert await Python(sandbox).run({"code": code}, ERRAND) == Found(text="[1, 2]\n['a', 'b']")


LAST_VALUES = {
    "a, b = 1, 2; a + b;  # the sum": "3",
    "(\n  'ä' +\n  'ö'\n)": "'äö'",
    "x = 1\r\nx\r\n": "1",
    "*[1], 2": "(1, 2)",
    "x = 1": "(nothing)",
    "if True:\n    7": "(nothing)",
    "def repr(value): return [value]\n'text'": "'text'",
    "value_ = 1\nNone": "(nothing)",
    "# nothing at all": "(nothing)",
}


@pytest.mark.parametrize("code", LAST_VALUES)
async def test_the_last_value_comes_out_as_text(code: str, sandbox: Sandbox) -> None:
    assert await Python(sandbox).run({"code": code}, ERRAND) == Found(text=LAST_VALUES[code])


async def test_a_value_that_is_small_only_in_the_sandbox_does_not_come_out(sandbox: Sandbox) -> None:
    nested = "a = [0] * 300\nb = [a] * 300\nc = [b] * 100\n"
    endings = ("c", "(c)", "x = c; x", "def repr(_): return c\nc", "raise ValueError(c)", "'x' * 20_000_000")

    for ending in endings:
        result = await Python(sandbox).run({"code": nested + ending}, ERRAND)
        assert len(result.text if isinstance(result, Found) else result.why) <= LONGEST_VALUE, ending
    summed = await Calculate(sandbox).run({"expression": "[[[0] * 300] * 300] * 100"}, ERRAND)
    assert len(summed.text if isinstance(summed, Found) else summed.why) <= LONGEST_VALUE


ESCAPES = {
    "open": "open('/etc/passwd').read()",
    "pathlib": "from pathlib import Path\nPath('/etc/passwd').read_text()",
    "write": "open('/tmp/out', 'w').write('x')",
    "listdir": "import os\nos.listdir('/')",
    "environ": "import os\nos.environ['PATH']",
    "getenv": "import os\nos.getenv('OPENAI_API_KEY') or 1 / 0",
    "system": "import os\nos.system('id')",
    "subprocess": "import subprocess\nsubprocess.run(['id'])",
    "socket": "import socket\nsocket.create_connection(('127.0.0.1', 80))",
    "urllib": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1')",
    "http": "import http.client",
    "ctypes": "import ctypes",
    "importlib": "import importlib\nimportlib.import_module('os')",
    "dunder import": "__import__('os').listdir('/')",
    "builtins": "__builtins__['open']('/etc/passwd')",
    "globals": "globals()['open']",
    "class": "().__class__.__bases__[0].__subclasses__()",
    "getattr": "getattr((), '__class__')",
    "mro": "type('').__mro__[1].__subclasses__()",
    "code": "(lambda: 0).__code__.co_consts",
    "frame": "import sys\nsys._getframe(0).f_globals",
    "format": "'{0.__class__}'.format(())",
    "eval": "eval(\"open('/etc/passwd')\")",
    "exec": "exec(\"import os\\nos.listdir('/')\")",
    "compile": "exec(compile(\"open('/etc/passwd')\", 'x', 'exec'))",
    "pickle": "import pickle\npickle.loads(b'cos\\nsystem\\n(S\\'id\\'\\ntR.')",
    "input": "input()",
    "breakpoint": "breakpoint()",
    "gc": "import gc\ngc.get_objects()",
    "signal": "import signal",
    "threads": "import threading\nthreading.Thread(target=print).start()",
    "multiprocessing": "import multiprocessing",
}

BOMBS = {
    "loop": "while True: pass",
    "memory": "[0] * 10**9",
    "power": "9 ** 9 ** 9",
    "text": "x = 'x'\nwhile True: x += x",
    "list": "x = []\nwhile True: x.append('y' * 1000)",
    "recursion": "def f(): return f()\nf()",
    "parentheses": "(" * 5_000 + ")" * 5_000,
    "output": "while True: print('x' * 1000)",
    "digits": "10 ** 5_000",
    "long": "#" * (LONGEST_CODE + 1),
}


@pytest.mark.parametrize("name", [*ESCAPES, *BOMBS])
async def test_nothing_gets_out_and_the_next_program_runs(name: str, sandbox: Sandbox) -> None:
    code = (ESCAPES | BOMBS)[name]

    result = await Python(sandbox).run({"code": code}, ERRAND)

    assert isinstance(result, ToolFailed), result
    assert "root:" not in result.why
    assert len(result.why) < 2_000
    assert await Python(sandbox).run({"code": "1 + 1"}, ERRAND) == Found(text="2")


async def test_sleeping_takes_no_time_and_arguments_of_another_shape_are_told(sandbox: Sandbox) -> None:
    assert await Python(sandbox).run({"code": "import time\ntime.sleep(3600)\n7"}, ERRAND) == Found(text="7")
    for arguments in ({}, {"code": ""}, {"code": 7}):
        assert isinstance(await Python(sandbox).run(arguments, ERRAND), ToolFailed)
