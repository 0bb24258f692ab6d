// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.bench.Repeated;
import io.github.fastcodec.bench.turns.Operation;
import io.github.fastcodec.bench.turns.Subject;
import java.util.LinkedHashMap;
import java.util.Map;

/** One contender's pages: each shape in each size, compressed and decompressed. */
public final class PageSubject implements Subject {

    @Override
    public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared)
            throws Exception {
        CodecParam codec = CodecParam.parse(params.get("codec"));
        Map<String, Operation> operations = new LinkedHashMap<>();
        for (Map.Entry<?, ?> page : ((Map<?, ?>) shared).entrySet()) {
            PageImplementation implementation = PageImplementation.of(contender, codec, (byte[]) page.getValue());
            for (String operation : params.get("operations").split("\\+")) {
                Repeated.Call call = switch (operation) {
                    case "compress" -> implementation::compress;
                    case "decompress" -> implementation::decompress;
                    default ->
                        throw new IllegalArgumentException(
                                "operation " + operation + ", expected compress or decompress");
                };
                operations.put(
                        operation + "/" + page.getKey(), Repeated.writing(implementation.compressedSize(), call));
            }
        }
        return operations;
    }

    /**
     * Returns a page for each shape and size, keyed by its cell parameters. Both lists are separated by {@code +}; sizes are
     * in bytes.
     */
    static Map<String, byte[]> pages(String shapes, String sizes) {
        Map<String, byte[]> pages = new LinkedHashMap<>();
        for (String shape : shapes.split("\\+")) {
            for (String size : sizes.split("\\+")) {
                pages.put(
                        "shape=" + shape + "&size=" + size,
                        TpchPages.Shape.valueOf(shape).page(Integer.parseInt(size)));
            }
        }
        return pages;
    }
}
