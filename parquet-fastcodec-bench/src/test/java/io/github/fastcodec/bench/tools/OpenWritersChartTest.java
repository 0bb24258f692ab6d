// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.bench.tools.OpenWriters.Result;
import io.github.fastcodec.bench.tools.OpenWritersTable.Run;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The chart, from fixed runs. */
class OpenWritersChartTest {

    private static final int MIB = 1 << 20;

    /** A writer of parquet-java takes 1.1 MiB, one of ours a hundredth of that, and with one the heap has shrunk. */
    private static List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        for (CompressionCodecName codec : List.of(
                CompressionCodecName.UNCOMPRESSED,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.GZIP,
                CompressionCodecName.ZSTD)) {
            double micros = 180 * Math.pow(1.7, codec.ordinal() / 2.0);
            for (int writers : new int[] {1, 100, 500}) {
                runs.add(new Run(
                        codec,
                        writers,
                        "parquet-java",
                        new Result(11L * MIB / 10 * writers, 0, 0, 0, micros * (1 + writers / 1000.0))));
                runs.add(new Run(
                        codec, writers, "fastcodec", new Result((writers - 20L) * MIB / 100, 0, 0, 0, 0.8 * micros)));
            }
        }
        return runs;
    }

    // Would catch: a codec or a side heapOnly bars, bars for heap only, markup that no browser takes.
    @Test
    void everyRunHasABarForItsHeapAndOneForItsTime() throws Exception {
        Document svg = parse(OpenWritersChart.svg(runs()));
        List<String> texts = texts(svg);
        assertAll(
                () -> assertEquals("svg", svg.getDocumentElement().getTagName()),
                () -> assertTrue(
                        texts.containsAll(List.of(
                                "UNCOMPRESSED",
                                "SNAPPY",
                                "GZIP",
                                "ZSTD",
                                "1",
                                "100",
                                "500",
                                "parquet-java",
                                "fastcodec")),
                        texts::toString),
                // a legend's key besides
                () -> assertEquals(4 * 3 * 2 + 1, filled(svg, "var(--series-1)")),
                () -> assertEquals(4 * 3 * 2 + 1, filled(svg, "var(--series-2)")));
    }

    // Would catch: the heap of all writers, which is 550 MiB.
    @Test
    void heapIsThatOfOneWriter() throws Exception {
        List<Run> heapOnly = runs().stream()
                .filter(run -> run.writers() == 500)
                .map(run -> new Run(
                        run.codec(), 500, run.factory(), new Result(run.result().heapOpen(), 0, 0, 0, 0)))
                .toList();
        double highest = texts(parse(OpenWritersChart.svg(heapOnly))).stream()
                .filter(text -> text.matches("[0-9.]+") && !text.equals("500"))
                .mapToDouble(Double::parseDouble)
                .max()
                .orElseThrow();
        assertTrue(highest <= 1.1, () -> "an axis goes to " + highest);
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<String> texts(Document svg) {
        NodeList nodes = svg.getElementsByTagName("text");
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> nodes.item(i).getTextContent().strip())
                .toList();
    }

    private static long filled(Document svg, String colour) {
        NodeList shapes = svg.getElementsByTagName("rect");
        return IntStream.range(0, shapes.getLength())
                .mapToObj(i -> shapes.item(i).getAttributes().getNamedItem("fill"))
                .filter(fill -> fill != null && fill.getNodeValue().equals(colour))
                .count();
    }
}
