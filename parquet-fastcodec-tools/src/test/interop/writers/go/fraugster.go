// SPDX-License-Identifier: Apache-2.0
// Writes files with github.com/fraugster/parquet-go into a folder. The rows are those of rows.py.
package main

import (
	"fmt"
	"os"

	goparquet "github.com/fraugster/parquet-go"
	"github.com/fraugster/parquet-go/parquet"
	"github.com/fraugster/parquet-go/parquetschema"
)

const schema = `message rows {
  required int64 id; required double noise; required binary word (STRING); optional binary text (STRING);
  required boolean flag; }`

func main() {
	definition, err := parquetschema.ParseSchemaDefinition(schema)
	check(err)
	codecs := map[string]parquet.CompressionCodec{
		"uncompressed": parquet.CompressionCodec_UNCOMPRESSED, "snappy": parquet.CompressionCodec_SNAPPY,
		"gzip": parquet.CompressionCodec_GZIP,
	}
	for name, codec := range codecs {
		for version := 1; version <= 2; version++ {
			file, err := os.Create(fmt.Sprintf("%s/%s-v%d.parquet", os.Args[1], name, version))
			check(err)
			options := []goparquet.FileWriterOption{goparquet.WithSchemaDefinition(definition),
				goparquet.WithCompressionCodec(codec), goparquet.WithMaxRowGroupSize(100_000), goparquet.WithCRC(version == 1)}
			if version == 2 {
				options = append(options, goparquet.WithDataPageV2())
			}
			w := goparquet.NewFileWriter(file, options...)
			for i := int64(0); i < 3000; i++ {
				row := map[string]interface{}{"id": 7 * i, "noise": float64(i*2654435761%4294967296) / 7,
					"word": []byte(fmt.Sprintf("word %d", i*i%40)), "flag": i%3 == 0}
				if i%5 != 0 {
					row["text"] = []byte(fmt.Sprintf("row %d of many, of which no two are the same", i))
				}
				check(w.AddData(row))
			}
			check(w.Close())
			check(file.Close())
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
