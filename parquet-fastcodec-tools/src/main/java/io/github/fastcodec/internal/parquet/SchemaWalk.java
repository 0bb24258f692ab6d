// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Walks through the elements of a schema, a list in which each element comes before its children. The walk keeps one name for
 * each level of nesting; it keeps something for each column only if {@linkplain #columns columns} are wanted. Not thread-safe.
 */
final class SchemaWalk {

    /**
     * The maximum nesting of groups. Readers recurse into a schema, and this many levels fit on a thread's stack of 512 KiB with
     * room to spare.
     */
    static final int MAX_DEPTH = 1_000;

    private static final int LAST_TYPE = 7;
    private static final int REQUIRED = 0;
    private static final int REPEATED = 2;
    private static final int LAST_REPETITION = REPEATED;
    private static final int LAST_CONVERTED_TYPE = 21;

    /** The memory of an element, here and in parquet-java's schema, in bytes. */
    private static final int ELEMENT_MEMORY = 500;

    /** The memory of one name in a column's path in addition to its characters, in bytes. */
    private static final int NAME_MEMORY = 8;

    /** The maximum levels of a column; 0 for a kind of levels that the column does not have. */
    record MaxLevels(int maxDefinition, int maxRepetition) {}

    private final Set<Note> notes;
    private final Set<Integer> convertedTypes;
    private final SortedMap<String, Integer> ids = new TreeMap<>();
    private final List<String> paths = new ArrayList<>();
    private final List<MaxLevels> levels = new ArrayList<>();
    private final boolean wantsColumns;

    /**
     * These four arrays hold, for each open group, its name, the number of missing children, the length of the path to it, and
     * its maximum levels.
     */
    private String[] names = new String[8];

    private int[] missing = new int[8];
    private long[] lengths = new long[8];
    private MaxLevels[] groups = new MaxLevels[8];
    private int depth;

    private long memory;
    private int leaves;

    private SchemaWalk(Set<Note> notes, Set<Integer> convertedTypes, boolean wantsColumns) {
        this.notes = notes;
        this.convertedTypes = convertedTypes;
        this.wantsColumns = wantsColumns;
    }

    /**
     * Walks through the schema, which must be the current field of the FileMetaData {@code outer}.
     *
     * @param notes receives a note for each unknown part that is kept
     * @param convertedTypes receives the unknown converted types, which are kept
     * @throws FileDefect if the elements do not form a tree, or form one that is too deep
     */
    static SchemaWalk through(
            CompactScanner scanner, CompactScanner.Struct outer, Set<Note> notes, Set<Integer> convertedTypes)
            throws FileDefect {
        SchemaWalk walk = new SchemaWalk(notes, convertedTypes, false);
        walk.run(scanner, outer);
        return walk;
    }

    /** Returns the approximate memory of the schema when it is read as a whole, in bytes. */
    long memory() {
        return memory;
    }

    /** Returns the number of elements that have a type and no children: the columns. */
    int leaves() {
        return leaves;
    }

    /**
     * Walks through the schema of a footer and keeps the path, levels and id of each column, so its memory grows with the number
     * of columns.
     *
     * @param origin the offset of the footer in the file, for messages
     */
    static SchemaWalk columns(byte[] footer, long origin) throws FileDefect {
        CompactScanner scanner = new CompactScanner(footer, 0, footer.length, origin);
        for (CompactScanner.Struct struct = scanner.struct("FileMetaData"); struct.next(); struct.skip()) {
            if (struct.id() == 2) {
                SchemaWalk walk = new SchemaWalk(new HashSet<>(), new HashSet<>(), true);
                walk.run(scanner, struct);
                return walk;
            }
        }
        throw new FileDefect("its footer has no schema");
    }

    /** Returns the dotted paths of the columns in schema order; immutable, and empty unless columns were wanted. */
    List<String> paths() {
        return Collections.unmodifiableList(paths);
    }

    /** Returns the levels of the columns in schema order; immutable, and empty unless columns were wanted. */
    List<MaxLevels> levels() {
        return Collections.unmodifiableList(levels);
    }

    /** Returns the ids of columns that have one, keyed by dotted path; immutable, and empty unless columns were wanted. */
    SortedMap<String, Integer> ids() {
        return Collections.unmodifiableSortedMap(ids);
    }

    private void run(CompactScanner scanner, CompactScanner.Struct outer) throws FileDefect {
        int count = outer.list(CompactScanner.STRUCT);
        for (int i = 0; i < count; i++) {
            while (depth > 0 && missing[depth - 1] == 0) {
                depth--;
            }
            if (i > 0 && depth == 0) {
                throw new FileDefect("its schema has " + count + " elements, but its groups hold " + i + " in all");
            }
            add(scanner.struct("SchemaElement"), count - i - 1);
        }
        for (int level = 0; level < depth; level++) {
            if (missing[level] > 0) {
                throw new FileDefect(
                        "its schema has " + count + " elements, but its group " + names[level] + " has more children");
            }
        }
    }

    private void add(CompactScanner.Struct element, int remaining) throws FileDefect {
        String name = "";
        int children = 0;
        int id = 0;
        int repetition = 0;
        boolean hasId = false;
        boolean hasType = false;
        while (element.next()) {
            switch (element.id()) {
                case 1 -> {
                    requireKnown("type", element.i32(), LAST_TYPE);
                    hasType = true;
                }
                case 3 -> {
                    repetition = element.i32();
                    requireKnown("repetition_type", repetition, LAST_REPETITION);
                }
                case 6 -> {
                    int type = element.i32();
                    if (type < 0 || type > LAST_CONVERTED_TYPE) {
                        convertedTypes.add(type);
                        notes.add(
                                Note.kept("the converted type " + type + " is not known to this version, and is kept"));
                    }
                }
                case 4 -> name = element.string();
                case 5 -> children = element.i32();
                case 9 -> {
                    id = element.i32();
                    hasId = true;
                }
                case 10 -> {
                    element.require(CompactScanner.STRUCT);
                    Shape.LOGICAL_TYPE.skip(element, notes);
                }
                default -> Shape.SCHEMA_ELEMENT.skipField(element, notes);
            }
        }
        element.requireField(4);
        if (children < 0 || children > remaining) {
            throw new FileDefect("its schema says that " + name + " has " + children + " children, but " + remaining
                    + " elements follow");
        }
        if (depth > 0) {
            missing[depth - 1]--;
        }
        long length = depth == 0 ? 0 : lengths[depth - 1] + name.length() + NAME_MEMORY;
        MaxLevels inside = depth == 0
                ? new MaxLevels(0, 0)
                : new MaxLevels(
                        groups[depth - 1].maxDefinition + (repetition == REQUIRED ? 0 : 1),
                        groups[depth - 1].maxRepetition + (repetition == REPEATED ? 1 : 0));
        memory += ELEMENT_MEMORY + name.length();
        if (children > 0 || depth == 0) {
            open(name, children, length, inside);
        } else {
            memory += 2 * length;
            leaves += hasType ? 1 : 0;
            if (wantsColumns && hasType) {
                String path = path(name);
                paths.add(path);
                levels.add(inside);
                if (hasId) {
                    ids.put(path, id);
                }
            }
        }
    }

    private static void requireKnown(String name, int number, int last) throws FileDefect {
        if (number < 0 || number > last) {
            throw new FileDefect(
                    "its schema has the " + name + " " + number + ", which does not exist: expected 0 to " + last);
        }
    }

    private void open(String name, int children, long length, MaxLevels inside) throws FileDefect {
        if (depth > MAX_DEPTH) {
            throw new FileDefect("its schema has nested groups beyond the limit of " + MAX_DEPTH + " levels");
        }
        if (depth == names.length) {
            names = Arrays.copyOf(names, 2 * depth);
            missing = Arrays.copyOf(missing, 2 * depth);
            lengths = Arrays.copyOf(lengths, 2 * depth);
            groups = Arrays.copyOf(groups, 2 * depth);
        }
        names[depth] = name;
        missing[depth] = children;
        lengths[depth] = length;
        groups[depth] = inside;
        depth++;
    }

    private String path(String name) {
        StringBuilder path = new StringBuilder();
        for (int level = 1; level < depth; level++) {
            path.append(names[level]).append('.');
        }
        return path.append(name).toString();
    }
}
