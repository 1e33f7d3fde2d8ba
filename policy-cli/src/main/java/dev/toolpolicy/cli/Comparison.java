package dev.toolpolicy.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.compare.ToolSetDiff;
import dev.toolpolicy.runtime.ReloadOutcome;
import java.io.PrintStream;
import java.util.List;

/**
 * The changes from one configuration to another: lists compared call by call, and everything else.
 *
 * @param changes all changes, those that may loosen something first
 * @param lists the lists of all tools, compared
 */
record Comparison(List<ReloadOutcome.Change> changes, ToolSetDiff lists) {

    void print(CommandLine line, PrintStream out) {
        switch (line.style()) {
            case JSON -> out.print(json().toPrettyString() + "\n");
            case MARKDOWN -> out.print(markdown());
            case TEXT -> {
                changes.forEach(change -> out.print(change + "\n"));
                out.print(changes.isEmpty() ? "nothing changes\n" : "");
            }
        }
    }

    private ObjectNode json() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("changes", Answers.changes(changes));
        answer.set("lists", lists.toJson());
        return answer;
    }

    private String markdown() {
        StringBuilder text = new StringBuilder(lists.toMarkdown()).append("\n");
        changes.stream()
                .filter(Comparison::isNoList)
                .forEach(change -> text.append("\n- ").append(change.toString().replace('\n', ' ')));
        return changes.stream().anyMatch(Comparison::isNoList)
                ? text.append("\n").toString()
                : text.toString();
    }

    private static boolean isNoList(ReloadOutcome.Change change) {
        return !change.subject().equals("run") && !change.subject().equals("result");
    }

    boolean mayLoosen() {
        return changes.stream().anyMatch(ReloadOutcome.Change::mayLoosen);
    }
}
