package dev.toolpolicy.test.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.compare.DiffJson;
import dev.toolpolicy.analysis.internal.compare.DiffMarkdown;
import dev.toolpolicy.analysis.internal.compare.DiffText;
import dev.toolpolicy.analysis.internal.compare.ToolLists;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ToolSchema;

/**
 * The difference between two sets of tools with their rules, such as those before and after a change of policy files.
 * For each tool and each of its lists, it has every change of mode that some call gets, with such a call. Paths are
 * compared by their text; links are not followed. Immutable.
 */
public final class ToolSetDiff {
    private final ToolLists lists;

    private ToolSetDiff(ToolLists lists) {
        this.lists = lists;
    }

    /**
     * Compares two sets of tools.
     *
     * @param before the old tools with their active rules, such as those of an engine
     * @param after the new tools
     * @return the difference
     * @throws IllegalArgumentException if a tool's rules don't fit its own parameters
     */
    public static ToolSetDiff between(ToolCatalog before, ToolCatalog after) {
        return between(before, after, NormalPath.Form.PLAIN);
    }

    /**
     * Compares two sets of tools, with the normal form of paths that the engine uses.
     *
     * @param before the old tools with their active rules, such as those of an engine
     * @param after the new tools
     * @param form the normal form of paths
     * @return the difference
     * @throws IllegalArgumentException if a tool's rules don't fit its own parameters
     */
    public static ToolSetDiff between(ToolCatalog before, ToolCatalog after, NormalPath.Form form) {
        return between(before, after, ToolSchema.of(), form);
    }

    /**
     * Compares two sets of tools, for calls with any facts.
     *
     * @param before the old tools with their active rules, such as those of an engine
     * @param after the new tools
     * @param facts the facts that policy files declare, beside those of the tools; an empty schema if there are none
     * @param form the normal form of paths
     * @return the difference
     * @throws IllegalArgumentException if a tool's rules don't fit its own parameters
     */
    public static ToolSetDiff between(ToolCatalog before, ToolCatalog after, ToolSchema facts, NormalPath.Form form) {
        return new ToolSetDiff(ToolLists.between(before, after, facts, form));
    }

    /**
     * Returns whether every call of every tool is provably decided as before.
     *
     * @return true if nothing changes
     */
    public boolean isEqual() {
        return lists.isEqual();
    }

    /**
     * Returns whether some call is, or may be, decided less strictly than before. Undecided and incomparable changes
     * count.
     *
     * @return false if this is provably so for no call
     */
    public boolean mayLoosen() {
        return lists.mayLoosen();
    }

    /**
     * Formats the changes as text, loosening ones first.
     *
     * @return lines joined by {@code \n}
     */
    @Override
    public String toString() {
        return DiffText.of(lists);
    }

    /**
     * Formats the changes as Markdown tables for a review.
     *
     * @return Markdown, lines joined by {@code \n}
     */
    public String toMarkdown() {
        return DiffMarkdown.of(lists);
    }

    /**
     * Converts the changes to JSON. Rules count from 1.
     *
     * @return a JSON object
     */
    public ObjectNode toJson() {
        return DiffJson.of(lists);
    }
}
