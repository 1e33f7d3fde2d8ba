package dev.toolpolicy.agents.proxy;

import com.sun.net.httpserver.HttpExchange;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.gate.GateSession;
import dev.toolpolicy.stream.gate.ToolGate;
import dev.toolpolicy.stream.internal.wire.ChunkCodec;
import dev.toolpolicy.stream.internal.wire.EventStream;
import dev.toolpolicy.stream.internal.wire.StreamedEvent;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireJson;
import dev.toolpolicy.stream.run.PolicyStream;
import dev.toolpolicy.stream.run.StreamException;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * One request on its way to the model, and the model's response on its way back through the gate.
 *
 * @param client sends the request
 * @param settings how the proxy works
 * @param streams how responses pass
 * @param id the id of the request in events
 * @param exchange the client's request
 * @param request the same, as it was read
 * @param session decides about calls
 */
record ProxiedCall(
        HttpClient client,
        ProxySettings settings,
        StreamSettings streams,
        String id,
        HttpExchange exchange,
        ProxiedRequest request,
        GateSession session) {
    private static final Logger LOG = System.getLogger(PolicyProxy.class.getName());

    void run() throws IOException, ProxyException {
        HttpResponse<InputStream> response = ProxiedRequest.send(client, exchange, settings, request.bytes());
        try (InputStream body = response.body()) {
            if (response.statusCode() >= 400) {
                ProxiedRequest.passOn(exchange, response, 0);
                body.transferTo(exchange.getResponseBody());
                return;
            }
            String type = String.join(", ", response.headers().allValues("content-type"));
            String coding = String.join(", ", response.headers().allValues("content-encoding"));
            if (response.statusCode() != 200 || !coding.isEmpty() && !coding.equalsIgnoreCase("identity")) {
                throw new ProxyException(
                        502,
                        "the upstream answered with status " + response.statusCode() + " and content-encoding "
                                + VisibleText.quoted(coding, VisibleText.NAME));
            }
            String charset = ProxiedRequest.charset(type); // it is read as UTF-8, and clients must do so too
            if (!ProxiedRequest.isUtf8(charset)) {
                throw new ProxyException(
                        502,
                        "the upstream answered in the charset " + VisibleText.quoted(charset, VisibleText.NAME)
                                + ", not in utf-8");
            }
            switch (ProxiedRequest.mediaType(type)) {
                case "text/event-stream" -> stream(response, body);
                case "application/json" -> whole(response, body);
                default ->
                    throw new ProxyException(
                            502,
                            "the upstream answered with content type " + VisibleText.quoted(type, VisibleText.NAME)
                                    + ", which can't be checked here");
            }
        }
    }

    private StreamRunner runner() {
        ToolGate gate = ToolGate.of(asked -> session).allowingProviderTools(settings.providerTools());
        boolean inPlace = request.endpoint() != Endpoint.CHAT_COMPLETIONS;
        return StreamRunner.of(streams, List.of(inPlace ? gate.keepingIndexes() : gate));
    }

    private void stream(HttpResponse<InputStream> response, InputStream body) throws IOException {
        ProxiedRequest.passOn(exchange, response, 0);
        ChunkCodec codec = request.endpoint().codec();
        EventStream events = new EventStream(body, ProxySettings.LONGEST_RESPONSE);
        ClientSink client = new ClientSink(codec, exchange.getResponseBody());
        PolicyStream stream = runner().open(new StreamRequest(id, request.body()), client, () -> close(events));
        client.onLeaving(stream::disconnect);
        try {
            feed(events, codec, stream);
        } finally {
            client.over();
        }
    }

    private static void feed(EventStream events, ChunkCodec codec, PolicyStream stream) {
        try {
            Optional<StreamedEvent> event = events.next();
            while (event.isPresent() && stream.push(codec.read(event.get()))) {
                event = events.next();
            }
            if (event.isEmpty()) {
                stream.finish();
            }
        } catch (WireException e) {
            stream.fail(e);
        } catch (IOException e) {
            stream.fail(new IOException("the upstream broke off", e));
        } catch (Throwable e) {
            stream.fail(e);
            UserCode.rethrowFatal(e);
        }
    }

    private static void close(EventStream events) {
        try {
            events.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing an upstream failed", e);
        }
    }

    private void whole(HttpResponse<InputStream> response, InputStream body) throws IOException, ProxyException {
        byte[] bytes = ProxiedRequest.read(body, ProxySettings.LONGEST_RESPONSE)
                .orElseThrow(() -> new ProxyException(
                        502, "the upstream's answer has more than " + ProxySettings.LONGEST_RESPONSE + " bytes"));
        byte[] checked = checked(bytes).getBytes(StandardCharsets.UTF_8);
        ProxiedRequest.passOn(exchange, response, checked.length);
        exchange.getResponseBody().write(checked);
    }

    private String checked(byte[] bytes) throws ProxyException {
        ChunkCodec codec = request.endpoint().codec();
        try {
            StreamChunk chunk = codec.readWhole(WireJson.text(bytes));
            StreamRequest asked = new StreamRequest(id, request.body());
            return codec.writeWhole(runner().complete(asked, List.of(chunk)));
        } catch (WireException | StreamException e) {
            throw new ProxyException(502, "the upstream's answer can't be checked: " + e.getMessage());
        }
    }
}
