package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.TextMachine;
import java.util.Set;

/**
 * The command lines for which a condition has one of some verdicts.
 *
 * @param verdicts the verdicts of the lines in the language
 */
record LineLanguage(CommandMachine machine, Alphabet alphabet, Set<Verdict> verdicts) implements TextMachine {

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
            return Certainty.OPEN;
        }
        return verdicts.contains(verdict) ? Certainty.ALL : Certainty.NONE;
    }

    @Override
    public int distance(int[] state, boolean accepted) {
        boolean near = !accepted || verdicts.contains(Verdict.UNKNOWN);
        return near ? 1 : machine.distance(state, 0);
    }

    @Override
    public boolean isKnownWithin(TextMachine other) {
        return other instanceof LineLanguage that
                && machine.question().isKnownWithin(verdicts, that.machine.question(), that.verdicts);
    }
}
