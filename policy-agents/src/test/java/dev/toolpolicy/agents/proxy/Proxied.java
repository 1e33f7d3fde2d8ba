package dev.toolpolicy.agents.proxy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.shared.SharedData;
import dev.toolpolicy.test.replay.Exchange;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A model that plays what was recorded, a proxy before it, and real clients. */
final class Proxied implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final String CHAT = "/v1/chat/completions";
    static final String MESSAGES = "/v1/messages";
    static final String RESPONSES = "/v1/responses";
    static final String SECRETS = "openai__mirascope__openai_gpt_4o_responses__async_stream__0";
    static final String PARALLEL = "openai__rig__chat_tool_lifecycle_matrix__streaming_gpt41_parallel_agent__0";
    static final String TIME = "anthropic__rig__request_override__request_overridden_by_hook_streaming__1";
    static final String SEARCH = "anthropic__mirascope__test_web_search_tool_stream__anthropic_claude_sonnet_4_0__0";

    private final ReplayServer model;
    private final PolicyProxy proxy;
    private final HttpClient http = HttpClient.newHttpClient();

    private Proxied(ReplayServer model, PolicyProxy proxy) {
        this.model = model;
        this.proxy = proxy;
    }

    /** A proxy without heartbeats, so that nothing comes between the model's chunks, even on a slow machine. */
    static Proxied of(PolicyEngine engine, UnaryOperator<ProxySettings> settings) throws IOException {
        ReplayServer model = ReplayServer.start();
        ProxySettings all = settings.apply(ProxySettings.of(model.uri()).withHeartbeat(Duration.ofHours(1)));
        return new Proxied(model, PolicyProxy.start(engine, all));
    }

    /** A proxy with a heartbeat every 50 ms, by which it notices soon that a client has left. */
    static Proxied beating(PolicyEngine engine) throws IOException {
        return of(engine, settings -> settings.withHeartbeat(Duration.ofMillis(50)));
    }

    static Proxied of(PolicyEngine engine) throws IOException {
        return of(engine, settings -> settings);
    }

    /** Tools of the recordings: each answers as is said, "alpha" only to "red". */
    static PolicyEngineBuilder engine(String beta, String time) {
        return PolicyEngine.builder()
                .configuration(
                        PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", """
                            [tools.alpha]
                            parameters.value = { type = "string", required = true }
                            policy.run = [{ arg = "/value", const = "red", mode = "allow" }, { mode = "deny" }]

                            [tools.beta]
                            parameters.value = { type = "string", required = true }
                            policy.run = "%s"

                            [tools.get_time]
                            parameters.timezone = { type = "string", required = true }
                            policy.run = "%s"
                            """.formatted(beta, time)));
    }

    static String recorded(String name) {
        return SharedData.text("streams/sse/" + name + ".sse");
    }

    Exchange play(Replay replay) {
        return model.play(replay);
    }

    ReplayServer model() {
        return model;
    }

    URI uri() {
        return proxy.uri();
    }

    HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(proxy.uri() + path)).POST(BodyPublishers.ofString(body));
        request.header("content-type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, BodyHandlers.ofString());
    }

    OpenAIClient openAi() {
        return OpenAIOkHttpClient.builder()
                .apiKey("key-1")
                .baseUrl(proxy.uri() + "/v1")
                .maxRetries(0)
                .build();
    }

    AnthropicClient anthropic() {
        return AnthropicOkHttpClient.builder()
                .apiKey("key-2")
                .baseUrl(proxy.uri().toString())
                .maxRetries(0)
                .build();
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        model.close();
    }
}
