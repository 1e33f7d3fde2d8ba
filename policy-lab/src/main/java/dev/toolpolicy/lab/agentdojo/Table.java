package dev.toolpolicy.lab.agentdojo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A Markdown table with a column for each suite and one for all of them. */
final class Table {
    private final List<Replay> replays;
    private final List<String> lines = new ArrayList<>();

    Table(String title, List<Replay> replays) {
        this.replays = replays;
        List<String> names =
                replays.stream().map(replay -> replay.suite().name()).toList();
        lines.add("| " + title + " | " + String.join(" | ", names) + " | all |");
        lines.add("|---|" + "---|".repeat(names.size() + 1));
    }

    /** Adds a row: a value for each suite, and one for all suites together. */
    Table row(String title, Function<List<Replay>, ?> value) {
        List<String> cells = new ArrayList<>(List.of(title));
        replays.forEach(replay -> cells.add(value.apply(List.of(replay)).toString()));
        cells.add(value.apply(replays).toString());
        lines.add("| " + String.join(" | ", cells) + " |");
        return this;
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
