package dev.toolpolicy.examples.sdk.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.MessageCreateParams;
import dev.toolpolicy.examples.sdk.StreamedTurn;
import dev.toolpolicy.examples.sdk.StreamedTurnContract;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.turn.ToolExecutor;
import dev.toolpolicy.runtime.turn.TurnResult;
import dev.toolpolicy.runtime.turn.TurnSettings;
import java.net.URI;

/** Messages of Anthropic's SDK. */
class MessagesTurnTest extends StreamedTurnContract {

    @Override
    protected Chat chat(URI server, PolicyEngine engine, ToolExecutor tools) {
        AnthropicClient client =
                AnthropicOkHttpClient.builder().baseUrl(server.toString()).apiKey("none").maxRetries(0).build();
        MessagesTurn turns =
                new MessagesTurn(client, new StreamedTurn(engine.session("chat"), tools, TurnSettings.defaults()));
        return new Chat() {
            private MessageCreateParams request = MessageCreateParams.builder()
                    .model("claude-sonnet-4-0")
                    .maxTokens(1024)
                    .tools(MessagesTurn.tools(engine.tools()))
                    .addUserMessage("Tell me of a book.")
                    .build();

            @Override
            public TurnResult turn() {
                MessagesTurn.Step step = turns.run(request);
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
    protected String recording() {
        return recorded("anthropic__mirascope__anthropic_claude_sonnet_4_0__stream__1");
    }

    @Override
    protected String tool() {
        return "__mirascope_formatted_output_tool__";
    }

    @Override
    protected String condition() {
        return "arg = \"/title\", prefix = \"Mistborn\"";
    }

    @Override
    protected String arguments() {
        return "{\"title\":\"Mistborn: The Final Empire\",\"author\":\"Brandon Sanderson\",\"pages\":544,"
                + "\"publication_year\":2006}";
    }

    @Override
    protected String lastPiece() {
        return "2006}\"}";
    }

    @Override
    protected String goodbye() {
        return """
                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},\
                "usage":{"output_tokens":1}}

                event: message_stop
                data: {"type":"message_stop"}

                """;
    }
}
