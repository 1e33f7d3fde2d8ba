package dev.toolpolicy.runtime;

import static dev.toolpolicy.runtime.WholeCalls.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolCallStream.Status;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What will become of a call, as it is previewed and as it streams. */
class CallStatusTest {
    private final WholeCalls calls = new WholeCalls();
    private final SessionSettings settings = SessionSettings.inMemory().withStore(SessionStore.inMemory());
    private final PolicySession session = calls.engine(settings)
            .policies(Policies.requires("deploy", "read"))
            .build()
            .session("s");

    @Test
    void aStatusIsToldOnceForEachChange() {
        List<Status> told = new ArrayList<>();
        session.calls()
                .call("c", "write")
                .onStatus(told::add)
                .append("{\"path\":\"src/")
                .append("a")
                .append("\",\"content\":\"x\"")
                .append("}")
                .finish();
        assertThat(told).containsExactly(Status.OPEN, Status.WILL_RUN);
        told.clear();
        session.calls()
                .call("c", "write")
                .onStatus(told::add)
                .append("{\"path\":\"src/a\"")
                .append(",\"path\"");
        assertThat(told).containsExactly(Status.OPEN, Status.WILL_RUN, Status.INVALID);
        told.clear();
        session.calls().call("c", "deploy").onStatus(told::add);
        assertThat(told).containsExactly(Status.DENIED);
    }

    /** A host that shows calls as they stream hears of the end of a text, and of a conclusion, too. */
    @Test
    void theEndOfATextAndOfACallAreToldToo() {
        List<Status> told = new ArrayList<>();
        ResponseStream response = session.calls().response();
        response.start(0, "a", "write").onStatus(told::add).append("{\"path\":\"src/a\"");
        response.finish(ResponseEnd.CUT);
        assertThat(told).containsExactly(Status.OPEN, Status.WILL_RUN, Status.INVALID);
        told.clear();
        session.calls().call("c", "write").onStatus(told::add).cancel("the user left");
        assertThat(told).containsExactly(Status.OPEN, Status.DENIED);
    }

    @Test
    void aListenerThatFailsOnceHearsTheNextChange() {
        List<Status> told = new ArrayList<>();
        ToolCallStream call = session.calls().call("c", "write");
        assertThatThrownBy(() -> call.onStatus(status -> {
                    told.add(status);
                    if (status == Status.OPEN) {
                        throw new InternalError("test");
                    }
                }))
                .isInstanceOf(InternalError.class);
        call.append("{\"path\":\"src/a\"");
        assertThat(told).containsExactly(Status.OPEN, Status.WILL_RUN);
    }

    private static final PolicySession PREVIEWED = PolicyEngine.builder()
            .tools(ToolCatalog.of(List.of(
                    DeclaredTool.of("wipe", ToolSchema.of())
                            .withRun(RuleList.of(RuleSpec.otherwise(Mode.DENY).named("never"))),
                    DeclaredTool.of(
                            "list",
                            ToolSchema.of(
                                    Parameter.required("path", ParameterType.path()),
                                    Parameter.optional("lines", ParameterType.integer())
                                            .withDefault(IntNode.valueOf(10)))))))
            .build()
            .session("s");

    @Test
    void theArgumentsAreKnownWithTheDefaultsAndWithout() {
        ToolCallStream call = PREVIEWED.calls().call("c", "list").append("{\"path\":\"a\"");
        assertThat(call.arguments()).isEmpty();
        assertThat(call.givenArguments()).isEmpty();
        assertThat(call.record().cut()).isTrue();
        call.append("}");
        assertThat(call.arguments().orElseThrow()).hasToString("{\"path\":\"a\",\"lines\":10}");
        assertThat(call.givenArguments().orElseThrow()).hasToString("{\"path\":\"a\"}");
        assertThat(call.record().cut()).isFalse();
    }

    @Test
    void aRecordHasWhatDecidedAndWhatDeniedOnce() {
        session.calls().call("c", "deploy").append("{").append("}").append(" ").finish();
        assertThat(calls.records.get(0).steps())
                .extracting(step -> step.kind().word())
                .containsExactly("started", "decided", "denied", "ended", "concluded");
    }

    @Test
    void callsOfOneNameHaveDifferentNumbers() {
        List<Long> numbers = Stream.of("a", "a")
                .map(id -> session.calls().call(id, "read").serial())
                .toList();
        assertThat(numbers).doesNotHaveDuplicates();
        session.execute("c", "read", "{}", calls.handlers);
        session.execute("c", "read", "{}", calls.handlers);
        assertThat(calls.records).extracting(CallRecord::serial).doesNotHaveDuplicates();
    }

    @Test
    void anUnknownToolNamesTheOneThatIsMeant() {
        assertThat(session.execute("c", "wrte", "{}", calls.handlers).forModel())
                .isEqualTo("Not run: no tool is named \"wrte\"; did you mean \"write\"?");
        assertThat(session.execute("c", "nothing", "{}", calls.handlers).forModel())
                .isEqualTo("Not run: no tool is named \"nothing\".");
        assertThat(PREVIEWED.calls().preview("wip", "{}"))
                .as("a tool that runs for nobody isn't offered")
                .hasToString("INVALID: Not run: no tool is named \"wip\".");
    }

    /** The words of logs and of the model: a rule's name, and neither its conditions nor its place. */
    @Test
    void aPreviewSaysWhatTheModelWouldRead() {
        assertThat(PREVIEWED.calls().preview("wipe", "{}"))
                .hasToString("DENIED: Denied by rule never of this tool's policy.");
        assertThat(PREVIEWED.calls().preview("list", "{\"path\":\"a\"}")).hasToString("WILL_ASK");
    }

    @Test
    void aListenerOfTheStatusThatThrowsChangesNothing() {
        ToolCallOutcome outcome = session.calls()
                .call("c", "read")
                .onStatus(status -> {
                    throw new IllegalStateException("broken");
                })
                .append("{}")
                .finish();
        assertThat(outcome.kind()).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aPreviewAsksNoApprover() {
        List<String> asked = new ArrayList<>();
        PolicySession withApprover = calls.engine(settings)
                .permission(request -> {
                    asked.add(request.summary());
                    return CompletableFuture.completedFuture(request.approve());
                })
                .build()
                .session("s");
        assertThat(withApprover.calls().preview("write", write("a")).status()).isEqualTo(Status.WILL_ASK);
        assertThat(withApprover
                        .execute("c", "write", write("a"), calls.handlers)
                        .kind())
                .isEqualTo(CallResult.Kind.RAN);
        assertThat(asked).as("by execute alone").hasSize(1);
    }

    @Test
    void aPolicyThatWantsAnApprovalMakesTheCallAsk() {
        PolicySession approving = calls.engine(settings)
                .policies(Policies.approval("read"))
                .build()
                .session("s");
        assertThat(approving.calls().preview("read", "{}").status()).isEqualTo(Status.WILL_ASK);
    }

    /** Rules know the call by its path, but a policy still waits for its content. */
    @Test
    void aStatusIsOpenWhileAPolicyWaits() {
        PolicySession waiting = calls.engine(settings)
                .policies(LimitPolicy.quota(1, "write").perKey(CallKey.at("/content")))
                .build()
                .session("s");
        ToolCallStream call = waiting.calls().call("c", "write").append("{\"path\":\"src/a\",");
        assertThat(call.decision()).as("the rules know").isPresent();
        assertThat(call.status()).isEqualTo(Status.OPEN);
        assertThat(call.append("\"content\":\"x\"").status()).isEqualTo(Status.WILL_RUN);
    }

    @Test
    void aCancelledCallIsDenied() {
        ToolCallStream call = session.calls().call("c", "read");
        call.append("{}").cancel("the user left");
        assertThat(call.status()).isEqualTo(Status.DENIED);
    }
}
