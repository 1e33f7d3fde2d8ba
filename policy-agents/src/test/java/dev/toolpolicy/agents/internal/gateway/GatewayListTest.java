package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a server says of its tools: many of them, and its hints. */
class GatewayListTest extends PlayedGateway {
    private static final List<String> HINTS = List.of("readOnlyHint", "destructiveHint", "idempotentHint");
    private static final int TOOLS = 2_000;

    @Override
    String policy() {
        return """
            [results]
            "read*" = { labels = [], external = true }

            [tools."read*".policy]
            external = true
            run = [{ label = "untrusted", mode = "deny", reason = "strangers" },
              { arg = "/path", prefix = "secret", mode = "deny", reason = "secret" }, { mode = "allow" }]

            [tools."*".policy]
            run = "deny"
            """;
    }

    /** Lists all tools twice, calls each once, and returns the milliseconds of the processor. */
    private long served() throws IOException {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        take(toServer);
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        take(toServer);
        ObjectNode result = JSON.createObjectNode();
        result.putArray("tools").addAll(offered);
        gateway.fromServer(Message.response(JSON.valueToTree(1), result).toString());
        assertThat(take(toClient).at("/result/tools")).hasSize(TOOLS);
        for (int i = 0; i < TOOLS; i++) {
            call(i, "read" + i, i % 2 == 0 ? "secret" : "a");
            if (i % 2 == 1) {
                serverAnswers(text("hello"));
            }
            assertThat(answered(take(toClient))).endsWith(i % 2 == 0 ? "secret" : "hello");
        }
        return (threads.getCurrentThreadCpuTime() - before) / 1_000_000;
    }

    /** Measured in a warm JVM: 2 s for two lists, of which the first checks the rules for each tool, and 1.4 s for 2,000 calls. */
    @Test
    void twoThousandToolsAreListedAndJudgedInSeconds() throws IOException {
        for (int i = 0; i < TOOLS; i++) {
            offered.add(tool("read" + i, "string"));
        }
        served(); // in a JVM that knows the code
        gateway = open(Set.of());

        assertThat(served()).isLessThan(10_000);
    }

    /** Each combination of absent, false and true: a server can't get more by what it says of a tool. */
    @Test
    void hintsAllowNothing() throws IOException {
        for (int n = 0; n < 27; n++) {
            offered.removeAll();
            gateway = open(Set.of("all"));
            for (String name : List.of("read", "drop")) {
                ObjectNode tool = tool(name, "string");
                ObjectNode hints = tool.putObject("annotations");
                int rest = n;
                for (String hint : HINTS) {
                    if (rest % 3 > 0) {
                        hints.put(hint, rest % 3 == 2);
                    }
                    rest /= 3;
                }
                offered.add(tool);
            }
            gateway.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            take(toServer);

            call(1, "read", "secret");
            assertThat(answered(take(toClient))).endsWith("secret");
            call(2, "drop", "a");
            assertThat(answered(take(toClient))).contains("Denied by this tool's policy");
            call(3, "read", "a");
            serverAnswers(text("hello"));
            assertThat(answered(take(toClient))).isEqualTo("3 hello");
        }
    }

    @Test
    void aToolThatReachesTheWorldLabelsItsResults() throws IOException {
        ObjectNode read = tool("read", "string");
        read.putObject("annotations").put("openWorldHint", true);
        offered.add(read);
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        take(toServer);

        call(1, "read", "a");
        serverAnswers(text("hello"));
        assertThat(answered(take(toClient))).isEqualTo("1 hello");
        call(2, "read", "a");
        assertThat(answered(take(toClient))).contains("strangers");
    }
}
