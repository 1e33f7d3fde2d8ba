package dev.toolpolicy.analysis.internal.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Decision;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Undecided;
import dev.toolpolicy.analysis.internal.compare.ToolLists.ToolDiff;
import dev.toolpolicy.analysis.internal.read.KnownWords;
import java.util.Locale;

/**
 * A writer of comparisons as JSON. Rules count from 1; a decision with neither {@code rule} nor
 * {@code marked_by} is the implicit one.
 */
public final class DiffJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DiffJson() {}

    /** Returns the difference of all tools. */
    public static ObjectNode of(ToolLists diff) {
        ObjectNode all = NODES.objectNode();
        all.put("equal", diff.isEqual());
        all.put("may_loosen", diff.mayLoosen());
        ArrayNode tools = all.putArray("tools");
        diff.tools().forEach(tool -> tools.add(of(tool)));
        return all;
    }

    private static ObjectNode of(ToolDiff tool) {
        ObjectNode one = NODES.objectNode();
        one.put("tool", tool.tool());
        one.put("status", tool.status().name().toLowerCase(Locale.ROOT));
        tool.run().ifPresent(diff -> one.set("run", of(diff)));
        tool.result().ifPresent(diff -> one.set("result", of(diff)));
        return one;
    }

    static ObjectNode of(RuleListDiff diff) {
        ObjectNode list = NODES.objectNode();
        list.put("equal", diff.isEqual());
        list.put("may_loosen", diff.mayLoosen());
        ArrayNode changes = list.putArray("changes");
        diff.changes().forEach(change -> changes.add(of(change)));
        ArrayNode undecided = list.putArray("undecided");
        diff.undecided().forEach(open -> undecided.add(of(open)));
        return list;
    }

    private static ObjectNode of(Change change) {
        ObjectNode one = NODES.objectNode();
        one.put("kind", DiffText.kind(change.kind()));
        one.set("before", of(change.before()));
        one.set("after", of(change.after()));
        one.set("arguments", change.arguments().deepCopy());
        KnownWords.write(change.facts(), one);
        return one;
    }

    private static ObjectNode of(Decision decision) {
        ObjectNode one = NODES.objectNode();
        one.put("mode", decision.mode().word());
        decision.rule().ifPresent(rule -> one.put("rule", rule + 1));
        decision.markedBy().ifPresent(rule -> one.put("marked_by", rule + 1));
        decision.name().ifPresent(name -> one.put("name", name));
        decision.reason().ifPresent(reason -> one.put("reason", reason));
        return one;
    }

    private static ObjectNode of(Undecided open) {
        ObjectNode one = NODES.objectNode();
        one.put("kind", DiffText.kind(open.kind()));
        one.put("before", open.before().word());
        one.put("after", open.after().word());
        return one;
    }
}
