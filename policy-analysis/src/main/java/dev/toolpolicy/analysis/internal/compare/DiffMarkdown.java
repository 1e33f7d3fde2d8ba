package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Change;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Undecided;
import dev.toolpolicy.analysis.internal.compare.ToolLists.Status;
import dev.toolpolicy.analysis.internal.compare.ToolLists.ToolDiff;
import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.analysis.internal.read.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A writer of comparisons as Markdown tables. */
public final class DiffMarkdown {
    private static final List<String> COLUMNS = List.of("tool", "list", "change", "before", "after", "as for");

    private DiffMarkdown() {}

    /** Returns the difference of all tools. */
    public static String of(ToolLists diff) {
        if (diff.isEqual()) {
            return DiffText.EQUAL;
        }
        List<String> lines = new ArrayList<>(List.of(row(COLUMNS), "|" + "---|".repeat(COLUMNS.size())));
        for (ToolDiff tool : diff.tools()) {
            int before = lines.size();
            DiffText.lists(tool).forEach((list, compared) -> add(lines, tool, list, compared));
            if (lines.size() == before && tool.status() != Status.KEPT) {
                lines.add(row(List.of(name(tool), "", DiffText.alike(tool.status()), "", "", "")));
            }
        }
        return String.join("\n", lines);
    }

    private static void add(List<String> lines, ToolDiff tool, String list, Optional<RuleListDiff> diff) {
        List<List<String>> rows =
                diff.map(each -> rows(each, tool.status())).orElse(List.of(List.of(DiffText.NOT_COMPARED, "", "", "")));
        for (List<String> row : rows) {
            List<String> whole = new ArrayList<>(List.of(name(tool), list));
            whole.addAll(row);
            lines.add(row(whole));
        }
    }

    private static String name(ToolDiff tool) {
        return code(Words.ascii(tool.tool())) + DiffText.status(tool.status());
    }

    private static List<List<String>> rows(RuleListDiff diff, Status status) {
        List<List<String>> rows = new ArrayList<>();
        for (Change change : diff.changes()) {
            rows.add(List.of(
                    DiffText.kind(change.kind()),
                    escaped(DiffText.before(change, status)),
                    escaped(DiffText.after(change, status)),
                    code(Words.json(change.arguments())) + KnownWords.of(change.facts(), DiffMarkdown::code)));
        }
        for (Undecided open : diff.undecided()) {
            rows.add(List.of(
                    DiffText.kind(open.kind()) + "?",
                    open.before().word(),
                    open.after().word(),
                    DiffText.UNDECIDED));
        }
        return rows;
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|");
    }

    /** Returns a text as code in the cell of a table: between more backticks than any run inside has, with bars escaped. */
    public static String code(String text) {
        int longest = 0;
        int run = 0;
        for (char c : text.toCharArray()) {
            run = c == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String fence = "`".repeat(longest + 1);
        String space = longest > 0 ? " " : "";
        return fence + space + text.replace("|", "\\|") + space + fence;
    }
}
