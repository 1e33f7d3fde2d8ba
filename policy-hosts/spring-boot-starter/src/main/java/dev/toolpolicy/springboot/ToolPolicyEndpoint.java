package dev.toolpolicy.springboot;

import dev.toolpolicy.config.ToolFile;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.CallPreview;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The actuator endpoint {@code toolpolicy}. {@code GET} shows the current policies, {@code GET}
 * with {@code /tools} the tools as a file; {@code POST} with {@code tool} and
 * {@code arguments} explains what would become of a call, in a new session without facts, and runs nothing.
 */
@Endpoint(id = "toolpolicy")
final class ToolPolicyEndpoint {
    private final Supplier<HostTools> tools;
    private final EngineReport report;

    ToolPolicyEndpoint(Supplier<HostTools> tools, EngineReport report) {
        this.tools = tools;
        this.report = report;
    }

    /**
     * Returns the tools, their rule lists with the places of these, warnings, the hash, and the counts of shadow mode.
     *
     * @return a tree of maps, lists and texts
     */
    @ReadOperation
    public Map<String, Object> current() {
        return report.whole();
    }

    /**
     * Returns a part of the policies as a file.
     *
     * @param part {@code tools}
     * @return the tools, as the command reads them with {@code --tools}; null for another part, which isn't found
     */
    @ReadOperation(produces = "application/json")
    public @Nullable String file(@Selector String part) {
        return part.equals("tools") ? ToolFile.text(tools.get().engine()) : null;
    }

    /**
     * Explains what would become of a call.
     *
     * @param tool the tool's name
     * @param arguments the call's arguments as JSON text
     * @return the answer, the rule that decides and its list's place, and what the model would read
     */
    @WriteOperation
    public Map<String, Object> explain(String tool, String arguments) {
        PolicyEngine engine = tools.get().engine();
        CallPreview preview = engine.newSession().calls().preview(tool, arguments);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("answer", preview.status().name().toLowerCase(Locale.ROOT));
        engine.tools().find(tool).ifPresent(spec -> {
            answer.put("from", engine.origin(tool, ListKind.RUN));
            preview.decision().ifPresent(decision -> {
                answer.put("mode", decision.mode().word());
                decision.rule()
                        .ifPresent(rule -> answer.put(
                                "rule",
                                (rule + 1) + ": "
                                        + spec.run().orElseThrow().all().get(rule)));
            });
        });
        preview.denial().ifPresent(denial -> answer.put("policy", denial.toString()));
        answer.put("forModel", preview.forModel());
        return answer;
    }
}
