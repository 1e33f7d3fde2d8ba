package dev.toolpolicy.messages;

import dev.toolpolicy.runtime.policy.Requirements;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.List;

/** The gate, and what people read. */
final class GateMessages extends Told {
    @Override
    void tell() {
        gate();
        requests();
    }

    private void gate() {
        String two = FREE.substring(0, 9);
        say("gate: denied", gated(engine(), "tool_calls", "locked", "{}"));
        say("gate: nobody to ask", gated(engine(), "tool_calls", "write", ASKED));
        say("gate: declined", gated(answering(request -> request.decline("no")), "tool_calls", "write", ASKED));
        say("gate: edited", gated(answering(request -> request.edit(FREE)), "tool_calls", "write", ASKED));
        say("gate: invalid", gated(engine(), "tool_calls", "write", "{\"path\":7}"));
        say(
                "gate: a requirement",
                gated(engine(Requirements.require("deploy").after("test")), "tool_calls", "deploy", "{}"));
        say("gate: the response was cut", gated(engine(), "length", "write", two));
        StreamChunk twice = StreamChunk.empty()
                .withToolCalls(
                        List.of(new ToolCallDelta(0, "c", "build", "{}"), new ToolCallDelta(1, "c", "test", "{}")));
        say("gate: two calls with one id", gated(engine(), List.of(twice, StreamChunk.finish("tool_calls"))));
        say("gate: the response broke off", gated(engine(), "", "write", two));
    }

    /** What a person reads. */
    private void requests() {
        for (String tool : List.of("write", "notes")) {
            run(
                    answering(request -> {
                                say("a request about " + tool, request.summary());
                                return request.decline("");
                            })
                            .build()
                            .session("s"),
                    tool,
                    tool.equals("write") ? "{\"path\":\"src/\\u202Ea\",\"content\":\"one\\ntwo\"}" : "{}");
        }
        run(
                answering(request -> {
                            if (request.problem().isEmpty()) {
                                return request.edit("{\"path\":7}");
                            }
                            say("a request after an invalid edit", request.summary());
                            return request.decline("");
                        })
                        .build()
                        .session("s"),
                "write",
                ASKED);
    }
}
