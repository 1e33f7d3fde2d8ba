package dev.toolpolicy.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.test.ClosedPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The guide's code is this class's. */
class TelemetryGuideTest {
    private static final Path GUIDE = Path.of("../../docs/guide/telemetry.md");
    private static final Path THIS = Path.of("src/test/java/dev/toolpolicy/opentelemetry/TelemetryGuideTest.java");

    @Test
    void aListenerHearsOfADenial() {
        List<PolicyEvent> audit = new ArrayList<>();

        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.load())
                .listeners(event -> audit.add(event))
                .build();

        try (PolicySession session = engine.session("user-42")) {
            session.policies().register(new ClosedPolicy());
            session.policies().check(new ToolCall("call_1", "x", JsonNodeFactory.instance.objectNode()));
        }
        assertThat(audit).hasSize(1);
        assertThat(audit.get(0)).isInstanceOf(PolicyEvent.Denied.class);
    }

    @Test
    void aRedactorKeepsReasonsBack() {
        List<PolicyEvent> audit = new ArrayList<>();

        SessionSettings settings = SessionSettings.inMemory().withRedactor(denied -> denied.redacted("denied"));

        PolicyRegistry session = new PolicyRegistry("user-42", settings.withListeners(List.of(audit::add), false));
        session.register(new ClosedPolicy());
        session.check(new ToolCall("call_1", "x", JsonNodeFactory.instance.objectNode()));
        assertThat(((PolicyEvent.Denied) audit.get(0)).reason()).isEqualTo("denied");
    }

    @Test
    void theCodeOfTheGuideIsHere() throws IOException {
        String code = squeezed(Files.readString(THIS));
        String[] blocks = Files.readString(GUIDE).split("```java\n");
        assertThat(blocks).hasSize(3);
        for (int i = 1; i < blocks.length; i++) {
            assertThat(code).contains(squeezed(blocks[i].substring(0, blocks[i].indexOf("```"))));
        }
    }

    private static String squeezed(String code) {
        return String.join(" ", code.trim().split("\\s+"));
    }
}
