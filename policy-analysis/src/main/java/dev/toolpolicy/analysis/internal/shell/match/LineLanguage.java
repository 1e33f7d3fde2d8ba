package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.TextMachine;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The command lines for which a condition has one of some verdicts.
 *
 * @param verdicts the verdicts of the lines in the language
 */
record LineLanguage(CommandMachine machine, Alphabet alphabet, Set<Verdict> verdicts) implements TextMachine {
    static final Set<Verdict> ONLY_TRUE = Set.of(Verdict.TRUE);
    private static final Set<Verdict> ONLY_UNKNOWN = Set.of(Verdict.UNKNOWN);

    @Override
    public int[] start() {
        int[] state = new int[machine.size()];
        machine.start(state, 0);
        return state;
    }

    @Override
    public int[] next(int[] state, int codePoint) {
        int[] next = state.clone();
        machine.step(next, 0, codePoint);
        return next;
    }

    @Override
    public boolean accepts(int[] state) {
        return verdicts.contains(machine.end(state.clone(), 0));
    }

    @Override
    public Certainty certainty(int[] state) {
        Verdict verdict = machine.verdict(state, 0);
        if (verdict == Verdict.OPEN) {
            return verdicts.equals(ONLY_TRUE) && !machine.mayBe(Verdict.TRUE, state, 0)
                    ? Certainty.NONE
                    : Certainty.OPEN;
        }
        return verdicts.contains(verdict) ? Certainty.ALL : Certainty.NONE;
    }

    @Override
    public int distance(int[] state, boolean accepted) {
        boolean near = !accepted || verdicts.contains(Verdict.UNKNOWN);
        return near ? 1 : machine.distance(state, 0);
    }

    @Override
    public int least(int[] state, boolean accepted) {
        return accepted && verdicts.equals(ONLY_TRUE) ? machine.least(state, 0) : 0;
    }

    @Override
    public Optional<String> easy() {
        return machine.question().set().patterns().stream()
                .limit(1) // one attempt is enough: a list may have a thousand patterns
                .flatMap(pattern -> QuotedLine.of(pattern).stream())
                .filter(line -> verdicts.contains(machine.verdict(line)))
                .findFirst();
    }

    @Override
    public boolean isKnownWithin(TextMachine other) {
        return other instanceof LineLanguage that
                && machine.question().isKnownWithin(verdicts, that.machine.question(), that.verdicts);
    }

    @Override
    public boolean isKnownApart(TextMachine other) {
        boolean isPlain = verdicts.equals(ONLY_TRUE) && machine.isOnPlainLines();
        return isPlain && other instanceof LineLanguage that && that.verdicts.equals(ONLY_UNKNOWN);
    }

    @Override
    public Optional<TextMachine> without(TextMachine other) {
        if (!(other instanceof LineLanguage that) || !machine.question().isSameAs(that.machine.question())) {
            return Optional.empty();
        }
        Set<Verdict> left = new HashSet<>(verdicts);
        left.removeAll(that.verdicts);
        // The other machine is asked, since this one may not search lines that are not plain.
        return left.equals(ONLY_UNKNOWN) && that.verdicts.equals(ONLY_TRUE)
                ? Optional.of(new LineLanguage(that.machine, alphabet, ONLY_UNKNOWN))
                : Optional.empty();
    }
}
