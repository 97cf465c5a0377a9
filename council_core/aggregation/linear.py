"""Solve small symmetric systems so that the order of rows and columns changes no bit where that matters."""

from collections.abc import Sequence
from math import fsum, sqrt
from operator import mul

Vector = Sequence[float]
Matrix = Sequence[Vector]

_ROUNDS_PER_ROW = 3
"""Most rounds of conjugate gradients per row; without rounding errors one would do."""

_EXACT = 1e-20
"""Share of the squared residual that may be left: a part in 10^10 of a step, which is itself short at the end."""


def dot(left: Vector, right: Vector) -> float:
    """Return the inner product, rounded once."""
    return fsum(map(mul, left, right))


def solve(matrix: Matrix, right: Vector) -> list[float] | None:
    """Return x with matrix · x = right, by conjugate gradients; None if some direction shows that the matrix is not
    positive definite.

    All numbers come from inner products, which are rounded once, so swapping rows and columns only swaps the entries
    of x. Elimination would not have that property.
    """
    solution = [0.0] * len(right)
    residual = list(right)
    direction = residual
    size = dot(residual, residual)
    enough = size * _EXACT
    for _ in range(_ROUNDS_PER_ROW * len(right)):
        if size <= enough:
            break
        image = [dot(row, direction) for row in matrix]
        bend = dot(direction, image)
        if bend <= 0:
            return None
        step = size / bend
        solution = [x + step * d for x, d in zip(solution, direction, strict=True)]
        residual = [r - step * m for r, m in zip(residual, image, strict=True)]
        before, size = size, dot(residual, residual)
        direction = [r + size / before * d for r, d in zip(residual, direction, strict=True)]
    return solution


def cholesky(matrix: Matrix, *, flat: float = 0.0) -> list[list[float]] | None:
    """Return the lower triangle L with L · Lᵀ = matrix; None where a pivot is not above `flat` (a saddle)."""
    lower: list[list[float]] = []
    for i, row in enumerate(matrix):
        new: list[float] = []
        for k in range(i):
            new.append((row[k] - dot(new, lower[k][:k])) / lower[k][k])
        pivot = row[i] - dot(new, new)
        if pivot <= flat:
            return None
        lower.append([*new, sqrt(pivot)])
    return lower


def inverse_transposed(lower: Matrix) -> list[list[float]]:
    """Return the upper triangle U with Lᵀ · U = identity, for L from `cholesky`."""
    size = len(lower)
    upper = [[0.0] * size for _ in range(size)]
    for k in range(size):
        for i in range(k, -1, -1):
            rest = fsum(lower[m][i] * upper[m][k] for m in range(i + 1, k + 1))
            upper[i][k] = (float(i == k) - rest) / lower[i][i]
    return upper
