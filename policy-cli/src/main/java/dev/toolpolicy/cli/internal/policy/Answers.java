package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ReloadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The command's answers, as tables for people and as JSON for programs. */
final class Answers {
    private Answers() {}

    static ArrayNode tools(PolicyEngine engine) {
        ArrayNode tools = JsonNodeFactory.instance.arrayNode();
        for (ToolSpec<?> tool : engine.tools().tools()) {
            ObjectNode each = tools.addObject().put("name", tool.name());
            for (ListKind list : ListKind.values()) {
                each.put(list.word(), engine.origin(tool.name(), list).toString());
            }
        }
        return tools;
    }

    /** Returns a row for each tool with the source of each active list. */
    static List<String> table(PolicyEngine engine) {
        int width = engine.tools().tools().stream()
                .mapToInt(tool -> tool.name().length())
                .max()
                .orElse(0);
        List<String> rows = new ArrayList<>();
        for (ToolSpec<?> tool : engine.tools().tools()) {
            for (ListKind list : ListKind.values()) {
                String name = list == ListKind.RUN ? tool.name() : "";
                String origin = engine.origin(tool.name(), list).toString();
                rows.add(String.format(
                        Locale.ROOT, "%-" + Math.max(width, 1) + "s  %-6s  %s", name, list.word(), origin));
            }
        }
        return rows;
    }

    static ArrayNode changes(List<ReloadOutcome.Change> changes) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        changes.forEach(change -> list.addObject()
                .put("tool", change.tool())
                .put("subject", change.subject())
                .put("may_loosen", change.mayLoosen())
                .put("text", change.text()));
        return list;
    }
}
