package dev.toolpolicy.stream.run;

import static dev.toolpolicy.stream.run.Upstream.call;
import static dev.toolpolicy.stream.run.Upstream.finish;
import static dev.toolpolicy.stream.run.Upstream.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.gate.GateSession;
import dev.toolpolicy.stream.gate.ToolGate;
import dev.toolpolicy.stream.run.ToolCallJudge.Verdict;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The guide's code is this class's, and its table has all hooks. */
class StreamPoliciesGuideTest {
    private static final Path GUIDE = Path.of("../docs/how-to/stream-policies.md");
    private static final Path THIS = Path.of("src/test/java/dev/toolpolicy/stream/run/StreamPoliciesGuideTest.java");

    /** Passes text on, and ends the response where it says a secret. */
    static final class KeepSecrets implements EventDrivenPolicy<StringBuilder> {
        @Override
        public StringBuilder createState() {
            return new StringBuilder();
        }

        @Override
        public void onContent(String content, StreamChunk chunk, StringBuilder said, StreamContext context) {
            said.append(content);
            if (said.indexOf("swordfish") >= 0) {
                context.send(StreamChunk.text("[removed]"));
                context.terminate();
            }
        }

        @Override
        public void onFinishReason(String reason, StreamChunk chunk, StringBuilder said, StreamContext context) {
            context.send(StreamChunk.finish(reason));
        }

        @Override
        public void onStreamCompleting(StringBuilder said, StreamContext context) {
            context.send(StreamChunk.text(said.toString()));
        }
    }

    private static List<String> through(StreamChunk... chunks) {
        Client client = new Client();
        List<StreamChunk> all = List.of(chunks);
        var response = all.iterator();

        StreamRunner runner = StreamRunner.of(new KeepSecrets(), new WordCapitalizer(2));
        runner.run(StreamRequest.of("request-7"), response, client);
        return client.chunks().stream().map(StreamChunk::content).toList();
    }

    @Test
    void secretsAreKept() {
        assertThat(String.join("", through(text("the word is "), text("open"), finish("stop"))))
                .isEqualTo("the WORD is OPEN");
        assertThat(String.join("", through(text("the word is sword"), text("fish"), finish("stop"))))
                .isEqualTo("[removed]");
    }

    @Test
    void onlyReadingIsAllowed() {
        ToolCallJudge judge = ToolCallJudge.of((call, request) ->
                call.name().startsWith("read_") ? Verdict.pass() : Verdict.block("only reading is allowed"));
        Client client = new Client();
        StreamRunner.of(judge)
                .run(Upstream.REQUEST, Upstream.of(call(0, "a", "rm", "{}"), finish("tool_calls")), client);
        assertThat(client.text()).isEqualTo("A tool call was blocked: only reading is allowed.");
        assertThat(client.deltas()).isEmpty();
    }

    @Test
    void theGateDeniesUndeclaredTools() {
        PolicyEngine engine = PolicyEngine.builder().build();
        PolicySession session = engine.session("user-42");
        StreamRunner runner = StreamRunner.of(ToolGate.of(request -> GateSession.of(session)));
        Client client = new Client();
        runner.run(Upstream.REQUEST, Upstream.of(call(0, "a", "rm", "{}"), finish("tool_calls")), client);
        assertThat(client.text()).startsWith("The call of \"rm\" was removed from this response. ");
        assertThat(client.deltas()).isEmpty();
        assertThat(client.finishes()).containsExactly("stop");
    }

    @Test
    void theCodeOfTheGuideIsHere() throws IOException {
        String code = squeezed(Files.readString(THIS)).replace("static final class", "final class");
        List<String> blocks = CodeBlock.texts(GUIDE, "java");
        assertThat(blocks).hasSize(4).allSatisfy(block -> assertThat(code).contains(squeezed(block)));
    }

    private static String squeezed(String code) {
        return String.join(" ", code.trim().split("\\s+"));
    }

    @Test
    void theTableHasEveryHook() throws IOException {
        TreeSet<String> hooks = new TreeSet<>(Arrays.stream(EventDrivenPolicy.class.getMethods())
                .map(Method::getName)
                .toList());
        hooks.remove("name");
        List<String> rows = Files.readAllLines(GUIDE).stream()
                .filter(line -> line.startsWith("| `on") || line.startsWith("| `createState"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();
        assertThat(rows).containsExactlyInAnyOrderElementsOf(hooks);
    }
}
