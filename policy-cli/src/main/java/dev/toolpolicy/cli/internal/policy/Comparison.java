package dev.toolpolicy.cli.internal.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.compare.DiffMarkdown;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.test.policy.ToolSetDiff;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The changes from one configuration to another: lists compared call by call, and everything else.
 *
 * @param changes all changes, those that may loosen something first
 * @param lists the lists of all tools, compared
 * @param tools the tools, without those that come later
 */
record Comparison(List<ReloadOutcome.Change> changes, ToolSetDiff lists, ToolCatalog tools) {

    /** Returns the changes as lines for people. */
    String text() {
        return changes.isEmpty()
                ? "nothing changes"
                : changes.stream().map(ReloadOutcome.Change::toString).collect(Collectors.joining("\n"));
    }

    /** Returns the changes for programs. */
    ObjectNode json() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("changes");
        changes.forEach(change -> list.addObject()
                .put("tool", change.tool())
                .put("subject", change.subject())
                .put("may_loosen", change.mayLoosen())
                .put("text", change.text()));
        answer.set("lists", lists.toJson());
        return answer;
    }

    /** Returns the changes as a table for a review. The table has no lists for tools that come later. */
    String markdown() {
        String others = changes.stream()
                .filter(change -> tools.find(change.tool()).isEmpty()
                        || Stream.of(ListKind.values())
                                .noneMatch(list -> list.word().equals(change.subject())))
                .map(change -> "- " + DiffMarkdown.code(change.toString().replace('\n', ' ')))
                .collect(Collectors.joining("\n"));
        return Stream.of(lists.isEqual() && !others.isEmpty() ? "" : lists.toMarkdown(), others)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n\n"));
    }

    boolean mayLoosen() {
        return changes.stream().anyMatch(ReloadOutcome.Change::mayLoosen);
    }
}
