package dev.toolpolicy.examples.sdk.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.toolpolicy.examples.sdk.StreamedTurn;
import dev.toolpolicy.examples.sdk.StreamedTurnContract;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.turn.ToolExecutor;
import dev.toolpolicy.runtime.turn.TurnResult;
import dev.toolpolicy.runtime.turn.TurnSettings;
import java.net.URI;

/** Chat completions of OpenAI's SDK. */
class ChatCompletionsTurnTest extends StreamedTurnContract {

    @Override
    protected Chat chat(URI server, PolicyEngine engine, ToolExecutor tools) {
        OpenAIClient client =
                OpenAIOkHttpClient.builder().baseUrl(server + "/v1").apiKey("none").maxRetries(0).build();
        ChatCompletionsTurn turns = new ChatCompletionsTurn(
                client, new StreamedTurn(engine.session("chat"), tools, TurnSettings.defaults()));
        return new Chat() {
            private ChatCompletionCreateParams request = ChatCompletionCreateParams.builder()
                    .model("gpt-4.1")
                    .tools(ChatCompletionsTurn.tools(engine.tools()))
                    .addUserMessage("File a report.")
                    .build();

            @Override
            public TurnResult turn() {
                ChatCompletionsTurn.Step step = turns.run(request);
                request = step.next();
                return step.result();
            }

            @Override
            public void answer() {
                turn();
            }
        };
    }

    @Override
    protected boolean closesInSilence() {
        return false;
    }

    @Override
    protected String recording() {
        return recorded("openai__rig__chat_tool_truncation_matrix__streaming_gpt41_complete_agent__0");
    }

    @Override
    protected String tool() {
        return "file_report";
    }

    @Override
    protected String condition() {
        return "arg = \"/summary\", prefix = \"The cache\"";
    }

    @Override
    protected String arguments() {
        return "{\"summary\":\"The cache warmer raced the artifact uploader, the retry storm saturated the queue, three"
                + " regions were drained by hand, dashboards lagged nine minutes, and rollback took forty minutes.\"}";
    }

    @Override
    protected String lastPiece() {
        return "\"arguments\":\"}\"";
    }

    @Override
    protected String goodbye() {
        return """
                data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,\
                "delta":{"content":"Bye."},"finish_reason":"stop"}]}

                data: [DONE]

                """;
    }
}
