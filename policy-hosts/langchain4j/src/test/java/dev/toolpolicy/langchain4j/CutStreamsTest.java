package dev.toolpolicy.langchain4j;

import static dev.toolpolicy.langchain4j.ChatBodies.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.test.internal.EmptyCalls;
import dev.toolpolicy.test.replay.Replay;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls that were cut right behind their names, in the streams that all adapters are tested with. */
class CutStreamsTest {
    @Test
    void aStreamingServiceRunsOnlyWholeCalls() throws Exception {
        PolicyTools tools = CutCallsTest.tools();
        for (Map.Entry<String, String> body : EmptyCalls.Format.CHAT.cut().entrySet()) {
            if (!body.getKey().contains("nul\"")) { // LangChain4j passes it on, and it isn't JSON
                streamed(tools, body.getValue());
                assertThat(Clerk.RAN).as(body.getKey()).isEmpty();
            }
        }
        for (Map.Entry<String, String> body : EmptyCalls.Format.CHAT.whole().entrySet()) {
            streamed(tools, body.getValue());
            assertThat(Clerk.RAN).as(body.getKey()).hasSize(1);
        }
    }

    private static void streamed(PolicyTools tools, String body) throws Exception {
        Clerk.streaming(tools, builder -> builder, Replay.events(body), text(true, "Bye."));
    }
}
