package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.runtime.PolicySession;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
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

    /** Lists all tools in pages, and calls one; returns the bytes that it takes, which don't depend on what else runs. */
    private long allocated(int tools, int pages) throws IOException {
        offered.removeAll();
        for (int i = 0; i < tools; i++) {
            offered.add(tool("read" + i, "string"));
        }
        gateway = open(Set.of("all"));
        playsLists = false;
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        take(toServer);
        for (int page = 0; page < pages; page++) {
            ObjectNode result = JSON.createObjectNode().put("nextCursor", page == pages - 1 ? "" : "more");
            for (int i = page * tools / pages; i < (page + 1) * tools / pages; i++) {
                result.withArrayProperty("tools").add(offered.get(i));
            }
            gateway.fromServer(
                    Message.response(take(toServer).path("id"), result).toString());
        }
        call(1, "read" + (tools - 1), "a");
        serverAnswers(text("hello"));
        assertThat(answered(take(toClient))).isEqualTo("1 hello");
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** Each time that tools are taken up, all known ones are looked at; so the pages of a list are taken up together. */
    @Test
    void workGrowsWithTheToolsAndNotWithThePages() throws IOException {
        allocated(500, 1); // what is made once in a process isn't counted
        long few = allocated(500, 1);
        long many = allocated(TOOLS, 1);
        assertThat(many).as("%d bytes for a quarter of the tools", few).isLessThan(5 * few);
        assertThat(many).as("bytes for a tool").isLessThan(400_000L * TOOLS);
        assertThat(allocated(TOOLS, 40)).as("in pages, %d bytes in one", many).isLessThan(many + many / 4);
    }

    @Test
    void eachOfTwoThousandToolsIsJudged() throws IOException {
        for (int i = 0; i < TOOLS; i++) {
            offered.add(tool("read" + i, "string"));
        }
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

    @Test
    void aLaterListTakesNoLabelsAway() throws IOException {
        HostTools host = HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy())
                        .unknownTools(Severity.WARNING))
                .start(List.of());
        GatewayTools tools = new GatewayTools(
                host, Pins.read(folder.resolve("own.json"), Set.of()), false, Optional.empty(), text -> {});
        ObjectNode read = tool("read", "string");
        read.putObject("annotations").put("openWorldHint", true);
        PolicySession session = tools.session("s");
        tools.offer(tools.list().add(offered.arrayNode().add(read)), session);
        read.remove("annotations");
        tools.offer(tools.list().add(offered.arrayNode().add(read)), session);

        assertThat(tools.labels("read")).containsExactly("untrusted");
    }

    /** Tools that the server lists again don't count twice. */
    @Test
    void aToolThatALongListGetsLaterIsTakenUp() throws IOException {
        HostTools host = HostPolicies.of(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy())
                        .unknownTools(Severity.WARNING))
                .start(List.of());
        GatewayTools tools = new GatewayTools(
                host, Pins.read(folder.resolve("own.json"), Set.of()), false, Optional.empty(), log::add);
        PolicySession session = tools.session("s");
        for (int i = 0; i < 1_200; i++) {
            offered.add(tool("read" + i, "string"));
        }
        tools.offer(tools.list().add(offered), session);
        tools.offer(tools.list().add(offered.deepCopy().add(tool("readLater", "string"))), session);
        assertThat(tools.isUsable("readLater")).isTrue();
        assertThat(log).isEmpty();
    }
}
