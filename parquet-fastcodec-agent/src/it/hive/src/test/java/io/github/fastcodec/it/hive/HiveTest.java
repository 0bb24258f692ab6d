// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.hive;

import static org.apache.parquet.hadoop.metadata.CompressionCodecName.BROTLI;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.GZIP;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.LZ4_RAW;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.LZO;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.SNAPPY;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.UNCOMPRESSED;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.ZSTD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions of one HiveServer2 that add the jar as docs/hadoop.md describes, next to sessions without it. */
@EnabledForJreRange(max = JRE.JAVA_21, disabledReason = "Hive 4.0 is made for older ones")
class HiveTest {

    /** The codecs that this Hive reads and writes without us. */
    private static final List<CompressionCodecName> OF_HIVE = List.of(SNAPPY, GZIP, ZSTD, LZ4_RAW);

    /** {@link Session#total} of a table with {@link Session#ROWS}. */
    static final String TOTAL = "3 6 11";

    /**
     * A session's last use of its copy of our jar. Classes that this use does not need are not loaded before the copy is gone.
     */
    enum Use {
        ONLY_WROTE {
            @Override
            void run(Session session) throws Exception {
                session.write("only_wrote", SNAPPY);
            }
        },
        ONLY_READ {
            @Override
            void run(Session session) throws Exception {
                session.read("of_hive_SNAPPY");
            }
        },
        WROTE_AND_DELETED_THE_JARS {
            @Override
            void run(Session session) throws Exception {
                session.write("wrote_and_deleted", SNAPPY);
                session.deleteJars();
            }
        };

        abstract void run(Session session) throws Exception;
    }

    /** Open during all tests, without our jar and key. */
    private static Session other;

    @BeforeAll
    static void tablesOfHivesOwn() throws SQLException {
        other = new Session();
        for (CompressionCodecName codec : OF_HIVE) {
            other.write("of_hive_" + codec, codec);
        }
    }

    /** Without this, a test would depend on the codecs that earlier tests left in the map. */
    @BeforeEach
    void parquetsCodecMapIsThatOfAFreshServer() throws ReflectiveOperationException {
        Field map = CodecFactory.class.getDeclaredField("CODEC_BY_NAME");
        map.setAccessible(true);
        ((Map<?, ?>) map.get(null)).clear();
    }

    @AfterAll
    static void close() throws SQLException {
        other.close();
    }

    @Test
    void sessionThatAddsTheJarUsesItForEachCodec() throws Exception {
        try (Session session = new Session().withFastCodec()) {
            Map<CompressionCodecName, Long> written = new EnumMap<>(CompressionCodecName.class);
            Map<CompressionCodecName, Long> read = new EnumMap<>(CompressionCodecName.class);
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                if (codec != UNCOMPRESSED && codec != LZO) {
                    Path table = session.write("ours_" + codec, codec);
                    assertEquals(Session.ROWS, session.read("ours_" + codec), codec::name);
                    assertEquals(TOTAL, session.total("ours_" + codec), codec::name);
                    written.put(codec, Pages.inFiles(table, codec));
                    read.put(codec, 2 * Pages.inFiles(table, codec));
                }
            }
            assertEquals(written, Pages.compressed());
            assertEquals(read, Pages.decompressed());
            // hive-exec's own aircompressor comes first and is too old to be safe with damaged pages
            assertThrows(SQLException.class, () -> session.write("ours_LZO", LZO));
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherSessionsGoOnWithoutASessionsJar(Use use) throws Exception {
        try (Session session = new Session().withFastCodec()) {
            use.run(session);
            if (use == Use.WROTE_AND_DELETED_THE_JARS) {
                assertOthersGoOn("while_open_" + use);
            }
        }
        assertOthersGoOn("after_" + use);
    }

    private static void assertOthersGoOn(String when) throws SQLException {
        try (Session later = new Session()) {
            for (CompressionCodecName codec : OF_HIVE) {
                assertEquals(Session.ROWS, other.read("of_hive_" + codec), () -> codec + " in a session opened before");
                assertEquals(Session.ROWS, later.read("of_hive_" + codec), () -> codec + " in a session opened later");
            }
            assertEquals(TOTAL, later.total("of_hive_GZIP"));
            other.write("other_" + when, GZIP);
            assertEquals(Session.ROWS, later.read("other_" + when), "of a session opened before");
            later.write("later_" + when, ZSTD);
            assertEquals(Session.ROWS, other.read("later_" + when), "of a session opened later");
        }
    }

    @Test
    void laterSessionUsesTheEndedSessionsCodecs() throws Exception {
        try (Session first = new Session().withFastCodec()) {
            assertServed(first, "by_first");
        }
        try (Session second = new Session().withFastCodec()) {
            assertServedByAnother(second, "by_second");
        }
    }

    @Test
    void sessionGoesOnAfterAnEarlierOneEnds() throws Exception {
        try (Session staying = new Session().withFastCodec()) {
            try (Session leaving = new Session().withFastCodec()) {
                leaving.write("by_leaving", SNAPPY);
                staying.write("beside_leaving", GZIP);
                assertEquals(Session.ROWS, leaving.read("beside_leaving"));
            }
            assertServedByAnother(staying, "by_staying");
        }
    }

    /**
     * BROTLI shows that parquet-java's own codecs are not used, and the session's counters that its own copy is not used either.
     */
    private static void assertServedByAnother(Session session, String table) throws Exception {
        session.write(table, BROTLI);
        assertEquals(Session.ROWS, session.read(table));
        assertEquals(TOTAL, session.total(table));
        assertEquals(Map.of(), Pages.compressed());
        assertEquals(Map.of(), Pages.decompressed());
    }

    private static void assertServed(Session session, String table) throws Exception {
        Path folder = session.write(table, ZSTD);
        long pages = Pages.inFiles(folder, ZSTD);
        assertEquals(pages, Pages.compressed().get(ZSTD));
        assertEquals(Session.ROWS, session.read(table));
        assertEquals(pages, Pages.decompressed().get(ZSTD));
    }

    @Test
    void disabledSessionUsesParquetsCodecs() throws Exception {
        try (Session session = new Session().withFastCodec()) {
            session.write("switched_on", ZSTD);
            Map<CompressionCodecName, Long> compressed = Pages.compressed();
            session.run("SET parquet.fastcodec.enabled=false");
            session.write("switched_off", ZSTD);
            assertEquals(Session.ROWS, session.read("switched_off"));
            assertEquals(Session.ROWS, session.read("switched_on"));
            assertEquals(compressed, Pages.compressed());
            assertEquals(Map.of(), Pages.decompressed());
        }
    }

    /** The order matters: Hadoop remembers for each loader that a class is missing, and a session has one loader. */
    @Test
    void sessionThatSetsTheKeyBeforeTheJarFails() throws Exception {
        try (Session session = new Session()) {
            session.run("SET parquet.crypto.factory.class=io.github.fastcodec.hadoop.FastCodecCryptoFactory");
            assertMissing(session);
            session.withFastCodec();
            assertMissing(session);
        }
        try (Session session = new Session().withFastCodec()) {
            assertServed(session, "in_order");
        }
    }

    private static void assertMissing(Session session) {
        String message = assertThrows(SQLException.class, () -> session.read("of_hive_GZIP"))
                .getMessage();
        assertTrue(message.contains("could not instantiate class"), message);
    }
}
