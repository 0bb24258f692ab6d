// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.plan.CodecLevel;
import java.util.Locale;

/** Formats an {@link Advice} as JSON. Numbers that are unknown or not finite are left out. */
final class AdviceJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private AdviceJson() {}

    static String of(Advice advice) {
        try {
            return PlainText.ofJson(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document(advice)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectNode document(Advice advice) throws JsonProcessingException {
        Advice.Basis basis = advice.basis();
        ObjectNode root = MAPPER.createObjectNode().put("version", 1);
        root.setAll(MAPPER.<ObjectNode>valueToTree(basis));
        root.put("goal", basis.goal().name().toLowerCase(Locale.ROOT));
        root.put("reason", advice.reason());
        root.put("unchanged", advice.isUnchanged());
        codec(root.putObject("fileChoice"), advice.fileChoice().codec());
        root.set("plan", MAPPER.readTree(advice.plan().toJson()));
        root.set("perTerabyte", rounded(MAPPER.valueToTree(advice.perTerabyte())));
        if (Double.isFinite(advice.savedShareError())) {
            root.put("savedShareError", advice.savedShareError());
        }
        column(root.putObject("table"), advice.table(), advice.fileChoice());
        ArrayNode columns = root.putArray("columns");
        advice.columns().forEach(column -> column(columns.addObject(), column, column.choice()));
        root.set("dictionaries", MAPPER.valueToTree(advice.dictionaries()));
        root.set("lines", MAPPER.valueToTree(advice.lines()));
        root.set("notes", MAPPER.valueToTree(advice.notes()));
        return root;
    }

    private static void codec(ObjectNode node, CodecLevel codec) {
        node.put("codec", codec.codec().name());
        if (codec.level() != null) {
            node.put("level", codec.level());
        }
    }

    private static void column(ObjectNode node, ColumnAdvice column, Measurement chosen) {
        node.put("path", column.path());
        node.put("share", column.share());
        rounded(node);
        node.put("sampledBytes", column.sampledBytes());
        node.put("reason", column.reason());
        node.put("unchanged", column.isUnchanged());
        node.put("ownChoice", column.hasOwnChoice());
        measurement(node.putObject("choice"), column.choice());
        ArrayNode candidates = node.putArray("candidates");
        int indexOfChosen = column.candidates().indexOf(chosen);
        for (int i = 0; i < column.candidates().size(); i++) {
            ObjectNode candidate = candidates.addObject();
            measurement(candidate, column.candidates().get(i));
            candidate.put("now", i == 0);
            candidate.put("chosen", i == indexOfChosen);
        }
    }

    private static void measurement(ObjectNode node, Measurement measured) {
        node.put("name", measured.name());
        codec(node, measured.codec());
        node.put("bytes", Math.round(measured.bytes()));
        node.put("ratio", measured.ratio());
        node.put("compressSeconds", measured.compressSeconds());
        node.put("decompressSeconds", measured.decompressSeconds());
        node.put("compressMBps", measured.compressSpeed());
        node.put("decompressMBps", measured.decompressSpeed());
        node.put("front", measured.isOnFront());
        rounded(node);
    }

    /** Rounds the floating-point numbers of an object to five significant digits, and removes those that are not finite. */
    private static JsonNode rounded(JsonNode node) {
        ObjectNode object = (ObjectNode) node;
        object.properties()
                .removeIf(property ->
                        property.getValue() instanceof DoubleNode number && !Double.isFinite(number.doubleValue()));
        object.properties().forEach(property -> {
            if (property.getValue() instanceof DoubleNode number) {
                property.setValue(DoubleNode.valueOf(
                        Double.parseDouble(String.format(Locale.ROOT, "%.5g", number.doubleValue()))));
            }
        });
        return node;
    }
}
