// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plan and its JSON text are equivalent, and a message names the error in a wrong text. */
class PlanJsonTest {

    @Test
    void jsonRepresentsThePlan() {
        Plan plan = Plan.to(CompressionCodecName.ZSTD, 9)
                .withColumn("comment", new CodecLevel(CompressionCodecName.ZSTD, 12))
                .withColumn("a.list.element", new CodecLevel(CompressionCodecName.SNAPPY))
                .keepSmaller();
        assertEquals(plan, Plan.fromJson(plan.toJson()));
        assertEquals(
                plan,
                Plan.fromJson("{\"version\": 1, \"codec\": \"zstd\", \"level\": 9, \"keepSmaller\": true,"
                        + " \"columns\": {\"comment\": {\"codec\": \"ZSTD\", \"level\": 12},"
                        + " \"a.list.element\": {\"codec\": \"SNAPPY\"}}}"));
        Plan nothing = Plan.fromJson("{\"version\": 1}");
        assertEquals(Plan.ofColumns(), nothing);
        assertEquals(nothing, Plan.fromJson(nothing.toJson()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "[] | The plan is [], expected a JSON object",
                "'' | The plan is empty, expected a JSON object",
                "{} | The plan lacks \"version\", expected 1",
                "{\"version\":2} | The plan's \"version\" is 2, expected 1",
                "{\"version\":\"1\"} | The plan's \"version\" is \"1\", expected 1",
                "{\"version\":1,\"kodec\":\"ZSTD\"} | The plan has the unknown key \"kodec\", expected one of version,"
                        + " codec, level, keepSmaller, checksums, columns",
                "{\"version\":1,\"codec\":\"ZSTDD\"} | The plan's \"codec\" is \"ZSTDD\", expected one of UNCOMPRESSED,"
                        + " SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW",
                "{\"version\":1,\"level\":3} | The plan has the key \"level\" without \"codec\"",
                "{\"version\":1,\"codec\":\"ZSTD\",\"level\":\"3\"} | The plan's \"level\" is \"3\", expected a whole number",
                "{\"version\":1,\"codec\":\"ZSTD\",\"level\":3.5} | The plan's \"level\" is 3.5, expected a whole number",
                "{\"version\":1,\"codec\":\"SNAPPY\",\"level\":3} | The plan's \"level\": SNAPPY has no compression"
                        + " levels, got level 3",
                "{\"version\":1,\"codec\":\"GZIP\",\"level\":13} | The plan's \"level\": GZIP has the levels -1 to 12, got"
                        + " level 13",
                "{\"version\":1,\"keepSmaller\":1} | The plan's \"keepSmaller\" is 1, expected true or false",
                "{\"version\":1,\"columns\":[]} | The plan's \"columns\" is [], expected an object",
                "{\"version\":1,\"columns\":{\"a\":\"ZSTD\"}} | The plan's \"columns.a\" is \"ZSTD\", expected an"
                        + " object",
                "{\"version\":1,\"columns\":{\"a\":{}}} | The plan lacks \"columns.a.codec\", expected one of"
                        + " UNCOMPRESSED, SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW",
                "{\"version\":1,\"columns\":{\"a\":{\"codec\":\"ZSTD\",\"lvl\":1}}} | The plan has the unknown key"
                        + " \"columns.a.lvl\", expected one of codec, level"
            })
    void wrongPlanNamesKeyExpectedAndActualValue(String json, String message) {
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> Plan.fromJson(json));
        assertEquals(message, wrong.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"version\":1 | it ends before the plan is complete (line 1, column 13)",
                "{\"version\":1} {} | there is text after the end of the plan (line 1, column 15)",
                "{\"version\":1,\"version\":1} | Duplicate field 'version' (line 1, column 23)",
                "{\"version\":NaN} | Non-standard token 'NaN' (line 1, column 15)",
                "// plan | Unexpected character ('/' (code 47)): maybe a (non-standard) comment? (line 1, column 1)"
            })
    void describesTextThatIsNotJsonWithoutTheLibrarysNames(String json, String reason) {
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> Plan.fromJson(json));
        assertEquals("The plan is not JSON: " + reason, wrong.getMessage());
    }

    @Test
    void readsAPlanWithAByteOrderMark() {
        assertEquals(Plan.ofColumns(), Plan.fromJson("\ufeff{\"version\": 1}"));
    }

    // Would catch: a second key that overrides an equal one, text after the plan that is ignored.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"version\":1,\"version\":1}", "{\"version\":1} {}", "{\"version\":1", "version: 1"})
    void saysWhereThePlanIsInvalid(String json) {
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> Plan.fromJson(json));
        assertTrue(wrong.getMessage().startsWith("The plan "), wrong::getMessage);
    }
}
