// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.s3;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/** A server of the S3 protocol with one bucket, behind a proxy. The tests query the server directly. */
final class Store implements Closeable {

    static final String BUCKET = "lake";

    private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");
    private static final Pattern UPLOAD = Pattern.compile("<Key>([^<]*)</Key>\\s*<UploadId>([^<]*)<");

    private final HttpClient client = HttpClient.newHttpClient();
    private final S3Proxy server;
    private final StoreProxy proxy;

    Store() throws Exception {
        server = S3Proxy.builder()
                .blobStore(new TransientNio2BlobStore())
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.NONE, null, null)
                .build();
        server.start();
        proxy = new StoreProxy("127.0.0.1", server.getPort());
        ask("PUT", "", HttpRequest.BodyPublishers.noBody());
    }

    StoreProxy proxy() {
        return proxy;
    }

    void put(String key, byte[] bytes, String... headers) throws IOException {
        HttpResponse<byte[]> answer = ask("PUT", "/" + key, HttpRequest.BodyPublishers.ofByteArray(bytes), headers);
        if (answer.statusCode() != 200) {
            throw new IOException(key + ": " + new String(answer.body()));
        }
    }

    /** Returns an object, or nothing if there is none. */
    Optional<byte[]> get(String key) throws IOException {
        HttpResponse<byte[]> answer = ask("GET", "/" + key, HttpRequest.BodyPublishers.noBody());
        return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
    }

    /** Returns the values of some headers of an object. */
    List<String> headers(String key, List<String> names) throws IOException {
        HttpHeaders headers =
                ask("HEAD", "/" + key, HttpRequest.BodyPublishers.noBody()).headers();
        return names.stream()
                .map(name -> name + ": " + headers.firstValue(name).orElse(""))
                .toList();
    }

    /** Returns all objects whose keys have a prefix, by key. */
    Map<String, byte[]> all(String prefix) throws IOException {
        Map<String, byte[]> objects = new TreeMap<>();
        Matcher key =
                KEY.matcher(new String(ask("GET", "?list-type=2&prefix=" + prefix, HttpRequest.BodyPublishers.noBody())
                        .body()));
        while (key.find()) {
            objects.put(key.group(1), get(key.group(1)).orElseThrow());
        }
        return objects;
    }

    void delete(String prefix) throws IOException {
        for (String key : all(prefix).keySet()) {
            ask("DELETE", "/" + key, HttpRequest.BodyPublishers.noBody());
        }
    }

    /** Returns the number of uploads that have not ended. */
    long openUploads() throws IOException {
        String answer = new String(
                ask("GET", "?uploads", HttpRequest.BodyPublishers.noBody()).body());
        return Pattern.compile("<UploadId>").matcher(answer).results().count();
    }

    /** Ends all uploads, as another process might. */
    void endUploads() throws IOException {
        Matcher upload = UPLOAD.matcher(new String(
                ask("GET", "?uploads", HttpRequest.BodyPublishers.noBody()).body()));
        while (upload.find()) {
            ask("DELETE", "/" + upload.group(1) + "?uploadId=" + upload.group(2), HttpRequest.BodyPublishers.noBody());
        }
    }

    private HttpResponse<byte[]> ask(String method, String target, HttpRequest.BodyPublisher body, String... headers)
            throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + server.getPort() + "/" + BUCKET + target);
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, body);
            return client.send(
                    (headers.length == 0 ? request : request.headers(headers)).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
