package dev.toolpolicy.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.runner.Runner;
import com.google.adk.sessions.InMemorySessionService;
import com.google.adk.sessions.Session;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.Part;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.shared.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's code is this class's. */
class AdkGuideTest {
    private static final java.nio.file.Path GUIDE = java.nio.file.Path.of("../../docs/how-to/adk.md");
    private static final java.nio.file.Path THIS =
            java.nio.file.Path.of("src/test/java/dev/toolpolicy/adk/AdkGuideTest.java");
    private static final List<String> RAN = new ArrayList<>();

    @TempDir
    static java.nio.file.Path folder;

    /** The file of the guide, in place of one in the working directory. */
    private static final class Path {
        static java.nio.file.Path of(String name) throws IOException {
            String file = CodeBlock.texts(GUIDE, "toml").get(0);
            return Files.writeString(folder.resolve(name), file);
        }
    }

    /** The tools that the guide's file names. */
    public static final class Notes {
        @Schema(name = "write_file")
        public static Map<String, Object> write(@Schema(name = "path") String path) {
            RAN.add("write " + path);
            return Map.of("written", path);
        }

        @Schema(name = "delete_file")
        public static Map<String, Object> delete(@Schema(name = "path") String path) {
            RAN.add("delete " + path);
            return Map.of();
        }
    }

    @Test
    void thePluginDecidesAsTheFileSays() throws Exception {
        RAN.clear();
        Script model = new Script()
                .calls("write_file", Map.of("path", "notes/a"))
                .calls("write_file", Map.of("path", "notes/../b"))
                .calls("delete_file", Map.of("path", "notes/a"));
        LlmAgent agent = LlmAgent.builder()
                .name("notes")
                .model(model)
                .tools(FunctionTool.create(Notes.class, "write"), FunctionTool.create(Notes.class, "delete"))
                .build();
        Runner runner = Runner.builder()
                .agent(agent)
                .appName("notes")
                .sessionService(new InMemorySessionService())
                .plugins(ToolPolicyPlugin.of(HostPolicies.read(Path.of("tool-policy.toml"))))
                .build();
        Session session = runner.sessionService().createSession("notes", "ann").blockingGet();
        for (String text : List.of("go", "on", "again")) {
            Content content = Content.fromParts(Part.fromText(text));
            runner.runAsync("ann", session.id(), content).ignoreElements().blockingAwait();
        }
        assertThat(RAN).containsExactly("write notes/a");
        assertThat(model.requests
                        .get(0)
                        .config()
                        .orElseThrow()
                        .tools()
                        .orElseThrow()
                        .get(0)
                        .functionDeclarations()
                        .orElseThrow())
                .extracting(FunctionDeclaration::name)
                .noneMatch(name -> name.orElseThrow().equals("delete_file"));
    }

    @Test
    void aResolverSaysWhoCalls() throws Exception {
        HostPolicies policies = HostPolicies.read(Path.of("tool-policy.toml"));
        ToolPolicyPlugin plugin = ToolPolicyPlugin.of(policies)
                .sessions((engine, call) -> engine.session(call.userId() + "/" + call.sessionId())
                        .withFacts(Map.of("role", String.valueOf(call.state().get("role")))));
        assertThat(plugin.engine().tools().tools()).isEmpty();
        plugin.agentsIncludePlugins().withoutFinishReasons();
    }

    /** The Gemini SDK's stream, whose class has no public constructor. */
    private static final class ResponseStream<T> implements AutoCloseable {
        private boolean closed;

        Iterator<T> iterator() {
            return List.<T>of().iterator();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final class Client {
        private final Client models = this;

        ResponseStream<GenerateContentResponse> generateContentStream(String model, String contents, Object config) {
            return new ResponseStream<>();
        }
    }

    @Test
    void aFeedReadsTheSdksStream() {
        PolicyEngine engine = PolicyEngine.builder().tools(ToolCatalog.empty()).build();
        PolicySession session = engine.newSession();
        ToolHandlers tools = ToolHandlers.builder(engine.tools()).build();
        Client client = new Client();
        String model = "m";
        String contents = "c";
        Object config = null;
        StreamedTurn turns = new StreamedTurn(session, tools, TurnSettings.defaults());
        try (ResponseStream<GenerateContentResponse> response =
                client.models.generateContentStream(model, contents, config)) {
            TurnResult result = turns.<GenerateContentResponse>read(
                            response.iterator(), response::close, GeminiFeed::new)
                    .toCompletableFuture()
                    .join();
            assertThat(result.results()).isEmpty();
        }
    }

    /** The program of the guide, file by file, as it was also built by Maven and run with Gemini's own client. */
    @Test
    void theProgramCompiles() throws IOException {
        List<String> command = new ArrayList<>(List.of("-proc:none", "-parameters", "-d", folder.toString()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        for (String name : List.of("NoteTools", "Main")) {
            CodeBlock program = CodeBlock.all(GUIDE).stream()
                    .filter(block -> block.before().contains("`src/main/java/notes/" + name + ".java`"))
                    .findFirst()
                    .orElseThrow();
            java.nio.file.Path source = folder.resolve(name + ".java");
            Files.writeString(source, program.text());
            command.add(source.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)))
                .isZero();
    }

    @Test
    void everyLineOfTheOtherJavaIsHere() throws IOException {
        String code = Files.readString(THIS).replaceAll("\\s+", "");
        int checked = 0;
        for (String block : CodeBlock.texts(GUIDE, "java")) {
            for (String line : block.startsWith("package ") ? new String[0] : block.split("\n")) {
                assertThat(code).contains(line.replaceAll("\\s+", ""));
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(5);
    }
}
