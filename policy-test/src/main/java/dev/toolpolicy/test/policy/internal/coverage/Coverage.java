package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.run.CaseRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The parts of a policy that tests let decide, and those that they don't. Stateless. */
public final class Coverage {
    private Coverage() {}

    /** The state of a part. */
    public enum State {
        /** A test lets it decide. */
        TESTED,
        /** No test does. */
        NOT_TESTED,
        /** No call does: the rules above decide them all. */
        NEVER_DECIDES
    }

    /**
     * A part with what is known of it. Immutable.
     *
     * @param target the part
     * @param state what is known
     * @param suggestion a test for a part that no test lets decide; empty if it is tested or none was found
     */
    public record Row(Target target, State state, Optional<Suggestion> suggestion) {}

    /** Returns all parts, with a suggestion for each that no test lets decide. */
    public static List<Row> of(PolicyParts parts, Witnesses witnesses, List<CaseRun> runs) {
        Suggestions suggestions = new Suggestions(parts, witnesses);
        List<Row> rows = new ArrayList<>();
        for (Target target : parts.targets()) {
            if (isDecided(target, runs)) {
                rows.add(new Row(target, State.TESTED, Optional.empty()));
            } else if (isDead(target, witnesses)) {
                rows.add(new Row(target, State.NEVER_DECIDES, Optional.empty()));
            } else {
                rows.add(new Row(target, State.NOT_TESTED, suggestions.of(target)));
            }
        }
        return List.copyOf(rows);
    }

    /** Returns whether a call of the tests, with an expectation that it met, was decided by a part. */
    static boolean isDecided(Target target, List<CaseRun> runs) {
        if (target.kind() == Target.Kind.RESULTS) {
            return runs.stream().anyMatch(run -> run.passed() && isUsed(target, run.test()));
        }
        return runs.stream()
                .flatMap(run -> run.checked().stream())
                .anyMatch(checked -> checked.step()
                                .expected()
                                .filter(checked.decided()::fits)
                                .isPresent()
                        && target.decided(checked.step().tool(), checked.decided()));
    }

    /** Returns whether a call of the entry's tools runs in a test and another call follows. */
    private static boolean isUsed(Target results, TestCase test) {
        return test.steps().stream()
                .limit(test.steps().size() - 1)
                .anyMatch(step -> results.tools().contains(step.tool()) && step.runs());
    }

    private static boolean isDead(Target target, Witnesses witnesses) {
        return target.kind() == Target.Kind.RULE
                && target.tools().stream()
                        .allMatch(tool -> witnesses.of(tool).rules().get(target.number() - 1) instanceof Reach.Never);
    }
}
