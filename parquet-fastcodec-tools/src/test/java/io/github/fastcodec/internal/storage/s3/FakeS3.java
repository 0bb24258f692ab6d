// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;

/**
 * A store in memory that replaces the client's connections: it keeps the headers of a request, and returns them for a GET, as the
 * S3 API reference describes. A test may answer some requests itself.
 */
final class FakeS3 implements SdkHttpClient {

    /** An object, with the headers of its GET responses. */
    record Stored(byte[] bytes, Map<String, String> headers) {}

    /** A response. */
    record Answer(int status, Map<String, String> headers, InputStream body) {

        Answer(int status, Map<String, String> headers, String body) {
            this(status, headers, new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
        }

        static Answer error(int status, String code) {
            return new Answer(
                    status, Map.of(), "<Error><Code>" + code + "</Code><Message>by the test</Message></Error>");
        }
    }

    /** A request: its kind, such as {@code GET ?tagging}, the key, and its headers. */
    record Request(String kind, String key, Map<String, String> headers) {}

    final Map<String, Stored> objects = Collections.synchronizedMap(new TreeMap<>());
    final Map<String, Map<String, String>> tags = new TreeMap<>();
    final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

    /** The ETag of all objects and parts. */
    String etag = "\"tag\"";

    /** Answers a request itself, or returns null. */
    Function<Request, @Nullable Answer> fate = request -> null;

    /** Whether responses have the CRC32C of the bytes received. */
    boolean confirms = true;

    /** Returns the bytes that the store keeps of the body of an object or a part. */
    UnaryOperator<byte[]> keeping = body -> body;

    /** If this is {@code http}, the client sends signed chunks ({@code aws-chunked}), and this store keeps their framing. */
    String scheme = "https";

    private final Map<Integer, byte[]> parts = Collections.synchronizedMap(new TreeMap<>());

    /** The checksums of the parts as they were received. */
    private final Map<Integer, byte[]> checksums = Collections.synchronizedMap(new TreeMap<>());

    private Map<String, String> uploadHeaders = Map.of();

    S3Storage storage() {
        return new S3Storage(new S3Store(S3StorageProvider.builder()
                .httpClient(this)
                .endpointOverride(URI.create(scheme + "://store.test"))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .build()));
    }

    /** Puts an object with the headers of a request. */
    void put(String key, byte[] bytes, Map<String, String> headers) {
        objects.put(key, new Stored(bytes, kept(headers)));
        String tagging = headers.get("x-amz-tagging");
        if (tagging != null) {
            tags.put(key, tags(tagging));
        }
    }

    /** Returns the headers of a request that become part of the object. */
    private static Map<String, String> kept(Map<String, String> headers) {
        Map<String, String> kept = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> {
            if (name.matches("(?i)x-amz-meta-.*|x-amz-server-side-encryption.*|x-amz-storage-class|x-amz-website.*|"
                    + "x-amz-object-lock.*|x-amz-missing-meta|Content-(Type|Encoding|Language|Disposition)|Cache-Control|"
                    + "Expires")) {
                kept.put(name, value);
            }
        });
        return kept;
    }

    private static Map<String, String> tags(String tagging) {
        Map<String, String> tags = new TreeMap<>();
        for (String tag : tagging.split("&")) {
            String[] both = tag.split("=");
            tags.put(decoded(both[0]), decoded(both[1]));
        }
        return tags;
    }

    private static String decoded(String text) {
        return java.net.URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                Answer answer = answer(request);
                SdkHttpResponse.Builder head = SdkHttpResponse.builder().statusCode(answer.status);
                answer.headers.forEach(head::putHeader);
                return HttpExecuteResponse.builder()
                        .response(head.build())
                        .responseBody(AbortableInputStream.create(answer.body))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    private Answer answer(HttpExecuteRequest call) throws IOException {
        SdkHttpRequest http = call.httpRequest();
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        http.headers().forEach((name, values) -> headers.put(name, values.get(0)));
        String sub = "";
        for (String name : List.of("tagging", "uploads", "partNumber", "uploadId", "list-type")) {
            if (sub.isEmpty() && http.rawQueryParameters().containsKey(name)) {
                sub = " ?" + name;
            }
        }
        String[] path = decoded(http.encodedPath()).split("/", 3); // the bucket is the part between the slashes
        Request request = new Request(http.method() + sub, path.length < 3 ? "" : path[2], headers);
        requests.add(request);
        Answer played = fate.apply(request);
        if (played != null) {
            return played;
        }
        byte[] body = new byte[0];
        if (call.contentStreamProvider().isPresent()) {
            try (InputStream in = call.contentStreamProvider().get().newStream()) {
                body = in.readAllBytes();
            }
        }
        return switch (request.kind) {
            case "HEAD", "GET" -> get(request);
            case "PUT" -> {
                put(request.key, keeping.apply(body), headers);
                yield made(objects.get(request.key).headers, body);
            }
            case "POST ?uploads" -> {
                parts.clear();
                checksums.clear();
                uploadHeaders = headers;
                yield new Answer(200, Map.of(), "<R><UploadId>id</UploadId></R>");
            }
            case "PUT ?partNumber" -> {
                Integer number = Integer.valueOf(
                        http.rawQueryParameters().get("partNumber").get(0));
                parts.put(number, keeping.apply(body));
                checksums.put(number, checksum(body));
                yield made(Map.of(), body);
            }
            case "POST ?uploadId" -> {
                put(request.key, joined(parts.values()), uploadHeaders);
                String sum = confirms
                        ? "<ChecksumCRC32C>" + text(checksum(joined(checksums.values()))) + "-" + parts.size()
                                + "</ChecksumCRC32C>"
                        : "";
                yield new Answer(200, objects.get(request.key).headers, "<R><ETag>" + etag + "</ETag>" + sum + "</R>");
            }
            case "GET ?tagging" -> {
                StringBuilder set = new StringBuilder("<Tagging><TagSet>");
                tags.get(request.key)
                        .forEach((key, value) -> set.append(
                                "<Tag><Key>" + key + "</Key><Value>" + value.replace("&", "&amp;") + "</Value></Tag>"));
                yield new Answer(200, Map.of(), set + "</TagSet></Tagging>");
            }
            case "GET ?list-type", "GET ?uploads" ->
                new Answer(200, Map.of(), "<R><IsTruncated>false</IsTruncated></R>");
            case "DELETE" -> {
                objects.remove(request.key);
                yield new Answer(204, Map.of(), "");
            }
            default -> new Answer(204, Map.of(), "");
        };
    }

    private static byte[] joined(Collection<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return ByteBuffer.allocate(Integer.BYTES)
                .putInt((int) checksum.getValue())
                .array();
    }

    private static String text(byte[] checksum) {
        return Base64.getEncoder().encodeToString(checksum);
    }

    private Answer made(Map<String, String> headers, byte[] received) {
        Map<String, String> all = new TreeMap<>(headers);
        all.put("ETag", etag);
        if (confirms) {
            all.put("x-amz-checksum-crc32c", text(checksum(received)));
        }
        return new Answer(200, all, "");
    }

    Answer get(Request request) {
        Stored object = objects.get(request.key);
        if (object == null) {
            return Answer.error(404, "NoSuchKey");
        }
        int length = object.bytes.length;
        int start = 0;
        int end = length;
        Map<String, String> headers = new TreeMap<>(object.headers);
        String range = request.headers.get("Range");
        if (range != null && length == 0) {
            return Answer.error(416, "InvalidRange");
        }
        if (range != null) {
            String[] bounds = range.substring("bytes=".length()).split("-");
            start = bounds[0].isEmpty()
                    ? Math.max(0, length - Integer.parseInt(bounds[1]))
                    : Integer.parseInt(bounds[0]);
            end = bounds[0].isEmpty() ? length : Math.min(length, Integer.parseInt(bounds[1]) + 1);
            headers.put("Content-Range", "bytes " + start + "-" + (end - 1) + "/" + length);
        }
        headers.put("ETag", etag);
        headers.put("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT");
        headers.put("Content-Length", "" + (end - start));
        if (tags.containsKey(request.key)) {
            headers.put("x-amz-tagging-count", "" + tags.get(request.key).size());
        }
        return new Answer(
                range == null ? 200 : 206,
                headers,
                request.kind.equals("HEAD")
                        ? InputStream.nullInputStream()
                        : new ByteArrayInputStream(object.bytes, start, end - start));
    }

    @Override
    public void close() {}
}
