package dev.toolpolicy.runtime.internal.call;

import dev.toolpolicy.stream.CallProgress;
import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.permission.PermissionCoordinator;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of one session share.
 *
 * @param tools the engine's tools by name
 * @param limits what argument text may take up
 * @param policies the session's policies
 * @param explained whether calls remember what settled each rule
 * @param display hears of arguments while they arrive; null if nobody does
 * @param session the session's id
 * @param clock tells the time of what happens to calls
 * @param permission the session's prompts; null if there is nobody to ask
 */
public record CallSetting(
        Map<String, PreparedTool> tools,
        ArgumentLimits limits,
        PolicyRegistry policies,
        boolean explained,
        @Nullable Consumer<? super CallProgress> display,
        String session,
        Clock clock,
        @Nullable PermissionCoordinator permission) {
    /**
     * Checks and copies the components.
     *
     * @param tools the engine's tools by name
     * @param limits what argument text may take up
     * @param policies the session's policies
     * @param explained whether calls remember what settled each rule
     * @param display hears of arguments while they arrive; null if nobody does
     * @param session the session's id
     * @param clock tells the time of what happens to calls
     * @param permission the session's prompts; null if there is nobody to ask
     */
    public CallSetting {
        tools = Map.copyOf(tools);
    }

    /**
     * The same for calls whose arguments somebody follows.
     *
     * @param changed hears of them
     * @return the changed setting
     */
    public CallSetting displayedBy(Consumer<? super CallProgress> changed) {
        return new CallSetting(tools, limits, policies, explained, changed, session, clock, permission);
    }

    /**
     * The same for calls that begin with other tools.
     *
     * @param changed the tools by name
     * @return the changed setting
     */
    public CallSetting with(Map<String, PreparedTool> changed) {
        return new CallSetting(changed, limits, policies, explained, display, session, clock, permission);
    }
}
