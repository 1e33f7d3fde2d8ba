package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.runtime.internal.line.LineTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The reading of the commands of strings at one place, for all literals that ask for the same. Immutable.
 *
 * @param table reads the commands
 * @param at the index of its state
 * @param holding the literals that are true if the commands match
 * @param possible the literals that are true also if the string can't be read
 */
record LineCheck(LineTable table, int at, List<Literal> holding, List<Literal> possible) {

    /** Returns the readings that some literals ask for. */
    static List<LineCheck> of(List<Literal> literals) {
        List<LineCheck> checks = new ArrayList<>();
        int limit = LineTable.limit((int) literals.stream()
                .flatMap(each -> each.test().lines().stream())
                .distinct()
                .count());
        for (Literal literal : literals) {
            for (CommandMachine machine : literal.test().lines()) {
                LineCheck check = checks.stream()
                        .filter(each -> each.table.machine() == machine)
                        .findFirst()
                        .orElse(null);
                if (check == null) {
                    check = new LineCheck(
                            new LineTable(machine, limit), end(checks), new ArrayList<>(), new ArrayList<>());
                    checks.add(check);
                }
                (literal.facts().possible() ? check.possible : check.holding).add(literal);
            }
        }
        return List.copyOf(checks);
    }

    /** Returns how many ints the states of some readings take. */
    static int end(List<LineCheck> checks) {
        return checks.stream().mapToInt(each -> each.table.size()).sum();
    }
}
