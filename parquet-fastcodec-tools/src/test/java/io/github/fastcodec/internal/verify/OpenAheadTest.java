// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.internal.storage.FileInput;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files on a failing storage that are opened before their turn. */
class OpenAheadTest {

    /** The room for files that are fetched before their turn, in bytes. */
    private static final long ROOM = 128 << 20;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    /** Returns a file that takes all the room; fetching it fails if its name is bad. */
    private FileInput opened(String name) {
        return new FileInput() {
            @Override
            public long length() {
                return ROOM;
            }

            @Override
            public void fetch() throws IOException {
                events.add("fetched " + name);
                if (name.equals("bad")) {
                    throw new IOException("lost");
                }
            }

            @Override
            public void read(long position, byte[] target, int offset, int length) {
                throw new UnsupportedOperationException("nothing is read");
            }

            @Override
            public boolean isOneStream() {
                return false;
            }

            @Override
            public void close() {
                events.add("closed " + name);
            }
        };
    }

    private String next() {
        try {
            return events.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    // Would catch: a run over an unreliable store that soon no longer fetches any file before its turn.
    @Test
    @Timeout(60)
    void failedFetchLeavesItsRoomToTheNext() throws IOException {
        // The iterator advances to the second file once the first one is closed.
        Stream<String> names = Stream.of("bad", "good").peek(name -> {
            if (name.equals("good")) {
                assertEquals(List.of("fetched bad", "closed bad"), List.of(next(), next()));
            }
        });
        try (OpenAhead ahead = new OpenAhead(names.iterator(), this::opened)) {
            assertEquals("bad", ahead.next());
            assertThrows(IOException.class, () -> ahead.open("bad"));
            assertEquals("good", ahead.next());
            ahead.open("good");
            assertEquals("fetched good", events.poll());
        }
    }
}
