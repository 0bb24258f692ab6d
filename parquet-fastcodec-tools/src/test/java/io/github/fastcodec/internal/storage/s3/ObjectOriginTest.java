// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Origin;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An object's metadata record its origin, until another object replaces it. */
class ObjectOriginTest {

    private static final Origin ORIGIN = Origin.of("source", "plan");
    private static final String PATH = "s3://bucket/object";

    private final FakeS3 store = new FakeS3();
    private final Storage storage = store.storage();

    private void write(int length) throws IOException {
        try (NewFile file = storage.create(PATH, null)) {
            file.output().write(new byte[length]);
            file.finish();
            file.setOrigin(ORIGIN);
            file.publish();
        }
    }

    private Optional<Origin> origin() throws IOException {
        try (FileInput input = storage.open(PATH)) {
            return input.origin();
        }
    }

    private Optional<String> version() throws IOException {
        try (FileInput input = storage.open(PATH)) {
            return input.version();
        }
    }

    // Would catch: an object that is compared page by page on each run; small and large objects are uploaded
    // differently.
    @ParameterizedTest
    @ValueSource(ints = {3, S3Store.PART + 1})
    void objectKeepsItsOrigin(int length) throws IOException {
        write(length);
        assertEquals(Optional.of(ORIGIN), origin());
    }

    @Test
    void replacingObjectHasAnotherVersionAndNoOrigin() throws IOException {
        write(3);
        Optional<String> before = version();
        store.etag = "\"other\"";
        store.put("object", new byte[3], Map.of());
        assertNotEquals(before, version());
        assertEquals(Optional.empty(), origin());
    }

    // Would catch: metadata that a program has copied from another object.
    @Test
    void objectWithMetadataOfALongerOneHasNoOrigin() throws IOException {
        write(3);
        store.put("object", new byte[2], store.objects.get("object").headers());
        assertEquals(Optional.empty(), origin());
    }
}
