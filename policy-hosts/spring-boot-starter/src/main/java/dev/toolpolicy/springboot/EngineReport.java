package dev.toolpolicy.springboot;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A report of an engine's current policies, as text for people who run the application. */
record EngineReport(Supplier<HostTools> tools, ToolPolicyProperties properties, ShadowCalls shadow) {
    Map<String, Object> whole() {
        PolicyEngine engine = tools.get().engine();
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("mode", properties.modeWord());
        report.put("hash", engine.policyHash());
        report.put("files", properties.files());
        report.put("tools", engine.tools().tools().stream().map(this::tool).toList());
        report.put("warnings", engine.warnings().stream().map(Object::toString).toList());
        report.put("leftToHost", tools.get().notes());
        if (properties.isShadow()) {
            report.put("shadow", shadow.counts());
        }
        return report;
    }

    private Map<String, Object> tool(ToolSpec<?> tool) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("name", tool.name());
        for (ListKind list : ListKind.values()) {
            report.put(list.word(), list(tool, list));
        }
        return report;
    }

    private Map<String, Object> list(ToolSpec<?> tool, ListKind list) {
        return Map.of(
                "from",
                tools.get().engine().origin(tool.name(), list),
                "rules",
                tool.rules(list).map(RuleList::all).orElse(List.of()).stream()
                        .map(Object::toString)
                        .toList());
    }

    /** Returns what a health check shows. */
    Map<String, Object> health() {
        PolicyEngine engine = tools.get().engine();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("mode", properties.modeWord());
        details.put("tools", engine.tools().tools().size());
        details.put("openRequests", engine.openRequests());
        details.put("degradedPolicies", List.copyOf(engine.degraded()));
        details.put("storeFailures", engine.storeFailures());
        details.put("storeFill", engine.storeFill());
        if (properties.isShadow()) {
            details.put("shadow", "all calls run; policies are only counted");
        }
        return details;
    }

    /** Returns whether all policies work. One that failed denies calls until it is reset. */
    boolean works() {
        return tools.get().engine().degraded().isEmpty();
    }
}
