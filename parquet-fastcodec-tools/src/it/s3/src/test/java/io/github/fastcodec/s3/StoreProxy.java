// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.s3;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A proxy in front of a store that counts requests and imitates the faults of networks and busy stores. It knows only as much of
 * S3 as it needs to tell the kinds of requests apart.
 */
final class StoreProxy implements Closeable {

    /** How a request is handled. */
    enum Fate {
        /** The request and its response are passed on. */
        PASSES,
        /** The response is "Slow Down"; the store does not receive the request. */
        SLOW_DOWN,
        /** The response is "Internal Error"; the store does not receive the request. */
        INTERNAL_ERROR,
        /** The response is "Access Denied"; the store does not receive the request. */
        FORBIDDEN,
        /** The response is "Conditional Request Conflict"; the store does not receive the request. */
        CONFLICT,
        /** The response is "No Such Upload"; the store does not receive the request. */
        NO_SUCH_UPLOAD,
        /** The response is "Invalid Argument"; the store does not receive the request. */
        INVALID_ARGUMENT,
        /** The request is passed on without its range. */
        NO_RANGE,
        /** The request is carried out, and the response has a different checksum. */
        WRONG_CHECKSUM,
        /** The request is carried out, and the response has no ETag. */
        NO_TAG,
        /** The request is carried out, and the response has no Last-Modified. */
        NO_DATE,
        /** The connection is reset; the store does not receive the request. */
        RESET,
        /** The request is carried out, and the connection is reset instead of a response. */
        ANSWER_LOST,
        /** The request is carried out, and the response is "Internal Error". */
        ANSWER_IS_AN_ERROR,
        /** The response ends in the middle of the body. */
        CUT,
        /** The response is an HTML page; the store does not receive the request. */
        PAGE,
        /** The response arrives in small pieces. */
        SLOW,
        /** A listing returns the previous response to the same request, if there is one. */
        LAGS
    }

    /** Decides the fate of each request; called by several threads. */
    interface Fates {
        Fate of(Request request);
    }

    /**
     * A request.
     *
     * @param target the path with its query
     * @param body the length of the body, in bytes
     */
    record Request(String method, String target, long body, Map<String, String> headers) {

        /** Returns the kind of the request. */
        String kind() {
            String query = target.indexOf('?') < 0 ? "" : target.substring(target.indexOf('?') + 1);
            return switch (method) {
                case "GET" -> query.contains("list-type") ? "LIST" : query.contains("uploads") ? "LIST UPLOADS" : "GET";
                case "PUT" -> query.contains("partNumber") ? "PUT PART" : "PUT";
                case "POST" -> query.contains("uploads") ? "BEGIN UPLOAD" : "COMPLETE UPLOAD";
                case "DELETE" -> query.contains("uploadId") ? "ABORT UPLOAD" : "DELETE";
                default -> method;
            };
        }
    }

    private static final String HEAD_END = "\r\n\r\n";

    private final ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final String host;
    private final int port;
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
    private final AtomicLong down = new AtomicLong();
    private final AtomicLong up = new AtomicLong();
    private final Map<String, byte[]> before = new ConcurrentHashMap<>();
    private volatile Fates fates = request -> Fate.PASSES;
    private volatile long latencyMillis;

    StoreProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        start(this::accept);
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    void decide(Fates newFates) {
        fates = newFates;
    }

    /** Delays each response. */
    void latency(long millis) {
        latencyMillis = millis;
    }

    /** Resets the counters. */
    void countAnew() {
        counts.clear();
        down.set(0);
        up.set(0);
    }

    /** Returns the number of requests of each kind. */
    Map<String, Long> counts() {
        Map<String, Long> now = new TreeMap<>();
        counts.forEach((kind, count) -> now.put(kind, count.get()));
        return now;
    }

    long requests() {
        return counts.values().stream().mapToLong(AtomicLong::get).sum();
    }

    /** Returns the total length of the bodies of GET responses, in bytes. */
    long bytesDown() {
        return down.get();
    }

    /** Returns the total length of the request bodies, in bytes. */
    long bytesUp() {
        return up.get();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "store-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                start(() -> serve(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(client.getInputStream(), 1 << 16);
            while (true) {
                byte[] head = head(in);
                if (head == null || !serve(client, in, head)) {
                    return;
                }
            }
        } catch (IOException e) {
            // One of the two is closed.
        }
    }

    /** Handles one request, and returns whether another one may follow. */
    private boolean serve(Socket client, InputStream in, byte[] head) throws IOException {
        String[] lines = new String(head, StandardCharsets.ISO_8859_1).split("\r\n");
        String[] first = lines[0].split(" ");
        Map<String, String> headers = headers(lines);
        long length = Long.parseLong(headers.getOrDefault("content-length", "0"));
        Request request = new Request(first[0], first[1], length, headers);
        counts.computeIfAbsent(request.kind(), none -> new AtomicLong()).incrementAndGet();
        OutputStream out = client.getOutputStream();
        if (headers.containsKey("expect")) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        byte[] body = in.readNBytes((int) length);
        if (body.length < length) {
            return false;
        }
        up.addAndGet(length);
        pause(latencyMillis);
        Fate fate = fates.of(request);
        switch (fate) {
            case SLOW_DOWN -> {
                error(out, request, 503, "SlowDown");
                return true;
            }
            case INTERNAL_ERROR -> {
                error(out, request, 500, "InternalError");
                return true;
            }
            case FORBIDDEN -> {
                error(out, request, 403, "AccessDenied");
                return true;
            }
            case CONFLICT -> {
                error(out, request, 409, "ConditionalRequestConflict");
                return true;
            }
            case NO_SUCH_UPLOAD -> {
                error(out, request, 404, "NoSuchUpload");
                return true;
            }
            case INVALID_ARGUMENT -> {
                error(out, request, 400, "InvalidArgument");
                return true;
            }
            case PAGE -> {
                answer(out, "200 OK", "text/html", "<html><body>Sign in</body></html>");
                return true;
            }
            case RESET -> {
                client.setSoLinger(true, 0);
                return false;
            }
            default -> {}
        }
        byte[] asked = fate == Fate.NO_RANGE ? edited(head, "(?i)\r\nRange: [^\r]*", "") : head;
        byte[] answer = ask(asked, body, request);
        if (fate == Fate.ANSWER_LOST) {
            client.setSoLinger(true, 0);
            return false;
        }
        answer = switch (fate) {
            case WRONG_CHECKSUM -> edited(answer, "(?i)(x-amz-checksum-crc32c): [^\r]*", "$1: AAAAAA==");
            case NO_TAG -> edited(answer, "(?i)\r\nETag: [^\r]*", "");
            case NO_DATE -> edited(answer, "(?i)\r\nLast-Modified: [^\r]*", "");
            default -> answer;
        };
        if (fate == Fate.ANSWER_IS_AN_ERROR) {
            error(out, request, 500, "InternalError");
            return true;
        }
        byte[] earlier = request.kind().equals("LIST") ? before.put(request.target(), answer) : null;
        answer(out, fate == Fate.LAGS && earlier != null ? earlier : answer, fate, request);
        if (fate == Fate.CUT) {
            client.setSoLinger(true, 0);
        }
        return fate != Fate.CUT;
    }

    private static byte[] edited(byte[] bytes, String pattern, String replacement) {
        return new String(bytes, StandardCharsets.ISO_8859_1)
                .replaceFirst(pattern, replacement)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void answer(OutputStream out, byte[] answer, Fate fate, Request request) throws IOException {
        int start = new String(answer, StandardCharsets.ISO_8859_1).indexOf(HEAD_END) + HEAD_END.length();
        int end = fate == Fate.CUT ? start + (answer.length - start) / 2 : answer.length;
        if (request.kind().equals("GET") && answer[9] == '2') { // the status
            down.addAndGet(end - start);
        }
        if (fate == Fate.SLOW) {
            for (int at = 0; at < end; at += Math.max(1, answer.length / 20)) {
                out.write(answer, at, Math.min(Math.max(1, answer.length / 20), end - at));
                out.flush();
                pause(20);
            }
        } else {
            out.write(answer, 0, end);
        }
        out.flush();
    }

    private static void error(OutputStream out, Request request, int status, String code) throws IOException {
        String body = request.method().equals("HEAD")
                ? ""
                : "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>by the proxy</Message></Error>";
        answer(out, status + " " + code, "application/xml", body);
    }

    private static void answer(OutputStream out, String status, String type, String body) throws IOException {
        out.write(("HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length()
                        + HEAD_END + body)
                .getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    /** Returns the store's response, with its body. */
    private byte[] ask(byte[] head, byte[] body, Request request) throws IOException {
        try (Socket store = new Socket(host, port)) {
            store.setTcpNoDelay(true);
            OutputStream out = store.getOutputStream();
            String once = new String(head, StandardCharsets.ISO_8859_1)
                    .replaceFirst("(?i)\r\n(Connection|Expect):[^\r]*", "")
                    .replaceFirst("(?i)\r\n(Connection|Expect):[^\r]*", "")
                    .replaceFirst(HEAD_END + "$", "\r\nConnection: close" + HEAD_END);
            out.write(once.getBytes(StandardCharsets.ISO_8859_1));
            out.write(body);
            out.flush();
            InputStream in = new BufferedInputStream(store.getInputStream(), 1 << 16);
            byte[] answerHead = head(in);
            if (answerHead == null) {
                throw new EOFException("no answer");
            }
            Map<String, String> headers = headers(new String(answerHead, StandardCharsets.ISO_8859_1).split("\r\n"));
            byte[] answerBody = request.method().equals("HEAD")
                    ? new byte[0]
                    : headers.containsKey("transfer-encoding")
                            ? chunked(in)
                            : headers.containsKey("content-length")
                                    ? in.readNBytes(Integer.parseInt(headers.get("content-length")))
                                    : in.readAllBytes();
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            String kept = new String(answerHead, StandardCharsets.ISO_8859_1)
                    .replaceFirst("(?i)\r\nConnection:[^\r]*", "")
                    .replaceFirst("(?i)\r\nTransfer-Encoding:[^\r]*", "");
            boolean hasLength =
                    headers.containsKey("content-length") || request.method().equals("HEAD");
            answer.write((hasLength || kept.startsWith("HTTP/1.1 204")
                            ? kept
                            : kept.replaceFirst(HEAD_END + "$", "\r\nContent-Length: " + answerBody.length + HEAD_END))
                    .getBytes(StandardCharsets.ISO_8859_1));
            answer.write(answerBody);
            return answer.toByteArray();
        }
    }

    private static byte[] chunked(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (true) {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
                line.append((char) c);
            }
            int length = Integer.parseInt(line.toString().trim(), 16);
            all.write(in.readNBytes(length));
            in.readNBytes(2);
            if (length == 0) {
                return all.toByteArray();
            }
        }
    }

    /** Reads the lines of a head and the empty line after them; returns null if there is none. */
    private static byte[] head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int matched = 0; matched < HEAD_END.length(); ) {
            int c = in.read();
            if (c < 0) {
                return null;
            }
            head.write(c);
            matched = c == HEAD_END.charAt(matched) ? matched + 1 : c == '\r' ? 1 : 0;
        }
        return head.toByteArray();
    }

    private static Map<String, String> headers(String[] lines) {
        Map<String, String> headers = new TreeMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).trim());
        }
        return headers;
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
