"""Learn the weights of the classifier that reads the words around a name (council_core/blindness/classifier.py).

    python -m tests.core.blindness.train            learns from all sets, and writes weights.tsv
    python -m tests.core.blindness.train --check    learns five times without a fifth of the sets, and counts that fifth

It is logistic regression, fitted with AdaGrad (Duchi, Hazan and Singer, 2011) in few passes, which keeps weights small.
"""

import argparse
import hashlib
import math
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from council_core import blindness
from council_core.blindness import classifier, features, names_in
from tests.core.blindness.masking import TRAINING, Case, cases

WEIGHTS = Path(blindness.__file__).parent / "weights.tsv"
PASSES = 5
RATE = 0.1
FITS = 5
SEEN = 3
"""Names in which a feature must occur."""
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Example:
    """A name in a labelled answer, by its features."""

    features: tuple[str, ...]
    is_the_authors: bool


def digest() -> str:
    """Return a digest of all that the weights are learned from, so that a test can tell when they are stale."""
    read = hashlib.sha256()
    for file in (*TRAINING, Path(features.__file__)):
        read.update(file.read_bytes())
    return read.hexdigest()[:16]


def examples(of: Iterable[Case]) -> list[Example]:
    """Return an example for each known name in answers to questions under which the classifier judges."""
    return [
        Example(
            tuple(sorted(set(found))),
            any(low < end and start < high for low, high in case.hidden_ranges()),
        )
        for case in of
        for start, end, found in names_in(case.text, case.question)
    ]


def learn(of: list[Example]) -> dict[str, float]:
    """Return the weight of each feature that occurs often enough: the mean of several fits, which differ in the order
    of the names, so that a few new answers change little else."""
    seen = Counter(feature for example in of for feature in example.features)
    known = {feature for feature, times in seen.items() if times >= SEEN}
    fits = [_fit(of, known, random.Random(seed)) for seed in range(FITS)]
    return {feature: sum(fit[feature] for fit in fits) / FITS for feature in fits[0]}


def _fit(of: list[Example], known: set[str], shuffle: random.Random) -> dict[str, float]:
    weights = dict.fromkeys((classifier.BIAS, *sorted(known)), 0.0)
    squares = dict.fromkeys(weights, 1e-6)
    rows = [
        ([classifier.BIAS, *(each for each in example.features if each in known)], example.is_the_authors)
        for example in of
    ]
    for _ in range(PASSES):
        shuffle.shuffle(rows)
        for found, is_the_authors in rows:
            error = classifier.probability(found[1:], weights) - is_the_authors
            for feature in found:
                squares[feature] += error * error
                weights[feature] -= RATE * error / math.sqrt(squares[feature])
    return weights


def write(weights: dict[str, float]) -> None:
    """Write the weights that count for something, in order, below the digest."""
    rows = (f"{feature}\t{weight:.2f}" for feature, weight in sorted(weights.items()) if abs(weight) >= 0.05)
    WEIGHTS.write_text("\n".join((f"# {digest()}", *rows, "")), encoding="utf-8")


def check() -> None:
    """Print how many names are judged rightly in sets that were not learned from, at several thresholds."""
    judged: list[tuple[bool, float]] = []
    for fold in range(FOLDS):
        left_out = TRAINING[fold::FOLDS]
        weights = learn(examples(case for file in TRAINING if file not in left_out for case in cases(file)))
        for example in examples(case for file in left_out for case in cases(file)):
            probability = classifier.probability(list(example.features), weights)
            judged.append((example.is_the_authors, probability))
    own = [probability for is_the_authors, probability in judged if is_the_authors]
    content = [probability for is_the_authors, probability in judged if not is_the_authors]
    for likely in (0.9, 0.8, 0.7, 0.6):
        masked = sum(probability >= likely for probability in own) / len(own)
        kept = sum(probability < likely for probability in content) / len(content)
        print(f"from {likely}: {masked:.3f} of the authors' names masked, {kept:.3f} of the others kept")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        check()
    else:
        write(learn(examples(case for file in TRAINING for case in cases(file))))
        print(f"{WEIGHTS}: {len(classifier.weights())} weights")
