package dev.toolpolicy.runtime;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Tools for tests of sessions, of which only deploy needs approval, and handlers that note which of them ran. */
abstract class SampleTools {
    static final ToolSchema NONE = ToolSchema.of();
    static final ToolSchema PATH = ToolSchema.of(Parameter.required("path", ParameterType.path()));

    final List<String> ran = Collections.synchronizedList(new ArrayList<>());

    static ToolCatalog tools() {
        return ToolCatalog.of(List.of(
                DeclaredTool.of("pay", NONE).withRun(RuleList.always(Mode.ALLOW)),
                DeclaredTool.of("read_file", PATH).withRun(RuleList.always(Mode.ALLOW)),
                DeclaredTool.of("write_file", PATH).withRun(RuleList.always(Mode.ALLOW)),
                DeclaredTool.of("deploy", NONE).withRun(RuleList.always(Mode.ASK))));
    }

    ToolHandlers handlers() {
        return ToolHandlers.builder(tools())
                .otherwise((arguments, call) -> {
                    ran.add(call.call().tool());
                    return "done";
                })
                .build();
    }
}
