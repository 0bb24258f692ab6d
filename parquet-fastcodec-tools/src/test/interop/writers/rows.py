# SPDX-License-Identifier: Apache-2.0
"""The rows that every writer writes; write.mjs and the Go programs write the same rows, without the pairs."""

ROWS = 3000


def columns():
    numbers = range(ROWS)
    return {
        "id": [7 * i for i in numbers],
        "noise": [i * 2654435761 % 4294967296 / 7 for i in numbers],
        "word": ["word %d" % (i * i % 40) for i in numbers],
        "text": [None if i % 5 == 0 else "row %d of many, of which no two are the same" % i for i in numbers],
        "flag": [i % 3 == 0 for i in numbers],
        "list": [None if i % 11 == 0 else list(range(i % 5)) for i in numbers],
        "pair": [None if i % 13 == 0 else {"a": i % 7, "b": None if i % 3 else "of a pair"} for i in numbers],
    }
