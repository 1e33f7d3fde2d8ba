package dev.toolpolicy.examples.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.MessageCreateParams;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.toolpolicy.anthropic.MessagesTurn;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.langchain4j.GuardedResponse;
import dev.toolpolicy.openai.ChatCompletionsTurn;
import dev.toolpolicy.openai.ResponsesTurn;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.shared.SharedData;
import dev.toolpolicy.stream.internal.wire.WireFormat;
import dev.toolpolicy.stream.internal.wire.WirePart;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every recorded body says the same through the SDKs' clients as it says to our own reader of bodies. */
class RecordedBodiesTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static ReplayServer server;

    /** A call of a body, with the outcome of its text for each reader. */
    private record Call(String id, String tool, String arguments) {}

    @BeforeAll
    static void start() throws IOException {
        server = ReplayServer.start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    static Stream<Path> bodies() throws Exception {
        return SharedData.files("streams/sse").stream();
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aBodySaysTheSameThroughAnSdk(Path file) throws Exception {
        String body = Files.readString(file);
        WireResponse expected = WireResponse.read(body);
        List<Call> calls = calls(expected.parts());
        PolicyEngine engine = engine(calls);
        server.play(Replay.events(body).inPiecesOf(997));

        TurnResult result = turn(expected.format(), server.uri(), engine);

        assertThat(result.records().stream().map(each -> each.callId() + " " + each.tool()))
                .containsExactlyElementsOf(calls.stream()
                        .map(each -> each.id() + " " + each.tool())
                        .toList());
        List<Call> whole =
                calls.stream().filter(call -> isWhole(call.arguments())).toList();
        assertThat(result.results().stream().filter(CallResult::success).map(CallResult::forModel))
                .containsExactlyElementsOf(
                        whole.stream().map(call -> parsed(call.arguments())).toList());
        assertThat(result.results()).hasSize(calls.size());

        if (expected.format() == WireFormat.CHAT_COMPLETIONS) {
            server.play(Replay.events(body));
            assertThat(langChain(server.uri(), engine).results().stream()
                            .filter(CallResult::success)
                            .map(CallResult::forModel))
                    .containsExactlyElementsOf(
                            whole.stream().map(call -> parsed(call.arguments())).toList());
        }
    }

    private static List<Call> calls(List<WirePart> parts) {
        Map<Integer, Call> calls = new TreeMap<>();
        for (WirePart part : parts) {
            if (part.kind() == WirePart.Kind.CALL) {
                calls.merge(
                        part.position(),
                        new Call(part.id(), part.text(), ""),
                        (before, more) -> new Call(before.id(), before.tool() + more.tool(), before.arguments()));
            } else if (part.kind() == WirePart.Kind.ARGUMENTS) {
                calls.computeIfPresent(
                        part.position(),
                        (position, before) -> new Call(before.id(), before.tool(), before.arguments() + part.text()));
            }
        }
        return new ArrayList<>(calls.values());
    }

    private static boolean isWhole(String arguments) {
        return parsed(arguments) != null;
    }

    /** The arguments as a tool gets them, without parameters that are null; null if the text isn't whole. */
    private static @Nullable String parsed(String arguments) {
        try {
            JsonNode tree = JSON.readTree(arguments);
            tree.properties().removeIf(each -> each.getValue().isNull());
            return tree.toString();
        } catch (JsonProcessingException cut) {
            return null;
        }
    }

    /** Tools that accept any arguments and return them. */
    private static PolicyEngine engine(List<Call> calls) {
        StringBuilder tools = new StringBuilder("[tools.\"*\".policy]\nrun = \"allow\"\nresult = \"allow\"\n");
        Map<String, Set<String>> names = new TreeMap<>();
        for (Call call : calls) {
            Set<String> parameters = names.computeIfAbsent(call.tool(), unseen -> new TreeSet<>());
            if (isWhole(call.arguments())) {
                parameters.addAll(names(call.arguments()));
            }
        }
        names.forEach((tool, parameters) -> {
            tools.append("[tools.").append(tool).append("]\nparameters.unused = { type = \"any\" }\n");
            parameters.forEach(each -> tools.append("parameters.").append(each).append(" = { type = \"any\" }\n"));
        });
        return PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", tools.toString()))
                .build();
    }

    private static List<String> names(String json) {
        try {
            List<String> names = new ArrayList<>();
            JSON.readTree(json).fieldNames().forEachRemaining(names::add);
            return names;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ToolHandlers echo(PolicyEngine engine) {
        ToolHandlers.Builder tools = ToolHandlers.builder(engine.tools());
        engine.tools().tools().forEach(tool -> tools.handle(tool.name(), (arguments, call) -> arguments));
        return tools.build();
    }

    private static TurnResult turn(WireFormat format, URI uri, PolicyEngine engine) {
        StreamedTurn turns = new StreamedTurn(engine.session("s"), echo(engine), TurnSettings.defaults());
        OpenAIClient openAi = OpenAIOkHttpClient.builder()
                .baseUrl(uri + "/v1")
                .apiKey("none")
                .maxRetries(0)
                .build();
        return switch (format) {
            case CHAT_COMPLETIONS ->
                new ChatCompletionsTurn(openAi, turns)
                        .run(ChatCompletionCreateParams.builder()
                                .model("m")
                                .addUserMessage("Go on.")
                                .build())
                        .result();
            case RESPONSES ->
                new ResponsesTurn(openAi, turns)
                        .run(ResponseCreateParams.builder()
                                .model("m")
                                .input("Go on.")
                                .build())
                        .result();
            case MESSAGES ->
                new MessagesTurn(
                                AnthropicOkHttpClient.builder()
                                        .baseUrl(uri.toString())
                                        .apiKey("none")
                                        .maxRetries(0)
                                        .build(),
                                turns)
                        .run(MessageCreateParams.builder()
                                .model("m")
                                .maxTokens(1)
                                .addUserMessage("Go on.")
                                .build())
                        .result();
        };
    }

    private static TurnResult langChain(URI uri, PolicyEngine engine) {
        PolicySession session = engine.session("l");
        GuardedResponse response = new GuardedResponse(session, echo(engine), TurnSettings.defaults());
        OpenAiStreamingChatModel.builder()
                .baseUrl(uri + "/v1")
                .apiKey("none")
                .modelName("m")
                .build()
                .chat("Go on.", response);
        return response.step().toCompletableFuture().join().result();
    }
}
