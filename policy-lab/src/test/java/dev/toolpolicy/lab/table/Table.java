package dev.toolpolicy.lab.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A Markdown table whose columns show the same figures of different data.
 *
 * @param <C> the data of a column
 */
public final class Table<C> {
    private final List<C> columns;
    private final List<String> lines = new ArrayList<>();

    /**
     * Creates a table without rows.
     *
     * @param title the head of the column of the rows' titles
     * @param columns the data of each column, by its head, in order
     */
    public Table(String title, Map<String, C> columns) {
        this.columns = List.copyOf(columns.values());
        lines.add("| " + title + " | " + String.join(" | ", columns.keySet()) + " |");
        lines.add("|---|" + "---|".repeat(columns.size()));
    }

    /** Adds a row with a value for each column. */
    public Table<C> row(String title, Function<? super C, ?> value) {
        List<String> cells = new ArrayList<>(List.of(title));
        columns.forEach(column -> cells.add(value.apply(column).toString()));
        lines.add("| " + String.join(" | ", cells) + " |");
        return this;
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
