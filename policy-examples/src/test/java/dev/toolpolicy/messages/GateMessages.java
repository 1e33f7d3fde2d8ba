package dev.toolpolicy.messages;

import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.gate.GateSession;
import dev.toolpolicy.stream.gate.ToolGate;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.Arrays;
import java.util.List;

/** The gate, and what people read. */
final class GateMessages extends MessageCases {
    @Override
    void addAll() {
        gate();
        requests();
    }

    private void gate() {
        String two = FREE.substring(0, 9);
        add("gate: denied", gated(engine(), "tool_calls", "locked", "{}"));
        add("gate: no approver", gated(engine(), "tool_calls", "write", ASKED));
        add("gate: declined", gated(answering(request -> request.decline("no")), "tool_calls", "write", ASKED));
        add("gate: edited", gated(answering(request -> request.edit(FREE)), "tool_calls", "write", ASKED));
        add("gate: invalid", gated(engine(), "tool_calls", "write", "{\"path\":7}"));
        add("gate: a requirement", gated(engine(Policies.requires("deploy", "test")), "tool_calls", "deploy", "{}"));
        add("gate: the response was cut", gated(engine(), "length", "write", two));
        StreamChunk twice = StreamChunk.empty()
                .withToolCalls(
                        List.of(new ToolCallDelta(0, "c", "build", "{}"), new ToolCallDelta(1, "c", "test", "{}")));
        add("gate: two calls with one id", gated(engine(), List.of(twice, StreamChunk.finish("tool_calls"))));
        add("gate: the response broke off", gated(engine(), "", "write", two));
    }

    private static String gated(PolicyEngineBuilder engine, String finish, String tool, String arguments) {
        StreamChunk call = StreamChunk.empty().withToolCalls(List.of(new ToolCallDelta(0, "c", tool, arguments)));
        List<StreamChunk> response = finish.isEmpty() ? List.of(call) : Arrays.asList(call, StreamChunk.finish(finish));
        return gated(engine, response);
    }

    private static String gated(PolicyEngineBuilder engine, List<StreamChunk> response) {
        GateSession session = GateSession.of(engine.build().session("s"));
        StringBuilder text = new StringBuilder();
        StreamRunner.of(ToolGate.of(request -> session))
                .run(StreamRequest.of("r"), response.iterator(), new ChunkSink() {
                    @Override
                    public void accept(StreamChunk chunk) {
                        text.append(chunk.content());
                    }

                    @Override
                    public void complete() {}

                    @Override
                    public void fail(Throwable error) {}
                });
        return text.toString();
    }

    /** What a person reads. */
    private void requests() {
        for (String tool : List.of("write", "notes")) {
            run(
                    answering(request -> {
                                add("a request about " + tool, request.summary());
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
                            add("a request after an invalid edit", request.summary());
                            return request.decline("");
                        })
                        .build()
                        .session("s"),
                "write",
                ASKED);
    }
}
