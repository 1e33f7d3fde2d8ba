package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The reading of the commands of strings at one place, for all literals that ask for the same. Immutable.
 *
 * @param table reads the commands
 * @param at the index of its state
 * @param holding the literals, by their index at the place, that are true if the commands match
 * @param possible the literals that are true also if the string can't be read
 */
record LineCheck(LineTable table, int at, List<Integer> holding, List<Integer> possible) {

    /** Returns the readings that some literals ask for. */
    static List<LineCheck> of(List<Literal> literals) {
        List<LineCheck> checks = new ArrayList<>();
        Set<CommandMachine> machines = new HashSet<>();
        literals.forEach(literal -> machines.addAll(literal.test().lines()));
        int limit = LineTable.limit(machines.size());
        for (int i = 0; i < literals.size(); i++) {
            for (CommandMachine machine : literals.get(i).test().lines()) {
                LineCheck check = find(machine, limit, checks);
                (literals.get(i).facts().possible() ? check.possible : check.holding).add(i);
            }
        }
        return List.copyOf(checks);
    }

    /** Returns the reading by a machine, which is added if it is a new one. */
    private static LineCheck find(CommandMachine machine, int limit, List<LineCheck> checks) {
        for (LineCheck check : checks) {
            if (check.table.machine() == machine) {
                return check;
            }
        }
        LineCheck added =
                new LineCheck(new LineTable(machine, limit), end(checks), new ArrayList<>(), new ArrayList<>());
        checks.add(added);
        return added;
    }

    /** Returns how many ints the states of some readings take. */
    static int end(List<LineCheck> checks) {
        int end = 0;
        for (LineCheck check : checks) {
            end += check.table.size();
        }
        return end;
    }
}
