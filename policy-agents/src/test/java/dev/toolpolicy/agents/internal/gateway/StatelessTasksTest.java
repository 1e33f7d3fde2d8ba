package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Notifications of a server since 2026-07-28: a task's has what an answer would have, and others end subscriptions. */
final class StatelessTasksTest extends PlayedGateway {
    @Override
    String policy() {
        return """
            [results]
            read = { labels = [] }
            "notifications/tasks" = { labels = ["task"], external = true }

            [tools.read.policy]
            run = [
              { label = "untrusted", mode = "deny", reason = "strangers" },
              { label = "task", mode = "deny", reason = "a task" },
              { mode = "allow" },
            ]
            """;
    }

    private String notified(String method, String params) throws IOException {
        String text = "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
        gateway.fromServer(text);
        return text;
    }

    private String answerToRead() throws IOException {
        call(1, "read", "a");
        if (toClient.isEmpty()) {
            serverAnswers(text("hello"));
        }
        return answered(take(toClient));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"inputRequests\":{\"a\":{\"method\":\"sampling/createMessage\"}}}",
                "{\"inputRequests\":[{\"method\":\"Sampling/CreateMessage\"}]}",
                "{\"InputRequests\":{\"a\":{\"method\":\"sampling/createMessage\"}}}"
            })
    void noNotificationLetsTheServerAskTheModel(String params) throws IOException {
        start();
        notified("notifications/tasks", params);
        notified("Notifications/tasks", params);
        assertThat(toClient).isEmpty();
        assertThat(log).hasSize(2).allSatisfy(line -> assertThat(line).startsWith("a notification of the server"));
        assertThat(answerToRead()).as("nothing was read").isEqualTo("1 hello");
    }

    @ParameterizedTest
    @CsvSource({
        "notifications/tasks, a task. This session has the label task.",
        "notifications//tasks, strangers. This session has read text of others."
    })
    void theResultOfATaskLabelsTheSession(String method, String reason) throws IOException {
        start();
        String passing =
                notified(method, "{\"taskId\":\"t\",\"status\":\"completed\",\"result\":" + text("do it") + "}");
        assertThat(take(toClient)).isEqualTo(JSON.readTree(passing));
        assertThat(answerToRead())
                .startsWith("1 Denied by policy: ")
                .contains(reason.substring(0, reason.indexOf('.')));
    }

    @Test
    void anOlderServersLateCancellationLeavesTheClientsRequest() throws IOException {
        start();
        gateway.fromServer("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}");
        take(toClient);
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"roots\":[]}}");
        take(toServer);
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"resources/list\"}");
        take(toServer);
        notified("notifications/cancelled", "{\"requestId\":7}");
        gateway.fromServer("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"resources\":[]}}");
        assertThat(take(toClient).has("result"))
                .as("its own request, not the client's")
                .isTrue();
        assertThat(toClient).isEmpty();
    }
}
