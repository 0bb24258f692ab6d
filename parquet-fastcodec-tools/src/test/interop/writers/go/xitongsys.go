// SPDX-License-Identifier: Apache-2.0
// Writes files with github.com/xitongsys/parquet-go into a folder. The rows are those of rows.py.
package main

import (
	"fmt"
	"os"

	"github.com/xitongsys/parquet-go-source/writerfile"
	"github.com/xitongsys/parquet-go/parquet"
	"github.com/xitongsys/parquet-go/writer"
)

type row struct {
	ID    int64   `parquet:"name=id, type=INT64, encoding=DELTA_BINARY_PACKED"`
	Noise float64 `parquet:"name=noise, type=DOUBLE"`
	Word  string  `parquet:"name=word, type=BYTE_ARRAY, convertedtype=UTF8, encoding=PLAIN_DICTIONARY"`
	Text  *string `parquet:"name=text, type=BYTE_ARRAY, convertedtype=UTF8, encoding=DELTA_BYTE_ARRAY"`
	Flag  bool    `parquet:"name=flag, type=BOOLEAN"`
	List  []int32 `parquet:"name=list, type=LIST, valuetype=INT32"`
}

func main() {
	codecs := map[string]parquet.CompressionCodec{
		"uncompressed": parquet.CompressionCodec_UNCOMPRESSED, "snappy": parquet.CompressionCodec_SNAPPY,
		"gzip": parquet.CompressionCodec_GZIP, "zstd": parquet.CompressionCodec_ZSTD,
		"lz4_raw": parquet.CompressionCodec_LZ4_RAW,
	}
	for name, codec := range codecs {
		file, err := os.Create(fmt.Sprintf("%s/%s-v1.parquet", os.Args[1], name))
		check(err)
		w, err := writer.NewParquetWriter(writerfile.NewWriterFile(file), new(row), 1)
		check(err)
		w.CompressionType, w.PageSize, w.RowGroupSize = codec, 4096, 100_000
		for i := int64(0); i < 3000; i++ {
			r := row{ID: 7 * i, Noise: float64(i*2654435761%4294967296) / 7, Flag: i%3 == 0}
			r.Word = fmt.Sprintf("word %d", i*i%40)
			if i%5 != 0 {
				text := fmt.Sprintf("row %d of many, of which no two are the same", i)
				r.Text = &text
			}
			for j := int32(0); j < int32(i%5); j++ {
				r.List = append(r.List, j)
			}
			check(w.Write(r))
		}
		check(w.WriteStop())
		check(file.Close())
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
