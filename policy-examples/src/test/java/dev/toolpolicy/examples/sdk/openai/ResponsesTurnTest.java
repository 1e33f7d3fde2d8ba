package dev.toolpolicy.examples.sdk.openai;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.responses.ResponseCreateParams;
import dev.toolpolicy.examples.sdk.StreamedTurn;
import dev.toolpolicy.examples.sdk.StreamedTurnContract;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.turn.ToolExecutor;
import dev.toolpolicy.runtime.turn.TurnResult;
import dev.toolpolicy.runtime.turn.TurnSettings;
import java.net.URI;

/** Responses of OpenAI's SDK. */
class ResponsesTurnTest extends StreamedTurnContract {

    @Override
    protected Chat chat(URI server, PolicyEngine engine, ToolExecutor tools) {
        OpenAIClient client =
                OpenAIOkHttpClient.builder().baseUrl(server + "/v1").apiKey("none").maxRetries(0).build();
        ResponsesTurn turns =
                new ResponsesTurn(client, new StreamedTurn(engine.session("chat"), tools, TurnSettings.defaults()));
        return new Chat() {
            private ResponseCreateParams request = ResponseCreateParams.builder()
                    .model("gpt-4o")
                    .tools(ResponsesTurn.tools(engine.tools()))
                    .input("Tell me of a book.")
                    .build();

            @Override
            public TurnResult turn() {
                ResponsesTurn.Step step = turns.run(request);
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
        return recorded("openai__mirascope__openai_gpt_4o_responses__async_stream__1");
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
        return "\"delta\":\"}\"";
    }

    @Override
    protected String goodbye() {
        return """
                event: response.completed
                data: {"type":"response.completed","sequence_number":1,"response":{"id":"r","object":"response",\
                "created_at":1,"status":"completed","model":"m","output":[]}}

                """;
    }
}
