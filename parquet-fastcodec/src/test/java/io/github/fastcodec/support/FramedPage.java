// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A compressed page outside a file, for codecs that no tool writes to or reads from files.
 *
 * @param unit the content of the page, which is repeated {@code times} times
 */
public record FramedPage(String name, CompressionCodecName codec, String unit, int times, byte[] compressed) {

    public static List<FramedPage> load(Path json) throws IOException {
        List<FramedPage> pages = new ArrayList<>();
        for (JsonNode page : new ObjectMapper().readTree(json.toFile())) {
            pages.add(new FramedPage(
                    page.get("name").textValue(),
                    CompressionCodecName.valueOf(page.get("codec").textValue()),
                    page.get("content").get(0).textValue(),
                    page.get("content").get(1).intValue(),
                    HexFormat.of().parseHex(page.get("page").textValue())));
        }
        return pages;
    }

    public static void save(List<FramedPage> pages, Path json) throws IOException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (FramedPage page : pages) {
            array.addObject()
                    .put("name", page.name)
                    .put("codec", page.codec.name())
                    .put("page", HexFormat.of().formatHex(page.compressed))
                    .putArray("content")
                    .add(page.unit)
                    .add(page.times);
        }
        new ObjectMapper().writeValue(json.toFile(), array);
    }

    public byte[] content() {
        return unit.repeat(times).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the output of a compressor or decompressor in a new array. */
    public static byte[] bytes(BytesInput input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        input.writeAllTo(bytes);
        return bytes.toByteArray();
    }

    @Override
    public String toString() {
        return name;
    }
}
