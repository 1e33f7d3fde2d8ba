package dev.toolpolicy.adk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.events.Event;
import com.google.adk.plugins.Plugin;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** An application of the ADK in memory, with the tools of the tests. */
abstract class AdkApplication {
    static final List<String> RAN = Collections.synchronizedList(new ArrayList<>());

    /** The tools of the tests, as methods. */
    public static final class Files {
        @Schema(name = "write_file", description = "Writes a file.")
        public static Map<String, Object> write(
                @Schema(name = "path") String path, @Schema(name = "text", optional = true) String text) {
            RAN.add("write " + path);
            return Map.of("written", path);
        }

        @Schema(name = "send")
        public static Map<String, Object> send(@Schema(name = "mail") Mail mail) {
            RAN.add("to " + mail.to);
            return Map.of("sent", true);
        }

        @Schema(name = "fail")
        public static Map<String, Object> fail() {
            throw new IllegalStateException("broken");
        }

        @Schema(name = "refuse")
        public static Map<String, Object> refuse() {
            return Map.of("error", "not today");
        }

        @Schema(name = "watch")
        public static Flowable<Map<String, Object>> watch() {
            RAN.add("watch");
            return Flowable.empty();
        }
    }

    /** A mail with a setter of another name. */
    public static final class Mail {
        public String to = "";

        /** Also sets {@code to}. */
        public void setReceiver(String receiver) {
            to = receiver;
        }
    }

    static final BaseTool WRITE = FunctionTool.create(Files.class, "write");

    final Script model = new Script();

    AdkApplication() {
        RAN.clear();
    }

    static HostPolicies policies(String text) {
        return HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "tool-policy.toml", text)
                .unknownTools(Severity.WARNING));
    }

    static ToolPolicyPlugin plugin(String text) {
        return ToolPolicyPlugin.of(policies(text));
    }

    /** An application with one user, whose agent has some tools. */
    final class Chat {
        final InMemoryRunner runner;
        final Session session;

        Chat(List<? extends Plugin> plugins, BaseTool... tools) {
            LlmAgent agent = LlmAgent.builder()
                    .name("agent")
                    .model(model)
                    .tools((Object[]) tools)
                    .build();
            runner = new InMemoryRunner(agent, "app", plugins);
            session = runner.sessionService().createSession("app", "user").blockingGet();
        }

        List<Event> says(Part... parts) {
            Content content = Content.builder().role("user").parts(parts).build();
            return runner.runAsync(session.userId(), session.id(), content)
                    .toList()
                    .blockingGet();
        }

        List<Event> says(String text) {
            return says(Part.fromText(text));
        }
    }

    Chat chat(ToolPolicyPlugin plugin, BaseTool... tools) {
        return new Chat(List.of(plugin), tools);
    }

    static String response(List<Event> events) {
        return events.stream()
                .flatMap(event -> event.functionResponses().stream())
                .map(FunctionResponse::response)
                .map(response -> response.orElseThrow().toString())
                .reduce("", String::concat);
    }

    /** Returns an agent for an agent's tools, which writes files. */
    final LlmAgent writer() {
        return LlmAgent.builder()
                .name("inner")
                .description("Writes.")
                .model(model)
                .tools(WRITE)
                .build();
    }
}
