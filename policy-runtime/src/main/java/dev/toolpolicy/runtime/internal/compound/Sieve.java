package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.runtime.internal.place.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of a list, ready for {@link SieveEvaluation}: a value removes those that it makes false, all at once.
 * This takes a list whose rules look at no element of an array. Immutable.
 */
final class Sieve {
    private final Clauses clauses;
    private final @Nullable PlaceSieve[] places;
    /** For each clause, the commands that must match. */
    private final LineTest[][] lines;

    private final List<LineTable> tables = new ArrayList<>();
    /** By place, whether the commands of strings there are read. */
    private final boolean[] holdsLines;
    /** For each clause, whether its rule holds by it. By the others, a rule can't be ruled out. */
    private final boolean[] holding;
    /** The first rule that always holds, and the first that is always possible; the number of rules if there is none. */
    private final int always;

    private final int alwaysPossible;

    /**
     * The commands of a string, which must match.
     *
     * @param table the index of the table that reads them
     * @param place the number of the string's place
     * @param possible whether they match too if they can't be read
     */
    record LineTest(int table, int place, boolean possible) {}

    private Sieve(Clauses clauses) {
        this.clauses = clauses;
        int size = clauses.all().size();
        places = new PlaceSieve[clauses.places().size()];
        holdsLines = new boolean[places.length];
        int[] placeOf = new int[clauses.literals().size()];
        for (int i = 0; i < places.length; i++) {
            PlaceLiterals own = clauses.at()[i];
            if (own != null && own.here().length > 0) {
                places[i] = new PlaceSieve(own, clauses.clausesOf(), size);
                holdsLines[i] = !own.lines().isEmpty();
                for (Literal literal : own.here()) {
                    placeOf[literal.index()] = i;
                }
            }
        }
        lines = new LineTest[size][];
        for (int i = 0; i < size; i++) {
            lines[i] = lines(clauses.all().get(i), placeOf);
        }
        holding = new boolean[size];
        for (int clause : clauses.holding()) {
            if (clause >= 0) {
                holding[clause] = true;
            }
        }
        always = first(clauses.holding());
        alwaysPossible = first(clauses.possible());
    }

    /** Returns the sieve of some clauses; empty if it can't take them. */
    static Optional<Sieve> of(Clauses clauses, boolean resolvesLinks) {
        boolean elements = clauses.all().stream().anyMatch(clause -> clause.element() != null)
                || clauses.literals().stream().anyMatch(Sieve::isOnElement);
        boolean paths = clauses.literals().stream()
                .anyMatch(literal -> literal.test().isPath()
                        && (resolvesLinks || !literal.test().lines().isEmpty()));
        return elements || paths ? Optional.empty() : Optional.of(new Sieve(clauses));
    }

    private static boolean isOnElement(Literal literal) {
        return literal.facts().own() == null
                && (literal.count() != Count.ONE || !literal.test().vectors().isEmpty());
    }

    private static int first(int[] clauses) {
        int rule = 0;
        while (rule < clauses.length && clauses[rule] != Clauses.ALWAYS) {
            rule++;
        }
        return rule;
    }

    private LineTest[] lines(Clause clause, int[] placeOf) {
        List<LineTest> found = new ArrayList<>();
        for (int index : clause.literals()) {
            Literal literal = clauses.literals().get(index);
            if (literal.facts().own() == null) {
                for (CommandMachine machine : literal.test().lines()) {
                    found.add(new LineTest(
                            table(placeOf[index], machine),
                            placeOf[index],
                            literal.facts().possible()));
                }
            }
        }
        return found.toArray(LineTest[]::new);
    }

    private int table(int place, CommandMachine machine) {
        PlaceLiterals own = Objects.requireNonNull(clauses.at()[place]);
        LineTable table = own.lines().stream()
                .map(LineCheck::table)
                .filter(each -> each.machine() == machine)
                .findFirst()
                .orElseThrow();
        if (!tables.contains(table)) {
            tables.add(table);
        }
        return tables.indexOf(table);
    }

    /** Returns how many longs hold a bit for each clause. */
    static int words(int clauses) {
        return clauses + 63 >> 6;
    }

    @Nullable
    PlaceSieve at(Place place) {
        return places[place.number()];
    }

    /** Returns whether the commands of strings at a place are read. */
    boolean holdsLines(Place place) {
        return holdsLines[place.number()];
    }

    int places() {
        return places.length;
    }

    int clauses() {
        return lines.length;
    }

    /** Returns what the commands must be for a clause. */
    LineTest[] lines(int clause) {
        return lines[clause];
    }

    List<LineTable> tables() {
        return tables;
    }

    /** Returns the rule of a clause. */
    int rule(int clause) {
        return clauses.all().get(clause).rule();
    }

    /** Returns whether its rule holds by a clause. */
    boolean isHolding(int clause) {
        return holding[clause];
    }

    /** Returns the first rule that always holds; the number of rules if there is none. */
    int always() {
        return always;
    }

    /** Returns the first rule that can't be read. */
    int alwaysPossible() {
        return alwaysPossible;
    }
}
