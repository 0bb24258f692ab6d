// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * The nesting of a column in the schema, which restricts its levels: a null or empty list has no further element, and the columns of
 * a group agree on where the group is null or repeated. Immutable.
 */
public final class Nesting {

    /**
     * A group with several fields, one of which is or contains the column.
     *
     * @param path its path in the schema, with dots
     * @param repetition the repetition level of the group
     * @param definition the lowest definition level at which the group is not null
     */
    public record Group(String path, int repetition, int definition) {}

    /**
     * A digest of where a group is null or repeated, according to the levels of one of its columns: a 64-bit polynomial hash of the
     * sequence of levels, and the number of levels.
     */
    public record Digest(long hash, long count) {

        public static final Digest EMPTY = new Digest(0, 0);

        private static final long BASE = 0xd6e8_feb8_6659_fd93L;
        private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

        /** Returns the hash of the levels of one value. */
        private static long hash(int repetition, int definition) {
            return ((long) repetition << Integer.SIZE | definition) * MIX + MIX;
        }

        public Digest followedBy(Digest next) {
            long power = 1;
            long square = BASE;
            for (long left = next.count; left > 0; left >>>= 1) {
                power *= (left & 1) == 0 ? 1 : square;
                square *= square;
            }
            return new Digest(hash * power + next.hash, count + next.count);
        }

        /** Returns the digest of the same levels repeated {@code times} times, computed by doubling. */
        Digest times(int times) {
            Digest all = EMPTY;
            Digest doubled = this;
            for (int left = times; left > 0; left >>>= 1) {
                all = (left & 1) == 0 ? all : all.followedBy(doubled);
                doubled = doubled.followedBy(doubled);
            }
            return all;
        }
    }

    private final int[] definitionOfRepeated;
    private final List<Group> groups;

    private Nesting(int[] definitionOfRepeated, List<Group> groups) {
        this.definitionOfRepeated = definitionOfRepeated;
        this.groups = groups;
    }

    public static Nesting of(ColumnDescriptor column, GroupType schema) {
        int[] definitionOfRepeated = new int[column.getMaxRepetitionLevel()];
        List<Group> groups = new ArrayList<>();
        int repetition = 0;
        int definition = 0;
        StringBuilder path = new StringBuilder();
        GroupType group = schema;
        for (String name : column.getPath()) {
            Type type = group.getType(name);
            definition += type.getRepetition() == Type.Repetition.REQUIRED ? 0 : 1;
            if (type.getRepetition() == Type.Repetition.REPEATED) {
                definitionOfRepeated[repetition++] = definition;
            }
            path.append(path.isEmpty() ? "" : ".").append(name);
            if (!type.isPrimitive()) {
                group = type.asGroupType();
                if (group.getFieldCount() > 1) {
                    groups.add(new Group(path.toString(), repetition, definition));
                }
            }
        }
        return new Nesting(definitionOfRepeated, List.copyOf(groups));
    }

    /** Returns whether the nesting restricts the levels: the column has lists, or belongs to a group with several fields. */
    public boolean hasRules() {
        return definitionOfRepeated.length > 0 || !groups.isEmpty();
    }

    /** Returns the groups that the column shares with other columns, the outermost first. */
    public List<Group> groups() {
        return groups;
    }

    /**
     * Checks the levels of a page.
     *
     * @param repetitions the repetition levels; null for a column without lists
     * @param definitions the definition levels; null for a column without nulls
     * @return a digest for each of {@link #groups}
     * @throws FileDefect if the levels contradict the nesting
     */
    List<Digest> check(@Nullable Levels repetitions, @Nullable Levels definitions, int count) throws FileDefect {
        long[] hashes = new long[groups.size()];
        long[] counts = new long[groups.size()];
        int before = Integer.MAX_VALUE; // unknown, because the page may begin within a row
        for (int done = 0; done < count; ) {
            int run = Math.min(
                    repetitions == null ? count - done : repetitions.run(done, count),
                    definitions == null ? count - done : definitions.run(done, count));
            int repetition = repetitions == null ? 0 : repetitions.level();
            int definition = definitions == null ? 0 : definitions.level();
            if (repetition > 0) {
                int least = definitionOfRepeated[repetition - 1];
                if (Math.min(definition, before) < least) {
                    throw new FileDefect("value " + done + " has the repetition level " + repetition
                            + ", which continues a list, but the definition level "
                            + (definition < least ? definition : before + " before it")
                            + ", which means that the list is null or empty");
                }
            }
            before = definition;
            for (int g = 0; g < hashes.length; g++) {
                Group group = groups.get(g);
                if (repetition > group.repetition()) {
                    continue;
                }
                long levels = Digest.hash(repetition, Math.min(definition, group.definition()));
                if (run <= Long.SIZE) {
                    for (int i = 0; i < run; i++) {
                        hashes[g] = hashes[g] * Digest.BASE + levels;
                    }
                } else {
                    Digest all = new Digest(levels, 1).times(run);
                    hashes[g] = new Digest(hashes[g], counts[g]).followedBy(all).hash();
                }
                counts[g] += run;
            }
            if (repetitions != null) {
                repetitions.take(run);
            }
            if (definitions != null) {
                definitions.take(run);
            }
            done += run;
        }
        return IntStream.range(0, hashes.length)
                .mapToObj(g -> new Digest(hashes[g], counts[g]))
                .toList();
    }
}
