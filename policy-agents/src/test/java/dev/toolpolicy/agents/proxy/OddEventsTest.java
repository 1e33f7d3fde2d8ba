package dev.toolpolicy.agents.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.test.replay.Replay;
import org.junit.jupiter.api.Test;

/** Events of a form that few providers send: they pass if every client reads them alike, or are rewritten. */
class OddEventsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void membersOfAProviderThatHoldNoCallPass() throws Exception {
        String usage = "'copilot_usage':{'token_details':[{'batch_size':1000,'token_count':7,'token_type':'input'}],"
                + "'total_nano_aiu':12}";
        String graph = "'graph_data':{'sources':[{'file_id':'f','snippet':'s'}],'status':'done','subqueries':null}";
        String event = "{'choices':[{'index':0,'delta':{'content':'hello'," + graph + "}}]," + usage + "}";
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            String events = "data: " + event.replace('\'', '"') + "\n\n";
            proxied.play(Replay.events(events));
            assertThat(proxied.post(Proxied.CHAT, "{\"stream\":true}").body()).contains(events);
        }
    }

    /** A possible call in the counts of tokens ends the response, and isn't part of its end. */
    @Test
    void aCallInCountsOfTokensGoesNowhere() throws Exception {
        String usage = "'usage':{'prompt_tokens':1,'x':[{'name':'sh','arguments':'{}'}]}}";
        String chat = "{'choices':[{'index':0,'%s':{'content':'a'},'finish_reason':'stop'}]," + usage;
        String message = "{'type':'message_delta','delta':{'stop_reason':'end_turn'}," + usage;
        String stream = "{\"stream\":true}";
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            proxied.play(Replay.json(chat.formatted("message").replace('\'', '"')));
            assertThat(proxied.post(Proxied.CHAT, "{}").body())
                    .contains("was ended")
                    .doesNotContain("sh\"");
            proxied.play(Replay.events("data: " + chat.formatted("delta").replace('\'', '"') + "\n\n"));
            assertThat(proxied.post(Proxied.CHAT, stream).body())
                    .contains("was ended")
                    .doesNotContain("sh\"");
            proxied.play(Replay.events("data: " + message.replace('\'', '"') + "\n\n"));
            assertThat(proxied.post(Proxied.MESSAGES, stream).body())
                    .contains("was ended")
                    .doesNotContain("sh\"");
        }
    }

    @Test
    void aChunkThatIsAlsoAMessageGoesOutAsOneOfThem() throws Exception {
        String message =
                "{'tool_calls':[{'index':0,'id':'c','type':'function','function':{'name':'go','arguments':'{}'}}]}";
        String event = "{'choices':[{'index':0,'delta':" + message + ",'message':%s,'finish_reason':'tool_calls'}]}";
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            proxied.play(Replay.events("data: " + event.formatted(message).replace('\'', '"') + "\n\n"));
            assertThat(proxied.post(Proxied.CHAT, "{\"stream\":true}").body())
                    .contains("\"delta\":{\"tool_calls\"")
                    .doesNotContain("\"message\"");
            String other = event.formatted(message.replace("'go'", "'sh'"));
            proxied.play(Replay.events("data: " + other.replace('\'', '"') + "\n\n"));
            assertThat(proxied.post(Proxied.CHAT, "{\"stream\":true}").body()).doesNotContain("\"sh\"");
        }
    }

    @Test
    void anEventInSeveralLinesGoesOutInOne() throws Exception {
        String call =
                "{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'c','function':{'name':'go',\ndata:"
                        + " 'arguments':'{}'}}]},'finish_reason':'tool_calls'}]}";
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            proxied.play(Replay.events("data: " + call.replace('\'', '"') + "\n\n"));
            assertThat(proxied.post(Proxied.CHAT, "{\"stream\":true}").body().lines())
                    .filteredOn(line -> line.startsWith("data:") && !line.contains("[DONE]"))
                    .isNotEmpty()
                    .allSatisfy(
                            line -> assertThat(JSON.readTree(line.substring(5)).isObject())
                                    .isTrue());
        }
    }

    @Test
    void aMessageThatEndsWithinACallHasCutIt() throws Exception {
        String events = """
            event: message_start
            data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[]}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"go","input":{}}}

            %sevent: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
        String stop = "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n";
        try (Proxied proxied = Proxied.of(OneReadingTest.engine())) {
            proxied.play(Replay.events(events.formatted(stop)));
            assertThat(proxied.post(Proxied.MESSAGES, "{\"stream\":true}").body())
                    .contains("\"name\":\"go\"");
            proxied.play(Replay.events(events.formatted("")));
            assertThat(proxied.post(Proxied.MESSAGES, "{\"stream\":true}").body())
                    .doesNotContain("\"name\":\"go\"");
        }
    }
}
