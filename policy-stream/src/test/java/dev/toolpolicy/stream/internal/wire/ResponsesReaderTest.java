package dev.toolpolicy.stream.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.internal.adapter.TurnSink;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases that the recorded bodies of the responses format don't show. */
class ResponsesReaderTest {
    private static final String ITEM = "'type':'function_call','call_id':'a','name':'one'";
    private static final String ADDED = "{'type':'response.output_item.added','output_index':0,'item':{" + ITEM + "}}";
    private static final WirePart START = WirePart.call(0, "a", "one");

    private static List<WirePart> read(String... events) throws WireException {
        StringBuilder body = new StringBuilder();
        for (String event : events) {
            body.append("data: ").append(WireBodies.object(event)).append("\n\n");
        }
        return WireResponse.read(body.toString()).parts();
    }

    @Test
    void argumentsMayComeOnlyInTheDoneEvent() throws WireException {
        assertThat(read(
                        ADDED,
                        "{'type':'response.function_call_arguments.done','output_index':0,'arguments':'[1]'}",
                        "{'type':'response.output_item.done','output_index':0,'item':{" + ITEM
                                + ",'arguments':'[1]'}}"))
                .containsExactly(START, WirePart.arguments(0, "[1]"), WirePart.end(false, "no finish reason"));
    }

    @Test
    void anEmptyObjectOnlyAtTheItemsEndIsNoText() throws WireException {
        assertThat(read(
                        ADDED,
                        "{'type':'response.function_call_arguments.done','output_index':0,'arguments':'{}'}",
                        "{'type':'response.output_item.done','output_index':0,'item':{" + ITEM + ",'arguments':'{}'}}"))
                .containsExactly(START, WirePart.end(false, "no finish reason"));
    }

    @Test
    void aDoneEventGivesWhatTheDeltasLack() throws WireException {
        assertThat(read(
                        ADDED,
                        "{'type':'response.function_call_arguments.delta','output_index':0,'delta':'{'}",
                        "{'type':'response.function_call_arguments.done','output_index':0,'arguments':'{}'}"))
                .startsWith(START, WirePart.arguments(0, "{"), WirePart.arguments(0, "}"));
    }

    @Test
    void anItemThatWasNeverAddedIsStillACall() throws WireException {
        assertThat(read("{'type':'response.output_item.done','output_index':0,'item':{" + ITEM + ",'arguments':'{}'}}"))
                .startsWith(START);
    }

    @Test
    void streamedTextStaysIfADoneEventContradictsIt() throws WireException {
        String delta = "{'type':'response.function_call_arguments.delta','output_index':0,'delta':'{1}'}";
        assertThat(read(
                        ADDED,
                        delta,
                        "{'type':'response.function_call_arguments.done','output_index':0,'arguments':'{2}'}",
                        "{'type':'response.output_item.done','output_index':0,'item':{" + ITEM
                                + ",'arguments':'{2}'}}"))
                .containsExactly(START, WirePart.arguments(0, "{1}"), WirePart.end(false, "no finish reason"));
    }

    @Test
    void anIncompleteItemHasNoEnd() throws WireException {
        assertThat(read(
                        ADDED,
                        "{'type':'response.output_item.done','output_index':0,'item':{" + ITEM
                                + ",'arguments':'{','status':'incomplete'}}",
                        "{'type':'response.incomplete','response':{'status':'incomplete',"
                                + "'incomplete_details':{'reason':'max_output_tokens'}}}"))
                .containsExactly(START, WirePart.arguments(0, "{"), WirePart.end(false, "length"));
    }

    /** Free text that looks like arguments is still none: the call is invalid. */
    @Test
    void aCallWithFreeTextHasNoArguments() throws WireException {
        assertThat(read("{'type':'response.output_item.done','output_index':0,'item':{'type':'custom_tool_call',"
                        + "'call_id':'a','name':'one','input':'{}'}}"))
                .startsWith(
                        WirePart.call(Integer.MAX_VALUE - 1, "a", "one"),
                        WirePart.arguments(Integer.MAX_VALUE - 1, TurnSink.FREE_TEXT));
    }

    @Test
    void callsOfTheProviderAreMarked() throws WireException {
        assertThat(read("{'type':'response.output_item.added','output_index':0,"
                        + "'item':{'type':'web_search_call','id':'ws_1'}}"))
                .startsWith(WirePart.providerCall(Integer.MAX_VALUE - 1, "ws_1", "web_search"));
    }

    @Test
    void aBodyInOnePieceIsReadAlike() throws WireException {
        assertThat(WireResponse.read(
                                WireBodies.object("{'object':'response','model':'m','status':'completed','output':["
                                                + "{'type':'message','content':[{'type':'output_text','text':'hm'}]},"
                                                + "{" + ITEM + ",'arguments':'{}','status':'completed'}]}")
                                        .toString())
                        .parts())
                .containsExactly(
                        WirePart.text("hm"),
                        WirePart.call(0, "a", "one"),
                        WirePart.arguments(0, "{}"),
                        WirePart.end(true, "tool_calls"));
    }

    private static String done(String arguments, String status) {
        return "{'type':'response.output_item.done','output_index':0,'item':{" + ITEM + ",'arguments':'" + arguments
                + "','status':'" + status + "'}}";
    }

    private static WirePart end(String item, String response) throws WireException {
        List<WirePart> parts = read(item, response);
        return parts.get(parts.size() - 1);
    }

    private static List<WirePart> readWhole(String members) throws WireException {
        return WireResponse.read(WireBodies.object("{'object':'response'," + members + "}")
                        .toString())
                .parts();
    }

    @Test
    void aResponseWithoutItsStatusIsCut() throws WireException {
        String call = done("{}", "completed");

        assertThat(end(call, "{'type':'response.completed','response':{'status':'completed'}}"))
                .isEqualTo(WirePart.end(true, "tool_calls"));
        assertThat(end(call, "{'type':'response.completed','response':{}}")).isEqualTo(WirePart.end(false, "length"));
        assertThat(end(call, "{'type':'response.completed','response':{'status':'incomplete'}}"))
                .isEqualTo(WirePart.end(false, "length"));
        assertThat(readWhole("'output':[{" + ITEM + ",'arguments':'{}'}]"))
                .endsWith(WirePart.end(false, "no finish reason"));
    }

    @Test
    void anIncompleteItemCutsACompletedResponse() throws WireException {
        String completed = "{'type':'response.completed','response':{'status':'completed'}}";
        String message = "{'type':'message','status':'incomplete','content':[]}";

        assertThat(end(done("[1]", "incomplete"), completed)).isEqualTo(WirePart.end(false, "length"));
        assertThat(end("{'type':'response.output_item.done','output_index':0,'item':" + message + "}", completed))
                .isEqualTo(WirePart.end(false, "length"));
        assertThat(readWhole("'status':'completed','output':[" + message + "]"))
                .endsWith(WirePart.end(false, "length"));
    }

    @Test
    void anEmptyObjectOfAnIncompleteItemIsNoText() throws WireException {
        String completed = "{'type':'response.completed','response':{'status':'completed'}}";
        String item = "{" + ITEM + ",'arguments':'{}'%s}";

        assertThat(read(ADDED, done("{}", "incomplete"), completed))
                .containsExactly(START, WirePart.end(false, "length"));
        assertThat(readWhole("'status':'completed','output':[" + item.formatted(",'status':'incomplete'") + "]"))
                .containsExactly(START, WirePart.end(false, "length"));
        assertThat(readWhole("'status':'incomplete','output':[" + item.formatted("") + "]"))
                .containsExactly(START, WirePart.end(false, "incomplete"));
    }

    @Test
    void aReasonOfAnotherFormatIsACut() throws WireException {
        assertThat(readWhole("'status':'incomplete','incomplete_details':{'reason':'stop'},'output':[]"))
                .containsExactly(WirePart.end(false, "length"));
        assertThat(readWhole("'status':'stop','output':[]")).containsExactly(WirePart.end(false, "length"));
    }

    @Test
    void wholeArgumentsReplaceABlank() throws WireException {
        assertThat(read(
                        ADDED,
                        "{'type':'response.function_call_arguments.delta','output_index':0,'delta':' '}",
                        done("[1]", "completed")))
                .startsWith(START, WirePart.arguments(0, " "), WirePart.arguments(0, "[1]"));
    }

    @Test
    void aCallWithFreeTextIsInvalid() throws WireException {
        assertThat(readWhole("'status':'completed','output':["
                        + "{'type':'custom_tool_call','call_id':'c','name':'two','input':'{}'}]"))
                .containsExactly(
                        WirePart.call(Integer.MAX_VALUE - 1, "c", "two"),
                        WirePart.arguments(Integer.MAX_VALUE - 1, "free text is not JSON"),
                        WirePart.end(true, "stop"));
    }
}
