// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.fastcodec.internal.text.PlainText;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** Reads and writes plans as JSON. It is separate from {@link Plan} so that code that does not use JSON needs no Jackson. */
final class PlanJson {

    private static final int VERSION = 1;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    /** Some editors begin a text in UTF-8 with it. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    /** Matches the end of a message, from the part that names a feature or a limit of Jackson. */
    private static final Pattern JACKSON =
            Pattern.compile("(: |, | ?\\()[^:,(]*(Feature|StreamReadConstraints).*", Pattern.DOTALL);

    private PlanJson() {}

    /**
     * Parses a plan from JSON.
     *
     * @throws IllegalArgumentException if the JSON is not a valid plan; the message names the key, the expected value and the
     *     actual value
     */
    static Plan read(String json) {
        JsonNode plan;
        try {
            plan = MAPPER.readTree(json.startsWith(BYTE_ORDER_MARK) ? json.substring(1) : json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The plan is not JSON: " + reason(e) + location(e), e);
        }
        if (!plan.isObject()) {
            throw new IllegalArgumentException(
                    "The plan is " + (plan.isMissingNode() ? "empty" : plan) + ", expected a JSON object");
        }
        requireKeys("", plan, "version", "codec", "level", "keepSmaller", "checksums", "columns");
        JsonNode version = plan.path("version");
        if (!version.isIntegralNumber() || version.asLong() != VERSION) {
            throw wrong("version", Integer.toString(VERSION), version);
        }
        Map<String, CodecLevel> columns = new LinkedHashMap<>();
        if (plan.has("columns")) {
            requireObject("columns", plan.get("columns"));
            plan.get("columns")
                    .fieldNames()
                    .forEachRemaining(path ->
                            columns.put(path, column(path, plan.get("columns").get(path))));
        }
        return new Plan(codecAndLevel("", plan), columns, isSet("keepSmaller", plan), isSet("checksums", plan));
    }

    private static boolean isSet(String key, JsonNode plan) {
        JsonNode value = plan.path(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw wrong(key, "true or false", value);
        }
        return value.asBoolean();
    }

    /** Returns why a text is not JSON, without the classes and features of Jackson, which a user cannot change. */
    private static String reason(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return "it ends before the plan is complete";
        }
        if (e instanceof MismatchedInputException) {
            return "there is text after the end of the plan";
        }
        return JACKSON.matcher(e.getOriginalMessage()).replaceFirst("");
    }

    private static String location(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
    }

    private static void requireObject(String key, JsonNode value) {
        if (!value.isObject()) {
            throw wrong(key, "an object", value);
        }
    }

    private static void requireKeys(String prefix, JsonNode object, String... known) {
        List<String> names = Arrays.asList(known);
        object.fieldNames().forEachRemaining(name -> {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("The plan has the unknown key \"" + prefix + name
                        + "\", expected one of " + String.join(", ", names));
            }
        });
    }

    private static CodecLevel column(String path, JsonNode column) {
        String key = "columns." + path;
        requireObject(key, column);
        requireKeys(key + ".", column, "codec", "level");
        CodecLevel codec = codecAndLevel(key + ".", column);
        if (codec == null) {
            throw wrong(key + ".codec", "one of " + codecs(), column.path("codec"));
        }
        return codec;
    }

    /** Returns the codec that an object names, or null if it names none. */
    private static @Nullable CodecLevel codecAndLevel(String prefix, JsonNode object) {
        JsonNode codec = object.path("codec");
        JsonNode level = object.path("level");
        if (codec.isMissingNode()) {
            if (!level.isMissingNode()) {
                throw new IllegalArgumentException(
                        "The plan has the key \"" + prefix + "level\" without \"" + prefix + "codec\"");
            }
            return null;
        }
        CompressionCodecName name = codec(prefix + "codec", codec);
        if (level.isMissingNode()) {
            return new CodecLevel(name);
        }
        if (!level.canConvertToInt() || !level.isIntegralNumber()) {
            throw wrong(prefix + "level", "a whole number", level);
        }
        try {
            return new CodecLevel(name, level.asInt());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("The plan's \"" + prefix + "level\": " + e.getMessage(), e);
        }
    }

    private static CompressionCodecName codec(String key, JsonNode codec) {
        for (CompressionCodecName name : CompressionCodecName.values()) {
            if (codec.isTextual() && name.name().equals(codec.asText().toUpperCase(Locale.ROOT))) {
                return name;
            }
        }
        throw wrong(key, "one of " + codecs(), codec);
    }

    private static String codecs() {
        return Arrays.stream(CompressionCodecName.values()).map(Enum::name).collect(Collectors.joining(", "));
    }

    private static IllegalArgumentException wrong(String key, String expected, JsonNode got) {
        return new IllegalArgumentException("The plan"
                + (got.isMissingNode() ? " lacks \"" + key + "\"" : "'s \"" + key + "\" is " + got)
                + ", expected " + expected);
    }

    /** Formats a plan as JSON. */
    static String write(Plan plan) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("version", VERSION);
        if (plan.others() != null) {
            put(json, plan.others());
        }
        json.put("keepSmaller", plan.keepsSmaller());
        if (plan.addsChecksums()) {
            json.put("checksums", true);
        }
        ObjectNode columns = json.putObject("columns");
        plan.columns().forEach((path, codec) -> put(columns.putObject(path), codec));
        try {
            return PlainText.ofJson(MAPPER.writeValueAsString(json));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // cannot happen: the tree holds only plain values
        }
    }

    private static void put(ObjectNode object, CodecLevel codec) {
        object.put("codec", codec.codec().name());
        if (codec.level() != null) {
            object.put("level", codec.level());
        }
    }
}
