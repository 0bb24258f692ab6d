// SPDX-License-Identifier: Apache-2.0
// Writes files with Apache Arrow for Go into a folder. The rows are those of rows.py.
package main

import (
	"fmt"
	"os"

	"MODULE/arrow"
	"MODULE/arrow/array"
	"MODULE/arrow/memory"
	"MODULE/parquet"
	"MODULE/parquet/compress"
	"MODULE/parquet/pqarrow"
)

func main() {
	fields := []arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64}, {Name: "noise", Type: arrow.PrimitiveTypes.Float64},
		{Name: "word", Type: arrow.BinaryTypes.String}, {Name: "text", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "flag", Type: arrow.FixedWidthTypes.Boolean},
		{Name: "list", Type: arrow.ListOf(arrow.PrimitiveTypes.Int32), Nullable: true},
	}
	schema := arrow.NewSchema(fields, nil)
	builder := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for i := int64(0); i < 3000; i++ {
		builder.Field(0).(*array.Int64Builder).Append(7 * i)
		builder.Field(1).(*array.Float64Builder).Append(float64(i*2654435761%4294967296) / 7)
		builder.Field(2).(*array.StringBuilder).Append(fmt.Sprintf("word %d", i*i%40))
		if i%5 == 0 {
			builder.Field(3).AppendNull()
		} else {
			builder.Field(3).(*array.StringBuilder).Append(fmt.Sprintf("row %d of many, of which no two are the same", i))
		}
		builder.Field(4).(*array.BooleanBuilder).Append(i%3 == 0)
		list := builder.Field(5).(*array.ListBuilder)
		list.Append(i%11 != 0)
		for j := int32(0); i%11 != 0 && j < int32(i%5); j++ {
			list.ValueBuilder().(*array.Int32Builder).Append(j)
		}
	}
	record := builder.NewRecord()
	codecs := map[string]compress.Compression{
		"uncompressed": compress.Codecs.Uncompressed, "snappy": compress.Codecs.Snappy, "gzip": compress.Codecs.Gzip,
		"zstd": compress.Codecs.Zstd, "brotli": compress.Codecs.Brotli,
	}
	for name, codec := range codecs {
		for version, page := range []parquet.DataPageVersion{parquet.DataPageV1, parquet.DataPageV2} {
			file, err := os.Create(fmt.Sprintf("%s/%s-v%d.parquet", os.Args[1], name, version+1))
			check(err)
			properties := parquet.NewWriterProperties(parquet.WithCompression(codec), parquet.WithDataPageVersion(page),
				parquet.WithDataPageSize(4096), parquet.WithBatchSize(64))
			w, err := pqarrow.NewFileWriter(schema, file, properties, pqarrow.DefaultWriterProps())
			check(err)
			check(w.Write(record.NewSlice(0, 1700)))
			check(w.Write(record.NewSlice(1700, 3000)))
			check(w.Close())
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
