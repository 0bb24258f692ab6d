// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.hive;

import static org.apache.parquet.hadoop.metadata.CompressionCodecName.UNCOMPRESSED;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.ZSTD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Sessions of a HiveServer2 in a JVM with the agent. The oracle is the pages of the tables' files. */
@EnabledForJreRange(max = JRE.JAVA_21, disabledReason = "Hive 4.0 is made for older ones")
class HiveAgentTest {

    private final Map<CompressionCodecName, Long> written = new EnumMap<>(CompressionCodecName.class);
    private final Map<CompressionCodecName, Long> read = new EnumMap<>(CompressionCodecName.class);
    private Map<CompressionCodecName, Long> compressedBefore;
    private Map<CompressionCodecName, Long> decompressedBefore;

    @BeforeEach
    void count() throws JMException {
        compressedBefore = pages("COMPRESS");
        decompressedBefore = pages("DECOMPRESS");
    }

    /**
     * Each test stores its expected page counts in {@link #written} and {@link #read}; no other page may go through the agent.
     */
    @AfterEach
    void eachPageWentThroughTheAgentOnce() throws JMException {
        assertEquals(written, grown(pages("COMPRESS"), compressedBefore));
        assertEquals(read, grown(pages("DECOMPRESS"), decompressedBefore));
    }

    @Test
    void onlyTheAgentIsOnTheClassPath() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("io.github.fastcodec.FastCodecFactory"));
    }

    @Test
    void plainSessionUsesTheAgentForEachCodec() throws Exception {
        try (Session session = new Session()) {
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                if (codec != UNCOMPRESSED) {
                    String table = "by_agent_" + codec;
                    Path folder = session.write(table, codec);
                    assertEquals(Session.ROWS, session.read(table), codec::name);
                    assertEquals(HiveTest.TOTAL, session.total(table), codec::name);
                    written.put(codec, Pages.inFiles(folder, codec));
                    read.put(codec, 2 * Pages.inFiles(folder, codec));
                }
            }
        }
    }

    /** The session's copy of the jar leaves the codecs to the agent, so that the end of the session affects no one else. */
    @Test
    void endOfASessionWithTheJarAffectsNoOther() throws Exception {
        try (Session staying = new Session()) {
            try (Session leaving = new Session().withFastCodec()) {
                Path folder = leaving.write("by_leaving_beside_agent", ZSTD);
                assertEquals(Session.ROWS, leaving.read("by_leaving_beside_agent"));
                written.put(ZSTD, Pages.inFiles(folder, ZSTD));
            }
            assertEquals(Session.ROWS, staying.read("by_leaving_beside_agent"));
            read.put(ZSTD, 2 * written.get(ZSTD));
        }
    }

    @Test
    void sessionThatDisablesTheAgentUsesParquetsCodecs() throws Exception {
        try (Session session = new Session()) {
            session.run("SET parquet.fastcodec.enabled=false");
            session.write("agent_off", ZSTD);
            assertEquals(Session.ROWS, session.read("agent_off"));
        }
    }

    private static Map<CompressionCodecName, Long> grown(
            Map<CompressionCodecName, Long> now, Map<CompressionCodecName, Long> before) {
        Map<CompressionCodecName, Long> grown = new EnumMap<>(CompressionCodecName.class);
        now.forEach((codec, pages) -> {
            if (pages > before.get(codec)) {
                grown.put(codec, pages - before.get(codec));
            }
        });
        return grown;
    }

    /** Returns the page counts of the agent, which registers its MBean with the first page. */
    private static Map<CompressionCodecName, Long> pages(String direction) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName agent = new ObjectName("io.github.fastcodec:type=FastCodec");
        TabularData counted = server.isRegistered(agent) ? (TabularData) server.getAttribute(agent, "Pages") : null;
        Map<CompressionCodecName, Long> pages = new EnumMap<>(CompressionCodecName.class);
        for (CompressionCodecName codec : List.of(CompressionCodecName.values())) {
            if (codec != UNCOMPRESSED) {
                Object[] row = {(codec + "." + direction).toLowerCase(Locale.ROOT)};
                CompositeData value = counted == null
                        ? null
                        : (CompositeData) counted.get(row).get("value");
                pages.put(codec, value == null ? 0 : (Long) value.get("pages"));
            }
        }
        return pages;
    }
}
