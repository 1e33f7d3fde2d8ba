package dev.toolpolicy.runtime.internal.layer;

import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.schema.ToolSchema;

/**
 * What the rules of all tools of an engine share. Immutable.
 *
 * @param facts the declared facts
 * @param paths the settings by which paths are read
 */
public record EngineScope(ToolSchema facts, PathReading paths) {

    /** Returns what the rules of one tool can look at. */
    public RuleScope of(ToolSchema parameters) {
        return new RuleScope(parameters, facts, paths);
    }
}
