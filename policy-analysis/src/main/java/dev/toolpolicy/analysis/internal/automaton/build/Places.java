package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The automaton of the relative paths whose place below some directory is in a language of absolute paths. Each leading
 * {@code ..} goes one directory up, at the root no further. So after some of them, the automaton is in one of three
 * states for each directory: behind a slash, behind one dot of the component, behind two. Then the rest of the path
 * continues in the automaton of the language.
 */
public final class Places {
    private static final int STATES = 3;

    private final Dfa dfa;
    private final Alphabet.Join join;
    private final List<String> directories;
    private final int inner;
    private final int lost;
    /** The states of the language that stand for those of {@link #build}, in the same order. */
    private final int[] starts;

    private final int[] next;
    private final BitSet accepting = new BitSet();

    private Places(Dfa dfa, List<String> directories, Budget budget) {
        this.dfa = dfa;
        this.directories = directories;
        this.join = Alphabet.join(
                List.of(dfa.alphabet(), TextLanguage.words("./").dfa(budget).alphabet()), budget);
        this.inner = STATES * directories.size();
        this.lost = inner + dfa.states();
        this.starts = directories.stream()
                .map(path -> path.endsWith("/") ? path : path + "/")
                .flatMapToInt(path -> IntStream.of(at(path), at(path + "."), at(path + "..")))
                .toArray();
        budget.states(lost + 1, join.alphabet().size());
        this.next = new int[(lost + 1) * join.alphabet().size()];
    }

    /**
     * Returns the normal forms of relative paths whose place is in a language.
     *
     * @param absolute the absolute paths
     * @param directories the directory that relative paths start from, and those above it up to the root
     */
    public static Language below(Language absolute, List<String> directories) {
        Places places = new Places(absolute.dfa(), directories, new Budget(absolute.limits()));
        return absolute.with(places.build());
    }

    private Dfa build() {
        for (int c = 0; c < join.alphabet().size(); c++) {
            for (int level = 0; level < directories.size(); level++) {
                int state = STATES * level;
                boolean isAbsolute = level == 0 && c == slash();
                setNext(state, c, isAbsolute ? lost : c == dot() ? state + 1 : after(state, c));
                setNext(state + 1, c, c == dot() ? state + 2 : after(state + 1, c));
                setNext(state + 2, c, c == slash() ? STATES * above(level) : after(state + 2, c));
            }
            for (int state = 0; state < dfa.states(); state++) {
                setNext(inner + state, c, inner + dfa.next(state, join.classOf()[0][c]));
            }
            setNext(lost, c, lost);
        }
        accepting.set(1, dfa.accepts(at(directories.get(0))));
        for (int level = 0; level < directories.size(); level++) {
            accepting.set(STATES * level + 2, dfa.accepts(at(directories.get(above(level)))));
        }
        for (int state = 0; state < dfa.states(); state++) {
            accepting.set(inner + state, dfa.accepts(state));
        }
        return Minimizer.minimize(new Dfa(join.alphabet(), lost + 1, next, accepting));
    }

    private int dot() {
        return join.alphabet().classOf('.');
    }

    private int slash() {
        return join.alphabet().classOf('/');
    }

    private int above(int level) {
        return Math.min(level + 1, directories.size() - 1);
    }

    private void setNext(int state, int letter, int target) {
        next[state * join.alphabet().size() + letter] = target;
    }

    /** Returns where a character leads that makes a component a name: into the automaton of the language. */
    private int after(int state, int letter) {
        return inner + dfa.next(starts[state], join.classOf()[0][letter]);
    }

    private int at(String text) {
        int state = 0;
        for (int c : WordDfa.characters(text).toArray()) {
            state = dfa.next(state, dfa.alphabet().classOf(c));
        }
        return state;
    }
}
