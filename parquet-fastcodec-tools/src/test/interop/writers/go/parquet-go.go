// SPDX-License-Identifier: Apache-2.0
// Writes files with github.com/parquet-go/parquet-go into a folder. The rows are those of rows.py.
package main

import (
	"fmt"
	"os"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
)

type row struct {
	ID    int64   `parquet:"id,delta"`
	Noise float64 `parquet:"noise"`
	Word  string  `parquet:"word,dict"`
	Text  *string `parquet:"text,optional"`
	Flag  bool    `parquet:"flag"`
	List  []int32 `parquet:"list"`
}

func main() {
	codecs := map[string]compress.Codec{
		"uncompressed": &parquet.Uncompressed, "snappy": &parquet.Snappy, "gzip": &parquet.Gzip, "zstd": &parquet.Zstd,
		"brotli": &parquet.Brotli, "lz4_raw": &parquet.Lz4Raw,
	}
	for name, codec := range codecs {
		for version := 1; version <= 2; version++ {
			path := fmt.Sprintf("%s/%s-v%d.parquet", os.Args[1], name, version)
			file, err := os.Create(path)
			check(err)
			writer := parquet.NewGenericWriter[row](file, parquet.Compression(codec), parquet.DataPageVersion(version),
				parquet.PageBufferSize(4096), parquet.MaxRowsPerRowGroup(1700),
				parquet.BloomFilters(parquet.SplitBlockFilter(10, "word")))
			_, err = writer.Write(rows())
			check(err)
			check(writer.Close())
			check(file.Close())
		}
	}
}

func rows() []row {
	var rows []row
	for i := int64(0); i < 3000; i++ {
		r := row{ID: 7 * i, Noise: float64(i*2654435761%4294967296) / 7, Word: fmt.Sprintf("word %d", i*i%40), Flag: i%3 == 0}
		if i%5 != 0 {
			text := fmt.Sprintf("row %d of many, of which no two are the same", i)
			r.Text = &text
		}
		if i%11 != 0 {
			for j := int32(0); j < int32(i%5); j++ {
				r.List = append(r.List, j)
			}
		}
		rows = append(rows, r)
	}
	return rows
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
