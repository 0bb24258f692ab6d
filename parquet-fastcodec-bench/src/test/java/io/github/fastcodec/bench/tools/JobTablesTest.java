// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

class JobTablesTest {

    // Would catch: the figures of the null test in the picture, and a bar for a cell without a figure.
    @Test
    void pictureShowsWritesAndScansByGain() throws Exception {
        String svg = JobTables.picture("""
                | codec | write | null test | scan | null test |
                | --- | ---: | ---: | ---: | ---: |
                | SNAPPY | 1.05x (1.01-1.08) | 1.03x (1.00-1.05) | too busy | 1.09x (0.97-1.11) |
                | ZSTD level 12 | 3.79x (3.58-4.03) | 1.00x (0.93-1.05) | 1.06x (1.05-1.16) | 1.00x (1-1) |
                | ZSTD | too busy | 1.09x (0.97-1.11) | 1.02x (1.00-1.04) | 1.00x (1-1) |
                | SNAPPY of text | 1.21x (1.11-1.28) | 1.03x (1.00-1.05) | 1.30x (1.28-1.32) | 1.00x (1-1) |

                Spark.
                """);
        NodeList texts = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagName("text");
        assertEquals(
                "ZSTD level 12, 3.79x, 1.06x, SNAPPY, 1.05x, 1.21x, 1.30x, ZSTD, 1.02x, write orders, scan orders, write text, scan text",
                IntStream.range(0, texts.getLength())
                        .mapToObj(i -> texts.item(i).getTextContent())
                        .collect(Collectors.joining(", ")));
    }

    // Would catch: null tests among the figures, and a row of README.md with a cell that has none.
    @Test
    void shortTableHasThreeRowsWithoutEmptyCells() {
        String table = """
                | codec | write | null test | scan | null test | size |
                | --- | ---: | ---: | ---: | ---: | ---: |
                | GZIP | 1.92x (1.53-2.25) | 0.99x (0.86-1.06) | 1.28x (1.22-1.46) | 1.01x (0.89-1.06) | 101 % |
                | GZIP of text | 2.01x (1.81-2.15) | 1.01x (0.93-1.06) | 1.54x (1.36-1.58) | 0.97x (0.91-1.03) | 101 % |
                | ZSTD level 12 | 3.79x (3.58-4.03) | 1.00x (0.93-1.05) | 1.06x (1.05-1.16) | 1.00x (1-1) | 100 % |
                | ZSTD level 12 of text | 1.77x (1.51-2.05) | 1.04x (0.91-1.16) | 1.05x (0.98-1.08) | 1.01x (1-1) | 100 % |
                | SNAPPY | too busy | 1.09x (0.97-1.11) | 1.02x (1.00-1.04) | 1.00x (1-1) | 100 % |
                | LZ4_RAW level 9 against SNAPPY | 0.38x (0.33-0.43) | 1.03x (1-1) | 1.20x (1-2) | 1.00x (1-1) | 84 % |
                | LZ4_RAW level 9 against SNAPPY of text | 0.27x (0.2-0.3) | 1.03x (1-1) | 1.50x (1-2) | 1.00x (1-1) | 75 % |
                """;
        assertEquals("""
                | codec | write orders | scan orders | write text | scan text |
                | --- | ---: | ---: | ---: | ---: |
                | LZ4_RAW level 9 against SNAPPY | 0.38x | 1.20x | 0.27x | 1.50x |
                | GZIP | 1.92x | 1.28x | 2.01x | 1.54x |
                | ZSTD level 12 | 3.79x | 1.06x | 1.77x | 1.05x |
                """, JobTables.headline(table));
        IllegalStateException refusal = assertThrows(
                IllegalStateException.class, () -> JobTables.headline(table.replace("1.28x (1.22-1.46)", "too busy")));
        assertTrue(
                refusal.getMessage().startsWith("Spark's table has no figure in a row of GZIP"), refusal.getMessage());
        String earlier = table.replace("LZ4_RAW level 9 against SNAPPY", "LZ4_RAW");
        assertThrows(IllegalStateException.class, () -> JobTables.headline(earlier));
    }
}
