// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts entries into the key-value metadata of one footer, byte by byte, so that what nobody here knows stays. For one thread. */
final class KeyValueInsertion {

    /** FileMetaData.key_value_metadata. */
    private static final int KEY_VALUES = 5;

    /** KeyValue.key. */
    private static final int KEY = 1;

    /** KeyValue.value. */
    private static final int VALUE = 2;

    /** A list's header of one byte has this number of elements at most; 15 there says that the number follows. */
    private static final int LONGEST_SHORT_LIST = 14;

    private final byte[] footer;
    private final CompactScanner scanner;
    private final Map<String, String> entries;

    /** The entries that the footer has not, as far as it was scanned. */
    private final Map<String, String> missing;

    /** What takes the place of bytes, by their start. */
    private final SortedMap<Integer, Edit> edits = new TreeMap<>();

    /** Bytes up to {@code end} that others replace. */
    private static final class Edit {

        private final int end;
        private final byte[] bytes;

        private Edit(int end, byte[] bytes) {
            this.end = end;
            this.bytes = bytes;
        }
    }

    /**
     * Creates an insertion.
     *
     * @param origin where the footer starts in its file, for messages
     */
    KeyValueInsertion(byte[] footer, long origin, Map<String, String> entries) {
        this.footer = footer;
        this.scanner = new CompactScanner(footer, 0, footer.length, origin);
        this.entries = entries;
        this.missing = new LinkedHashMap<>(entries);
    }

    /** Returns the new footer. */
    byte[] footer() throws FileDefect {
        CompactScanner.Struct metaData = scanner.struct("FileMetaData");
        Slot list = new Slot(KEY_VALUES, CompactScanner.LIST);
        while (list.next(metaData)) {
            if (metaData.id() == KEY_VALUES) {
                setEntries(metaData);
            } else {
                metaData.skip();
            }
        }
        if (!list.isTaken()) {
            list.insert(newList());
        }
        return edited();
    }

    private void setEntries(CompactScanner.Struct metaData) throws FileDefect {
        int header = scanner.position();
        int count = metaData.list(CompactScanner.STRUCT);
        int first = scanner.position();
        for (int i = 0; i < count; i++) {
            setEntry();
        }
        if (!missing.isEmpty()) {
            edits.put(header, new Edit(first, listHeader(count + missing.size())));
            edits.put(scanner.position(), new Edit(scanner.position(), missingEntries()));
        }
    }

    private void setEntry() throws FileDefect {
        CompactScanner.Struct entry = scanner.struct("KeyValue");
        Slot value = new Slot(VALUE, CompactScanner.BINARY);
        String key = null;
        int valueStart = 0;
        int valueEnd = 0;
        while (value.next(entry)) {
            switch (entry.id()) {
                case KEY:
                    key = entry.string();
                    break;
                case VALUE:
                    valueStart = scanner.position();
                    entry.string();
                    valueEnd = scanner.position();
                    break;
                default:
                    entry.skip();
            }
        }
        String newValue = entries.get(key);
        if (newValue == null) {
            return;
        }
        missing.remove(key);
        if (value.isTaken()) {
            edits.put(valueStart, new Edit(valueEnd, string(newValue)));
        } else {
            value.insert(string(newValue));
        }
    }

    private byte[] newList() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(listHeader(missing.size()));
        out.writeBytes(missingEntries());
        return out.toByteArray();
    }

    private static byte[] listHeader(int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (count <= LONGEST_SHORT_LIST) {
            out.write(count << 4 | CompactScanner.STRUCT);
        } else {
            out.write(0xf0 | CompactScanner.STRUCT);
            Splicer.writeVarint(count, out);
        }
        return out.toByteArray();
    }

    private byte[] missingEntries() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        missing.forEach((key, value) -> {
            out.write(KEY << 4 | CompactScanner.BINARY);
            out.writeBytes(string(key));
            out.write(VALUE - KEY << 4 | CompactScanner.BINARY);
            out.writeBytes(string(value));
            out.write(0);
        });
        return out.toByteArray();
    }

    private static byte[] string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Splicer.writeVarint(utf8.length, out);
        out.writeBytes(utf8);
        return out.toByteArray();
    }

    private byte[] edited() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(footer.length + 256);
        int from = 0;
        for (Map.Entry<Integer, Edit> edit : edits.entrySet()) {
            out.write(footer, from, edit.getKey() - from);
            out.writeBytes(edit.getValue().bytes);
            from = edit.getValue().end;
        }
        out.write(footer, from, footer.length - from);
        return out.toByteArray();
    }

    /** Walks through a structure, and finds where a field would stand that it lacks: before the first one of a higher number. */
    private final class Slot {

        private final int id;
        private final int type;
        private boolean isTaken;

        /** The number of the field before the place, or of the last one that was seen. */
        private int before;

        /** Where the header stands of the field behind the place, or the byte that ends the structure; -1 while it is not known. */
        private int place = -1;

        private Slot(int id, int type) {
            this.id = id;
            this.type = type;
        }

        /** Goes on to the next field of the structure, or returns false at its end. */
        private boolean next(CompactScanner.Struct struct) throws FileDefect {
            int header = scanner.position();
            boolean isField = struct.next();
            isTaken |= isField && struct.id() == id;
            if (place < 0) {
                if (!isField || struct.id() > id) {
                    place = header;
                } else {
                    before = struct.id();
                }
            }
            return isField;
        }

        private boolean isTaken() {
            return isTaken;
        }

        /** Inserts the field, and lets a number behind it that counts from the field before count from this one. */
        private void insert(byte[] content) {
            int step = id - before;
            int behind = footer[place] & 0xff;
            // A step of 0 says that the number itself follows, or that the structure ends here: both stay.
            int behindStep = behind >>> 4 == 0 ? 0 : (behind >>> 4) - step;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            if (step <= 15) {
                out.write(step << 4 | type);
            } else { // behind a field of a negative number
                out.write(type);
                out.write(id << 1);
            }
            out.writeBytes(content);
            out.write(behindStep << 4 | behind & 0xf);
            edits.put(place, new Edit(place + 1, out.toByteArray()));
        }
    }
}
