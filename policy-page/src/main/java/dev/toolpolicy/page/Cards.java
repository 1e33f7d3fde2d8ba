package dev.toolpolicy.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.display.ArgumentDisplay;
import dev.toolpolicy.runtime.permission.ApprovalReason;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.text.VisibleText;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The parts that all cards share: calls' arguments as a table, shown as the tools' schemas say. Safe for any thread.
 */
final class Cards {
    private final Supplier<ToolCatalog> tools;
    private final Supplier<ArgumentDisplay.Settings> settings;

    Cards(Supplier<ToolCatalog> tools, Supplier<ArgumentDisplay.Settings> settings) {
        this.tools = tools;
        this.settings = settings;
    }

    static ObjectNode card(String kind, String key) {
        return JsonNodeFactory.instance.objectNode().put("kind", kind).put("key", key);
    }

    /** Returns the display of a call of a tool. */
    ArgumentDisplay display(String tool) {
        ToolSchema schema = tools.get().find(tool).map(ToolSpec::schema).orElseGet(ToolSchema::of);
        return new ArgumentDisplay(tool, schema, settings.get());
    }

    /** Returns the display of a call with the deciding argument marked. */
    ArgumentDisplay display(String tool, ApprovalReason reason) {
        return display(tool).decidedBy(reason.decidedBy());
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

    static String names(List<String> names) {
        return VisibleText.line(String.join(", ", names));
    }
}
