package dev.toolpolicy.stream.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.stream.wire.WirePart.ArgumentText;
import dev.toolpolicy.stream.wire.WirePart.CallEnded;
import dev.toolpolicy.stream.wire.WirePart.CallStarted;
import dev.toolpolicy.stream.wire.WirePart.Owner;
import dev.toolpolicy.stream.wire.WirePart.PlainText;
import dev.toolpolicy.stream.wire.WirePart.ResponseEnded;
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
        assertThat(parts.get(parts.size() - 1)).isEqualTo(new ResponseEnded(false, "no finish reason"));
        return parts.subList(0, parts.size() - 1);
    }

    private static CallStarted start(int position, String id, String name) {
        return new CallStarted(position, id, name, Owner.SERVICE);
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
                        new PlainText("a"),
                        start(0, "a", "one"),
                        new ArgumentText(0, "1"),
                        new PlainText("a"),
                        new ArgumentText(0, "2"),
                        new ResponseEnded(false, "no finish reason"));
    }

    @Test
    void severalIdsAtOneIndexAreSeveralCalls() throws WireException {
        assertThat(read(
                        "{'tool_calls':[{'index':0,'id':'a','function':{'name':'one','arguments':'{}'}}]}",
                        "{'tool_calls':[{'index':0,'id':'b','function':{'name':'two','arguments':'{}'}}]}"))
                .containsExactly(
                        start(0, "a", "one"),
                        new ArgumentText(0, "{}"),
                        new CallEnded(0),
                        start(1, "b", "two"),
                        new ArgumentText(1, "{}"));
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
                        new ArgumentText(0, "1"),
                        start(1, "b", "two"),
                        new ArgumentText(1, "2"),
                        new ArgumentText(1, "22"),
                        new ArgumentText(0, "11"));
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
                        new ArgumentText(0, "1"),
                        new ArgumentText(0, "2"),
                        start(1, "b", ""),
                        new ArgumentText(1, "3"),
                        start(1, "b", "two"));
    }

    @Test
    void callsWithoutIdAndIndexStartWithTheirNames() throws WireException {
        assertThat(read(
                        "{'tool_calls':[{'function':{'name':'one','arguments':'1'}},{'function':{'name':'one'}}]}",
                        "{'tool_calls':[{'function':{'arguments':'2'}}]}"))
                .containsExactly(
                        start(0, "", "one"), new ArgumentText(0, "1"), start(1, "", "one"), new ArgumentText(1, "2"));
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
                        new ArgumentText(0, "1"),
                        start(1, "a", "one"),
                        new ArgumentText(1, "1"),
                        new ResponseEnded(true, "tool_calls"));
    }

    @Test
    void textOfACallThatNeverStartedIsNotLost() throws WireException {
        assertThat(read("{'tool_calls':[{'index':3,'function':{'arguments':'tail'}}]}"))
                .containsExactly(new ArgumentText(0, "tail"));
    }

    @Test
    void argumentsAsAnObjectAreTheirText() throws WireException {
        assertThat(read("{'tool_calls':[{'id':'a','function':{'name':'one','arguments':{'n':1.50}}}]}"))
                .containsExactly(start(0, "a", "one"), new ArgumentText(0, "{\"n\":1.5}"));
    }

    @Test
    void theOldFunctionCallAndPlainTextAreRead() throws WireException {
        assertThat(read(
                        "{'content':'let me see'}",
                        "{'function_call':{'name':'one'}}",
                        "{'content':null,'function_call':{'arguments':'{}'}}"))
                .containsExactly(new PlainText("let me see"), start(0, "", "one"), new ArgumentText(0, "{}"));
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
                        new ArgumentText(0, "1"),
                        start(1, "a", "one"),
                        new ArgumentText(1, "2"),
                        new ResponseEnded(false, "length"));
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
                        new PlainText("hm"),
                        start(0, "a", "one"),
                        new ArgumentText(0, "{}"),
                        new CallStarted(1, "b", "two", Owner.SERVICE_FREE_TEXT),
                        new ArgumentText(1, "free"),
                        new ResponseEnded(true, "tool_calls"));
    }
}
