package dev.toolpolicy.examples.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.MessageCreateParams;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.NamespaceTool;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.Tool;
import dev.toolpolicy.anthropic.MessagesTurn;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.openai.ChatCompletionsTurn;
import dev.toolpolicy.openai.ResponsesTurn;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.CallResult.Kind;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.StreamedTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.test.replay.Replay;
import dev.toolpolicy.test.replay.ReplayServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behavior of providers that no recorded body shows, written by hand after reports and the providers' references. */
class OddStreamsTest {
    private static final String TOOLS = """
        [tools.report]
        parameters.text = { type = "string" }

        [tools.report.policy]
        run = "allow"
        result = "allow"
        """;

    private final List<String> ran = new ArrayList<>();
    private ReplayServer server;
    private StreamedTurn reader;
    private OpenAIClient openAi;

    @BeforeEach
    void start() throws IOException {
        server = ReplayServer.start();
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", TOOLS))
                .build();
        ToolHandlers tools = ToolHandlers.builder(engine.tools())
                .handle("report", (arguments, call) -> {
                    ran.add(arguments.toString());
                    return "done";
                })
                .build();
        reader = new StreamedTurn(engine.session("s"), tools, TurnSettings.defaults());
        openAi = OpenAIOkHttpClient.builder()
                .baseUrl(server.uri() + "/v1")
                .apiKey("none")
                .maxRetries(0)
                .build();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static Replay events(String... events) {
        StringBuilder body = new StringBuilder();
        for (String event : events) {
            String type = event.substring(event.indexOf(':') + 2, event.indexOf('"', event.indexOf(':') + 2));
            body.append("event: ").append(type).append("\ndata: ").append(event).append("\n\n");
        }
        return Replay.events(body.toString());
    }

    private List<CallResult> messages(String... events) {
        server.play(events(events));
        return new MessagesTurn(
                        AnthropicOkHttpClient.builder()
                                .baseUrl(server.uri().toString())
                                .apiKey("none")
                                .maxRetries(0)
                                .build(),
                        reader)
                .run(MessageCreateParams.builder()
                        .model("m")
                        .maxTokens(1)
                        .addUserMessage("Go on.")
                        .build())
                .result()
                .results();
    }

    private List<CallResult> responses(String... events) {
        server.play(events(events));
        return new ResponsesTurn(openAi, reader)
                .run(ResponseCreateParams.builder().model("m").input("Go on.").build())
                .result()
                .results();
    }

    private List<CallResult> chat(String... calls) {
        StringBuilder body = new StringBuilder();
        for (String call : calls) {
            body.append("data:"
                    + " {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                    + "[{\"index\":0,\"delta\":{\"tool_calls\":[" + call + "]},\"finish_reason\":null}]}\n\n");
        }
        body.append(
                "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                        + "[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n");
        server.play(Replay.events(body.toString()));
        return new ChatCompletionsTurn(openAi, reader)
                .run(ChatCompletionCreateParams.builder()
                        .model("m")
                        .addUserMessage("Go on.")
                        .build())
                .result()
                .results();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'index':'0','id':'c1','function':{'name':'report','arguments':'{}'}}",
                "{'index':[0],'id':'c1','function':{'name':'report','arguments':'{}'}}",
                "{'index':-1,'id':'c1','function':{'name':'report','arguments':'{}'}}",
                "{'index':4294967296,'id':'c1','function':{'name':'report','arguments':'{}'}}",
                "{'index':0,'id':{},'function':{'name':'report','arguments':'{}'}}",
                "{'index':0,'id':'c1','function':{'name':['report'],'arguments':'{}'}}",
            })
    void membersThatIdentifyTheCallMustHaveTheirType(String call) {
        assertThatThrownBy(() -> chat(call.replace('\'', '"'))).isInstanceOf(IllegalArgumentException.class);
        assertThat(ran).isEmpty();
    }

    @Test
    void twoIdsAtOneIndexAreTwoCalls() {
        String call = "{'index':0,'id':'ID','function':{'name':'report','arguments':'{\\'text\\':\\'ID\\'}'}}";
        String quoted = call.replace('\'', '"');
        assertThat(chat(quoted.replace("ID", "a"), quoted.replace("ID", "b"), quoted.replace("ID", "c")))
                .extracting(CallResult::callId)
                .containsExactly("a", "b", "c");
        assertThat(ran).containsExactly("{\"text\":\"a\"}", "{\"text\":\"b\"}", "{\"text\":\"c\"}");
    }

    private static final String TOOL_USE = "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\","
            + "\"stop_sequence\":null},\"usage\":{\"output_tokens\":1}}";

    private static String toolUse(String more) {
        return "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"c1\","
                + "\"name\":\"report\"" + more + "}}";
    }

    private static final String STOP = "{\"type\":\"content_block_stop\",\"index\":0}";

    @Test
    void anInputThatComesOnlyInTheStartIsTheInput() {
        assertThat(messages(toolUse(",\"input\":{\"text\":\"a\"}"), STOP, TOOL_USE))
                .singleElement()
                .matches(CallResult::success);
        assertThat(messages(toolUse(",\"input\":{}"), STOP, TOOL_USE))
                .singleElement()
                .matches(CallResult::success);
        assertThat(ran).containsExactly("{\"text\":\"a\"}", "{}");
    }

    @Test
    void aToolOfASetIsAnotherTool() {
        assertThat(messages(toolUse(",\"input\":{},\"toolset_name\":\"browser\""), STOP, TOOL_USE))
                .singleElement()
                .matches(call -> call.kind() == Kind.INVALID && call.tool().equals("browser.report"));
        assertThat(ran).isEmpty();
    }

    @Test
    void aLengthLimitCutsWhatIsNotWhole() {
        String limit = TOOL_USE.replace("\"tool_use\"", "\"max_tokens\"");
        assertThat(messages(toolUse(",\"input\":{}"), limit))
                .singleElement()
                .matches(call -> call.kind() == Kind.INVALID);
        assertThat(ran).isEmpty();
    }

    private static String item(String type, String more) {
        return "{\"type\":\"response.output_item." + type + "\",\"sequence_number\":1,\"output_index\":0,\"item\":{"
                + more + ",\"id\":\"i1\",\"call_id\":\"c1\",\"name\":\"report\",\"status\":\"completed\"}}";
    }

    private static final String COMPLETED =
            "{\"type\":\"response.completed\",\"sequence_number\":9,\"response\":{\"id\":\"r\","
                + "\"object\":\"response\",\"created_at\":1,\"status\":\"completed\",\"model\":\"m\",\"output\":[]}}";

    @Test
    void argumentsThatComeOnlyAtTheEndAreTheArguments() {
        String done = item("done", "\"type\":\"function_call\",\"arguments\":\"{\\\"text\\\":\\\"a\\\"}\"");
        assertThat(responses(item("added", "\"type\":\"function_call\",\"arguments\":\"\""), done, COMPLETED))
                .singleElement()
                .matches(CallResult::success);
        assertThat(responses(done, COMPLETED)).singleElement().matches(CallResult::success);
        assertThat(ran).containsExactly("{\"text\":\"a\"}", "{\"text\":\"a\"}");
    }

    @Test
    void aToolOfANamespaceIsAnotherTool() {
        String call = item("done", "\"type\":\"function_call\",\"namespace\":\"mail\",\"arguments\":\"{}\"");
        assertThat(responses(call, COMPLETED))
                .singleElement()
                .matches(each -> each.kind() == Kind.INVALID && each.tool().equals("mail.report"));
        assertThat(ran).isEmpty();
    }

    @Test
    void aFunctionThatWasSearchedForRunsByItsName() {
        String search = "{\"type\":\"response.output_item.done\",\"sequence_number\":1,\"output_index\":0,\"item\":"
                + "{\"type\":\"tool_search_call\",\"id\":\"s1\",\"call_id\":null,\"execution\":\"server\","
                + "\"status\":\"completed\",\"arguments\":{\"paths\":[\"report\"]}}}";
        String found = "{\"type\":\"response.output_item.done\",\"sequence_number\":2,\"output_index\":1,\"item\":"
                + "{\"type\":\"tool_search_output\",\"id\":\"s2\",\"call_id\":null,\"execution\":\"server\","
                + "\"status\":\"completed\",\"tools\":[{\"type\":\"function\",\"name\":\"report\",\"strict\":false,"
                + "\"parameters\":{},\"defer_loading\":true}]}}";
        String call = item(
                        "done",
                        "\"type\":\"function_call\",\"namespace\":\"report\",\"arguments\":\"{\\\"text\\\":\\\"a\\\"}\"")
                .replace("\"output_index\":0", "\"output_index\":2");
        server.play(events(search, found, call, COMPLETED));
        ResponsesTurn.Step step = new ResponsesTurn(openAi, reader)
                .run(ResponseCreateParams.builder().model("m").input("Go on.").build());
        assertThat(ran).containsExactly("{\"text\":\"a\"}");
        List<ResponseInputItem> input = step.next().input().orElseThrow().asResponse();
        assertThat(input.get(1).asToolSearchCall().id()).contains("s1");
        assertThat(input.get(2).asToolSearchOutput().tools()).hasSize(1);
        assertThat(input.get(3).asFunctionCall().namespace()).contains("report");
        assertThat(input.get(3).asFunctionCall().arguments()).isEqualTo("{\"text\":\"a\"}");
        assertThat(input).hasSize(5);
    }

    @Test
    void toolsOfANamespaceAreOfferedInIt() {
        List<Tool> tools = ResponsesTurn.tools(PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "tools", """
                    [tools.report]
                    parameters.text = { type = "string" }
                    [tools."mail.send"]
                    parameters.text = { type = "string" }
                    [tools."mail.read"]
                    parameters.text = { type = "string" }
                    """))
                .build()
                .tools());
        assertThat(tools).hasSize(2);
        NamespaceTool mail = tools.stream()
                .flatMap(tool -> tool.namespace().stream())
                .findFirst()
                .orElseThrow();
        assertThat(mail.name()).isEqualTo("mail");
        assertThat(mail.tools()).extracting(tool -> tool.asFunction().name()).containsExactlyInAnyOrder("send", "read");
    }

    @Test
    void freeTextIsInvalidEvenIfItIsJson() {
        assertThat(responses(item("done", "\"type\":\"custom_tool_call\",\"input\":\"{}\""), COMPLETED))
                .singleElement()
                .matches(call -> call.kind() == Kind.INVALID && call.tool().equals("report"));
        assertThat(
                        chat(
                                "{\"index\":0,\"id\":\"c1\",\"type\":\"custom\",\"custom\":{\"name\":\"report\",\"input\":\"{}\"}}"))
                .singleElement()
                .matches(call -> call.kind() == Kind.INVALID && call.tool().equals("report"));
        assertThat(ran).isEmpty();
    }

    @Test
    void argumentsMayComeAsAnObject() {
        assertThat(
                        chat(
                                "{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"report\",\"arguments\":{\"text\":\"a\"}}}"))
                .singleElement()
                .matches(CallResult::success);
        assertThat(ran).containsExactly("{\"text\":\"a\"}");
    }

    @Test
    void piecesWithoutAnIndexGoOnWithTheCallBefore() {
        assertThat(chat(
                        "{\"id\":\"c1\",\"function\":{\"name\":\"report\",\"arguments\":\"{\\\"text\\\":\"}}",
                        "{\"function\":{\"arguments\":\"\\\"a\\\"}\"}}",
                        "{\"id\":\"c2\",\"function\":{\"name\":\"report\",\"arguments\":\"{}\"}}"))
                .hasSize(2)
                .allMatch(CallResult::success);
        assertThat(ran).containsExactly("{\"text\":\"a\"}", "{}");
    }

    @Test
    void anIdThatIsMissingIsGivenOneForTheAnswer() {
        List<CallResult> results = chat("{\"index\":0,\"function\":{\"name\":\"report\",\"arguments\":\"{}\"}}");
        assertThat(results).singleElement().matches(CallResult::success);
        assertThat(StreamedTurn.id(results.get(0)))
                .isEqualTo("call_" + results.get(0).serial());
    }
}
