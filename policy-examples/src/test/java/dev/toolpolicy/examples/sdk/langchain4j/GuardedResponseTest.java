package dev.toolpolicy.examples.sdk.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.toolpolicy.examples.sdk.StreamedTurnContract;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.turn.ToolExecutor;
import dev.toolpolicy.runtime.turn.TurnResult;
import dev.toolpolicy.runtime.turn.TurnSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A streaming model of LangChain4j. */
class GuardedResponseTest extends StreamedTurnContract {

    @Override
    protected Chat chat(URI server, PolicyEngine engine, ToolExecutor tools) {
        StreamingChatModel model = OpenAiStreamingChatModel.builder()
                .baseUrl(server + "/v1").apiKey("none").modelName("gpt-4.1").build();
        PolicySession session = engine.session("chat");
        List<ChatMessage> messages = new ArrayList<>(List.of(UserMessage.from("File a report.")));
        return new Chat() {
            @Override
            public TurnResult turn() {
                GuardedResponse response = new GuardedResponse(session, tools, TurnSettings.defaults());
                model.chat(ChatRequest.builder().messages(messages).build(), response);
                GuardedResponse.Step step = response.step().toCompletableFuture().join();
                messages.addAll(step.messages());
                return step.result();
            }

            @Override
            public void answer() {
                turn();
            }
        };
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
