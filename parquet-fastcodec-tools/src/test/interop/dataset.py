# SPDX-License-Identifier: Apache-2.0
"""The datasets: expected values as JSON, written by generate.py and compared by check.py and the Java tests.

A dataset is {"columns": [[name, type], ...], "repeat": n, "rows": [[value, ...], ...]}: the rows, repeated n times. The
forms of values are exact in every language:

    int32, int64  number
    double        the 16 hexadecimal digits of its bits, which distinguish -0.0 from 0.0 and preserve NaNs
    string        string
    run           a string as [unit, times], so that a large page needs a small file
    boolean       true or false
    binary        hexadecimal digits
    noise         binary as [[seed, length], ...]: for each, the first bytes of SHA-256("seed 0"), SHA-256("seed 1"), ..., so
                  that an incompressible page needs a small file
    timestamp     microseconds since 1970-01-01T00:00:00, without a time zone
    decimal       decimal(12, 3) as a string with three digits after the point
    list          list of int64
    struct        {"a": int32, "b": string}

Any value may be null.
"""

import datetime
import hashlib
import json
import struct

EPOCH = datetime.datetime(1970, 1, 1)


def save(path, columns, repeat, rows):
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(
        f'{{"columns": {json.dumps(columns)},\n"repeat": {repeat},\n"rows": [\n{lines}\n]}}\n', encoding="utf-8"
    )


def load(path):
    """Returns the columns, as (name, type), and the rows, repeated and with each run as the string it stands for."""
    content = json.loads(path.read_text(encoding="utf-8"))
    types = [type_ for _, type_ in content["columns"]]
    rows = [[expand(type_, value) for type_, value in zip(types, row, strict=True)] for row in content["rows"]]
    return [tuple(column) for column in content["columns"]], rows * content["repeat"]


def expand(type_, value):
    if value is not None and type_ == "run":
        return value[0] * value[1]
    if value is not None and type_ == "noise":
        return "".join(noise(seed, length) for seed, length in value)
    return value


def noise(seed, length):
    digits = "".join(hashlib.sha256(f"{seed} {i}".encode()).hexdigest() for i in range(length // 32 + 1))
    return digits[: 2 * length]


def bits(value):
    return struct.pack(">d", value).hex()


def canonical(type_, value):
    """Converts a value that a reader returns in Python to the form of the expected data."""
    if value is None:
        return None
    if type_ == "double":
        return bits(value)
    if type_ in ("binary", "noise"):
        return value.hex()
    if type_ == "timestamp":
        return (value - EPOCH) // datetime.timedelta(microseconds=1)
    if type_ == "decimal":
        return format(value, "f")
    return value
