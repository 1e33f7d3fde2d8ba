package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Decision;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Kind;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Undecided;
import dev.toolpolicy.analysis.internal.compare.ToolLists.Status;
import dev.toolpolicy.analysis.internal.compare.ToolLists.ToolDiff;
import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A writer of comparisons as text, with the words that its tables share. */
public final class DiffText {
    static final String EQUAL = "every call is decided as before";
    static final String NOT_COMPARED = "can't be compared: the old rules don't fit the new parameters";
    static final String UNDECIDED = "the analysis can't tell";

    private DiffText() {}

    /** Returns the difference of all tools. */
    public static String of(ToolLists diff) {
        if (diff.isEqual()) {
            return EQUAL;
        }
        List<String> lines = new ArrayList<>();
        for (ToolDiff tool : diff.tools()) {
            boolean alike = true;
            for (Map.Entry<String, Optional<RuleListDiff>> list : lists(tool).entrySet()) {
                alike &= list.getValue().filter(RuleListDiff::isEqual).isPresent();
                add(lines, tool, list.getKey(), list.getValue());
            }
            if (alike && tool.status() != Status.KEPT) {
                lines.add(Words.quoted(tool.tool()) + status(tool.status()) + ": " + alike(tool.status()));
            }
        }
        List<String> equal = diff.tools().stream()
                .filter(ToolDiff::isEqual)
                .map(tool -> Words.quoted(tool.tool()))
                .toList();
        if (!equal.isEmpty()) {
            lines.add("as before for every call: " + Words.listed(equal));
        }
        return String.join("\n", lines);
    }

    private static void add(List<String> lines, ToolDiff tool, String list, Optional<RuleListDiff> diff) {
        String head = Words.quoted(tool.tool()) + status(tool.status()) + ", " + list + ":";
        if (diff.isEmpty()) {
            lines.add(head + " " + NOT_COMPARED);
        } else if (!diff.get().isEqual()) {
            lines.add(head);
            lines(diff.get(), tool.status()).forEach(line -> lines.add("  " + line));
        }
    }

    /** Returns the compared lists by name. */
    static Map<String, Optional<RuleListDiff>> lists(ToolDiff tool) {
        Map<String, Optional<RuleListDiff>> lists = new LinkedHashMap<>();
        lists.put("run", tool.run());
        if (tool.status() == Status.KEPT || tool.status() == Status.OTHER_PARAMETERS) {
            lists.put("result", tool.result());
        }
        return lists;
    }

    static String alike(Status status) {
        return switch (status) {
            case KEPT -> EQUAL;
            case OTHER_PARAMETERS -> "both lists decide alike about every call that is valid now";
            case ADDED -> "every call is denied";
            case REMOVED -> "every call was denied";
        };
    }

    static String of(RuleListDiff diff) {
        return diff.isEqual() ? EQUAL : String.join("\n", lines(diff, Status.KEPT));
    }

    private static List<String> lines(RuleListDiff diff, Status status) {
        List<String> lines = new ArrayList<>();
        for (Change change : diff.changes()) {
            lines.add(kind(change.kind()) + ": " + before(change, status) + " becomes " + after(change, status)
                    + ", as for " + Words.json(change.arguments())
                    + KnownWords.of(change.facts(), json -> json));
        }
        for (Undecided open : diff.undecided()) {
            lines.add(kind(open.kind()) + "? " + pair(open.before(), open.after()) + ": " + UNDECIDED);
        }
        return lines;
    }

    static String status(Status status) {
        return switch (status) {
            case KEPT -> "";
            case OTHER_PARAMETERS -> " (other parameters)";
            case ADDED -> " (new)";
            case REMOVED -> " (removed)";
        };
    }

    static String kind(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    static String before(Change change, Status status) {
        return status == Status.ADDED ? "no tool" : decision(change.before());
    }

    static String after(Change change, Status status) {
        return status == Status.REMOVED ? "no tool" : decision(change.after());
    }

    private static String decision(Decision decision) {
        if (decision.markedBy().isPresent()) {
            return decision.mode().word() + " (" + rule(decision, decision.markedBy()) + " can't be answered)";
        }
        String rule = decision.rule().isPresent() ? rule(decision, decision.rule()) : "no rule";
        return decision.mode().word() + " (" + rule + ")";
    }

    private static String rule(Decision decision, OptionalInt number) {
        String reason = decision.reason().map(text -> ": " + Words.ascii(text)).orElse("");
        return "rule " + decision.name().orElseGet(() -> String.valueOf(number.orElseThrow() + 1)) + reason;
    }

    static String pair(Mode before, Mode after) {
        return before.word() + " becomes " + after.word();
    }
}
