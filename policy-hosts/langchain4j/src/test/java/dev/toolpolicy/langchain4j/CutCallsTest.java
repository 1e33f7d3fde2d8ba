package dev.toolpolicy.langchain4j;

import static dev.toolpolicy.langchain4j.ChatBodies.calls;
import static dev.toolpolicy.langchain4j.ChatBodies.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.langchain4j.ChatBodies.Call;
import dev.toolpolicy.langchain4j.Clerk.Files;
import dev.toolpolicy.test.internal.EmptyCalls;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls whose text was cut never run, also where LangChain4j invents arguments for them. */
class CutCallsTest {
    private static final HostPolicies ALLOW = Clerk.policies("[tools.'*'.policy]", "run = 'allow'", "result = 'allow'");

    static PolicyTools tools() {
        return PolicyTools.builder(ALLOW)
                .tools(new Files())
                .tool(Clerk.specification(EmptyCalls.TOOL, List.of()), Clerk.executor(EmptyCalls.TOOL))
                .build();
    }

    @Test
    void aBlockingServiceRunsOnlyWholeCalls() throws Exception {
        PolicyTools tools = tools();
        for (String reason : List.of("length", "content_filter", "later", "")) {
            for (String arguments : List.of("", " ", "{}", "null", "{\"a\":")) {
                Clerk.Talk talk = Clerk.blocking(
                        tools, calls(false, reason, Call.of(EmptyCalls.TOOL, arguments)), text(false, "Bye."));
                assertThat(Clerk.RAN).as(reason + arguments).isEmpty();
                assertThat(talk.told())
                        .as(reason + arguments)
                        .contains("the text ended before the arguments were complete");
            }
        }
        for (String reason : List.of("stop", "tool_calls")) {
            for (String arguments : List.of("", " ", "{}")) {
                Clerk.blocking(tools, calls(false, reason, Call.of(EmptyCalls.TOOL, arguments)), text(false, "Bye."));
                assertThat(Clerk.RAN).as(reason + arguments).hasSize(1);
            }
        }
    }

    @Test
    void aConcurrentCallWaitsForTheEndOfItsResponse() throws Exception {
        PolicyTools tools = tools();
        Call list = Call.of("list", "{}");
        Call write = Call.of("write", "{\"path\":\"a\",\"text\":\"b\"}");
        for (boolean whole : new boolean[] {true, false}) {
            Clerk.streaming(
                    tools,
                    builder -> builder.executeToolsConcurrently(),
                    calls(true, whole ? "tool_calls" : "length", list, write),
                    text(true, "Bye."));
            assertThat(Clerk.RAN)
                    .containsExactlyInAnyOrder(whole ? new String[] {"list", "write a"} : new String[] {"write a"});
        }
    }

    @Test
    void withoutTheListenersACallWithoutArgumentsDoesNotRun() throws Exception {
        PolicyTools tools = tools();
        Clerk.Talk talk = Clerk.blocking(
                tools,
                builder -> builder,
                "chat-7",
                calls(false, Call.of("list", "{}"), Call.of("write", "{\"path\":\"a\",\"text\":\"b\"}")),
                text(false, "Bye."));
        assertThat(talk.told()).contains("registerListeners(tools.listeners())");
        assertThat(Clerk.RAN).containsExactly("write a");
    }

    @Test
    void aCallIsClaimedOnce() {
        ResponseEnds.Round round = new ResponseEnds.Round(java.util.Set.of());
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("1")
                .name("list")
                .arguments("{}")
                .build();
        assertThat(round.claim(call, Duration.ofMinutes(9)))
                .as("nothing is known of the response, and its thread goes on")
                .isFalse();
        round.end(List.of(call));
        assertThat(round.claim(call.toBuilder().id("2").build(), Duration.ofMillis(1)))
                .isFalse();
        assertThat(round.claim(call, Duration.ofMillis(1))).isTrue();
        assertThat(round.claim(call, Duration.ofMillis(1))).isFalse();
    }
}
