package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The parts that all cards share: calls' arguments as a table. Safe for any thread. */
final class Cards {
    private static final ArgumentDisplay.Settings SETTINGS =
            ArgumentDisplay.Settings.defaults().withText(2_000);
    private static final int MOST_TOOLS = 1_000;

    /** The requests for approval, one for each tool: they know the tool's schema and the form of paths. */
    private final Map<String, ApprovalRequest> tools = new ConcurrentHashMap<>();

    static ObjectNode card(String kind, String key) {
        return JsonNodeFactory.instance.objectNode().put("kind", kind).put("key", key);
    }

    /**
     * Returns the display of a request, cut only where the card's editor has the whole, and not an edit to be corrected.
     * Later calls of its tool are shown by the same schema.
     */
    ArgumentDisplay display(ApprovalRequest request) {
        if (tools.size() < MOST_TOOLS || tools.containsKey(request.tool().name())) {
            tools.put(request.tool().name(), request);
        }
        return request.complete() && request.problem().isEmpty()
                ? ArgumentDisplay.of(request, SETTINGS)
                : ArgumentDisplay.of(request, ArgumentDisplay.Settings.whole());
    }

    /** Returns the display of a call of a tool. Without an earlier request its schema is unknown. */
    ArgumentDisplay display(String tool) {
        ApprovalRequest known = tools.get(tool);
        return known == null
                ? new ArgumentDisplay(tool, ToolSchema.of(), SETTINGS)
                : new ArgumentDisplay(tool, known.tool().schema(), SETTINGS.withPaths(known.paths()));
    }

    static ArrayNode parameters(ArgumentDisplay display) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Map.Entry<String, String> each : display.parameters().entrySet()) {
            list.addObject()
                    .put("name", each.getKey())
                    .put("value", each.getValue())
                    .put("decided", display.isDeciding(each.getKey()));
        }
        return list;
    }

    static ArrayNode lines(Collection<String> lines) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        lines.forEach(list::add);
        return list;
    }

    static String names(List<String> names) {
        return VisibleText.line(String.join(", ", names));
    }
}
