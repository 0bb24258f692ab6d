// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.io.Serializable;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Entries that the key-value metadata of a file gets, in the order in which they were given. Immutable and safe for use by many
 * threads; it travels between JVMs.
 */
public final class KeyValues implements Serializable {

    /** No entries, which leave a footer as it is. */
    public static final KeyValues NONE = new KeyValues(new LinkedHashMap<>());

    private static final long serialVersionUID = 1L;

    /**
     * Keys by which readers choose types, schemas and time zones: of Arrow, old versions of parquet-avro, GeoParquet, Hugging Face's
     * datasets, pandas, and Arrow's package for R.
     */
    static final Set<String> MEANT =
            Set.of("ARROW:schema", "avro.schema", "geo", "huggingface", "pandas", "PANDAS_ATTRS", "r");

    /**
     * What such keys begin with: those of Hudi, Iceberg, Hudi's bloom filters, Spark (calendars and time zones too), parquet-avro
     * and parquet-protobuf, parquet-thrift, and Hive. They include all by which {@code TableGuard} knows a table.
     */
    static final List<String> MEANT_PREFIXES =
            List.of("hoodie", "iceberg.", "org.apache.hudi.", "org.apache.spark.", "parquet.", "thrift.", "writer.");

    private final LinkedHashMap<String, String> entries;

    private KeyValues(LinkedHashMap<String, String> entries) {
        this.entries = entries;
    }

    /**
     * Returns a copy with one more entry, or with another value of a key that it has.
     *
     * @throws IllegalArgumentException if the key is empty, if it is one by which readers or table formats know how to read a file,
     *     or if the key or the value has half of a surrogate pair, which UTF-8 cannot hold; names the key
     */
    public KeyValues with(String key, String value) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        if (key.isEmpty()) {
            throw new IllegalArgumentException("the key is empty, expected at least one character");
        }
        if (MEANT.contains(key) || MEANT_PREFIXES.stream().anyMatch(key::startsWith)) {
            throw new IllegalArgumentException("the key \"" + key
                    + "\" tells readers or table formats how to read a file, and another value might change what they read:"
                    + " choose another key");
        }
        requireUtf8(key, key);
        requireUtf8(key, value);
        LinkedHashMap<String, String> more = new LinkedHashMap<>(entries);
        more.put(key, value);
        return new KeyValues(more);
    }

    private static void requireUtf8(String key, String text) {
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "the entry \"" + key + "\" has half of a surrogate pair, which UTF-8 cannot hold", e);
        }
    }

    /**
     * Returns a footer with these entries. Where it has an entry of the key, the value is replaced; of several entries of one key,
     * each, because readers disagree about which of them counts. Entries of other keys come last. Every other byte stays, except
     * for the number of entries, and for the number of the field behind an entry or a list that was not there, which counts
     * from the one before.
     *
     * @param footer a FileMetaData, which is not changed
     * @param origin where the footer starts in its file, for messages
     * @return {@code footer} itself if there are no entries
     * @throws FileDefect if the footer is damaged
     */
    byte[] into(byte[] footer, long origin) throws FileDefect {
        return entries.isEmpty() ? footer : new KeyValueInsertion(footer, origin, entries).footer();
    }
}
