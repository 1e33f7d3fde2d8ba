package dev.toolpolicy.stream.gate;

import static dev.toolpolicy.stream.gate.Gates.delta;
import static dev.toolpolicy.stream.gate.Gates.text;
import static dev.toolpolicy.stream.gate.Gates.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.ThreadMXBean;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.run.PolicyStream;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The gate reads each call once, and refuses a call that a rule denies before the call is whole. */
class EarlyDenialTest {
    private static final String REFUSED =
            "The call of \"write\" was removed from this response. Denied by this tool's policy.";

    private final List<StreamChunk> sent = new ArrayList<>();

    private PolicyStream open(GateSession session, long holding) {
        ToolGate gate = ToolGate.of(request -> session).holding(holding);
        return StreamRunner.of(StreamSettings.defaults().checkingOutput(), List.of(gate))
                .open(Gates.REQUEST, new Collecting(sent), () -> {});
    }

    @Test
    void aDenialByARuleGoesOutBeforeTheCallIsWhole() {
        try (PolicyStream stream = open(Gates.session(), 1 << 20)) {
            stream.push(delta(0, "c", "write", ""));
            stream.push(delta(0, "", "", "{\"path\":\".git/conf"));
            assertThat(words(sent)).as("the path goes on, and may leave .git").isEmpty();
            stream.push(delta(0, "", "", "ig\""));
            assertThat(words(sent)).isEqualTo(REFUSED);
            stream.push(delta(0, "", "", ",\"content\":\"x\"}"));
            assertThat(words(sent)).isEqualTo(REFUSED);
            stream.push(Gates.finish("tool_calls"));
            stream.finish();
        }
        assertThat(words(sent)).isEqualTo(REFUSED + "|stop");
        assertThat(sent).allSatisfy(chunk -> assertThat(chunk.toolCalls()).isEmpty());
    }

    @Test
    void aRefusedCallIsNotHeldAndHoldsNothing() {
        try (PolicyStream stream = open(Gates.session(), 4_000)) {
            stream.push(delta(0, "c", "write", "{\"path\":\".git/config\",\"content\":\""));
            for (int i = 0; i < 1_000; i++) {
                assertThat(stream.push(delta(0, "", "", "0123456789"))).isTrue();
            }
            stream.push(text(" On."));
            assertThat(words(sent)).isEqualTo(REFUSED + " On.");
            stream.push(delta(0, "", "", "\"}"));
            stream.push(delta(1, "d", "ping", "{}"));
            stream.push(Gates.finish("tool_calls"));
            stream.finish();
        }
        assertThat(words(sent)).isEqualTo(REFUSED + " On.<0 ping>{}|tool_calls");
    }

    @Test
    void whatComesAfterTheDenialDoesntLiftIt() {
        for (String rest : List.of(",\"path\":\"src/a\"}", "}", "}}", "", ",\"unknown\":1}")) {
            for (String finish : List.of("tool_calls", "length", "")) {
                sent.clear();
                try (PolicyStream stream = open(Gates.session(), 1 << 20)) {
                    stream.push(delta(0, "c", "write", "{\"path\":\".git/config\""));
                    stream.push(delta(0, "", "", rest));
                    if (!finish.isEmpty()) {
                        stream.push(Gates.finish(finish));
                    }
                    stream.finish();
                }
                assertThat(words(sent)).startsWith(REFUSED);
                assertThat(sent)
                        .allSatisfy(chunk -> assertThat(chunk.toolCalls()).isEmpty());
            }
        }
    }

    @Test
    void policiesDontHearOfACallThatIsNotWhole() {
        AtomicInteger checks = new AtomicInteger();
        ToolPolicy counting = new ToolPolicy() {
            @Override
            public String name() {
                return "counting";
            }

            @Override
            public ToolSelector governs() {
                return ToolSelector.named(List.of("read"));
            }

            @Override
            public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
                checks.incrementAndGet();
                return PolicyDecision.allow();
            }
        };
        GateSession session =
                GateSession.of(Gates.engine().policies(counting).build().session("s"));
        try (PolicyStream stream = open(session, 1 << 20)) {
            stream.push(delta(0, "c", "read", "{\"path\":\"a\",\"content\":\"b\""));
            assertThat(checks).hasValue(0);
            stream.push(delta(0, "", "", "}"));
            stream.push(Gates.finish("tool_calls"));
            stream.finish();
        }
        assertThat(checks.get()).isPositive();
        assertThat(words(sent)).startsWith("<0 read>");
    }

    @Test
    void aCallIsReadOnce() {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String piece = "0123456789abcdef".repeat(64);
        int pieces = 2_000;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            sent.clear();
            try (PolicyStream stream = open(Gates.session(), 1 << 30)) {
                long before = thread.getCurrentThreadAllocatedBytes();
                stream.push(delta(0, "c", "read", "{\"path\":\"a\",\"content\":\""));
                for (int i = 0; i < pieces; i++) {
                    stream.push(delta(0, "", "", piece));
                }
                stream.push(delta(0, "", "", "\"}"));
                stream.push(Gates.finish("tool_calls"));
                least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
                stream.finish();
            }
        }
        assertThat(words(sent)).endsWith("\"}|tool_calls");
        assertThat(least / (pieces * piece.length())).as("bytes a character").isLessThan(12);
    }
}
