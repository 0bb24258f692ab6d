// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.settings;

import io.github.fastcodec.internal.format.CodecFacts;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration: its type, default, range, unit, scope and meaning. It makes a typed value of the text that a
 * configuration has. Immutable and safe for use by many threads.
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {

    /** What a value holds for. */
    public enum Scope {
        /** One codec of the files of a configuration; the value is checked when the codec is requested. */
        CODEC,
        /** The files of a configuration. */
        FILE,
        /** Everything in the process. */
        PROCESS
    }

    private final Scope scope;
    private final String key;
    private final String subject;
    private final ValueType<T> type;
    private final @Nullable T defaultValue;
    private final String defaultText;
    private final String meaning;

    /**
     * @param subject how an error names the setting
     * @param defaultText the default for people to read
     * @param hasDefault false if the default depends on the machine, or on others
     */
    private Setting(
            Scope scope,
            String key,
            String subject,
            ValueType<T> type,
            String defaultText,
            boolean hasDefault,
            String meaning) {
        this.scope = scope;
        this.key = key;
        this.subject = subject;
        this.type = type;
        this.defaultText = defaultText;
        this.defaultValue = hasDefault ? Objects.requireNonNull(type.read(defaultText), key) : null;
        this.meaning = meaning;
    }

    /**
     * Returns a setting with a default.
     *
     * @param defaultText the default, as it would be configured
     */
    static <T> Setting<T> of(Scope scope, String key, ValueType<T> type, String defaultText, String meaning) {
        return new Setting<>(scope, key, key, type, defaultText, true, meaning);
    }

    /** Returns the setting of the level of a codec that has levels; errors name the codec too. */
    static Setting<Integer> ofLevel(CompressionCodecName codec, CodecFacts.Levels levels, String meaning) {
        return new Setting<>(
                Scope.CODEC,
                levels.key(),
                "Compression level of " + codec + " (" + levels.key() + ")",
                ValueType.level(levels),
                Integer.toString(levels.defaultLevel()),
                true,
                meaning);
    }

    /** Returns a setting whose default is none of its values, or not the same everywhere: {@code words} describe it. */
    static <T> Setting<T> withoutDefault(Scope scope, String key, ValueType<T> type, String words, String meaning) {
        return new Setting<>(scope, key, key, type, words, false, meaning);
    }

    /** Returns the key. */
    public String key() {
        return key;
    }

    /** Returns what a value holds for. */
    public Scope scope() {
        return scope;
    }

    /** Returns the type of the values, in a word or three. */
    public String type() {
        return type.name();
    }

    /** Returns the values and their unit, for a table. */
    public String range() {
        return type.range();
    }

    /** Returns the default as it would be configured; if there is none, what happens instead. */
    public String defaultText() {
        return defaultText;
    }

    /** Returns whether what {@link #defaultText} returns is a value. */
    public boolean hasDefault() {
        return defaultValue != null;
    }

    /** Returns what the setting does, as sentences in Markdown without links. */
    public String meaning() {
        return meaning;
    }

    /**
     * Returns the value that a text stands for. Blanks around it do not count.
     *
     * @throws IllegalArgumentException if it is none; names key, text and range
     */
    public T parse(String text) {
        T value = type.read(text);
        if (value == null) {
            throw new IllegalArgumentException(subject + " is \"" + text + "\", expected " + type.expected());
        }
        return value;
    }

    /**
     * Returns the configured value.
     *
     * @param lookup returns a key's text, or null if it is not set
     * @throws IllegalArgumentException if the text is no value; names key, text and range
     */
    public Optional<T> find(UnaryOperator<String> lookup) {
        return Optional.ofNullable(lookup.apply(key)).map(this::parse);
    }

    /**
     * Returns the configured value of a setting that has a default, or the default if none is configured.
     *
     * @param lookup returns a key's text, or null if it is not set
     * @throws IllegalArgumentException if the text is no value; names key, text and range
     */
    public T get(UnaryOperator<String> lookup) {
        return find(lookup).orElseGet(() -> Objects.requireNonNull(defaultValue, key));
    }

    /** Returns the key. */
    @Override
    public String toString() {
        return key;
    }
}
