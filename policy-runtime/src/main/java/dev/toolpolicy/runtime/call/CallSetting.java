package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import java.util.Map;

/**
 * What the calls of one session share.
 *
 * @param tools the engine's tools by name
 * @param limits what argument text may take up
 * @param policies the session's policies
 * @param explained whether calls remember what settled each rule
 */
public record CallSetting(
        Map<String, PreparedTool> tools, ArgumentLimits limits, PolicyRegistry policies, boolean explained) {
    /**
     * Checks and copies the components.
     *
     * @param tools the engine's tools by name
     * @param limits what argument text may take up
     * @param policies the session's policies
     * @param explained whether calls remember what settled each rule
     */
    public CallSetting {
        tools = Map.copyOf(tools);
    }
}
