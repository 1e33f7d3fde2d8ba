package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the guide's table of orders: its steps are taken here as the row names them. */
class ApprovalOrdersTest {
    /** Shorter than the time for an outcome, so that an approval can expire while its call runs. */
    private static final Duration VALIDITY = Duration.ofMinutes(30);

    private static final Argument.Text PATH = Argument.Text.at("/path");
    private final ManualClock clock = new ManualClock();
    private final SessionStore store = SessionStore.inMemory();
    private final SessionSettings settings =
            SessionSettings.inMemory().withStore(store).withClock(clock).withStoredApprovals(VALIDITY);
    private RuleList rules = RuleList.of(RuleSpec.when(PATH.prefix("a"), Mode.ASK), RuleSpec.otherwise(Mode.DENY));
    private int runs;
    private GuardedCall begun;

    static Stream<List<String>> orders() {
        return new GuideTable("how-to/approve-tomorrow.md", "| in this order | the last one gives | runs |").rows();
    }

    @ParameterizedTest
    @MethodSource("orders")
    void eachOrderGivesWhatTheGuideSays(List<String> row) {
        String id = session()
                .execute("c", "write", "{\"path\":\"a\"}", handlers())
                .approval()
                .orElseThrow();
        String last = "";
        for (String step : row.get(0).split("`, `")) {
            last = step(step.replace("`", ""), id);
        }
        assertThat(last + ", " + runs).isEqualTo(row.get(1).replace("`", "") + ", " + row.get(2));
    }

    private String step(String step, String id) {
        Approvals approvals = Approvals.of(settings);
        Approval shown = approvals.find(id).orElseThrow();
        return switch (step) {
            case "approve" -> answered(() -> approvals.approve(shown, "ann"), id);
            case "decline" -> answered(() -> approvals.decline(shown, "ann", "no"), id);
            case "resume" -> resumed(id);
            case "begin" -> begin(id);
            case "end" ->
                session()
                        .calls()
                        .finished(begun.ticket(), ToolResult.success(TextNode.valueOf("done")))
                        .kind()
                        .toString();
            case "die" -> pass(settings.outcomeTimeout());
            case "expire" -> expire(shown);
            case "close" -> close();
            case "call again" ->
                session()
                        .execute("c", "write", "{\"path\":\"a\"}", handlers())
                        .kind()
                        .toString();
            case "reload: ask elsewhere" -> reload(RuleList.of(RuleSpec.otherwise(Mode.ASK)));
            case "reload: deny" -> reload(RuleList.always(Mode.DENY));
            case "reload: allow" -> reload(RuleList.always(Mode.ALLOW));
            default -> throw new IllegalArgumentException(step);
        };
    }

    private static String answered(Runnable answer, String id) {
        try {
            answer.run();
            return "answered";
        } catch (IllegalStateException rejected) {
            return String.valueOf(rejected.getMessage()).replace("approval \"" + id + "\" ", "");
        }
    }

    private String resumed(String id) {
        CallResult result = session().calls().resume(id, handlers());
        if (result.kind() == CallResult.Kind.PENDING) {
            assertThat(result.approval())
                    .as("a changed rule opens a new request")
                    .isPresent();
        }
        return result.kind().toString();
    }

    private String begin(String id) {
        begun = session().calls().guardApproved(id);
        assertThat(begun.begin()).isEmpty();
        runs++;
        return "begun";
    }

    private String pass(Duration time) {
        clock.pass(time);
        return "";
    }

    private String expire(Approval shown) {
        pass(VALIDITY);
        assertThat(shown.expires()).isBeforeOrEqualTo(clock.instant());
        return "";
    }

    private String close() {
        session().close();
        return "";
    }

    private String reload(RuleList next) {
        rules = next;
        return "";
    }

    /** What a node sees that shares nothing with the others but the store. */
    private PolicySession session() {
        return PolicyEngine.builder().tools(tools()).sessions(settings).build().session("s");
    }

    private ToolCatalog tools() {
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.string()));
        return ToolCatalog.of(List.of(DeclaredTool.of("write", schema).withRun(rules)));
    }

    private ToolHandlers handlers() {
        return ToolHandlers.builder(tools())
                .otherwise((arguments, call) -> {
                    runs++;
                    return Map.of("done", runs);
                })
                .build();
    }
}
