package dev.toolpolicy.examples;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One line for each call that was played, and one for all of them. */
final class SummaryTable {
    private static final List<String> HEAD =
            List.of("tool", "characters", "known after", "", "decision", "by", "outcome");
    private static final List<Boolean> RIGHT = List.of(false, true, true, true, false, false, false);

    private final Screen screen;
    private final RuleText rules;
    private final List<PlayedCall> calls = new ArrayList<>();

    SummaryTable(Screen screen, RuleText rules) {
        this.screen = screen;
        this.rules = rules;
    }

    void add(List<PlayedCall> more) {
        calls.addAll(more);
    }

    void print() {
        screen.title("Summary");
        screen.blank();
        List<List<String>> rows = calls.stream().map(this::row).toList();
        int[] widths = widths(rows);
        screen.line(Style.NOTE, "   " + aligned(HEAD, widths).stripTrailing());
        for (int i = 0; i < rows.size(); i++) {
            List<String> row = rows.get(i);
            Style style = OutcomeText.of(calls.get(i)).style();
            int last = row.size() - 1;
            String plain = aligned(row.subList(0, last), widths);
            screen.line("   " + plain + "  " + screen.styled(style, row.get(last)));
        }
        screen.blank();
        screen.line("   " + total());
    }

    private List<String> row(PlayedCall call) {
        List<String> row = new ArrayList<>();
        row.add(Printable.excerpt(call.tool(), 40));
        row.add(Printable.count(call.text().length()));
        if (call.denial().isPresent()) {
            known(row, call.deniedAt().orElseThrow(), call);
            row.addAll(List.of("denied", VisibleText.ascii(call.denial().get().policy())));
        } else if (call.decision().isPresent()) {
            known(row, call.decidedAt().orElseThrow(), call);
            row.addAll(List.of(
                    call.decision().get().mode().word(),
                    rules.number(call.tool(), call.decision().get())));
        } else {
            row.addAll(List.of("-", "", "-", ""));
        }
        row.add(OutcomeText.of(call).word());
        return row;
    }

    private static void known(List<String> row, long offset, PlayedCall call) {
        row.add(Printable.count(offset));
        row.add(Printable.percent(offset, call.text().length()));
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[HEAD.size()];
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            widths[column] = Math.max(
                    HEAD.get(at).length(),
                    rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
        }
        return widths;
    }

    private static String aligned(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String padding = " ".repeat(widths[column] - row.get(column).length());
            line.append(column == 0 ? "" : "  ");
            line.append(RIGHT.get(column) ? padding + row.get(column) : row.get(column) + padding);
        }
        return line.toString();
    }

    private String total() {
        Map<String, Long> outcomes = calls.stream()
                .map(call -> OutcomeText.of(call).word())
                .collect(Collectors.groupingBy(word -> word, TreeMap::new, Collectors.counting()));
        List<PlayedCall> early = calls.stream()
                .filter(call -> knownAfter(call) < call.text().length())
                .toList();
        long text = early.stream().mapToLong(call -> call.text().length()).sum();
        long rest = text - early.stream().mapToLong(SummaryTable::knownAfter).sum();
        String words = outcomes.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        String all = Printable.count(calls.size(), "call") + ": " + words + ".";
        return early.isEmpty()
                ? all
                : all + "\n   " + early.size() + " of them were decided or denied early, with " + Printable.count(rest)
                        + " of " + Printable.count(text, "character") + " still to come.";
    }

    /** Returns the offset at which the decision was certain: the end of the text at the latest. */
    private static long knownAfter(PlayedCall call) {
        List<Long> offsets = new ArrayList<>(List.of((long) call.text().length()));
        call.deniedAt().ifPresent(offsets::add);
        call.decidedAt().ifPresent(offsets::add);
        return Collections.min(offsets);
    }
}
