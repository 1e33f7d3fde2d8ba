package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.run.Sent;
import dev.toolpolicy.stream.run.StreamRunner;
import dev.toolpolicy.stream.run.StreamSettings;
import java.util.ArrayList;
import java.util.List;

/** An engine, responses for it, and what comes through its gate. */
final class Gates {
    static final StreamRequest REQUEST = StreamRequest.of("r1");
    private static final ToolSchema PATH = ToolSchema.of(
            Parameter.required("path", ParameterType.path()), Parameter.optional("content", ParameterType.string()));

    private Gates() {}

    private static DeclaredTool tool(String name, ToolSchema schema, RuleSpec... rules) {
        return DeclaredTool.of(name, schema).withRun(RuleList.of(rules));
    }

    /** Tools of every answer; "remove" and "search" have defaults. */
    static PolicyEngineBuilder engine() {
        RuleSpec free = RuleSpec.otherwise(Mode.ALLOW);
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        tool(
                                "write",
                                PATH,
                                RuleSpec.when(Argument.Text.at("/path").prefix("src/"), Mode.ALLOW),
                                RuleSpec.when(Argument.Text.at("/path").prefix(".git"), Mode.DENY),
                                RuleSpec.when(Argument.Text.at("/path").prefix("doc/"), Mode.EDIT),
                                RuleSpec.otherwise(Mode.ASK)),
                        tool("read", PATH, free),
                        tool("ping", ToolSchema.of(), free),
                        tool("test", ToolSchema.of(), free),
                        tool("deploy", ToolSchema.of(), free).requiring(Requirement.allOf(List.of("test"))),
                        tool(
                                "remove",
                                ToolSchema.of(
                                        Parameter.required("path", ParameterType.path()),
                                        Parameter.optional("force", ParameterType.bool())
                                                .withDefault(BooleanNode.FALSE)),
                                RuleSpec.when(Argument.Flag.at("/force").constant(false), Mode.ALLOW),
                                RuleSpec.otherwise(Mode.ASK)),
                        tool(
                                "search",
                                ToolSchema.of(Parameter.optional("where", ParameterType.path())
                                        .withDefault(new TextNode("/"))),
                                RuleSpec.when(Argument.Text.at("/where").constant("/"), Mode.DENY),
                                free))));
    }

    static GateSession session() {
        return GateSession.of(engine().build().session("s"));
    }

    static StreamChunk delta(int index, String id, String name, String arguments) {
        return StreamChunk.empty()
                .withToolCalls(List.of(new ToolCallDelta(index, id, name, arguments)))
                .withRaw("raw " + index + id + name + arguments);
    }

    static StreamChunk text(String text) {
        return StreamChunk.text(text).withRaw("raw " + text);
    }

    static StreamChunk finish(String reason) {
        return StreamChunk.finish(reason).withRaw("raw " + reason);
    }

    /** A call in three chunks. */
    static List<StreamChunk> call(int index, String name, String arguments) {
        return call(index, "call_" + index, name, arguments);
    }

    static List<StreamChunk> call(int index, String id, String name, String arguments) {
        int half = arguments.length() / 2;
        return List.of(
                delta(index, id, name, ""),
                delta(index, "", "", arguments.substring(0, half)),
                delta(index, "", "", arguments.substring(half)));
    }

    @SafeVarargs
    static List<StreamChunk> response(String finish, List<StreamChunk>... parts) {
        List<StreamChunk> all = new ArrayList<>();
        for (List<StreamChunk> part : parts) {
            all.addAll(part);
        }
        if (!finish.isEmpty()) {
            all.add(finish(finish));
        }
        return all;
    }

    static List<StreamChunk> through(ToolGate gate, StreamSettings settings, List<StreamChunk> response) {
        return Sent.by(StreamRunner.of(settings.checkingOutput(), List.of(gate)), REQUEST, response);
    }

    static List<StreamChunk> through(ToolGate gate, List<StreamChunk> response) {
        List<StreamChunk> serial = through(gate, StreamSettings.defaults(), response);
        List<StreamChunk> deferred = through(gate, StreamSettings.defaults().deferringCalls(), response);
        if (!serial.equals(deferred)) {
            throw new AssertionError("serial " + serial + ", deferred " + deferred);
        }
        return serial;
    }

    static List<StreamChunk> through(GateSession session, List<StreamChunk> response) {
        return through(ToolGate.of(request -> session), response);
    }

    /** Text, calls and finish in words, joined where they go on. */
    static String words(List<StreamChunk> chunks) {
        StringBuilder words = new StringBuilder();
        for (StreamChunk chunk : chunks) {
            words.append(chunk.content());
            for (ToolCallDelta call : chunk.toolCalls()) {
                words.append(call.name().isEmpty() ? "" : "<" + call.index() + " " + call.name() + ">")
                        .append(call.arguments());
            }
            words.append(chunk.finishReason().isEmpty() ? "" : "|" + chunk.finishReason());
        }
        return words.toString();
    }
}
