package dev.toolpolicy.lab.agentdojo;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** A part of a whole, as text: {@code 3/16 (18.8 %)}. */
record Ratio(long part, long whole) {
    /** Counts the values of a list that pass a test. */
    static <T> Ratio of(List<T> all, Predicate<? super T> test) {
        return new Ratio(all.stream().filter(test).count(), all.size());
    }

    String percent() {
        return whole == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    @Override
    public String toString() {
        return whole == 0 ? "–" : part + "/" + whole + " (" + percent() + ")";
    }
}
