"""Read public data sets in the layouts of their authors. Council ships none of them.

| layout | what to point at | judges |
|---|---|---|
| `llmbar` | a folder of `Dataset/LLMBar` (github.com/princeton-nlp/LLMBar) | `evaluators/JUDGE/STRATEGY/result.json` |
| `prd` | the folder `data/vicuna80` (github.com/bcdnlp/PRD) | `ratings-JUDGE`; people's are `ratings-human` |
| `hanna` | a folder with `hanna_stories_annotations.csv` (HANNA) | `judge-NAME.csv` with the same columns |
| `triviaqa` | a file of questions (TriviaQA 1.0) | none: it is for live members |
| `pandalm` | the folder `data` (github.com/WeOpenML/PandaLM) | `NAME-testset-v1.json` |
| `scores` | JSON lines with `ballots[reviewer][candidate]`, `authors`, `gold` | `reviewers` |
"""

import csv
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from statistics import fmean
from typing import Any

from council_core.domain.slate import Alias
from council_core.errors import BadItems, BadLine
from council_core.evaluation.items import Item, Judgement, item_from, item_json

STRATEGY = "Metrics_Reference"
"""Way in which LLMBar asked a judge: by the question's own criteria and an own answer, as Council's reviewers do."""

HANNA_CRITERIA = ("Relevance", "Coherence", "Empathy", "Surprise", "Engagement", "Complexity")
HANNA_HUMANS = "hanna_stories_annotations.csv"
PANDALM_ITEMS = "testset-v1.json"
ONE, TWO = Alias("1"), Alias("2")


def llmbar(path: Path, strategy: str) -> Iterator[Item]:
    """Read pairs with an objective label, with judgements in both orders if the data set has them."""
    folders = sorted(each.parent for each in path.rglob("dataset.json"))
    strategies = {each.parts[-2] for folder in folders for each in folder.glob("evaluators/*/*/result.json")}
    if strategies and strategy not in strategies:
        raise BadItems("no_strategy", file=str(path), value=strategy, known=", ".join(sorted(strategies)))
    for folder in folders:
        rows = _json(folder / "dataset.json")
        results = {
            each.parts[-3]: _json(each)
            for each in sorted(folder.glob(f"evaluators/*/{strategy}/result.json"))
        }
        for at, row in enumerate(rows):
            judgements: list[Judgement] = []
            for judge, judged in results.items():
                last = judged[at]["results"][-1]
                winners = [last[key].get("winner") for key in ("swap = False", "swap = True") if key in last]
                judgements += [_pair(judge, winner) for winner in winners if str(winner) in ("1", "2")]
            yield Item(
                id=f"{folder.relative_to(path.parent)}/{at}",
                question=str(row["input"]),
                answers=((ONE, str(row["output_1"])), (TWO, str(row["output_2"]))),
                judgements=tuple(judgements),
                gold=((ONE, float(row["label"] == 1)), (TWO, float(row["label"] == 2))),
            )


def prd(path: Path, _strategy: str) -> Iterator[Item]:
    """Read five models' answers to 80 questions. Each judge's pairs become one order by wins; people's order is the
    gold.

    People also compared answers that no model judged. Those pairs are left out, so that all rank the same answers.
    """
    judged = {
        folder.name.removeprefix("ratings-"): tuple(_prd_pairs(folder))
        for folder in sorted(path.glob("ratings-*"))
    }
    if "human" not in judged:
        raise BadItems("no_folder", file=str(path), value="ratings-human")
    people = judged.pop("human")
    compared = {name for pairs in judged.values() for _, one, two, _ in pairs for name in (one, two)}
    gold = _prd_shares(pair for pair in people if {pair[1], pair[2]} <= compared)
    shares = {judge: _prd_shares(pairs) for judge, pairs in judged.items()}
    for question, merits in sorted(gold.items()):
        given = {judge: found[question] for judge, found in shares.items() if question in found}
        names = sorted({*merits, *(name for figures in given.values() for name in figures)})
        yield _scored(f"prd/{question}", names, given, merits, authors={name: name for name in names})


def _prd_pairs(folder: Path) -> Iterator[tuple[int, str, str, float]]:
    """Yield the question of each comparison, both answers, and the share that the first one won."""
    end = re.compile(f"-{re.escape(folder.name.removeprefix('ratings-'))}-reviewer([_-]threeclass)?[.]jsonl$")
    for file in sorted(folder.glob("answer*-vs-answer*.jsonl")):
        one, two = (name.removeprefix("answer").strip("_-") for name in end.sub("", file.name).split("-vs-"))
        for row in _rows(file):
            if (won := {1: 1.0, 2: 0.0, 3: 0.5}.get(row.get("score"))) is not None:
                yield row["question_id"], one, two, won


def _prd_shares(pairs: Iterable[tuple[int, str, str, float]]) -> dict[int, dict[str, float]]:
    """Return for each question each answer's mean win rate, in which every opponent counts once.

    People compared some pairs three times and others once.
    """
    found: dict[int, dict[str, dict[str, list[float]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for question, one, two, won in pairs:
        found[question][one][two].append(won)
        found[question][two][one].append(1 - won)
    return {
        question: {name: fmean(map(fmean, against.values())) for name, against in each.items()}
        for question, each in found.items()
    }


def hanna(path: Path, _strategy: str) -> Iterator[Item]:
    """Read stories by several systems to one prompt; the gold is the mean of people's six criteria."""
    people = list(_table(path / HANNA_HUMANS))
    gold, stories = _hanna_scores(people), {(row["Prompt"], row["Model"]): row.get("Story") for row in people}
    judges = {
        each.stem.removeprefix("judge-"): _hanna_scores(_table(each))
        for each in sorted(path.glob("judge-*.csv"))
    }
    for at, (prompt, merits) in enumerate(gold.items()):
        scores = {judge: scored[prompt] for judge, scored in judges.items() if prompt in scored}
        if len(merits) > 1:
            item = _scored(f"hanna/{at}", sorted(merits), scores, merits, authors={}, question=prompt)
            texts = tuple((name, stories[prompt, name] or "") for name in item.names)
            yield replace(item, answers=texts)


def _hanna_scores(rows: Iterable[Mapping[str, str]]) -> dict[str, dict[str, float]]:
    """Return prompt -> system -> mean over criteria and people."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        found[row["Prompt"]][row["Model"]].append(fmean(float(row[each]) for each in HANNA_CRITERIA))
    return {prompt: {name: fmean(each) for name, each in scores.items()} for prompt, scores in found.items()}


def _table(file: Path) -> Iterator[Mapping[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        reader = csv.DictReader(lines)
        for row in reader:
            if missing := [each for each in ("Prompt", "Model", *HANNA_CRITERIA) if each not in row]:
                known = ", ".join(("Prompt", "Model", *HANNA_CRITERIA))
                raise BadItems("no_column", file=str(file), value=missing[0], known=known)
            if wrong := next((each for each in HANNA_CRITERIA if not _is_figure(row[each])), None):
                value = json.dumps(row[wrong], ensure_ascii=False)
                raise BadLine(str(file), reader.line_num, "no_figure", key=wrong, value=value)
            yield row


def _is_figure(value: str | None) -> bool:
    try:
        return isfinite(float(value or ""))
    except ValueError:
        return False


def triviaqa(path: Path, _strategy: str) -> Iterator[Item]:
    """Read questions with their right short answers, for live members."""
    for at, row in enumerate(_json(path)["Data"]):
        answer = row["Answer"]
        right = dict.fromkeys(each for each in (answer["Value"], *answer.get("Aliases", ())) if each.strip())
        yield Item(id=str(row.get("QuestionId", at)), question=row["Question"], accepted=tuple(right))


def pandalm(path: Path, _strategy: str) -> Iterator[Item]:
    """Read pairs with three people's labels (0 is a tie); the gold is the majority's label, and both answers if that is
    a tie."""
    judges = {
        each.name.removesuffix(f"-{PANDALM_ITEMS}"): {row["idx"]: row for row in _json(each)}
        for each in sorted(path.glob(f"*-{PANDALM_ITEMS}"))
    }
    for row in _json(path / PANDALM_ITEMS):
        labels = [row[f"annotator{number}"] for number in (1, 2, 3)]
        ties = float(labels.count(0) > 1)
        judgements: list[Judgement] = []
        for judge, rows in judges.items():
            results = [value for key, value in rows.get(row["idx"], {}).items() if key.endswith("_result")]
            judgements += [
                _pair(judge, result) for result in results if str(result).strip() in ("0", "1", "2", "Tie")
            ]
        yield Item(
            id=f"pandalm/{row['idx']}",
            question="\n\n".join(
                str(row[key]) for key in ("instruction", "input") if isinstance(row.get(key), str)
            ),
            answers=((ONE, str(row["response1"])), (TWO, str(row["response2"]))),
            judgements=tuple(judgements),
            gold=((ONE, ties or float(labels.count(1))), (TWO, ties or float(labels.count(2)))),
        )


def scores(path: Path, _strategy: str) -> Iterator[Item]:
    """Read rows in which every reviewer gives every candidate a figure or null."""
    for row in _rows(path):
        names: list[str] = row["candidates"]
        given = {
            judge: {name: figure for name, figure in zip(names, figures, strict=True) if figure is not None}
            for judge, figures in zip(row["reviewers"], row["ballots"], strict=True)
        }
        authors = {
            names[at]: row["reviewers"][judge]
            for judge, at in enumerate(row.get("authors") or ())
            if at is not None
        }
        yield _scored(row["id"], names, given, dict(zip(names, row["gold"], strict=True)), authors=authors)


LAYOUTS: Mapping[str, Callable[[Path, str], Iterable[Item]]] = {
    "llmbar": llmbar,
    "prd": prd,
    "hanna": hanna,
    "triviaqa": triviaqa,
    "pandalm": pandalm,
    "scores": scores,
}


def converted(layout: str, path: Path, strategy: str = STRATEGY) -> Iterator[Item]:
    """Read a data set in the layout of this name.

    Raises:
        BadItems: The file does not exist or has another layout.
    """
    found, seen = 0, set[str]()
    try:
        for read in LAYOUTS[layout](path, strategy):
            item = item_from(item_json(read))
            if item.id in seen:
                number, value = str(found + 1), item.id
                raise BadItems("same_id", file=str(path), layout=layout, number=number, value=value)
            seen.add(item.id)
            found += 1
            yield item
    except FileNotFoundError as error:
        raise BadItems("no_file", file=str(error.filename), layout=layout) from error
    except KeyError as error:
        number, missing = str(found + 1), str(error)
        raise BadItems("misplaced", file=str(path), layout=layout, number=number, value=missing) from error
    except (IndexError, TypeError, AttributeError, ValueError, RecursionError, csv.Error) as error:
        raise BadItems("misformed", file=str(path), layout=layout, number=str(found + 1)) from error
    if not found:
        raise BadItems("empty_layout", file=str(path), layout=layout)


def _pair(judge: str, winner: object) -> Judgement:
    order = {"1": ((ONE,), (TWO,)), "2": ((TWO,), (ONE,))}.get(str(winner).strip(), ((ONE, TWO),))
    return Judgement(judge=judge, order=order)


def _scored(
    identity: str,
    names: Sequence[str],
    given: Mapping[str, Mapping[str, float]],
    gold: Mapping[str, float],
    *,
    authors: Mapping[str, str],
    question: str = "",
) -> Item:
    """Return an item whose judges give figures; only the order of one judge's figures counts. Figures for anything but
    these answers are left out."""
    judgements: list[Judgement] = []
    for judge, figures in given.items():
        tied: dict[float, list[Alias]] = defaultdict(list)
        for name in names:
            if name in figures:
                tied[figures[name]].append(Alias(name))
        order = tuple(tuple(tied[figure]) for figure in sorted(tied, reverse=True))
        if order:
            judgements.append(Judgement(judge=judge, order=order))
    return Item(
        id=identity,
        question=question,
        answers=tuple((Alias(name), "") for name in names),
        authors=tuple((Alias(name), author) for name, author in authors.items()),
        judgements=tuple(judgements),
        gold=tuple((Alias(name), merit) for name, merit in gold.items()),
    )


def _json(path: Path) -> Any:
    return _parsed(path, path.read_text(encoding="utf-8-sig"))


def _rows(path: Path) -> Iterator[Any]:
    """Yield the objects of JSON lines. Only a line feed ends a line, because a JSON text may hold other separators."""
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    return (_parsed(path, line, number) for number, line in enumerate(lines, start=1) if line.strip())


def _parsed(path: Path, text: str, number: int = 1) -> Any:
    """Read JSON that begins on the line of this number of a file."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = number + error.lineno - 1
        raise BadLine(str(path), line, "no_json_file", column=str(error.colno)) from error
