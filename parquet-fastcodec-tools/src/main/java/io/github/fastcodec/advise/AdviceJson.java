// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.fastcodec.internal.text.PlainText;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** An advice as JSON. What is not known or not finite is left out. */
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
        ObjectNode root = MAPPER.createObjectNode();
        root.put("version", 1);
        basis(root, advice.basis());
        root.put("reason", advice.reason());
        root.put("unchanged", advice.isUnchanged());
        codec(root.putObject("fileChoice"), advice.fileChoice().codec());
        root.set("plan", MAPPER.readTree(advice.plan().toJson()));
        perTerabyte(root.putObject("perTerabyte"), advice.perTerabyte());
        spread(root.putObject("savedShareByRowGroup"), advice.savedShare());
        spread(root.putObject("scanTimeByRowGroup"), advice.scanTime());
        column(root.putObject("table"), advice.table(), advice.fileChoice());
        ArrayNode columns = root.putArray("columns");
        advice.columns().forEach(column -> column(columns.addObject(), column, column.choice()));
        strings(root.putObject("lines"), advice.lines());
        ArrayNode notes = root.putArray("notes");
        advice.notes().forEach(notes::add);
        return root;
    }

    private static void basis(ObjectNode root, Basis basis) {
        root.put("goal", basis.goal().name().toLowerCase(Locale.ROOT));
        root.put("storageBytesPerSecond", basis.storageSpeed());
        root.put("seed", basis.seed());
        ArrayNode files = root.putArray("files");
        basis.files().forEach(files::add);
        root.put("allFiles", basis.allFiles());
        root.put("rowGroups", basis.rowGroups());
        root.put("allColumns", basis.allColumns());
        root.put("pages", basis.pages());
        root.put("sampledPages", basis.sampledPages());
        root.put("plainBytes", basis.plainBytes());
        root.put("sampledBytes", basis.sampledBytes());
        strings(root.putObject("leftOutFiles"), basis.leftOutFiles());
        strings(root.putObject("leftOutColumns"), basis.leftOutColumns());
        strings(root.putObject("leftOutCandidates"), basis.leftOutCandidates());
    }

    private static void strings(ObjectNode node, Map<String, String> strings) {
        strings.forEach(node::put);
    }

    private static void codec(ObjectNode node, CodecLevel codec) {
        node.put("codec", codec.codec().name());
        OptionalInt level = codec.level();
        if (level.isPresent()) {
            node.put("level", level.getAsInt());
        }
    }

    private static void perTerabyte(ObjectNode node, PerTerabyte per) {
        number(node, "savedGigabytes", per.savedGigabytes());
        number(node, "writeCoreHoursNow", per.writeHoursNow());
        number(node, "writeCoreHours", per.writeHours());
        number(node, "scanCoreHoursNow", per.scanHoursNow());
        number(node, "scanCoreHours", per.scanHours());
        number(node, "convertCoreHours", per.convertHours());
    }

    private static void spread(ObjectNode node, Spread spread) {
        node.put("rowGroups", spread.rowGroups());
        number(node, "least", spread.least());
        number(node, "greatest", spread.greatest());
        number(node, "error", spread.error());
    }

    private static void column(ObjectNode node, ColumnAdvice column, Measurement chosen) {
        node.put("path", column.path());
        number(node, "share", column.share());
        node.put("sampledBytes", column.sampledBytes());
        node.put("reason", column.reason());
        node.put("unchanged", column.isUnchanged());
        node.put("ownChoice", column.hasOwnChoice());
        measurement(node.putObject("choice"), column.choice());
        ArrayNode candidates = node.putArray("candidates");
        for (Measurement measured : column.candidates()) {
            ObjectNode candidate = candidates.addObject();
            measurement(candidate, measured);
            candidate.put("now", measured == column.now());
            candidate.put("chosen", measured == chosen);
        }
    }

    private static void measurement(ObjectNode node, Measurement measured) {
        codec(node, measured.codec());
        node.put("bytes", Math.round(measured.bytes()));
        number(node, "ratio", measured.ratio());
        number(node, "compressSeconds", measured.compressSeconds());
        number(node, "decompressSeconds", measured.decompressSeconds());
        number(node, "compressMBps", measured.compressSpeed());
        number(node, "decompressMBps", measured.decompressSpeed());
        node.put("front", measured.isOnFront());
    }

    private static void number(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, Double.parseDouble(String.format(Locale.ROOT, "%.5g", value)));
        }
    }
}
