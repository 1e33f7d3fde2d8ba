package dev.toolpolicy.agents.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A request that may be served, with its bytes as they came. */
record ProxiedRequest(Endpoint endpoint, byte[] bytes, ObjectNode body) {
    /**
     * Headers that are for one connection, or that this side makes itself, and those by which some servers take another path
     * or method than those that were judged.
     */
    private static final Set<String> NOT_PASSED = Set.of(("connection keep-alive proxy-connection proxy-authenticate"
        + " proxy-authorization te trailer transfer-encoding upgrade http2-settings host content-length expect"
        + " accept-encoding x-original-url x-original-uri x-original-path x-rewrite-url x-rewrite-uri x-forwarded-path"
        + " x-forwarded-prefix x-forwarded-uri x-forwarded-method x-http-method x-http-method-override"
        + " x-method-override " + ProxySettings.SESSION.toLowerCase(Locale.ROOT))
            .split(" "));

    static ProxiedRequest read(HttpExchange exchange, Endpoint endpoint, ProxySettings settings, PolicyEngine engine)
            throws IOException, ProxyException {
        Headers headers = exchange.getRequestHeaders();
        String type = String.join(", ", headers.getOrDefault("content-type", List.of()));
        if (!mediaType(type).equals("application/json")) {
            throw new ProxyException(
                    415,
                    "expected a request of type application/json, not " + VisibleText.quoted(type, VisibleText.NAME));
        }
        String charset = charset(type);
        if (!isUtf8(charset)) {
            throw new ProxyException(
                    415, "expected a request in utf-8, not in " + VisibleText.quoted(charset, VisibleText.NAME));
        }
        if (headers.containsKey("content-encoding")) {
            throw new ProxyException(415, "expected a request that isn't compressed");
        }
        byte[] bytes = bytes(exchange, settings);
        ObjectNode body = object(bytes);
        if (!body.path("stream").isBoolean() && !Endpoint.isAbsent(body.path("stream"))) {
            throw new ProxyException(400, "\"stream\" must be true or false");
        }
        Set<String> declared =
                engine.tools().tools().stream().map(ToolSpec::name).collect(Collectors.toSet());
        Optional<String> problem = endpoint.problem(body, settings.providerTools(), declared);
        if (problem.isPresent()) {
            throw new ProxyException(400, problem.get());
        }
        return new ProxiedRequest(endpoint, bytes, body);
    }

    /** Returns whether a charset is UTF-8, which it is if none is named. */
    static boolean isUtf8(String charset) {
        return charset.isEmpty() || charset.equalsIgnoreCase("utf-8") || charset.equalsIgnoreCase("utf8");
    }

    /** Returns a content type without its parameters; several of them, with commas between, as they are. */
    static String mediaType(String contentType) {
        int end = contentType.contains(",") ? -1 : contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** Returns the charset parameter of a content type: empty if there is none, all of them if there are several. */
    static String charset(String contentType) {
        return Arrays.stream(contentType.split(";"))
                .skip(1)
                .map(parameter -> parameter.strip().split("=", 2))
                .filter(parameter ->
                        parameter[0].strip().toLowerCase(Locale.ROOT).startsWith("charset"))
                .map(parameter ->
                        parameter.length < 2 ? "?" : parameter[1].strip().replace("\"", ""))
                .collect(Collectors.joining(", "));
    }

    /** Reads the body of a request. */
    static byte[] bytes(HttpExchange exchange, ProxySettings settings) throws IOException, ProxyException {
        return read(exchange.getRequestBody(), settings.longestRequest())
                .orElseThrow(() ->
                        new ProxyException(413, "the request has more than " + settings.longestRequest() + " bytes"));
    }

    /** Reads a body; returns empty if it is too long. */
    static Optional<byte[]> read(InputStream in, int longest) throws IOException {
        byte[] bytes = in.readNBytes(longest == Integer.MAX_VALUE ? longest : longest + 1);
        return bytes.length > longest ? Optional.empty() : Optional.of(bytes);
    }

    private static ObjectNode object(byte[] bytes) throws ProxyException {
        try {
            return WireJson.object(bytes);
        } catch (WireException e) {
            throw new ProxyException(400, "the request can't be read: " + e.getMessage());
        }
    }

    /** Sends a request to the upstream: with other bytes, and the headers without those of the connection. */
    static HttpResponse<InputStream> send(
            HttpClient client, HttpExchange exchange, ProxySettings settings, byte[] bytes) throws ProxyException {
        try {
            return client.send(upstream(exchange, settings, bytes), BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new ProxyException(502, "the upstream " + settings.upstream() + " can't be reached: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyException(503, "the proxy is stopping");
        }
    }

    /** Passes the status and the headers of a response on. */
    static void passOn(HttpExchange exchange, HttpResponse<InputStream> response, long length) throws IOException {
        passing(response.headers().map()).forEach(exchange.getResponseHeaders()::put);
        exchange.sendResponseHeaders(response.statusCode(), length);
        exchange.getResponseBody().flush(); // newer JDKs keep the headers back until then
    }

    private static HttpRequest upstream(HttpExchange exchange, ProxySettings settings, byte[] bytes) {
        URI from = exchange.getRequestURI();
        String base = settings.upstream().toString();
        String query = from.getRawQuery() == null ? "" : "?" + from.getRawQuery();
        URI target = URI.create(
                (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + from.getRawPath() + query);
        HttpRequest.Builder request = HttpRequest.newBuilder(target)
                .timeout(ProxySettings.PATIENCE)
                .method(
                        exchange.getRequestMethod(),
                        bytes.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(bytes));
        Headers headers = exchange.getRequestHeaders();
        passing(headers).forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return request.header("accept-encoding", "identity").build();
    }

    /** Returns the headers to pass on: all but those of the connection and those that it names. */
    static Map<String, List<String>> passing(Map<String, List<String>> headers) {
        Set<String> dropped = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        dropped.addAll(NOT_PASSED);
        headers.forEach((name, values) -> {
            if (name.equalsIgnoreCase("connection")) {
                values.forEach(value ->
                        Arrays.stream(value.split(",")).map(String::strip).forEach(dropped::add));
            }
        });
        Map<String, List<String>> passing = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> {
            if (!dropped.contains(name.replace('_', '-')) && !name.startsWith(":")) {
                passing.put(name, values);
            }
        });
        return passing;
    }
}
