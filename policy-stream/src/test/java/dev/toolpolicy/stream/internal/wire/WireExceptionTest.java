package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The messages for unreadable bodies: one line each, asserted completely. */
class WireExceptionTest {
    private static final String EXPECTED =
            "expected a response of OpenAI chat completions, OpenAI responses or Anthropic messages, as server-sent"
                    + " events or as one JSON object, but found ";
    private static final String GOOD = "data: {\"choices\":[]}\n\n";

    private static void assertRefused(String body, String message) {
        assertThatThrownBy(() -> WireResponse.read(body))
                .isInstanceOf(WireException.class)
                .hasMessage(message);
    }

    @Test
    void anEmptyBody() {
        assertRefused("", "the body is empty");
        assertRefused(" \n\n", "the body is empty");
    }

    @Test
    void textThatIsNoBody() {
        assertRefused("hello\nworld\n", EXPECTED + "no line that starts with \"data:\" and no JSON object");
        assertRefused("[{\"choices\":[]}]", EXPECTED + "no line that starts with \"data:\" and no JSON object");
        assertRefused("data: [DONE]\n\n", EXPECTED + "no line that starts with \"data:\" and no JSON object");
    }

    @Test
    void anotherFormat() {
        assertRefused(
                "{\"candidates\":[],\"usageMetadata\":{}}", EXPECTED + "a JSON object with candidates, usageMetadata");
        assertRefused("data: {}\n\n", EXPECTED + "a JSON object with no members");
        assertRefused("data: 3\n\n", EXPECTED + "a JSON number");
        assertRefused("data: {\"\\u001b[31m\":1}\n\n", EXPECTED + "a JSON object with \\u001b[31m");
    }

    @Test
    void brokenJsonIsSaidWithItsLine() {
        assertRefused(
                GOOD + "data: {\"choices\":[}\n\n" + GOOD,
                "line 3 is not JSON: Unexpected close marker '}': expected ']'");
        assertRefused(
                GOOD + "event: x\ndata: {\ndata: \"choices\": oops}\n\n",
                "line 5 is not JSON: Unrecognized token: was expecting (JSON String, Number, Array, Object or token"
                        + " 'null', 'true' or 'false')");
        assertRefused("{\n  \"choices\": [],\n  \"choices\": []\n}", "line 3 is not JSON: Duplicate field 'choices'");
        assertRefused(
                "data: {\"choices\"", "line 1 is not JSON: Unexpected end-of-input within/between Object entries");
        assertRefused(
                GOOD + "data: {\"choices\":-0.00001e1" + "0".repeat(45) + "}\n\n",
                "line 3 is not JSON: a number's exponent is too long");
    }

    @Test
    void aValueOfAnotherTypeIsSaidWithItsLine() {
        assertRefused(
                GOOD + "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":7}]}}]}\n\n",
                "line 3: \"tool_calls.id\" must be text");
        assertRefused(
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":\"0\"}]}}]}\n\n",
                "line 1: \"index\" is not an index");
        assertRefused(
                "{\"type\":\"message\",\"content\":[{\"type\":\"tool_use\",\"id\":\"a\",\"name\":[\"ls\"],\"input\":{}}]}",
                "line 1: \"name\" is not a text");
        WireReader stream = new WireReader(WireFormat.MESSAGES, part -> {});
        assertThatThrownBy(() -> stream.read(
                        new StreamedEvent("", "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":{}}}", "")))
                .isInstanceOf(WireException.class)
                .hasMessage("event 1: \"delta.stop_reason\" must be text");
    }

    @Test
    void anEventThatTheEndCutsIsDropped() throws WireException {
        assertThat(WireResponse.read(GOOD + "data: {\"choices\":[{\"index\":0").parts())
                .containsExactly(WirePart.end(false, "no finish reason"));
    }
}
