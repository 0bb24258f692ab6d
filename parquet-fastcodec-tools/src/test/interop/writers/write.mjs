// SPDX-License-Identifier: Apache-2.0
// Writes files with one npm library, run in the folder that has it: write.mjs LIBRARY FOLDER. The rows are those of rows.py.
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";

const [library, folder] = process.argv.slice(2);
const require = createRequire(process.cwd() + "/");
const ROWS = 3000;
const rows = Array.from({ length: ROWS }, (_, i) => ({
  id: 7 * i,
  noise: ((i * 2654435761) % 4294967296) / 7,
  word: `word ${(i * i) % 40}`,
  text: i % 5 === 0 ? null : `row ${i} of many, of which no two are the same`,
  flag: i % 3 === 0,
  list: i % 11 === 0 ? null : Array.from({ length: i % 5 }, (_, j) => j),
}));

async function attempt(name, write) {
  const path = `${folder}/${name}.parquet`;
  try {
    await write(path);
  } catch (e) {
    rmSync(path, { force: true });
    console.log(`  no ${name}: ${String(e.message ?? e).slice(0, 90)}`);
  }
}

// parquetjs and the libraries derived from it
async function parquetjs() {
  const parquet = require(library);
  for (const compression of ["UNCOMPRESSED", "SNAPPY", "GZIP", "BROTLI", "LZ4", "LZO"]) {
    const schema = {
      id: { type: "INT64", compression },
      noise: { type: "DOUBLE", compression },
      word: { type: "UTF8", compression },
      text: { type: "UTF8", optional: true, compression },
      flag: { type: "BOOLEAN", compression },
      list: { type: "INT32", repeated: true, compression },
    };
    for (const version of [1, 2]) {
      await attempt(`${compression.toLowerCase()}-v${version}`, async (path) => {
        const options = { useDataPageV2: version === 2, rowGroupSize: 1700 };
        const writer = await parquet.ParquetWriter.openFile(new parquet.ParquetSchema(schema), path, options);
        for (const { text, list, ...row } of rows) {
          await writer.appendRow({ ...row, ...(text !== null && { text }), list: list ?? [] });
        }
        await writer.close();
      });
    }
  }
}

async function hyparquet() {
  const { parquetWriteFile } = await import(`${process.cwd()}/node_modules/${library}/src/index.js`);
  const types = { id: "INT32", noise: "DOUBLE", word: "STRING", text: "STRING", flag: "BOOLEAN" };
  const columnData = Object.entries(types).map(([name, type]) => ({ name, type, data: rows.map((row) => row[name]) }));
  for (const codec of ["UNCOMPRESSED", "SNAPPY", "GZIP"]) {
    const options = { codec, compressors: { GZIP: (bytes) => new Uint8Array(gzipSync(bytes)) }, rowGroupSize: 1700 };
    await attempt(`${codec.toLowerCase()}-v1`, (filename) => parquetWriteFile({ filename, columnData, ...options }));
  }
}

mkdirSync(folder, { recursive: true });
await (library === "hyparquet-writer" ? hyparquet() : parquetjs());
