package dev.toolpolicy.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.langchain4j.Clerk.Provider;
import dev.toolpolicy.test.TestApprover;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that the adapter refuses itself: they don't run, and have a record. */
class RefusedCallsTest {
    private static final ToolProviderRequest REQUEST = new ToolProviderRequest("chat-7", UserMessage.from("Go on."));

    private final TestApprover approver = new TestApprover();
    private final List<String> parameters = new ArrayList<>(List.of("path"));
    private final List<CallRecord> records = new ArrayList<>();
    private final PolicyTools tools = PolicyTools.builder(
                    Clerk.policies("[tools.'*'.policy]", "run = 'ask'", "result = 'allow'")
                            .engine(builder -> builder.permission(approver).onCall(records::add)))
            .provider(new Provider("late", true, parameters))
            .build();
    private ToolExecutor late;

    @BeforeEach
    void provide() {
        Clerk.RAN.clear();
        late = tools.provideTools(REQUEST).aiServiceTools().get(0).toolExecutor();
    }

    private void change() {
        parameters.add("owner");
        tools.provideTools(REQUEST);
    }

    private void refuses(String arguments, String why) {
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("c1")
                .name("late")
                .arguments(arguments)
                .build();
        assertThatIllegalStateException()
                .isThrownBy(() -> late.execute(call, "chat-7"))
                .withMessageContaining(why);
        assertThat(Clerk.RAN).isEmpty();
        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.session()).isEqualTo("chat-7");
            assertThat(record.callId()).isEqualTo("c1");
            assertThat(record.tool()).isEqualTo("late");
        });
    }

    @Test
    void aToolThatHasChangedIsRefused() {
        change();
        refuses("{\"path\":\"a\"}", "has changed since it was offered");
        assertThat(records.get(0).verdict()).contains(CallRecord.Verdict.INVALID);
    }

    /** A person can take long enough for the tool to change that a call was decided by. */
    @Test
    void aToolThatChangesDuringAnApprovalIsRefused() {
        approver.thenAnswer(request -> {
            change();
            return request.approve();
        });
        refuses("{\"path\":\"a\"}", "has changed since it was offered");
    }

    @Test
    void aCallOfWhichNothingSaysWhetherItWasCutIsRefused() {
        refuses("{}", "registerListeners(tools.listeners())");
        assertThat(records.get(0).verdict()).contains(CallRecord.Verdict.INVALID);
    }
}
