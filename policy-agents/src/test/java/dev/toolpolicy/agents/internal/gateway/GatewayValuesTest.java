package dev.toolpolicy.agents.internal.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of a server's results fill sets. */
final class GatewayValuesTest extends PlayedGateway {
    @Override
    String policy() {
        return """
            [results]
            read = { labels = [], values = { names = "/names" } }

            [tools.read.policy]
            run = "allow"

            [tools.send.policy]
            run = [{ arg = "/path", from = ["names"], mode = "allow" }, { mode = "deny", reason = "unknown" }]
            """;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "true | 'content': [{'type': 'text', 'text': '{\\`names\\`: [\\`ann\\`]}'}]",
                "true | 'content': [], 'structuredContent': {'names': 'ann'}",
                "true | 'content': [{'type': 'text', 'text': '{\\`names\\`: \\`ann\\`}'}], 'structuredContent':"
                        + " {'names': 'ann'}",
                "false | 'content': [{'type': 'text', 'text': '{\\`names\\`: \\`ann\\`}'}], 'structuredContent':"
                        + " {'names': 'bob'}",
                "false | 'content': [{'type': 'text', 'text': '{\\`names\\`: \\`ann\\`}'}, {'type': 'image', 'data':"
                        + " 'aGk='}]",
                "false | 'content': [{'type': 'resource', 'resource': {'text': '{\\`names\\`: \\`ann\\`}'}}]",
                "false | 'content': [], 'names': 'ann'",
                "false | 'content': [{'type': 'text', 'text': '{\\`names\\`: \\`ann\\`}'}], 'isError': true",
                "false | 'content': [{'type': 'text', 'text': '{\\`names\\`: \\`ann\\`}'}], '_meta': {'ifc':"
                        + " {'integrity': 'low'}}"
            })
    void ofOneTextOrStructuredContent(boolean isKnown, String result) throws IOException {
        start();
        call(1, "read", "a");
        serverAnswers("{" + result.replace("\\`", "\\\"").replace('\'', '"') + "}");
        take(toClient);
        call(2, "send", "ann");
        if (isKnown) {
            serverAnswers(text("sent"));
        }
        assertThat(answered(take(toClient))).isEqualTo(isKnown ? "2 sent" : "2 Denied by policy: unknown");
    }
}
