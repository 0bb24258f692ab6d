// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.settings;

import io.github.fastcodec.internal.format.CodecFacts;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration: its type, default, range, unit, scope and meaning. It converts the text in a configuration
 * to a typed value. Immutable and thread-safe.
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {

    /** The scope of a value. */
    public enum Scope {
        /** One codec, in all files that use the configuration. The value is checked when the codec is requested. */
        CODEC,
        /** All files that use the configuration. */
        FILE,
        /** The whole process. */
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
     * @param defaultText the default as configured, or a description of it
     * @param hasDefault false if the default is not one of the values, or depends on the machine
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

    /** Returns the setting of a codec's level. Its errors name the codec too. */
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

    /**
     * Returns a setting whose default is not one of its values, or depends on the machine; {@code words} describe the
     * default.
     */
    static <T> Setting<T> withoutDefault(Scope scope, String key, ValueType<T> type, String words, String meaning) {
        return new Setting<>(scope, key, key, type, words, false, meaning);
    }

    /** Returns the key. */
    public String key() {
        return key;
    }

    /** Returns the scope of a value. */
    public Scope scope() {
        return scope;
    }

    /** Returns the type of the values, in one to three words. */
    public String type() {
        return type.name();
    }

    /** Returns the range of the values and their unit, for a table. */
    public String range() {
        return type.range();
    }

    /** Returns the default as it would be configured, or, if {@link #hasDefault} is false, a description of it. */
    public String defaultText() {
        return defaultText;
    }

    /** Returns whether {@link #defaultText} returns a value. */
    public boolean hasDefault() {
        return defaultValue != null;
    }

    /** Returns what the setting does, as sentences in Markdown without links. */
    public String meaning() {
        return meaning;
    }

    /**
     * Parses a configured string, ignoring leading and trailing blanks.
     *
     * @throws IllegalArgumentException if {@code text} is not a valid value of this setting; the message names the key,
     *     the text and the range
     */
    public T parse(String text) {
        T value = type.read(text);
        if (value == null) {
            throw new IllegalArgumentException(subject + " is \"" + text + "\", expected " + type.expected());
        }
        return value;
    }

    /**
     * Returns the configured value; empty if the key is not set.
     *
     * @param lookup returns a key's text, or null if the key is not set
     * @throws IllegalArgumentException if the text is not a valid value; the message names the key, the text and the range
     */
    public Optional<T> find(UnaryOperator<String> lookup) {
        return Optional.ofNullable(lookup.apply(key)).map(this::parse);
    }

    /**
     * Returns the configured value of a setting that has a default, or the default if none is configured.
     *
     * @param lookup returns a key's text, or null if the key is not set
     * @throws IllegalArgumentException if the text is not a valid value; the message names the key, the text and the range
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
