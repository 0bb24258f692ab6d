// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
    void thePictureHasWritingAndScanningTheLargestGainFirst() throws Exception {
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
}
