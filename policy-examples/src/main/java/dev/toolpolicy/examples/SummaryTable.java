package dev.toolpolicy.examples;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.RuleDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One line for each call that was played, and one for all of them. */
final class SummaryTable {
    private static final String ROW = "   %-15s  %10s  %11s  %5s  %-8s  %-22s  ";

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
        screen.line(
                Style.NOTE, String.format(ROW, "tool", "characters", "known after", "", "decision", "by") + "outcome");
        for (PlayedCall call : calls) {
            OutcomeText outcome = OutcomeText.of(call);
            screen.line(row(call) + screen.styled(outcome.style(), outcome.word()));
        }
        screen.blank();
        screen.line("   " + total());
    }

    private String row(PlayedCall call) {
        if (call.denial().isPresent()) {
            String policy = VisibleText.ascii(call.denial().get().policy());
            return row(call, call.deniedAt(), "denied", policy);
        } else if (call.decision().isPresent()) {
            RuleDecision decision = call.decision().get();
            return row(call, call.decidedAt(), decision.mode().word(), rules.number(call.tool(), decision));
        }
        return row(call, OptionalLong.empty(), "-", "");
    }

    private static String row(PlayedCall call, OptionalLong known, String decision, String by) {
        int length = call.text().length();
        return String.format(
                ROW,
                Printable.excerpt(call.tool(), 40),
                Printable.count(length),
                known.isPresent() ? Printable.count(known.getAsLong()) : "-",
                known.isPresent() ? Printable.percent(known.getAsLong(), length) : "",
                decision,
                by);
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
        long end = call.text().length();
        return Math.min(call.deniedAt().orElse(end), Math.min(call.decidedAt().orElse(end), end));
    }
}
