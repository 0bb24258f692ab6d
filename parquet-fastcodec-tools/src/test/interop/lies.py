# SPDX-License-Identifier: Apache-2.0
"""Compares verify --values --strict with pyarrow, DuckDB, polars and parquet-java on files made by hand that lie.

Run it with "run lies.py [STEP]", after "mvn package". handmade.py writes small files, each with one lie: a field of a structure, or
bytes of a page. Each reader reads all values, and then looks for some of them by filters, which use statistics, dictionaries and
indexes. A file that a reader refuses or that two readers read differently must have a finding, and a file that all read alike
must not have damage, unless UNNOTICED or HARMLESS lists it. One in STEP of the kinds is tried (by default each one).
"""

import concurrent.futures
import pathlib
import sys
import tempfile

import flips
import oracle
from handmade import *

COMMANDS = {
    **{tool: [sys.executable, "-B", __file__, "--work", tool] for tool in oracle.READERS},
    "parquet-java": [*oracle.COMMANDS["parquet-java"], "filters"],
}

# Files that a reader refuses or misreads without a finding: the kind, part of what the reader says, and the reason.
UNNOTICED = {
    ("GEOMETRY", "polars: "): "polars does not know the type",
    ("GEOMETRY that is not WKB", "duckdb: "): "docs/verify.md: not checked",
    ("JSON that is not", "duckdb: "): "docs/verify.md: not checked",
    ("an empty file_path", "duckdb: "): "docs/verify.md: not checked",
    ("precision 39 in 17 bytes", "polars: "): "docs/verify.md: not checked",
}

# Damage that no reader notices: the kind, part of the message, and the reason.
HARMLESS = {
    ("", " lacks its "): "an index that Thrift cannot read, which readers ignore",
    ("num_nulls ", " nulls, expected 0 or more"): "numbers of nulls that these readers may ignore, and parquet-go refuses",
    ("SPLIT between nulls", ": readers return different values"): "only Hardwood finds the streams by the number of values",
    ("file_offset", "with parquet-java 1.12.0 no task reads it"): "of parquet-java, only one old version looks at it",
    ("orting", ": DataFusion fails"): "a sorting column that does not exist, at which only DataFusion looks",
    ("another beginning", "it is not a Parquet file"): "readers look at the end only",
}

# The number of values of each column that filters look for.
VALUES = 4

NULLS = [[1, None, 2, 3], [4, 5, None, 6]]
INTS = [[1, 2, 3, 4], [5, 6, 7, 8]]
LISTS = [[[1, 2], None, []], [[None, 3], [4], [5, 6]]]
TEXTS = [[b"a", b"bb", b"", b"abc"], [b"abd", b"b", b"c", b"d"]]
BOOLEANS = [[True, False, True, True], [False, False, True, False]]
TEXT = {"converted_type": 0, "logicalType": {"STRING": {}}}
ENTRIES = [1, 2, 3, 4, 5, 6]


def decimal_(precision, scale=0, **fields):
    logical = {"DECIMAL": {"scale": scale, "precision": precision}}
    return {"converted_type": 5, "scale": scale, "precision": precision, "logicalType": logical, **fields}



def everything(lies, **options):
    """Returns a file with every structure of the format."""
    return file(
        column(INTS, name=b"k", index=True, **options),
        column(NULLS, dictionary=ENTRIES, index=True, bloom=b"\xff" * 32, **options),
        column(TEXTS, BINARY, b"s", index=True, element=TEXT, **options),
        column([[[1, 2], None, [], [3]], [[None, 3], [4], [], [5, 6]]], name=b"l", index=True, **options),
        lies={
            "RowGroup.sorting_columns": [{"column_idx": 0, "descending": False, "nulls_first": False}],
            "ColumnMetaData[1].size_statistics": {"definition_level_histogram": [2, 6]},
            "ColumnMetaData[2].size_statistics": {"unencoded_byte_array_data_bytes": 12},
            "OffsetIndex[2].unencoded_byte_array_data_bytes": [7, 6],
            "ColumnIndex[1].definition_level_histograms": [1, 3, 1, 3],
            "ColumnIndex[0].boundary_order": 1,
            **lies,
        },
        statistics=True,
    )


def of_numbers(**options):
    """Returns, for each number of a file with every structure, the files in which it is another one or absent."""
    _, seen = everything({}, **options)
    for key, true in seen.items():
        struct_, field = key.split(".")
        if struct_.split("[")[0] in ("SchemaElement", "LogicalType") and not struct_.endswith("[2]"):
            continue
        false = [not true] if isinstance(true, bool) else sorted({true - 1, true + 1, -1, 0, 1 << 30} - {true})
        for lie in [*false, ABSENT]:
            name = f"{key} {true} as {'absent' if lie is ABSENT else lie}"
            yield name, lambda lies={key: lie}: everything(lies, **options)


def kind(*columns, **options):
    return lambda: file(*columns, **options)


def one(values, type_=INT32, lies=(), schema=None, **options):
    """A file of one column."""
    return kind(column(values, type_, **options), lies=lies, schema=schema)


def both(values, type_=INT32, **options):
    """The same in a V1 and in a V2 page."""
    return {"v1": one(values, type_, **options), "v2": one(values, type_, v2=True, **options)}


def table():
    """Returns all kinds of lies that need more than another number: functions that make a file, or dicts of them, by name."""
    called = {"DataPageHeader[0].definition_level_encoding": BIT_PACKED}
    repeated = {"DataPageHeader[0].repetition_level_encoding": BIT_PACKED}
    bit = lambda values, width: bit_packed(values, width)
    fixed = lambda length, **fields: {"type_length": length, **fields}
    b16, b17, b20 = (b"\0" * (n - 1) + b"\1" for n in (16, 17, 20))
    group = lambda name, children, **fields: {"name": name, "repetition_type": 1, "num_children": children, **fields}
    leaf = lambda name, type_=INT32, rep=1, **fields: {"name": name, "type": type_, "repetition_type": rep, **fields}
    as_list = {"converted_type": 3, "logicalType": {"LIST": {}}}
    as_map = {"converted_type": 1, "logicalType": {"MAP": {}}}
    shape = lambda schema, *columns, lies=(): kind(*columns, schema=schema, lies=lies)
    nulls = lambda name=b"c", levels=1, **options: column([[None, None]], name=name, **{"defs": lambda _: runs([0, 0], levels.bit_length()), **options})
    ints = lambda **o: one([[1, 2, 3, 4, 5]], **o)
    return {
        # levels
        "definition levels called BIT_PACKED": one(NULLS, lies=called),
        "definition levels in BIT_PACKED": one([[1, None, 2, 3] * 2], lies=called, levels=bit, unprefixed=True),
        "no definition levels, called BIT_PACKED": one(INTS, lies=called),
        "repetition levels called BIT_PACKED": one(LISTS, lies=repeated),
        "levels in BIT_PACKED": one([LISTS[0]], lies={**called, **repeated}, levels=bit, unprefixed=True),
        "levels called PLAIN": one(NULLS, lies={"DataPageHeader[0].definition_level_encoding": PLAIN}),
        **{
            f"definition levels {name}": both(NULLS, defs=lie)
            for name, lie in {
                "end early": lambda data: data[:-2],
                "are missing": lambda data: b"",
                "with bytes after them": lambda data: data + b"\7\1",
                "with an empty run": lambda data: b"\0\1" + data,
                "with an empty packed run": lambda data: b"\1" + data,
                "above the maximum": lambda data: runs([1, 2, 1, 1], 2),
                "of fewer values": lambda data: runs([1, 0, 1], 1),
                "in a run beyond the page": lambda data: data[:-2] + b"\x08\1",
                "in a run of 2^31 values": lambda data: data[:-2] + b"\xfe\xff\xff\xff\x0f\1",
                "packed in one group": lambda data: packed([1, 0, 1, 1], 1),
                "packed without a last byte": lambda data: packed([1, 0, 1, 1], 1)[:-1],
                "packed in two groups": lambda data: packed([1, 0, 1, 1, 0, 0, 0, 0, 0], 1),
                "all null": lambda data: runs([0] * 4, 1),
                "all present": lambda data: runs([1] * 4, 1),
            }.items()
        },
        **{
            f"levels {name}": both(LISTS, **lie)
            for name, lie in {
                "that begin within a row": {"reps": lambda data: runs([1, 1, 0, 0], 1)},
                "that continue a null list": {"reps": lambda data: runs([0, 1, 0, 1], 1)},
                "that repeat above the maximum": {"reps": lambda data: runs([0, 2, 0, 0], 2)},
                "that end early": {"reps": lambda data: data[:-2]},
                "that are missing": {"reps": lambda data: b""},
            }.items()
        },
        "a second page within a row": both(LISTS, page=1, reps=lambda data: runs([1, 1, 0, 0, 1], 1)),
        "a second page within a row, indexed": kind(
            column([[[1, 2], [3]], [[4, 5], [6]]], name=b"l", page=1, reps=lambda d: runs([1, 0, 0], 1), index=True),
            column([[1, 2], [3, 4]], name=b"k", index=True),
            lies={"RowGroup.num_rows": 4},
        ),
        "V2 bytes for absent definition levels": one(INTS, v2=True, page=0, defs=lambda _: b"\x08\1"),
        "V2 bytes for absent repetition levels": one(NULLS, v2=True, page=0, reps=lambda _: b"\x08\0"),
        "V2 bytes for absent levels, garbage": one(INTS, v2=True, page=0, reps=lambda _: b"\xff\xff\xff"),
        "V2 num_rows 0 in a flat column": one(NULLS, v2=True, lies={"DataPageHeaderV2.num_rows": 0}),
        "V2 num_rows of values in a list": one(LISTS, v2=True, lies={"DataPageHeaderV2[0].num_rows": 4}),
        "an empty page first": both([[], [1, 2]]),
        "an empty page last": both([[1, 2], []]),
        "only an empty page": both([[]]),
        "only an empty page, with an index": both([[]], index=True),
        "a row group without pages": one([]),
        # PLAIN, and bytes after it
        **{
            f"PLAIN {name} {what}": both(values, type_, data=lie)
            for name, (values, type_) in {"ints": (INTS, INT32), "texts": (TEXTS, BINARY), "booleans": (BOOLEANS, BOOLEAN)}.items()
            for what, lie in {
                "with bytes after them": lambda data: data + b"\1\2\3",
                "cut": lambda data: data[:-1],
                "missing": lambda data: b"",
            }.items()
        },
        "a text of -1 bytes": one([[b"a", b"b"]], BINARY, data=lambda data: data[:5] + b"\xff" * 4 + data[9:]),
        "a text that is not UTF-8": one([[b"\xff\xfe", b"b"]], BINARY, element=TEXT),
        "a binary that is not UTF-8": one([[b"\xff\xfe", b"b"]], BINARY),
        "an encoding without a name": ints(lies={"DataPageHeader.encoding": 77}),
        "an encoding that only headers name": ints(lies={"ColumnMetaData.encodings": [RLE]}),
        "an encoding that no page uses": ints(lies={"ColumnMetaData.encodings": [PLAIN, RLE, DELTA]}),
        "no encodings": ints(lies={"ColumnMetaData.encodings": []}),
        "DELTA of doubles": one([[1.0, 2.0]], DOUBLE, lies={"DataPageHeader.encoding": DELTA}),
        "SPLIT of texts": one(TEXTS, BINARY, lies={"DataPageHeader.encoding": SPLIT}),
        "RLE of ints": ints(lies={"DataPageHeader.encoding": RLE}),
        "PLAIN_DICTIONARY without a dictionary": ints(lies={"DataPageHeader.encoding": PLAIN_DICTIONARY}),
        # DELTA
        **{
            f"DELTA {name}": ints(encoding=DELTA, data=lie)
            for name, lie in {
                "of no values": lambda data: delta([]),
                "of more values": lambda data: delta([1, 2, 3, 4, 5], count=6),
                "of fewer values": lambda data: delta([1, 2, 3, 4, 5], count=4),
                "in blocks of 0": lambda data: b"\0" + data[2:],
                "in blocks of 64": lambda data: delta([1, 2, 3, 4, 5], 64, 2),
                "in blocks of 100": lambda data: delta([1, 2, 3, 4, 5], 100, 4),
                "in no miniblocks": lambda data: data[:2] + b"\0" + data[3:],
                "in miniblocks of 8": lambda data: delta([1, 2, 3, 4, 5], 128, 16),
                "in one miniblock of 128": lambda data: delta([1, 2, 3, 4, 5], 128, 1),
                "with bytes after it": lambda data: data + b"\1\2\3",
                "cut": lambda data: delta([1, 2, 3, 4, 7], width=8)[:-30],
                "whose last miniblock ends with its values": lambda data: delta([1, 2, 3, 4, 7], width=8, last=4),
                "with a width for unused miniblocks": lambda data: delta([1, 2, 3, 4, 5], unused=7),
                "with a width of 77 for unused miniblocks": lambda data: delta([1, 2, 3, 4, 5], unused=77),
                "of 32 bits": lambda data: delta([1, 2, 3, 4, 5], width=32),
                "of 33 bits": lambda data: delta([1, 2, 3, 4, 5], width=33),
                "of 64 bits": lambda data: delta([1, 2, 3, 4, 5], width=64),
                "of 65 bits": lambda data: delta([1, 2, 3, 4, 5], width=65),
                "whose minimum has 40 bits": lambda data: delta([1, 2, 3, 4, 5], minimum=-(1 << 40), width=42),
                "whose first value has 40 bits": lambda data: delta([1, 2, 3, 4, 5], first=1 << 40),
                "that overflow": lambda data: delta([0, 2**31 - 1, -(2**31), 5, 6]),
                "that overflow in 32 bits": lambda data: delta([0, 5, 6, 7, 8], minimum=2**31 - 1, width=0),
            }.items()
        },
        "DELTA of longs, 65 bits": one([[1, 2, 3]], INT64, encoding=DELTA, data=lambda data: delta([1, 2, 3], width=65)),
        "DELTA of longs that overflow": one([[1, 2, 3]], INT64, encoding=DELTA, data=lambda _: delta([0, 2**63 - 1, -(2**63)], minimum=0, width=64)),
        **{
            f"{name} {what}": one([TEXTS[0]], BINARY, encoding=encoding, data=lie)
            for name, encoding, lies in (
                (
                    "DELTA_LENGTH",
                    DELTA_LENGTH,
                    {
                        "of -1": lambda _: lengths(TEXTS[0], [1, 2, -1, 3]),
                        "too long": lambda _: lengths(TEXTS[0], [1, 2, 0, 9]),
                        "too short": lambda _: lengths(TEXTS[0], [1, 2, 0, 2]),
                        "of more values": lambda _: delta([1, 2, 0, 3], count=6) + b"abbabc",
                        "in 40 bits": lambda _: delta([1, 2, 0, 3], minimum=-(1 << 40), width=42) + b"abbabc",
                        "with bytes after it": lambda data: data + b"xyz",
                    },
                ),
                (
                    "DELTA_BYTES",
                    DELTA_BYTES,
                    {
                        "with a first prefix": lambda _: prefixes(TEXTS[0], [1, 0, 0, 0]),
                        "with a long prefix": lambda _: prefixes([b"a", b"abc", b"", b"ab"], [0, 1, 0, 2]),
                        "with a prefix of -1": lambda _: prefixes(TEXTS[0], [0, -1, 0, 0]),
                        "with bytes after it": lambda data: data + b"xyz",
                    },
                ),
            )
            for what, lie in lies.items()
        },
        "SPLIT with bytes after it": ints(encoding=SPLIT, data=lambda data: data + b"\1\2\3\4"),
        "SPLIT cut": ints(encoding=SPLIT, data=lambda data: data[:-1]),
        **{
            f"SPLIT between nulls, {name}": both([[1.0, None, 2.0, None, 3.0]], DOUBLE, encoding=SPLIT, data=lie)
            for name, lie in {
                "with bytes after it": lambda data: data + b"\0" * 8,
                "with streams of five": lambda data: b"".join(data[i : i + 3] + b"\0\0" for i in range(0, 24, 3)),
            }.items()
        },
        # RLE of booleans
        **{
            f"RLE booleans {name}": both(BOOLEANS, BOOLEAN, encoding=RLE, data=lie)
            for name, lie in {
                "with bytes after them": lambda data: data + b"\1\2\3",
                "with bytes within their length": lambda data: prefixed(data[4:] + b"\1\2\3"),
                "with a length too short": lambda data: prefixed(data[4:-2]) + data[-2:],
                "with a length too long": lambda data: struct.pack("<I", 99) + data[4:],
                "without a length": lambda data: data[4:],
                "that end early": lambda data: prefixed(data[4:-2]),
                "missing": lambda data: b"",
            }.items()
        },
        # dictionaries
        **{
            f"a dictionary {name}": both([[1, 2, 3, 4, 5]], **{"dictionary": ENTRIES, **lie})
            for name, lie in {
                "with bytes after it": {"entries": lambda data: data + b"\1\2\3\4"},
                "cut": {"entries": lambda data: data[:-1]},
                "of more entries": {"lies": {"DictionaryPageHeader.num_values": 9}},
                "of fewer entries": {"lies": {"DictionaryPageHeader.num_values": 5}},
                "in RLE_DICTIONARY": {"lies": {"DictionaryPageHeader.encoding": DICTIONARY}},
                "in PLAIN_DICTIONARY": {"lies": {"DictionaryPageHeader.encoding": PLAIN_DICTIONARY}},
                "in RLE": {"lies": {"DictionaryPageHeader.encoding": RLE}},
                "called sorted": {"lies": {"DictionaryPageHeader.is_sorted": True}, "dictionary": ENTRIES[::-1]},
                "with the same entry twice": {"dictionary": ENTRIES + [1]},
                "of one entry too few": {"data": lambda _: b"\3" + packed([0, 1, 2, 3, 6], 3)},
                "with a last group that is cut": {"data": lambda _: b"\3" + packed([0, 1, 2, 3, 4], 3)[:3]},
                "with indexes of 0 bits": {"data": lambda _: b"\0" + b"\x0a"},
                "with indexes of 0 bits, in no run": {"data": lambda _: b"\0"},
                "with a run of an index of two bits for one": {"data": lambda _: b"\1" + b"\x0a\3"},
                "with indexes of 8 bits": {"data": lambda _: b"\x08" + packed([0, 1, 2, 3, 4], 8)},
                "with indexes of 32 bits": {"data": lambda _: b"\x20" + packed([0, 1, 2, 3, 4], 32)},
                "with indexes of 33 bits": {"data": lambda _: b"\x21" + packed([0, 1, 2, 3, 4], 33)},
                "with indexes of 255 bits": {"data": lambda _: b"\xff" + packed([0, 1, 2, 3, 4], 3)},
                "with bytes after the indexes": {"data": lambda data: data + b"\1\2\3"},
                "with indexes cut": {"data": lambda data: data[:-2]},
                "with indexes missing": {"data": lambda data: b""},
                "with an empty run of indexes": {"data": lambda data: data[:1] + b"\1" + data[1:]},
                "at the offset of the data": {"lies": {"ColumnMetaData.data_page_offset": 4}},
                "without an offset": {"lies": {"ColumnMetaData.dictionary_page_offset": ABSENT}},
                "at offset 0": {"lies": {"ColumnMetaData.dictionary_page_offset": 0}},
                "that the data hides": {"lies": {"ColumnMetaData.dictionary_page_offset": ABSENT, "ColumnMetaData.data_page_offset": 4}},
                "that is called whole": {"encoding": PLAIN, "dictionary": [9], "lies": {"ColumnMetaData.encodings": [PLAIN_DICTIONARY, RLE]}},
                "that statistics of pages call whole": {"encoding": PLAIN, "dictionary": [9], "lies": {"ColumnMetaData.encoding_stats": [{"page_type": 2, "encoding": PLAIN, "count": 1}, {"page_type": 0, "encoding": DICTIONARY, "count": 1}]}},
                "without a user": {"encoding": PLAIN},
            }.items()
        },
        "a dictionary of longs with bytes after it": one(INTS, INT64, dictionary=sum(INTS, []), entries=lambda data: data + b"\1\2\3\4"),
        "a dictionary of doubles with bytes after it": one([[1.0, 2.0]], DOUBLE, dictionary=[1.0, 2.0], entries=lambda data: data + b"\1\2\3\4"),
        "a dictionary of fixed with bytes after it": one([[b"ab", b"cd"]], FIXED, element=fixed(2), dictionary=[b"ab", b"cd"], entries=lambda data: data + b"\1\2\3\4"),
        "a dictionary of texts with bytes after it": one(TEXTS, BINARY, dictionary=sorted(sum(TEXTS, [])), entries=lambda data: data + b"\1\2\3\4"),
        "a dictionary of texts with a length of -1": one(TEXTS, BINARY, dictionary=sorted(sum(TEXTS, [])), entries=lambda data: b"\xff" * 4 + data[4:]),
        "a dictionary of booleans": one(BOOLEANS, BOOLEAN, dictionary=[False, True]),
        "a dictionary of no entries, all null": both([[None, None]], dictionary=[]),
        "a dictionary of all nulls, no bytes": both([[None, None]], dictionary=[1], data=lambda _: b""),
        "a dictionary that PLAIN pages follow": one(INTS, dictionary=ENTRIES + [7, 8], encoding=[DICTIONARY, PLAIN]),
        # compression
        "SNAPPY that is not": ints(codec=0, lies={"ColumnMetaData.codec": 1}),
        "UNCOMPRESSED that is SNAPPY": ints(codec=1, lies={"ColumnMetaData.codec": 0}),
        "an unknown codec": ints(lies={"ColumnMetaData.codec": 99}),
        "V2 is_compressed of no codec": ints(v2=True, lies={"DataPageHeaderV2.is_compressed": True}),
        "V2 not is_compressed, and compressed": ints(v2=True, codec=1, lies={"DataPageHeaderV2.is_compressed": False}),
        "V2 is_compressed, and not compressed": ints(v2=True, lies={"ColumnMetaData.codec": 1}),
        "a checksum that is wrong": ints(lies={"PageHeader.crc": 7}),
        # decimals
        **{
            f"a decimal of {name}": one([values], type_, element=element)
            for name, values, type_, element in (
                ("0 bytes", [b"", b"\1"], BINARY, decimal_(9)),
                ("16 bytes", [b16, b16], BINARY, decimal_(38)),
                ("17 bytes", [b17, b16], BINARY, decimal_(38)),
                ("20 bytes", [b20, b16], BINARY, decimal_(38)),
                ("20 bytes and 9 digits", [b20, b"\1"], BINARY, decimal_(9)),
                ("5 bytes and 9 digits", [b"\0\0\0\0\1", b"\1"], BINARY, decimal_(9)),
                ("9 bytes and 18 digits", [b"\0" * 8 + b"\1", b"\1"], BINARY, decimal_(18)),
                ("more digits than 5", [b"\x7f\xff\xff", b"\1"], BINARY, decimal_(5)),
                ("more digits than 5 in an int", [123456, 1], INT32, decimal_(5)),
                ("more digits than 5 in a long", [123456, 1], INT64, decimal_(5)),
                ("more digits than 5, fixed", [b"\x7f\xff\xff", b"\0\0\1"], FIXED, decimal_(5, type_length=3)),
                ("precision 0", [1, 2], INT32, decimal_(0)),
                ("precision 10 in an int", [1, 2], INT32, decimal_(10)),
                ("precision 19 in a long", [1, 2], INT64, decimal_(19)),
                ("precision 39", [b16, b16], FIXED, decimal_(39, type_length=16)),
                ("precision 39 in 17 bytes", [b17, b17], FIXED, decimal_(39, type_length=17)),
                ("precision 5 in 17 bytes", [b17, b17], FIXED, decimal_(5, type_length=17)),
                ("precision 5 in 1 byte", [b"\1", b"\2"], FIXED, decimal_(5, type_length=1)),
                ("scale 6 of 5", [1, 2], INT32, decimal_(5, 6)),
                ("scale -1", [1, 2], INT32, decimal_(5, -1)),
                ("two precisions", [1, 2], INT32, {**decimal_(5), "precision": 6}),
                ("two scales", [1, 2], INT32, {**decimal_(5, 1), "scale": 2}),
                ("a double", [1.0, 2.0], DOUBLE, decimal_(5)),
            )
        },
        # types and annotations
        **{
            f"type {name}": one([values], type_, element=element)
            for name, values, type_, element in (
                ("FIXED without a length", [b"abc", b"abd"], FIXED, {}),
                ("FIXED of length 0", [b"", b""], FIXED, fixed(0)),
                ("FIXED of length -1", [b"abc", b"abd"], FIXED, fixed(-1)),
                ("FIXED of another length", [b"abc", b"abd"], FIXED, fixed(2)),
                ("INT32 with a length", [1, 2], INT32, fixed(4)),
                ("TEXT of ints", [1, 2], INT32, TEXT),
                ("DATE of longs", [1, 2], INT64, {"converted_type": 6, "logicalType": {"DATE": {}}}),
                ("INT8 of longs", [1, 2], INT64, {"logicalType": {"INTEGER": {"bitWidth": 8, "isSigned": True}}}),
                ("INT of 7 bits", [1, 2], INT32, {"logicalType": {"INTEGER": {"bitWidth": 7, "isSigned": True}}}),
                ("INT8 of 300", [1, 300], INT32, {"converted_type": 15, "logicalType": {"INTEGER": {"bitWidth": 8, "isSigned": True}}}),
                ("UINT8 of -1", [1, -1], INT32, {"converted_type": 11, "logicalType": {"INTEGER": {"bitWidth": 8, "isSigned": False}}}),
                ("TIME of a day", [1, 86_400_000_000], INT64, {"converted_type": 8, "logicalType": {"TIME": {"isAdjustedToUTC": True, "unit": {"MICROS": {}}}}}),
                ("TIME without a unit", [1, 2], INT64, {"logicalType": {"TIME": {"isAdjustedToUTC": True, "unit": {}}}}),
                ("TIME in millis of longs", [1, 2], INT64, {"logicalType": {"TIME": {"isAdjustedToUTC": True, "unit": {"MILLIS": {}}}}}),
                ("TIMESTAMP of ints", [1, 2], INT32, {"logicalType": {"TIMESTAMP": {"isAdjustedToUTC": True, "unit": {"MILLIS": {}}}}}),
                ("TIMESTAMP without a zone", [1, 2], INT64, {"logicalType": {"TIMESTAMP": {"unit": {"MILLIS": {}}}}}),
                ("UUID of 15 bytes", [b"x" * 15] * 2, FIXED, fixed(15, logicalType={"UUID": {}})),
                ("UUID of binary", [b"x" * 16] * 2, BINARY, {"logicalType": {"UUID": {}}}),
                ("FLOAT16 of 3 bytes", [b"x" * 3] * 2, FIXED, fixed(3, logicalType={"FLOAT16": {}})),
                ("UNKNOWN with values", [1, 2], INT32, {"logicalType": {"UNKNOWN": {}}}),
                ("UNKNOWN of nulls", [None, None], INT32, {"logicalType": {"UNKNOWN": {}}}),
                ("converted type 24 of nulls", [None, None], INT32, {"converted_type": 24}),
                ("converted type 25", [1, 2], INT32, {"converted_type": 25}),
                ("an empty logical type", [1, 2], INT32, {"logicalType": {}}),
                ("a new logical type", [1, 2], INT32, {"logicalType": {"unknown": 1}}),
                ("LIST of a leaf", [1, 2], INT32, {"converted_type": 3, "logicalType": {"LIST": {}}}),
                ("INTERVAL of 11 bytes", [b"x" * 11] * 2, FIXED, fixed(11, converted_type=21)),
                ("JSON that is not", [b"{", b"1"], BINARY, {"converted_type": 19, "logicalType": {"JSON": {}}}),
                ("GEOMETRY that is not WKB", [b"{", b"1"], BINARY, {"logicalType": {"GEOMETRY": {}}}),
            )
        },
        # shapes of the schema; the levels of all columns are 0, so that only the shape decides
        "LIST of two levels": shape([group(b"g", 1, **as_list), leaf(b"element", rep=2)], nulls(levels=2, nullable=True, reps=lambda _: runs([0, 0], 1))),
        "LIST of a group of one repeated field": one(LISTS, lies={"SchemaElement[3].repetition_type": 2}),
        **{
            f"a schema with {name}": shape(schema, *(nulls(type_=e["type"], levels=levels, **({"reps": lambda _: runs([0, 0], 1)} if levels > 1 else {})) for e in schema if "type" in e))
            for name, levels, schema in (
                ("a group without fields", 1, [leaf(b"c"), group(b"g", 0)]),
                ("only a group without fields", 1, [group(b"g", 0)]),
                ("a required group without fields", 1, [leaf(b"c"), {**group(b"g", 0), "repetition_type": 0}]),
                ("a group without fields in a group", 1, [leaf(b"c"), group(b"h", 1), group(b"g", 0)]),
                ("a LIST without fields", 1, [leaf(b"c"), group(b"g", 0, **as_list)]),
                ("a MAP without fields", 1, [leaf(b"c"), group(b"g", 0, **as_map)]),
                ("an element that is neither leaf nor group", 1, [leaf(b"c"), {"name": b"g", "repetition_type": 1}]),
                ("a LIST without a repeated field", 2, [group(b"g", 1, **as_list), leaf(b"element")]),
                ("a LIST of a repeated list", 3, [{**group(b"g", 1, **as_list), "repetition_type": 2}, {**group(b"list", 1), "repetition_type": 2}, leaf(b"e")]),
                ("a MAP of a repeated leaf", 2, [group(b"g", 1, **as_map), leaf(b"key", rep=2)]),
                ("a MAP of a key alone", 2, [group(b"g", 1, **as_map), {**group(b"key_value", 1), "repetition_type": 2}, leaf(b"key", rep=0)]),
                ("a MAP of three fields", 2, [group(b"g", 1, **as_map), {**group(b"key_value", 3), "repetition_type": 2}, leaf(b"key", rep=0), leaf(b"value", rep=0), leaf(b"more", rep=0)]),
                ("a MAP whose key is optional", 3, [group(b"g", 1, **as_map), {**group(b"key_value", 1), "repetition_type": 2}, leaf(b"key")]),
                ("a MAP whose key is a group", 3, [group(b"g", 1, **as_map), {**group(b"key_value", 2), "repetition_type": 2}, {**group(b"key", 1), "repetition_type": 0}, leaf(b"x"), leaf(b"value")]),
                ("a MAP whose entries are optional", 2, [group(b"g", 1, **as_map), group(b"key_value", 2), leaf(b"key", rep=0), leaf(b"value", rep=0)]),
                ("a MAP whose key is repeated", 3, [group(b"g", 1, **as_map), {**group(b"key_value", 2), "repetition_type": 2}, leaf(b"key", rep=2), leaf(b"value", rep=2)]),
                ("a repeated LIST", 2, [{**group(b"g", 1, **as_list), "repetition_type": 2}, group(b"list", 1), leaf(b"e")]),
                ("a repeated MAP", 3, [{**group(b"g", 1, **as_map), "repetition_type": 2}, {**group(b"key_value", 2), "repetition_type": 2}, leaf(b"key", rep=0), leaf(b"value", rep=0)]),
                ("a LIST of a repeated MAP", 3, [group(b"g", 1, **as_list), {**group(b"array", 1, **as_map), "repetition_type": 2}, {**group(b"map", 2), "repetition_type": 2}, leaf(b"key", rep=0), leaf(b"value", rep=0)]),
                ("a MAP on the repeated group", 1, [{**group(b"g", 2, **as_map), "repetition_type": 2}, leaf(b"key", rep=0), leaf(b"value", rep=0)]),
                ("a MAP that is required and optional", 2, [{**group(b"g", 1, **as_map), "repetition_type": 0}, {**group(b"key_value", 2), "repetition_type": 2}, leaf(b"key", rep=0), leaf(b"value")]),
                ("two fields of one name", 1, [leaf(b"c"), leaf(b"c")]),
                ("two fields that differ in case", 1, [leaf(b"c"), leaf(b"C")]),
                ("a field without a name", 1, [leaf(b"")]),
                ("a field with a dot", 1, [leaf(b"a.b")]),
                ("a field whose name is not UTF-8", 1, [leaf(b"a\xff")]),
                ("a repeated leaf", 2, [leaf(b"c", rep=2)]),
                ("repetition 3", 1, [leaf(b"c", rep=3)]),
                ("no repetition", 1, [{"name": b"c", "type": INT32}]),
                ("type 8", 1, [leaf(b"c", 8)]),
                ("a group with a type", 1, [leaf(b"c", num_children=0)]),
                ("a TEXT group", 1, [group(b"g", 1, **TEXT), leaf(b"c")]),
            )
        },
        # the footer
        **{
            f"footer: {name}": lambda lies=lies: everything(lies)
            for name, lies in {
                "more column_orders": {"FileMetaData.column_orders": lambda orders: orders + orders[:1]},
                "fewer column_orders": {"FileMetaData.column_orders": lambda orders: orders[1:]},
                "no column_orders": {"FileMetaData.column_orders": []},
                "column_orders absent": {"FileMetaData.column_orders": ABSENT},
                "an empty column order": {"ColumnOrder.TYPE_ORDER": ABSENT},
                "a new column order": {"ColumnOrder.TYPE_ORDER": ABSENT, "ColumnOrder.unknown": 1},
                "the order IEEE 754 of ints": {"ColumnOrder.TYPE_ORDER": ABSENT, "ColumnOrder.IEEE_754_TOTAL_ORDER": {}},
                "no created_by": {"FileMetaData.created_by": ABSENT},
                "created_by that is not UTF-8": {"FileMetaData.created_by": b"\xff\xfe"},
                "a key without a value": {"FileMetaData.key_value_metadata": [{"key": b"a"}]},
                "a value without a key": {"FileMetaData.key_value_metadata": [{"value": b"a"}]},
                "the same key twice": {"FileMetaData.key_value_metadata": [{"key": b"a", "value": b"1"}, {"key": b"a", "value": b"2"}]},
                "an ARROW:schema that is none": {"FileMetaData.key_value_metadata": [{"key": b"ARROW:schema", "value": b"abcd"}]},
                "more chunks than columns": {"RowGroup.columns": lambda chunks: chunks + chunks[:1]},
                "fewer chunks than columns": {"RowGroup.columns": lambda chunks: chunks[:-1]},
                "chunks in another order": {"RowGroup.columns": lambda chunks: chunks[::-1]},
                "a row group twice": {"FileMetaData.row_groups": lambda groups: groups * 2, "FileMetaData.num_rows": 16},
                "no schema": {"FileMetaData.schema": []},
                "only a root": {"FileMetaData.schema": lambda schema: schema[:1]},
                "an element too few": {"FileMetaData.schema": lambda schema: schema[:-1]},
                "an element too many": {"FileMetaData.schema": lambda schema: schema + [leaf(b"z")]},
                "another path_in_schema": {"ColumnMetaData[1].path_in_schema": [b"x"]},
                "no path_in_schema": {"ColumnMetaData.path_in_schema": ABSENT},
                "an empty path_in_schema": {"ColumnMetaData[1].path_in_schema": []},
                "an empty file_path": {"ColumnChunk.file_path": b""},
                "another file_path": {"ColumnChunk.file_path": b"other.parquet"},
                "no meta_data": {"ColumnChunk[1].meta_data": ABSENT},
                "encodings absent": {"ColumnMetaData.encodings": ABSENT},
                "a name absent": {"SchemaElement[2].name": ABSENT},
            }.items()
        },
        # statistics and size statistics
        **{
            f"statistics: {name}": (lambda lies=lies: everything(lies))
            for name, lies in {
                "a minimum too large": {"Statistics[8].min_value": plain(INT32, [2])},
                "a maximum too small": {"Statistics[8].max_value": plain(INT32, [5])},
                "a minimum of 3 bytes": {"Statistics[8].min_value": b"\1\0\0"},
                "a minimum of 0 bytes": {"Statistics[8].min_value": b""},
                "only a minimum": {"Statistics[8].max_value": ABSENT},
                "a minimum that is not exact": {"Statistics[8].min_value": plain(INT32, [-9]), "Statistics[8].is_min_value_exact": True},
                "no nulls": {"Statistics[9].null_count": 0},
                "all nulls": {"Statistics[9].null_count": 8},
                "distinct -1": {"Statistics[8].distinct_count": -1},
                "distinct 1": {"Statistics[8].distinct_count": 1},
                "old bounds of texts": {"Statistics[10].min_value": ABSENT, "Statistics[10].max_value": ABSENT, "Statistics[10].min": b"b", "Statistics[10].max": b"b"},
                "a maximum of texts too small": {"Statistics[10].max_value": b"b"},
            }.items()
        },
        **{
            f"statistics of a page: {name}": {
                "v1": kind(column(INTS), lies=lies, statistics=True),
                "v2": kind(column(INTS, v2=True), lies=lies, statistics=True),
            }
            for name, lies in {
                "a minimum too large": {"Statistics[0].min_value": plain(INT32, [2])},
                "a maximum too small": {"Statistics[0].max_value": plain(INT32, [3])},
                "a minimum of 3 bytes": {"Statistics[0].min_value": b"\1\0\0"},
                "nulls": {"Statistics[0].null_count": 1},
                "all nulls": {"Statistics[0].null_count": 4},
                "nulls -1": {"Statistics[0].null_count": -1},
                "old bounds": {"Statistics[0].min_value": ABSENT, "Statistics[0].max_value": ABSENT, "Statistics[0].min": plain(INT32, [3]), "Statistics[0].max": plain(INT32, [3])},
            }.items()
        },
        "NaN as bounds": one([[1.0, 2.0]], DOUBLE, lies={"ColumnMetaData.statistics": {"min_value": plain(DOUBLE, [float("nan")]), "max_value": plain(DOUBLE, [float("nan")])}}),
        "zeros of one sign as bounds": one([[-0.0, 0.0]], DOUBLE, lies={"ColumnMetaData.statistics": {"min_value": plain(DOUBLE, [0.0]), "max_value": plain(DOUBLE, [-0.0])}}),
        **{
            f"size statistics: {name}": lambda lies=lies: everything(lies)
            for name, lies in {
                "bytes of ints": {"ColumnMetaData[0].size_statistics": {"unencoded_byte_array_data_bytes": 16}},
                "bytes of ints, 0": {"ColumnMetaData[0].size_statistics": {"unencoded_byte_array_data_bytes": 0}},
                "bytes -1": {"ColumnMetaData[2].size_statistics": {"unencoded_byte_array_data_bytes": -1}},
                "other bytes": {"ColumnMetaData[2].size_statistics": {"unencoded_byte_array_data_bytes": 99}},
                "an empty histogram": {"ColumnMetaData[1].size_statistics": {"definition_level_histogram": []}},
                "a histogram of one": {"ColumnMetaData[1].size_statistics": {"definition_level_histogram": [8]}},
                "a histogram of three": {"ColumnMetaData[1].size_statistics": {"definition_level_histogram": [1, 2, 5]}},
                "a histogram of other numbers": {"ColumnMetaData[1].size_statistics": {"definition_level_histogram": [8, 0]}},
                "a histogram of negative numbers": {"ColumnMetaData[1].size_statistics": {"definition_level_histogram": [-2, 10]}},
                "a histogram of absent repetition": {"ColumnMetaData[1].size_statistics": {"repetition_level_histogram": [8]}},
                "a histogram of absent repetition, two": {"ColumnMetaData[1].size_statistics": {"repetition_level_histogram": [8, 0]}},
                "a histogram of absent definition": {"ColumnMetaData[0].size_statistics": {"definition_level_histogram": [8]}},
                "bytes of ints in the offset index": {"OffsetIndex[0].unencoded_byte_array_data_bytes": [16, 16]},
                "fewer bytes in the offset index": {"OffsetIndex[2].unencoded_byte_array_data_bytes": [7]},
                "bytes of -1 in the offset index": {"OffsetIndex[2].unencoded_byte_array_data_bytes": [-1, 6]},
                "histograms of another length in the column index": {"ColumnIndex[1].definition_level_histograms": [1, 3, 4]},
                "histograms of absent levels in the column index": {"ColumnIndex[0].definition_level_histograms": [4, 4]},
                "histograms of absent repetition in the column index": {"ColumnIndex[0].repetition_level_histograms": [4, 4]},
            }.items()
        },
        # indexes
        **{
            f"column index: {name}": (lambda lies=lies: everything(lies))
            for name, lies in {
                "null counts of -1": {"ColumnIndex[1].null_counts": [-1, -1]},
                "a null count of -1": {"ColumnIndex[1].null_counts": [1, -1]},
                "null counts of 0": {"ColumnIndex[1].null_counts": [0, 0]},
                "fewer null counts": {"ColumnIndex[1].null_counts": [1]},
                "no null counts": {"ColumnIndex[1].null_counts": ABSENT},
                "a null page that is none": {"ColumnIndex[1].null_pages": [True, False]},
                "fewer null pages": {"ColumnIndex[1].null_pages": [False]},
                "fewer minimums": {"ColumnIndex[1].min_values": lambda values: values[1:]},
                "a minimum too large": {"ColumnIndex[1].min_values": [plain(INT32, [2]), plain(INT32, [4])]},
                "a maximum too small": {"ColumnIndex[1].max_values": [plain(INT32, [2]), plain(INT32, [6])]},
                "a minimum of 3 bytes": {"ColumnIndex[1].min_values": [b"\1\0\0", plain(INT32, [4])]},
                "a minimum of 0 bytes": {"ColumnIndex[1].min_values": [b"", plain(INT32, [4])]},
                "the order descending": {"ColumnIndex[0].boundary_order": 2},
                "the order 3": {"ColumnIndex[0].boundary_order": 3},
                "more pages": {f"ColumnIndex[1].{f}": lambda values: values + values[:1] for f in ("null_pages", "min_values", "max_values", "null_counts")},
                "no pages in the offset index": {"OffsetIndex[1].page_locations": []},
                "fewer pages in the offset index": {"OffsetIndex[1].page_locations": lambda places: places[:1]},
                "more pages in the offset index": {"OffsetIndex[1].page_locations": lambda places: places + places[:1]},
                "pages in another order": {"OffsetIndex[1].page_locations": lambda places: places[::-1]},
                "no page locations": {"OffsetIndex[1].page_locations": ABSENT},
            }.items()
        },
        "a bloom filter without the values": one(INTS, bloom=b"\0" * 32),
        "a bloom filter of 31 bytes": one(INTS, bloom=b"\xff" * 31),
        "a bloom filter of no bytes": one(INTS, bloom=b""),
        "a bloom filter without an algorithm": one(INTS, bloom=b"\xff" * 32, lies={"BloomFilterHeader.algorithm": ABSENT}),
        "a bloom filter of a new algorithm": one(INTS, bloom=b"\xff" * 32, lies={"Union[0].known": ABSENT, "Union[0].unknown": 1}),
        # the order of rows
        **{
            f"sorting_columns {name}": kind(column(INTS, name=b"a"), column(NULLS, name=b"c"), lies={"RowGroup.sorting_columns": [{"column_idx": 0, "descending": False, "nulls_first": False, **lie}]})
            for name, lie in {
                "in the other direction": {"descending": True},
                "of another column": {"column_idx": 1},
                "of column 2": {"column_idx": 2},
                "of column -1": {"column_idx": -1},
                "without an index": {"column_idx": ABSENT},
                "without a direction": {"descending": ABSENT},
                "without nulls_first": {"nulls_first": ABSENT},
                "of nothing": {"column_idx": ABSENT, "descending": ABSENT, "nulls_first": ABSENT},
            }.items()
        },
        "no row group, but rows": kind(column(INTS), lies={"FileMetaData.row_groups": []}),
        # totals that overflowed, and unknown fields
        "total_compressed_size that overflowed": ints(lies={"RowGroup.total_compressed_size": -(1 << 31)}),
        "total_byte_size that overflowed": ints(lies={"RowGroup.total_byte_size": -(1 << 31)}),
        "total_uncompressed_size that overflowed": ints(lies={"ColumnMetaData.total_uncompressed_size": -(1 << 31)}),
        "total_compressed_size of a chunk that overflowed": ints(lies={"ColumnMetaData.total_compressed_size": -(1 << 31)}),
        "file_offset of the second group": kind(column(INTS), groups=2, lies={"RowGroup[1].file_offset": 4}),
        "file_offset of the first group": kind(column(INTS), groups=2, lies={"RowGroup[0].file_offset": 150}),
        "ordinals twice": kind(column(INTS), groups=2, lies={"RowGroup.ordinal": 0}),
        **{f"{name} with an unknown field": lambda name=name, o=o: everything({f"{name}.unknown": 1}, **o) for o, names in (({}, "DataPageHeader FileMetaData RowGroup ColumnChunk ColumnMetaData Statistics PageHeader DictionaryPageHeader OffsetIndex PageLocation ColumnIndex BloomFilterHeader SchemaElement SortingColumn SizeStatistics"), ({"v2": True}, "DataPageHeaderV2")) for name in names.split()},
        # bytes between and after
        "bytes between the chunks": kind(column(INTS), column(NULLS, name=b"d"), gap=b"\1\2\3\4"),
        "bytes after the footer": kind(column(INTS), tail=b"\0\0\0"),
        "a file of 12 bytes": lambda: (b"PAR1" + b"\0\0\0\0" + b"PAR1", {}),
        "a file of 8 bytes": lambda: (b"PAR1PAR1", {}),
        "a footer of 0x7fffffff bytes": lambda: (everything({})[0][:-8] + b"\xff\xff\xff\x7fPAR1", {}),
        "another beginning": lambda: (b"PAR2" + everything({})[0][4:], {}),
        "another end": lambda: (everything({})[0][:-1] + b"2", {}),
        "an encrypted end": lambda: (everything({})[0][:-1] + b"E", {}),
    }


def kinds():
    """Returns all kinds by name; those that begin with "whole" do not lie."""
    found = {}
    for name, options in {"v1": {}, "v2": {"v2": True}, "snappy": {"codec": 1}, "v2 snappy": {"codec": 1, "v2": True}}.items():
        found[f"whole {name}"] = lambda options=options: everything({}, **options)
        if "snappy" not in name:
            found |= {f"{name}: {key}": make for key, make in of_numbers(**options)}
    for name, make in table().items():
        found |= {f"{name}, {version}": each for version, each in make.items()} if isinstance(make, dict) else {name: make}
    return found


def looked_for(tool, path):
    """Reads a file, and requires that a reader finds by filters what it reads without them."""
    import polars
    import pyarrow
    import pyarrow.compute
    import pyarrow.parquet

    table_ = oracle.READERS[tool](path)
    for i, name in enumerate(table_.column_names):
        type_ = table_.schema.field(i).type
        if pyarrow.types.is_nested(type_) or pyarrow.types.is_decimal(type_) or pyarrow.types.is_null(type_):
            continue
        if isinstance(type_, pyarrow.BaseExtensionType):
            continue
        try:
            values = table_.column(i).to_pylist()
        except UnicodeDecodeError:
            continue
        for value in sorted(set(values) - {None}, key=str)[:VALUES] + [None]:
            expected = values.count(value)
            if value != value:
                continue
            if tool == "pyarrow":
                field = pyarrow.compute.field(name)
                test = field.is_null() if value is None else field == value
                found = pyarrow.parquet.read_table(path, filters=test, use_threads=False).num_rows
            elif tool == "polars":
                field = polars.col(name)
                test = field.is_null() if value is None else field == value
                found = polars.scan_parquet(path, glob=False).filter(test).collect().height
            else:
                test = "IS NULL" if value is None else "= ?"
                sql = f'SELECT "{name}" FROM read_parquet(?) WHERE "{name}" {test}'
                found = oracle.query(sql, [path] if value is None else [path, value]).num_rows
            if found != expected:
                raise ValueError(f"a filter for {value!r} finds {found} of {expected} rows")
    return table_


def reasons(table_, name, message):
    return any(kind in name and part in message for (kind, part), _ in table_.items())


def unexplained(name, answers, findings):
    """Returns why readers and verify disagree on a file, or None."""
    refusals = {tool: answer[1:] for tool, answer in answers.items() if answer.startswith("!")}
    read = {answer for answer in answers.values() if not answer.startswith("!")}
    if refusals or len(read) > 1:
        said = [f"{tool}: {why}" for tool, why in refusals.items()] or [f"{tool}: {a}" for tool, a in answers.items()]
        left = [line for line in said if not reasons(UNNOTICED, name, line)]
        return None if findings or not left else "; ".join(left)
    damage = [found["message"] for found in findings if found["severity"] == "damage"]
    left = [found for found in damage if flips.kind(found) is None and not reasons(HARMLESS, name, found)]
    return f"all read it, but verify says: {left}" if left else None


def main():
    if oracle.TOOL is None:
        sys.exit("parquet-fastcodec-tools/target has no *-all.jar: run mvn package")
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        paths = {}
        for i, (name, make) in enumerate(kinds().items()):
            if i % step == 0 or name.startswith("whole"):
                paths[name] = str(pathlib.Path(temporary) / f"{i:04}.parquet")
                pathlib.Path(paths[name]).write_bytes(make()[0])
        with concurrent.futures.ThreadPoolExecutor() as pool:
            asked = {tool: pool.submit(oracle.ask, command, list(paths.values())) for tool, command in COMMANDS.items()}
        answers = {tool: future.result() for tool, future in asked.items()}
        findings = oracle.verify(pathlib.Path(temporary))
        for name, path in paths.items():
            of_file = {tool: answers[tool][path] for tool in COMMANDS}
            problem = unexplained(name, of_file, findings[path])
            if name.startswith("whole") and (findings[path] or len(set(of_file.values())) > 1):
                problem = f"{of_file} {findings[path]}"
            if problem:
                failed.append(f"{name}: {problem}")
    for problem in failed:
        print(f"FAIL  {problem}")
    print(f"{len(paths)} kinds, {len(failed)} unexplained")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        oracle.work(lambda path: looked_for(sys.argv[2], path))
    else:
        main()
