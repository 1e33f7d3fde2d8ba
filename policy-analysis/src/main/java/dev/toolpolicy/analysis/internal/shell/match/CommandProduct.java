package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The product of two automata of commands: the commands that both match. A state from which none is left is
 * {@link CommandDfa#DEAD}, so a word that refutes both together is known by its character.
 */
final class CommandProduct {
    /** The number of targets in a row. Behind them stand those of the characters. */
    private static final int COLUMNS = CommandDfa.LEAST;

    private final CommandDfa first;
    private final CommandDfa second;
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<int[]> pairs = new ArrayList<>();
    /** By state, the targets by column, then by character. */
    private final List<int[]> targets = new ArrayList<>();

    private CommandProduct(CommandDfa first, CommandDfa second) {
        this.first = first;
        this.second = second;
    }

    /**
     * Builds a product.
     *
     * @param characters those that either tells apart
     * @param limit the number of states
     * @return empty if it would have more states
     */
    static Optional<CommandDfa> of(CommandDfa first, CommandDfa second, int[] characters, int limit) {
        return new CommandProduct(first, second).build(characters, limit);
    }

    private Optional<CommandDfa> build(int[] characters, int limit) {
        for (int state = CommandDfa.DEAD; state <= CommandDfa.START; state++) {
            numbers.put(EdgeTable.edge(state, state), state);
            pairs.add(new int[] {state, state});
        }
        int[] files = new int[first.files().length];
        for (int i = 0; i < files.length; i++) {
            files[i] = number(first.files()[i], second.files()[i]);
        }
        for (int state = 0; state < pairs.size() && state <= limit; state++) {
            targets.add(targets(pairs.get(state), characters));
        }
        if (pairs.size() > limit) {
            return Optional.empty();
        }
        BitSet alive = alive();
        dropDead(alive);
        Arrays.setAll(files, i -> alive.get(files[i]) ? files[i] : CommandDfa.DEAD);
        BitSet any = (BitSet) first.anyFile().clone();
        any.and(second.anyFile());
        return Optional.of(new CommandDfa(new EdgeTable(edges(characters)), rows(), accepting(), files, any));
    }

    private int number(int one, int other) {
        if (one == CommandDfa.DEAD || other == CommandDfa.DEAD) {
            return CommandDfa.DEAD;
        }
        Integer known = numbers.putIfAbsent(EdgeTable.edge(one, other), pairs.size());
        if (known == null) {
            pairs.add(new int[] {one, other});
            return pairs.size() - 1;
        }
        return known;
    }

    private int[] targets(int[] pair, int[] characters) {
        int[] row = new int[COLUMNS + characters.length];
        for (int i = 0; i < COLUMNS; i++) {
            row[i] = number(first.rows()[pair[0]][i], second.rows()[pair[1]][i]);
        }
        for (int i = 0; i < characters.length; i++) {
            row[COLUMNS + i] = number(first.next(pair[0], characters[i]), second.next(pair[1], characters[i]));
        }
        return row;
    }

    private BitSet accepting() {
        BitSet accepting = new BitSet();
        for (int state = 0; state < pairs.size(); state++) {
            int[] pair = pairs.get(state);
            accepting.set(state, first.accepts(pair[0]) && second.accepts(pair[1]));
        }
        return accepting;
    }

    /** Returns the states that lead to an accepting one. */
    private BitSet alive() {
        BitSet alive = accepting();
        for (int before = -1; before < alive.cardinality(); ) {
            before = alive.cardinality();
            for (int state = pairs.size() - 1; state >= 0; state--) {
                for (int i = 0; !alive.get(state) && i < targets.get(state).length; i++) {
                    alive.set(state, alive.get(targets.get(state)[i]));
                }
            }
        }
        return alive;
    }

    private void dropDead(BitSet alive) {
        for (int[] row : targets) {
            for (int i = 0; i < row.length; i++) {
                row[i] = alive.get(row[i]) ? row[i] : CommandDfa.DEAD;
            }
        }
        if (!alive.get(CommandDfa.START)) {
            pairs.set(CommandDfa.START, new int[] {CommandDfa.DEAD, CommandDfa.DEAD});
        }
    }

    private Map<Long, Integer> edges(int[] characters) {
        Map<Long, Integer> edges = new HashMap<>();
        for (int state = 0; state < pairs.size(); state++) {
            int[] row = targets.get(state);
            for (int i = 0; i < characters.length; i++) {
                if (row[COLUMNS + i] != row[0]) {
                    edges.put(EdgeTable.edge(state, characters[i]), row[COLUMNS + i]);
                }
            }
        }
        return edges;
    }

    private int[][] rows() {
        int[][] rows = new int[pairs.size()][];
        for (int state = 0; state < rows.length; state++) {
            rows[state] = Arrays.copyOf(targets.get(state), CommandDfa.DISTANCE + 1);
            for (int i = COLUMNS; i < rows[state].length; i++) {
                rows[state][i] = Math.max(first.rows()[pairs.get(state)[0]][i], second.rows()[pairs.get(state)[1]][i]);
            }
        }
        return rows;
    }
}
