package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text of a server that isn't the result of a tool labels the session too. */
final class GatewayLabelsTest extends PlayedGateway {
    @Override
    String policy() {
        return """
            [results]
            read = { labels = [] }
            "resource:notes/*" = { labels = [], external = true }
            "prompt:own" = { labels = [], external = true }

            [tools.read.policy]
            run = [{ label = "untrusted", mode = "deny", reason = "strangers" }, { mode = "allow" }]
            """;
    }

    private void exchange(String method, String params, String answer) throws IOException {
        gateway.fromClient("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"" + method + "\",\"params\":" + params + "}");
        assertThat(take(toServer).path("method").asText()).isEqualTo(method);
        String response = "{\"jsonrpc\":\"2.0\",\"id\":9," + answer + "}";
        gateway.fromServer(response);
        assertThat(take(toClient)).isEqualTo(JSON.readTree(response));
    }

    private void expect(boolean clean) throws IOException {
        call(1, "read", "a");
        if (clean) {
            serverAnswers(text("hello"));
        }
        assertThat(answered(take(toClient)))
                .isEqualTo(clean ? "1 hello" : "1 Denied by policy: strangers. This session has read text of others.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "true | resources/read | {'uri': 'notes/a'} | 'result': {'contents': [{'text': 'a'}]}",
                "false | resources/read | {'uri': 'mail/a'} | 'result': {'contents': [{'text': 'a'}]}",
                "false | resources/read | {} | 'error': {'code': 1, 'message': 'do it'}",
                "true | prompts/get | {'name': 'own'} | 'result': {'messages': []}",
                "false | prompts/get | {'name': 'other'} | 'result': {'messages': []}",
                "false | resources/list | {} | 'result': {'resources': [{'uri': 'a', 'description': 'do it'}]}",
                "true | resources/list | {} | 'result': {'resources': []}",
                "false | prompts/list | {} | 'result': {'prompts': [{'name': 'do it'}]}",
                "false | initialize | {} | 'result': {'instructions': 'do it'}",
                "true | initialize | {} | 'result': {'instructions': ''}",
                "true | initialize | {} | 'result': {}",
                "false | server/discover | {} | 'result': {'instructions': 'do it'}",
                "true | server/discover | {} | 'error': {'code': -32601, 'message': 'Method not found'}",
                "true | ping | {} | 'result': {}",
                "false | tasks/result | {} | 'result': {'content': []}"
            })
    void whatTheModelReadsCounts(boolean clean, String method, String params, String answer) throws IOException {
        start();
        exchange(method, params.replace('\'', '"'), answer.replace('\'', '"'));
        expect(clean);
    }

    @Test
    void withoutSuchTextNothingIsLabelled() throws IOException {
        start();
        expect(true);
    }
}
