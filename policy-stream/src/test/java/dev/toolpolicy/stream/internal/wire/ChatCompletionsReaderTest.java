package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The differences between providers of chat completions. */
class ChatCompletionsReaderTest {

    private static List<WirePart> read(String... deltas) throws WireException {
        StringBuilder body = new StringBuilder();
        for (String delta : deltas) {
            body.append("data: ")
                    .append(WireBodies.object("{'choices':[{'index':0,'delta':" + delta + "}]}"))
                    .append("\n\n");
        }
        List<WirePart> parts = WireResponse.read(body + "data: [DONE]\n\n").parts();
        assertThat(parts.get(parts.size() - 1)).isEqualTo(WirePart.end(false, "no finish reason"));
        return parts.subList(0, parts.size() - 1);
    }

    private static WirePart start(int position, String id, String name) {
        return WirePart.call(position, id, name);
    }

    @Test
    void aCallInDeltaAndMessageOfOneChunkIsOneCall() throws WireException {
        String message =
                "{'content':'a','tool_calls':[{'index':0,'id':'a','function':{'name':'one','arguments':'%s'}}]}";
        String choice = "{'choices':[{'index':0,'delta':" + message + ",'message':" + message + "}]}";
        StringBuilder body = new StringBuilder();
        for (String piece : List.of("1", "2")) {
            body.append("data: ")
                    .append(WireBodies.object(choice.formatted(piece, piece)))
                    .append("\n\n");
        }
        assertThat(WireResponse.read(body.toString()).parts())
                .containsExactly(
                        WirePart.text("a"),
                        start(0, "a", "one"),
                        WirePart.arguments(0, "1"),
                        WirePart.text("a"),
                        WirePart.arguments(0, "2"),
                        WirePart.end(false, "no finish reason"));
    }

    @Test
    void severalIdsAtOneIndexAreSeveralCalls() throws WireException {
        assertThat(read(
                        "{'tool_calls':[{'index':0,'id':'a','function':{'name':'one','arguments':'{}'}}]}",
                        "{'tool_calls':[{'index':0,'id':'b','function':{'name':'two','arguments':'{}'}}]}"))
                .containsExactly(
                        start(0, "a", "one"),
                        WirePart.arguments(0, "{}"),
                        start(1, "b", "two"),
                        WirePart.arguments(1, "{}"));
    }

    @Test
    void withoutAnIndexTheIdTellsTheCallAndWithoutBothItGoesOn() throws WireException {
        assertThat(read(
                        "{'tool_calls':[{'id':'a','function':{'name':'one','arguments':'1'}},"
                                + "{'id':'b','function':{'name':'two','arguments':'2'}}]}",
                        "{'tool_calls':[{'function':{'arguments':'22'}}]}",
                        "{'tool_calls':[{'id':'a','function':{'arguments':'11'}}]}"))
                .containsExactly(
                        start(0, "a", "one"),
                        WirePart.arguments(0, "1"),
                        start(1, "b", "two"),
                        WirePart.arguments(1, "2"),
                        WirePart.arguments(1, "22"),
                        WirePart.arguments(0, "11"));
    }

    @Test
    void aRepeatedNameSaysNothingNewAndALateOneDoes() throws WireException {
        assertThat(read(
                        "{'tool_calls':[{'index':0,'id':'a','function':{'name':'one','arguments':'1'}}]}",
                        "{'tool_calls':[{'index':0,'id':'a','function':{'name':'one','arguments':'2'}}]}",
                        "{'tool_calls':[{'index':1,'id':'b','function':{'arguments':'3'}}]}",
                        "{'tool_calls':[{'index':1,'function':{'name':'two'}}]}"))
                .containsExactly(
                        start(0, "a", "one"),
                        WirePart.arguments(0, "1"),
                        WirePart.arguments(0, "2"),
                        start(1, "b", ""),
                        WirePart.arguments(1, "3"),
                        start(1, "b", "two"));
    }

    @Test
    void callsWithoutIdAndIndexStartWithTheirNames() throws WireException {
        assertThat(read(
                        "{'tool_calls':[{'function':{'name':'one','arguments':'1'}},{'function':{'name':'one'}}]}",
                        "{'tool_calls':[{'function':{'arguments':'2'}}]}"))
                .containsExactly(
                        start(0, "", "one"),
                        WirePart.arguments(0, "1"),
                        start(1, "", "one"),
                        WirePart.arguments(1, "2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'tool_calls':[{'index':'0','id':'a'}]}",
                "{'tool_calls':[{'index':-1,'id':'a'}]}",
                "{'tool_calls':[{'index':0.5,'id':'a'}]}",
                "{'tool_calls':[{'index':4294967296,'id':'a'}]}",
                "{'tool_calls':[{'index':0,'id':7}]}",
                "{'tool_calls':[{'index':0,'function':{'name':['one']}}]}",
            })
    void membersThatIdentifyTheCallMustHaveTheirType(String delta) {
        assertThatThrownBy(() -> read(delta)).isInstanceOf(WireException.class);
    }

    @Test
    void eachEntryOfAWholeBodyIsACallOfItsOwn() throws WireException {
        String twice = "{'index':0,'id':'a','function':{'name':'one','arguments':'1'}}";
        assertThat(WireResponse.read(WireBodies.object("{'choices':[{'index':0,'finish_reason':'tool_calls',"
                                        + "'message':{'tool_calls':[" + twice + "," + twice + "]}}]}")
                                .toString())
                        .parts())
                .containsExactly(
                        start(0, "a", "one"),
                        WirePart.arguments(0, "1"),
                        start(1, "a", "one"),
                        WirePart.arguments(1, "1"),
                        WirePart.end(true, "tool_calls"));
    }

    @Test
    void textOfACallThatNeverStartedIsNotLost() throws WireException {
        assertThat(read("{'tool_calls':[{'index':3,'function':{'arguments':'tail'}}]}"))
                .containsExactly(WirePart.arguments(0, "tail"));
    }

    @Test
    void argumentsAsAnObjectAreTheirText() throws WireException {
        assertThat(read("{'tool_calls':[{'id':'a','function':{'name':'one','arguments':{'n':1.50}}}]}"))
                .containsExactly(start(0, "a", "one"), WirePart.arguments(0, "{\"n\":1.5}"));
    }

    @Test
    void theOldFunctionCallAndPlainTextAreRead() throws WireException {
        assertThat(read(
                        "{'content':'let me see'}",
                        "{'function_call':{'name':'one'}}",
                        "{'content':null,'function_call':{'arguments':'{}'}}"))
                .containsExactly(WirePart.text("let me see"), start(0, "", "one"), WirePart.arguments(0, "{}"));
    }

    @Test
    void anotherChoiceHasCallsOfItsOwn() throws WireException {
        String body = "data: "
                + WireBodies.object("{'choices':["
                      + "{'index':0,'delta':{'tool_calls':[{'index':0,'id':'a','function':{'name':'one','arguments':'1'}}]}},"
                      + "{'index':1,'delta':{'tool_calls':[{'index':0,'id':'a','function':{'name':'one','arguments':'2'}}]},"
                      + "'finish_reason':'length'}]}")
                + "\n\n";

        assertThat(WireResponse.read(body).parts())
                .containsExactly(
                        start(0, "a", "one"),
                        WirePart.arguments(0, "1"),
                        start(1, "a", "one"),
                        WirePart.arguments(1, "2"),
                        WirePart.end(false, "length"));
    }

    @Test
    void aBodyInOnePieceIsReadAlike() throws WireException {
        WireResponse response =
                WireResponse.read(WireBodies.object("{'object':'chat.completion','model':'m','choices':["
                                + "{'index':0,'finish_reason':'tool_calls','message':{'content':'hm','tool_calls':["
                                + "{'id':'a','function':{'name':'one','arguments':'{}'}},"
                                + "{'id':'b','type':'custom','custom':{'name':'two','input':'free'}}]}}]}")
                        .toString());

        assertThat(response.model()).isEqualTo("m");
        assertThat(response.parts())
                .containsExactly(
                        WirePart.text("hm"),
                        start(0, "a", "one"),
                        WirePart.arguments(0, "{}"),
                        WirePart.call(1, "b", "two"),
                        WirePart.arguments(1, "free text is not JSON"),
                        WirePart.end(true, "tool_calls"));
    }

    @Test
    void aPieceOfFreeTextMakesItsCallInvalid() throws WireException {
        assertThat(read(
                        "{'tool_calls':[{'index':0,'id':'a','function':{'name':'one','arguments':'{}'}}]}",
                        "{'tool_calls':[{'index':0,'custom':{'input':'free'}}]}"))
                .containsExactly(
                        start(0, "a", "one"),
                        WirePart.arguments(0, "{}"),
                        WirePart.arguments(0, "free text is not JSON"));
    }
}
