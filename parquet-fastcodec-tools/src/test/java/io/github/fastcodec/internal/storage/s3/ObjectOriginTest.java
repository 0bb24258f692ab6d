// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Origin;
import io.github.fastcodec.internal.storage.Storage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/** An object's metadata record its origin, until another object replaces it. */
class ObjectOriginTest {

    private static final Origin ORIGIN = Origin.of("source", "plan");
    private static final String PATH = "s3://bucket/object";

    /** A bucket for one object. */
    private static final class Bucket implements S3Client {

        private byte[] bytes = {};
        private Map<String, String> metadata = new HashMap<>();
        private int puts;

        private String tag() {
            return "\"" + puts + "\"";
        }

        private void take(RequestBody body) {
            try {
                bytes = body.contentStreamProvider().newStream().readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            puts++;
        }

        @Override
        public HeadObjectResponse headObject(HeadObjectRequest request) {
            if (puts == 0) {
                throw S3Exception.builder().statusCode(404).build();
            }
            return HeadObjectResponse.builder().metadata(metadata).build();
        }

        @Override
        public ResponseInputStream<GetObjectResponse> getObject(GetObjectRequest request) {
            String[] bounds = request.range().substring("bytes=".length()).split("-");
            boolean isTail = bounds[0].isEmpty();
            int start = isTail ? Math.max(0, bytes.length - Integer.parseInt(bounds[1])) : Integer.parseInt(bounds[0]);
            int end = isTail ? bytes.length : Integer.parseInt(bounds[1]) + 1;
            GetObjectResponse answer = GetObjectResponse.builder()
                    .contentRange("bytes " + start + "-" + (end - 1) + "/" + bytes.length)
                    .eTag(tag())
                    .lastModified(Instant.EPOCH)
                    .metadata(metadata)
                    .build();
            return new ResponseInputStream<>(answer, new ByteArrayInputStream(bytes, start, end - start));
        }

        @Override
        public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
            metadata = request.metadata();
            take(body);
            return PutObjectResponse.builder().build();
        }

        @Override
        public CreateMultipartUploadResponse createMultipartUpload(CreateMultipartUploadRequest request) {
            metadata = request.metadata();
            return CreateMultipartUploadResponse.builder().uploadId("upload").build();
        }

        @Override
        public UploadPartResponse uploadPart(UploadPartRequest request, RequestBody body) {
            return UploadPartResponse.builder().eTag("part").build();
        }

        @Override
        public CompleteMultipartUploadResponse completeMultipartUpload(CompleteMultipartUploadRequest request) {
            bytes = new byte[S3Store.PART + 1];
            puts++;
            return CompleteMultipartUploadResponse.builder().build();
        }

        @Override
        public String serviceName() {
            return "s3";
        }

        @Override
        public void close() {}
    }

    private final Bucket bucket = new Bucket();
    private final Storage storage = new S3Storage(new S3Store(bucket));

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
        bucket.putObject(PutObjectRequest.builder().build(), RequestBody.fromBytes(new byte[3]));
        assertNotEquals(before, version());
        assertEquals(Optional.empty(), origin());
    }

    // Would catch: metadata that a program has copied from another object.
    @Test
    void objectWithMetadataOfALongerOneHasNoOrigin() throws IOException {
        write(3);
        bucket.putObject(
                PutObjectRequest.builder().metadata(bucket.metadata).build(), RequestBody.fromBytes(new byte[2]));
        assertEquals(Optional.empty(), origin());
    }
}
