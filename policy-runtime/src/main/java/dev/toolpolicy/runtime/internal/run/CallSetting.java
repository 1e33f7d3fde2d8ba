package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.decide.ShadowRules;
import dev.toolpolicy.runtime.internal.flow.FlowView;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.stream.CallProgress;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings that the calls of one session share.
 *
 * @param tools the engine's tools by name
 * @param opened the engine's tools when the session began
 * @param limits the limits of argument text
 * @param policies the session's policies
 * @param explained whether calls record what settled each rule
 * @param session the session's id
 * @param clock the clock for records of calls
 * @param watch who follows a call before it is concluded
 * @param shadow the rules that are evaluated beside the current ones, by tool
 * @param reports gets the calls that ended
 * @param facts returns what is known about a call that is read or about to run, besides the session's flows
 * @param turn the response that the calls are of
 */
public record CallSetting(
        Map<String, PreparedTool> tools,
        Map<String, PreparedTool> opened,
        ArgumentLimits limits,
        PolicyRegistry policies,
        boolean explained,
        String session,
        Clock clock,
        Watch watch,
        Map<String, ShadowRules> shadow,
        CallReports reports,
        Supplier<Facts> facts,
        Turn turn) {
    /**
     * The followers of a call that isn't concluded yet.
     *
     * @param display follows arguments while they arrive; null if there is none
     * @param permission the session's approval requests; null if no approver is asked
     * @param early whether policies and approvers see calls whose text hasn't ended
     */
    public record Watch(
            @Nullable Consumer<? super CallProgress> display,
            @Nullable PermissionCoordinator permission,
            boolean early) {}

    /**
     * Copies the maps.
     *
     * @param tools the engine's tools by name
     * @param opened the engine's tools when the session began
     * @param limits the limits of argument text
     * @param policies the session's policies
     * @param explained whether calls record what settled each rule
     * @param session the session's id
     * @param clock the clock for records of calls
     * @param watch who follows a call before it is concluded
     * @param shadow the rules that are evaluated beside the current ones, by tool
     * @param reports gets the calls that ended
     * @param facts returns what is known about a call that is read or about to run, besides the session's flows
     * @param turn the response that the calls are of
     */
    public CallSetting {
        tools = Map.copyOf(tools);
        opened = Map.copyOf(opened);
        shadow = Map.copyOf(shadow);
    }

    /** Returns what is known now about a call of this response, with the session's flows. */
    public Facts known() {
        Facts known = facts.get();
        return known.flows() == Membership.NONE ? known.with(policies.flows().known(turn)) : known;
    }

    /**
     * Returns these settings for a stored call, which keeps its labels; sets are as they are now.
     *
     * @param labels returns the labels under which the call was written
     */
    public CallSetting under(Supplier<Set<String>> labels) {
        return knowing(() -> {
            Facts now = facts.get();
            return policies.flows().known(turn) instanceof FlowView view ? now.with(view.labelled(labels.get())) : now;
        });
    }

    /** Returns whether calls of a tool don't wait for an earlier call of their response that needs an approval. */
    public boolean isIndependent(String tool) {
        return policies.settings().independentTools().contains(tool);
    }

    /** Returns a call of a tool with the names of the rules by which limits count it, if a policy governs it. */
    public ToolCall ruled(PreparedTool tool, ToolCall call, Facts known) {
        boolean isGoverned = !policies.policiesFor(call.tool()).isEmpty();
        return isGoverned ? tool.ruled(call, known, opened.get(call.tool())) : call;
    }

    /** Returns these settings for the calls of a response. */
    public CallSetting in(Turn response) {
        return new CallSetting(
                tools, opened, limits, policies, explained, session, clock, watch, shadow, reports, facts, response);
    }

    /** Returns what follows arguments while they arrive; null if there is nothing. */
    public @Nullable Consumer<? super CallProgress> display() {
        return watch.display();
    }

    /** Returns the session's approval requests; null if no approver is asked. */
    public @Nullable PermissionCoordinator permission() {
        return watch.permission();
    }

    /** Returns whether policies and approvers see calls whose text hasn't ended. */
    public boolean early() {
        return watch.early();
    }

    /**
     * Returns these settings with another display.
     *
     * @param newDisplay follows arguments while they arrive
     * @return the changed settings
     */
    public CallSetting displayedBy(Consumer<? super CallProgress> newDisplay) {
        return watchedBy(new Watch(newDisplay, permission(), early()));
    }

    /**
     * Returns the tool that a model probably means by an unknown name, in words for the model. Tools that deny every
     * call aren't offered, and aren't named.
     *
     * @param name the unknown name
     * @return such as {@code ; did you mean "read"?}; empty if no tool's name is near
     */
    public String meant(String name) {
        Facts known = known();
        List<String> callable = tools.entrySet().stream()
                .filter(each -> !each.getValue().run().deniesAll(known))
                .map(Map.Entry::getKey)
                .toList();
        return Words.nearest(name, callable)
                .map(each -> "; " + Words.didYouMean(each))
                .orElse("");
    }

    /**
     * Returns these settings for calls that are only looked at: no approver is asked, and nothing is shown.
     *
     * @return the changed settings
     */
    public CallSetting previewing() {
        return with(tools, Map.of()).watchedBy(new Watch(null, null, false));
    }

    /**
     * Returns these settings for calls that no approver is asked about, such as those with a stored approval.
     *
     * @return the changed settings
     */
    public CallSetting withoutApprover() {
        return watchedBy(new Watch(display(), null, early()));
    }

    /**
     * Returns these settings for calls that policies and approvers see only when the text has ended.
     *
     * @return the changed settings
     */
    public CallSetting atEnd() {
        return watchedBy(new Watch(display(), permission(), false));
    }

    private CallSetting watchedBy(Watch newWatch) {
        return new CallSetting(
                tools, opened, limits, policies, explained, session, clock, newWatch, shadow, reports, facts, turn);
    }

    /**
     * Returns these settings with other tools and another shadow.
     *
     * @param newTools the tools by name
     * @param newShadow the rules that are evaluated beside those of the tools
     * @return the changed settings
     */
    public CallSetting with(Map<String, PreparedTool> newTools, Map<String, ShadowRules> newShadow) {
        return new CallSetting(
                newTools, opened, limits, policies, explained, session, clock, watch, newShadow, reports, facts, turn);
    }

    /**
     * Returns these settings for calls about which other facts are known.
     *
     * @param newFacts returns what is known
     * @return the changed settings
     */
    public CallSetting knowing(Supplier<Facts> newFacts) {
        return new CallSetting(
                tools, opened, limits, policies, explained, session, clock, watch, shadow, reports, newFacts, turn);
    }

    /**
     * Returns these settings with another reporting.
     *
     * @param newReports gets the calls that ended
     * @return the changed settings
     */
    public CallSetting reportedTo(CallReports newReports) {
        return new CallSetting(
                tools, opened, limits, policies, explained, session, clock, watch, shadow, newReports, facts, turn);
    }

    /**
     * Returns these settings for calls that a turn or a gate reports.
     *
     * @return the changed settings
     */
    public CallSetting reportedByHost() {
        return reportedTo(reports.forHost());
    }
}
