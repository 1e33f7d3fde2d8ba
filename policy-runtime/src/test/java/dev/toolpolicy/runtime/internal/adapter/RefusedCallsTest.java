package dev.toolpolicy.runtime.internal.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call that an adapter refuses is one record and one line of the log, and asks no person. */
class RefusedCallsTest {
    private static final ToolSchema TEXT = ToolSchema.of(Parameter.required("text", ParameterType.string()));

    private final List<CallRecord> records = new ArrayList<>();
    private final List<Long> asked = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final Logger logger = Logger.getLogger(CallRecord.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            String text = line.getParameters() == null
                    ? line.getMessage()
                    : MessageFormat.format(line.getMessage(), line.getParameters());
            lines.add(line.getLevel() + " " + text);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private final PolicyEngine engine = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(DeclaredTool.of("send", TEXT).withRun(RuleList.always(Mode.ASK)))))
            .permission(request -> {
                asked.add(request.id());
                return new CompletableFuture<>();
            })
            .onCall(records::add)
            .build();
    private final PolicySession session = engine.session("s");

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void aKnownToolIsRecordedAndNoPersonIsAsked() {
        RefusedCalls.report(session, "c1", "send", "Not run: the tool is disabled.");
        assertThat(records).hasSize(1);
        CallRecord call = records.get(0);
        assertThat(call.session() + " " + call.callId() + " " + call.tool()).isEqualTo("s c1 send");
        assertThat(call.knownTool()).contains("send");
        assertThat(call.verdict()).contains(CallRecord.Verdict.INVALID);
        assertThat(call.success()).isEmpty();
        assertThat(call.policies()).isEqualTo(engine.policyHash());
        assertThat(call.decided()).isPresent();
        assertThat(call.decision()).hasValueSatisfying(by -> {
            assertThat(by.by()).isEqualTo(CallRecord.Decision.By.VALIDATION);
            assertThat(by.code()).contains("refused");
            assertThat(by.reason()).isEqualTo("Not run: the tool is disabled.");
        });
        assertThat(lines)
                .containsExactly(
                        "WARNING call send#c1 of session s is invalid (refused): Not run: the tool is disabled.");
        assertThat(asked).isEmpty();
        assertThat(engine.openRequests()).isZero();
    }

    @Test
    void anInventedNameIsRecordedAndShortInTheLog() {
        RefusedCalls.report(session, "", "in\nvented", "Not run: the server has no such tool.");
        RefusedCalls.report(session, "", "x".repeat(1 << 20), "Not run: the server has no such tool.");
        assertThat(records).extracting(CallRecord::tool).containsExactly("in\nvented", "");
        assertThat(records).allSatisfy(call -> assertThat(call.knownTool()).isEmpty());
        assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line).doesNotContain("\n"));
    }
}
