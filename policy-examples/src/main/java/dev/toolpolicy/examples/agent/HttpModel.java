package dev.toolpolicy.examples.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.stream.internal.wire.EventStream;
import dev.toolpolicy.stream.internal.wire.StreamedEvent;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireFormat;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.stream.internal.wire.WireReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A model behind an address that speaks OpenAI chat completions or Anthropic messages. */
final class HttpModel implements Model {
    private static final int LONGEST_EVENT = 16 << 20;
    private static final int SHOWN_ERROR = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final URI url;
    private final AgentOptions.Api api;
    private final String key;
    private final ModelRequest request;
    private volatile @Nullable InputStream open;
    private volatile boolean cancelled;

    HttpModel(URI url, AgentOptions.Api api, String model, String key, ToolCatalog tools) {
        this.url = url;
        this.api = api;
        this.key = key;
        this.request = new ModelRequest(model, tools);
    }

    @Override
    public void respond(List<Message> conversation, Consumer<? super WirePart> parts) throws IOException {
        cancelled = false;
        HttpResponse<InputStream> response = send(conversation);
        try (InputStream body = response.body()) {
            open = body;
            if (response.statusCode() != 200) {
                throw new IOException("the model answers with status " + response.statusCode() + ": " + words(body)
                        + (response.statusCode() == 401 ? " (is the right key in the variable of --key-env?)" : ""));
            }
            read(body, parts);
        } finally {
            open = null;
        }
    }

    private HttpResponse<InputStream> send(List<Message> conversation) throws IOException {
        boolean chat = api == AgentOptions.Api.CHAT;
        JsonNode body = chat ? request.chat(conversation) : request.messages(conversation);
        HttpRequest.Builder built = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
        if (chat && !key.isEmpty()) {
            built.header("Authorization", "Bearer " + key);
        } else if (!chat) {
            built.header("anthropic-version", "2023-06-01");
            Optional.of(key).filter(each -> !each.isEmpty()).ifPresent(each -> built.header("x-api-key", each));
        }
        try {
            return client.send(built.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", e);
        } catch (IOException e) {
            throw new IOException("the model can't be reached at " + url + ": " + e, e);
        }
    }

    private void read(InputStream body, Consumer<? super WirePart> parts) throws IOException {
        WireReader reader =
                new WireReader(api == AgentOptions.Api.CHAT ? WireFormat.CHAT_COMPLETIONS : WireFormat.MESSAGES, parts);
        EventStream events = new EventStream(body, LONGEST_EVENT);
        try {
            for (Optional<StreamedEvent> event = events.next(); event.isPresent(); event = events.next()) {
                reader.read(event.get());
            }
        } catch (WireException e) {
            throw new IOException("the model's response can't be read: " + e.getMessage(), e);
        } catch (IOException e) {
            if (!cancelled) {
                throw new IOException("the model's response broke off: " + e, e);
            }
        }
        reader.end();
    }

    private static String words(InputStream body) throws IOException {
        return VisibleText.line(new String(body.readNBytes(SHOWN_ERROR), StandardCharsets.UTF_8));
    }

    @Override
    public void cancel() {
        cancelled = true;
        InputStream body = open;
        if (body != null) {
            try {
                body.close();
            } catch (IOException e) {
                System.getLogger(HttpModel.class.getName())
                        .log(
                                System.Logger.Level.WARNING,
                                "closing the response failed; what comes of it is dropped",
                                e);
            }
        }
    }
}
