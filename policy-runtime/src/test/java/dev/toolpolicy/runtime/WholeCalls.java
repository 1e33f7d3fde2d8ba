package dev.toolpolicy.runtime;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Tools for whole calls, handlers that note what ran, and a listener that keeps the records. */
final class WholeCalls {
    private static final ToolSchema WRITE = ToolSchema.of(
            Parameter.required("path", ParameterType.path()), Parameter.required("content", ParameterType.string()));

    final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    final List<CallRecord> records = Collections.synchronizedList(new ArrayList<>());
    final ToolHandlers handlers = ToolHandlers.builder(tools())
            .otherwise((arguments, call) -> {
                ran.add(call.call().tool() + arguments);
                return "done";
            })
            .build();

    /**
     * Returns an engine without policies: a rule denies, allows or asks about a write, quiet shows no
     * result, and shy asks about it.
     */
    PolicyEngineBuilder engine(SessionSettings sessions) {
        return PolicyEngine.builder().tools(tools()).sessions(sessions).onCall(records::add);
    }

    static ToolCatalog tools() {
        RuleList free = RuleList.always(Mode.ALLOW);
        Argument.Text path = Argument.Text.at("/path");
        RuleList paths = RuleList.of(
                RuleSpec.when(path.prefix("secret/"), Mode.DENY),
                RuleSpec.when(path.prefix("src/"), Mode.ALLOW),
                RuleSpec.otherwise(Mode.ASK));
        return ToolCatalog.of(List.of(
                DeclaredTool.of("write", WRITE).withRun(paths),
                DeclaredTool.of("read", ToolSchema.of()).withRun(free),
                DeclaredTool.of("quiet", ToolSchema.of()).withRun(free).withResult(RuleList.always(Mode.DENY)),
                DeclaredTool.of("shy", ToolSchema.of()).withRun(free).withResult(RuleList.always(Mode.ASK)),
                DeclaredTool.of("deploy", ToolSchema.of()).withRun(free)));
    }

    /** Returns the arguments of a write. */
    static String write(String path) {
        return "{\"path\":\"" + path + "\",\"content\":\"x\"}";
    }
}
