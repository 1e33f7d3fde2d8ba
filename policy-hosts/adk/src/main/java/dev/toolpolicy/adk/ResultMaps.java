package dev.toolpolicy.adk;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.ToolResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of tools, as the ADK has them. Stateless. */
final class ResultMaps {
    private static final JsonMapper JSON = new JsonMapper();

    private ResultMaps() {}

    /** Returns what a result means: the ADK's tools report failures by {@code error}, or {@code status}. */
    static ToolResult outcome(@Nullable Map<String, Object> result) {
        Map<String, Object> known = result == null ? Map.of() : result;
        boolean failed = known.containsKey("error") || "error".equals(known.get("status"));
        return failed ? ToolResult.failure(known.toString()) : ToolResult.success(JSON.valueToTree(known));
    }
}
