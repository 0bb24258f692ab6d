# SPDX-License-Identifier: Apache-2.0
"""Writes Parquet files by hand, for lies.py: pages, indexes and footers, with any field of any structure replaced.

A structure of parquet.thrift is a dict. A lie replaces a field when the structure is encoded, so that everything else in the file
stays true: {"ColumnMetaData.num_values": 7} in each ColumnMetaData, {"ColumnMetaData[1].num_values": ABSENT} in the second one.
A callable receives the true value.
"""

import collections
import re
import struct

# Every structure also has the field 99, which no version of the format defines.
STRUCTS = {
    name: {
        field: (int(id_), type_)
        for id_, field, type_ in (entry.split() for entry in (fields + ", 99 unknown i32").lstrip(", ").split(","))
    }
    for name, fields in (
        line.split(":")
        for line in """
FileMetaData: 1 version i32, 2 schema [SchemaElement], 3 num_rows i64, 4 row_groups [RowGroup], 5 key_value_metadata [KeyValue], 6 created_by binary, 7 column_orders [ColumnOrder]
SchemaElement: 1 type i32, 2 type_length i32, 3 repetition_type i32, 4 name binary, 5 num_children i32, 6 converted_type i32, 7 scale i32, 8 precision i32, 9 field_id i32, 10 logicalType LogicalType
LogicalType: 1 STRING Empty, 2 MAP Empty, 3 LIST Empty, 4 ENUM Empty, 5 DECIMAL DecimalType, 6 DATE Empty, 7 TIME TimeType, 8 TIMESTAMP TimeType, 10 INTEGER IntType, 11 UNKNOWN Empty, 12 JSON Empty, 13 BSON Empty, 14 UUID Empty, 15 FLOAT16 Empty, 16 VARIANT Empty, 17 GEOMETRY Empty
DecimalType: 1 scale i32, 2 precision i32
TimeType: 1 isAdjustedToUTC bool, 2 unit TimeUnit
TimeUnit: 1 MILLIS Empty, 2 MICROS Empty, 3 NANOS Empty
IntType: 1 bitWidth i8, 2 isSigned bool
Empty:
ColumnOrder: 1 TYPE_ORDER Empty, 2 IEEE_754_TOTAL_ORDER Empty
KeyValue: 1 key binary, 2 value binary
RowGroup: 1 columns [ColumnChunk], 2 total_byte_size i64, 3 num_rows i64, 4 sorting_columns [SortingColumn], 5 file_offset i64, 6 total_compressed_size i64, 7 ordinal i16
SortingColumn: 1 column_idx i32, 2 descending bool, 3 nulls_first bool
ColumnChunk: 1 file_path binary, 2 file_offset i64, 3 meta_data ColumnMetaData, 4 offset_index_offset i64, 5 offset_index_length i32, 6 column_index_offset i64, 7 column_index_length i32
ColumnMetaData: 1 type i32, 2 encodings [i32], 3 path_in_schema [binary], 4 codec i32, 5 num_values i64, 6 total_uncompressed_size i64, 7 total_compressed_size i64, 8 key_value_metadata [KeyValue], 9 data_page_offset i64, 10 index_page_offset i64, 11 dictionary_page_offset i64, 12 statistics Statistics, 13 encoding_stats [PageEncodingStats], 14 bloom_filter_offset i64, 15 bloom_filter_length i32, 16 size_statistics SizeStatistics
PageEncodingStats: 1 page_type i32, 2 encoding i32, 3 count i32
Statistics: 1 max binary, 2 min binary, 3 null_count i64, 4 distinct_count i64, 5 max_value binary, 6 min_value binary, 7 is_max_value_exact bool, 8 is_min_value_exact bool
SizeStatistics: 1 unencoded_byte_array_data_bytes i64, 2 repetition_level_histogram [i64], 3 definition_level_histogram [i64]
PageHeader: 1 type i32, 2 uncompressed_page_size i32, 3 compressed_page_size i32, 4 crc i32, 5 data_page_header DataPageHeader, 7 dictionary_page_header DictionaryPageHeader, 8 data_page_header_v2 DataPageHeaderV2
DataPageHeader: 1 num_values i32, 2 encoding i32, 3 definition_level_encoding i32, 4 repetition_level_encoding i32, 5 statistics Statistics
DictionaryPageHeader: 1 num_values i32, 2 encoding i32, 3 is_sorted bool
DataPageHeaderV2: 1 num_values i32, 2 num_nulls i32, 3 num_rows i32, 4 encoding i32, 5 definition_levels_byte_length i32, 6 repetition_levels_byte_length i32, 7 is_compressed bool, 8 statistics Statistics
OffsetIndex: 1 page_locations [PageLocation], 2 unencoded_byte_array_data_bytes [i64]
PageLocation: 1 offset i64, 2 compressed_page_size i32, 3 first_row_index i64
ColumnIndex: 1 null_pages [bool], 2 min_values [binary], 3 max_values [binary], 4 boundary_order i32, 5 null_counts [i64], 6 repetition_level_histograms [i64], 7 definition_level_histograms [i64]
BloomFilterHeader: 1 numBytes i32, 2 algorithm Union, 3 hash Union, 4 compression Union
Union: 1 known Empty
""".strip().splitlines()
    )
}
THRIFT = {"bool": 1, "i8": 3, "i16": 4, "i32": 5, "i64": 6, "binary": 8}
ABSENT = object()

BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BINARY, FIXED = range(8)
PLAIN, PLAIN_DICTIONARY, RLE, BIT_PACKED, DELTA, DELTA_LENGTH, DELTA_BYTES, DICTIONARY, SPLIT = 0, 2, 3, 4, 5, 6, 7, 8, 9


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out) + bytes([number])


def zigzag(number):
    return varint(number << 1 if number >= 0 else ~number << 1 | 1)


class Encoder:
    """Encodes structures in Thrift's compact protocol, and tells the lies."""

    def __init__(self, lies):
        self.lies = {re.fullmatch(r"(\w+)(?:\[(\d+)])?\.(\w+)", key).groups(): lie for key, lie in lies.items()}
        self.untold = set(self.lies)
        self.counts = collections.Counter()
        self.seen = {}  # the numeric fields of this file, with a true value

    def encode(self, type_, value):
        if type_ == "binary":
            return varint(len(value)) + value
        if type_ == "bool":
            return bytes([1 if value else 2])
        if type_ == "i8":
            return bytes([value & 255])
        if type_ in THRIFT:
            return zigzag(value)
        if type_.startswith("["):
            element = type_[1:-1]
            size = bytes([len(value) << 4 | THRIFT.get(element, 12)])
            size = size if len(value) < 15 else bytes([0xF0 | size[0] & 15]) + varint(len(value))
            return size + b"".join(self.encode(element, item) for item in value)
        return self.struct(type_, value)

    def struct(self, name, fields):
        index = self.counts[name]
        self.counts[name] += 1
        fields = dict(fields)
        for key in sorted(self.lies, key=str):
            if key[0] == name and key[1] in (None, str(index)):
                self.untold.discard(key)
                lie = self.lies[key]
                fields[key[2]] = lie(fields.get(key[2])) if callable(lie) else lie
        out = bytearray()
        last = 0
        for field, (id_, type_) in STRUCTS[name].items():
            value = fields.pop(field, None)
            if value is None or value is ABSENT:
                continue
            if type_ in ("i32", "i64", "i16", "bool"):
                self.seen[f"{name}[{index}].{field}"] = value
            code = THRIFT.get(type_, 9 if type_.startswith("[") else 12)
            code = 2 if type_ == "bool" and not value else code
            out += bytes([id_ - last << 4 | code]) if id_ - last < 16 else bytes([code]) + zigzag(id_)
            out += b"" if type_ == "bool" else self.encode(type_, value)
            last = id_
        if fields:
            raise KeyError(f"{name} has no {fields}")
        return bytes(out) + b"\0"


def width_of(maximum):
    return maximum.bit_length()


def runs(values, width):
    """Returns values as runs of equal ones in the hybrid encoding RLE."""
    out = bytearray()
    start = 0
    for end in range(1, len(values) + 1):
        if end == len(values) or values[end] != values[start]:
            out += varint(end - start << 1) + int(values[start]).to_bytes((width + 7) // 8, "little")
            start = end
    return bytes(out)


def bits(values, width):
    """Returns values as bits, the lowest first, in whole groups of eight."""
    number = sum(int(value) << i * width for i, value in enumerate(values))
    return number.to_bytes((len(values) + 7) // 8 * width, "little")


def packed(values, width):
    """Returns values as one run of bit-packed groups."""
    return varint((len(values) + 7) // 8 << 1 | 1) + bits(values, width)


def bit_packed(values, width):
    """Returns levels in the old encoding BIT_PACKED: the highest bit first, without a header."""
    text = "".join(format(value, f"0{width}b") for value in values)
    return int(text.ljust(len(text) + -len(text) % 8, "0"), 2).to_bytes((len(text) + 7) // 8, "big")


def prefixed(data):
    return struct.pack("<I", len(data)) + data


def plain(type_, values):
    if type_ == BOOLEAN:
        return bits(values, 1)
    if type_ in (INT32, INT64, FLOAT, DOUBLE):
        return struct.pack(f"<{len(values)}{' iq fd'[type_]}", *values)
    return b"".join(value if type_ in (FIXED, INT96) else prefixed(value) for value in values)


def delta(values, block=128, miniblocks=4, count=None, first=None, minimum=None, width=None, unused=0, last=None):
    """Returns at most one block of deltas. `last` is the number of bytes that the last used miniblock keeps."""
    deltas = [b - a for a, b in zip(values, values[1:])]
    out = varint(block) + varint(miniblocks) + varint(len(values) if count is None else count)
    out += zigzag((values or [0])[0] if first is None else first)
    if not deltas:
        return out
    least = min(deltas) if minimum is None else minimum
    size = block // miniblocks
    used = [[d - least for d in deltas[i : i + size]] for i in range(0, len(deltas), size)]
    widths = [max(map(int.bit_length, d)) if width is None else width for d in used]
    out += zigzag(least) + bytes(widths + [unused] * (miniblocks - len(used)))
    for d, w in zip(used, widths):
        data = bits([v & (1 << w) - 1 for v in d] + [0] * (size - len(d)), w)
        out += data if d is not used[-1] else data[:last]
    return out


def lengths(values, lens=None, tail=b""):
    return delta([len(value) for value in values] if lens is None else lens) + b"".join(values) + tail


def prefixes(values, pre=None, tail=b""):
    common = [0] + [next((i for i in range(min(map(len, p))) if p[0][i] != p[1][i]), min(map(len, p))) for p in zip(values, values[1:])]
    common = common[: len(values)] if pre is None else pre
    return delta(common) + lengths([value[p:] for value, p in zip(values, common)], tail=tail)


def snappy(data):
    """Returns data as one literal in Snappy's format."""
    if not data:
        return varint(0)
    tag = [len(data) - 1 << 2] if len(data) <= 60 else [60 << 2, len(data) - 1]
    return varint(len(data)) + bytes(tag) + data


def split(data, count):
    """Returns values in BYTE_STREAM_SPLIT: the first bytes of all, then the second bytes."""
    size = len(data) // max(1, count)
    return b"".join(data[i::size] for i in range(size))


ENCODERS = {
    PLAIN: plain,
    DELTA: lambda type_, values: delta(values),
    DELTA_LENGTH: lambda type_, values: lengths(values),
    DELTA_BYTES: lambda type_, values: prefixes(values),
    RLE: lambda type_, values: prefixed(runs(values, 1)),
    SPLIT: lambda type_, values: split(plain(type_, values), len(values)),
}


def shred(rows):
    """Returns the values of optional lists with optional elements, and their repetition and definition levels."""
    levels = []
    for row in rows:
        if not row:
            levels.append((None, 0, 0 if row is None else 1))
        levels += [(value, int(i > 0), 2 if value is None else 3) for i, value in enumerate(row or [])]
    return [[level[i] for level in levels if i or level[2] == 3] for i in range(3)]


def column(values, type_=INT32, name=b"c", **options):
    """Describes a column chunk. `values` has a list of rows for each page.

    Options: `encoding` of the pages, `v2`, `nullable`, `dictionary` (the entries), `codec` (0 or 1), `index` and `bloom` (bytes);
    `levels` encodes levels; `defs`, `reps`, `data` and `body` change bytes of the first data page, `entries` those of the
    dictionary, `page` (an index) names another page for that; `element` has fields for the schema.
    """
    rows = [row for page in values for row in page]
    found = any(isinstance(row, list) for row in rows)
    return {
        "values": values,
        "type": type_,
        "name": name,
        "list": found,
        "nullable": found or None in rows,
        "encoding": DICTIONARY if "dictionary" in options else PLAIN,
        "v2": False,
        "codec": 0,
        "page": 0,
        "levels": runs,
        "element": {},
        **options,
    }


def elements(column_):
    fields = {"type": column_["type"], "repetition_type": int(column_["nullable"]), **column_["element"]}
    if not column_["list"]:
        return [{"name": column_["name"], **fields}]
    return [
        {"name": column_["name"], "repetition_type": 1, "num_children": 1, "converted_type": 3, "logicalType": {"LIST": {}}},
        {"name": b"list", "repetition_type": 2, "num_children": 1},
        {"name": b"element", **fields},
    ]


def bounds(type_, values, name="{}_value"):
    if not values or type_ == INT96:
        return {}
    return {name.format(side): plain(type_, [end])[4 if type_ == BINARY else 0 :] for side, end in (("min", min(values)), ("max", max(values)))}


class Writer:
    """Lays out one file."""

    def __init__(self, lies, statistics=False, gap=b""):
        self.out = bytearray(b"PAR1")
        self.encoder = Encoder(lies)
        self.statistics = statistics
        self.gap = gap
        self.indexes = []

    def page(self, kind, header, levels, data, codec):
        body = levels + (snappy(data) if codec else data)
        body = body if kind == 3 or not codec else snappy(levels + data)
        start = len(self.out)
        numbers = {"type": kind, "uncompressed_page_size": len(levels) + len(data), "compressed_page_size": len(body)}
        field = {0: "data_page_header", 2: "dictionary_page_header", 3: "data_page_header_v2"}[kind]
        encoded = self.encoder.struct("PageHeader", {**numbers, field: header})
        self.out += encoded + body
        self.uncompressed += len(encoded) + len(levels) + len(data)
        return start

    def data_page(self, c, number):
        rows = c["values"][number]
        change = (lambda key, data: c[key](data) if key in c else data) if number == c["page"] else (lambda key, data: data)
        values, reps, defs = shred(rows) if c["list"] else ([row for row in rows if row is not None], [], [])
        count = len(reps) if c["list"] else len(rows)
        defs = defs if c["list"] else [int(row is not None) for row in rows] if c["nullable"] else []
        parts = [
            change("reps", c["levels"](reps, 1) if reps else b""),
            change("defs", c["levels"](defs, 2 if c["list"] else 1) if defs else b""),
        ]
        encoding = c["encoding"][number] if isinstance(c["encoding"], list) else c["encoding"]
        if encoding in (DICTIONARY, PLAIN_DICTIONARY) and "dictionary" in c:
            width = width_of(len(c["dictionary"]) - 1)
            data = bytes([width]) + packed([c["dictionary"].index(value) for value in values], width)
        else:
            data = ENCODERS.get(encoding, plain)(c["type"], values)
        data = change("data", data)
        nulls = count - len(values)
        statistics = {"statistics": {"null_count": nulls, **bounds(c["type"], values)}} if self.statistics else {}
        if c["v2"]:
            header = {"num_values": count, "num_nulls": nulls, "num_rows": len(rows), "encoding": encoding, **statistics}
            header |= {"definition_levels_byte_length": len(parts[1]), "repetition_levels_byte_length": len(parts[0])}
            levels = parts[0] + parts[1]
        else:
            header = {"num_values": count, "encoding": encoding, "definition_level_encoding": RLE, "repetition_level_encoding": RLE, **statistics}
            levels = b"".join(part if c.get("unprefixed") else prefixed(part) for part in parts if part)
        return self.page(3 if c["v2"] else 0, header, levels, change("body", data), c["codec"]), count, nulls, values, encoding

    def chunk(self, c, path):
        start = len(self.out)
        self.uncompressed = 0
        places = {}
        if "dictionary" in c:
            entries = c.get("entries", lambda data: data)(plain(c["type"], c["dictionary"]))
            header = {"num_values": len(c["dictionary"]), "encoding": PLAIN}
            places["dictionary_page_offset"] = self.page(2, header, b"", entries, c["codec"])
        pages = []
        locations = []
        row = 0
        for number, rows in enumerate(c["values"]):
            pages.append(self.data_page(c, number))
            locations.append({"offset": pages[-1][0], "compressed_page_size": len(self.out) - pages[-1][0], "first_row_index": row})
            row += len(rows)
        values = [value for page in pages for value in page[3]]
        size = len(self.out) - start
        statistics = {"null_count": sum(page[2] for page in pages), **bounds(c["type"], values)}
        meta = {
            "type": c["type"],
            "encodings": sorted({page[4] for page in pages} | {PLAIN, RLE}),
            "path_in_schema": path,
            "codec": c["codec"],
            "num_values": sum(page[1] for page in pages),
            "total_uncompressed_size": self.uncompressed,
            "total_compressed_size": size,
            "data_page_offset": pages[0][0] if pages else start,
            **places,
            **({"statistics": statistics} if self.statistics else {}),
        }
        self.out += self.gap
        chunk = {"file_offset": 0, "meta_data": meta}
        self.indexes.append((c, chunk, pages, locations))
        return chunk

    def index(self):
        for c, chunk, pages, _ in self.indexes:
            if "bloom" in c:
                header = {"numBytes": len(c["bloom"]), **{union: {"known": {}} for union in ("algorithm", "hash", "compression")}}
                chunk["meta_data"]["bloom_filter_offset"] = len(self.out)
                self.out += self.encoder.struct("BloomFilterHeader", header) + c["bloom"]
                chunk["meta_data"]["bloom_filter_length"] = len(self.out) - chunk["meta_data"]["bloom_filter_offset"]
        for c, chunk, pages, _ in self.indexes:
            if c.get("index") and not c["list"]:
                ends = [bounds(c["type"], page[3], "{}") for page in pages]
                index = {
                    "null_pages": [not page[3] for page in pages],
                    "min_values": [end.get("min", b"") for end in ends],
                    "max_values": [end.get("max", b"") for end in ends],
                    "boundary_order": 0,
                    "null_counts": [page[2] for page in pages],
                }
                self.add(chunk, "column_index", "ColumnIndex", index)
        for c, chunk, _, locations in self.indexes:
            if c.get("index"):
                self.add(chunk, "offset_index", "OffsetIndex", {"page_locations": locations})

    def add(self, chunk, name, struct_, fields):
        chunk[name + "_offset"] = len(self.out)
        self.out += self.encoder.struct(struct_, fields)
        chunk[name + "_length"] = len(self.out) - chunk[name + "_offset"]


def paths(schema):
    """Returns the path of each leaf of a schema, whose first element is the root."""
    found = []
    rest = iter(schema[1:])

    def walk(above, children):
        for _ in range(children):
            element = next(rest, None)
            if element is None:
                return
            path = above + [element["name"]]
            if "type" in element:
                found.append(path)
            else:
                walk(path, element.get("num_children", 0))

    walk([], schema[0]["num_children"])
    return found


def file(*columns, lies=(), schema=None, groups=1, statistics=False, gap=b"", tail=b""):
    """Returns the bytes of a file, and the numeric fields in it."""
    schema = schema or [e for c in columns for e in elements(c)]
    schema = [{"name": b"schema", "num_children": top(schema)}, *schema]
    writer = Writer(dict(lies), statistics, gap)
    row_groups = []
    for ordinal in range(groups):
        start = len(writer.out)
        chunks = []
        uncompressed = 0
        for c, path in zip(columns, paths(schema)):
            chunks.append(writer.chunk(c, path))
            uncompressed += writer.uncompressed
        row_groups.append(
            {
                "columns": chunks,
                "total_byte_size": uncompressed,
                "num_rows": sum(map(len, columns[0]["values"])) if columns else 0,
                "file_offset": start,
                "total_compressed_size": len(writer.out) - start - len(gap) * len(chunks),
                "ordinal": ordinal,
            }
        )
    writer.index()
    meta = {
        "version": 1,
        "schema": schema,
        "num_rows": sum(group["num_rows"] for group in row_groups),
        "row_groups": row_groups,
        "created_by": b"by hand version 1",
        "column_orders": [{"TYPE_ORDER": {}}] * len(paths(schema)),
    }
    footer = writer.encoder.struct("FileMetaData", meta) + tail
    if writer.encoder.untold:
        raise ValueError(f"lies about fields that the file does not have: {writer.encoder.untold}")
    return bytes(writer.out) + footer + struct.pack("<I", len(footer)) + b"PAR1", writer.encoder.seen


def top(schema):
    """Returns the number of the elements that no other element contains."""
    count = 0
    left = 0
    for element in schema:
        count += left == 0
        left += element.get("num_children", 0) - (left > 0)
    return count
