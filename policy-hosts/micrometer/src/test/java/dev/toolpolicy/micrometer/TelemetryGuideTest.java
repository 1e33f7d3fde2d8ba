package dev.toolpolicy.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.test.internal.ClosedPolicy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's code is this class's. */
class TelemetryGuideTest {
    private static final Path GUIDE = Path.of("../../docs/how-to/telemetry.md");
    private static final Path THIS = Path.of("src/test/java/dev/toolpolicy/micrometer/TelemetryGuideTest.java");

    private final ToolCatalog tools =
            ToolCatalog.of(List.of(DeclaredTool.of("rm", ToolSchema.of()).withRun(RuleList.always(Mode.DENY))));

    private static void denied(PolicyEngine engine) {
        engine.session("user-42").calls().call("call_1", "rm").append("{}").finish();
    }

    @Test
    void aListenerHearsOfACall() {
        List<String> journal = new ArrayList<>();

        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools)
                .onCall(call -> journal.add(call.tool() + " " + call.verdict().orElseThrow()))
                .build();

        denied(engine);
        assertThat(journal).containsExactly("rm DENIED");
    }

    @Test
    void anAuditFileHasALineForACall(@TempDir Path temporary) throws IOException {
        String folder = temporary.toString();

        AuditLog audit = AuditLog.toFile(Path.of(folder, "audit.jsonl"));
        PolicyEngine engine = PolicyEngine.builder().tools(tools).onCall(audit).build();

        denied(engine);
        audit.close();
        assertThat(Files.readAllLines(temporary.resolve("audit.jsonl"))).hasSize(1);
    }

    @Test
    void metersCountACall() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ToolCatalog tools =
                ToolCatalog.of(List.of(DeclaredTool.of("rm", ToolSchema.of()).withRun(RuleList.always(Mode.DENY))));

        PolicyMetrics metrics = PolicyMetrics.of(registry);
        PolicyEngine engine =
                PolicyEngine.builder().tools(tools).onCall(metrics).build();
        metrics.watch(engine);

        denied(engine);
        assertThat(registry.get("tool.policy.calls")
                        .tags("tool", "rm")
                        .counter()
                        .count())
                .isEqualTo(1);
        String guide = text(GUIDE);
        assertThat(registry.getMeters())
                .hasSize(6)
                .allMatch(meter -> guide.contains("| `" + meter.getId().getName() + "` |"));
    }

    @Test
    void aRedactorKeepsReasonsBack() {
        List<PolicyEvent> audit = new ArrayList<>();

        SessionSettings settings = SessionSettings.inMemory().withRedactor(denied -> denied.redacted("denied"));

        PolicyRegistry session = new PolicyRegistry("user-42", settings.withListeners(List.of(audit::add), false));
        session.register(new ClosedPolicy());
        session.check(new ToolCall("call_1", "x", JsonNodeFactory.instance.objectNode()), false, new Turn());
        assertThat(audit.get(0).reason()).isEqualTo("denied");
    }

    @Test
    void theCodeOfTheGuideIsHere() {
        String code = squeezed(text(THIS));
        List<String> blocks = CodeBlock.texts(GUIDE, "java");
        assertThat(blocks).hasSize(4).allSatisfy(block -> assertThat(code).contains(squeezed(block)));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }

    private static String squeezed(String code) {
        return String.join(" ", code.trim().split("\\s+"));
    }
}
