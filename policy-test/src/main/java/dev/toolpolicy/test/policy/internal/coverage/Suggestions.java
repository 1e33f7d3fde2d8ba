package dev.toolpolicy.test.policy.internal.coverage;

import com.fasterxml.jackson.databind.node.DecimalNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.test.policy.internal.file.Expectation;
import dev.toolpolicy.test.policy.internal.file.Known;
import dev.toolpolicy.test.policy.internal.file.RuleId;
import dev.toolpolicy.test.policy.internal.file.TestCase;
import dev.toolpolicy.test.policy.internal.file.TestStep;
import dev.toolpolicy.test.policy.internal.file.TestStep.Outcome;
import dev.toolpolicy.test.policy.internal.run.Calls;
import dev.toolpolicy.test.policy.internal.run.Decided;
import dev.toolpolicy.test.policy.internal.run.Decisions;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The search for tests of parts that no test lets decide. A test is tried on the engine before it is suggested, so it
 * passes now. Not thread-safe.
 *
 * @param parts the policy, on whose engine tests are tried
 */
public record Suggestions(PolicyParts parts, Witnesses witnesses) {
    /** The number of calls of a suggested test at most. */
    private static final int LONGEST = 25;
    /** The number of calls that are tried at most for one part. */
    private static final int TRIED = 40;

    /** The number of digits of a limit at most. */
    private static final int DIGITS = 100;

    /** Returns a test in which a part decides; empty if none was found. */
    public Optional<Suggestion> of(Target target) {
        return all(target).findFirst();
    }

    /** Returns tests in which a part decides, as they are found. */
    public Stream<Suggestion> all(Target target) {
        Stream<Optional<TestCase>> tests = switch (target.kind()) {
            case RULE ->
                target.tools().stream()
                        .flatMap(tool -> witnesses.of(tool, target.number()).stream())
                        .map(call -> attempt(target, List.of(call)));
            case REQUIREMENT -> witnesses.running(target.owner()).stream().map(call -> attempt(target, List.of(call)));
            case LIMIT ->
                target.tools().stream()
                        .flatMap(tool -> witnesses.running(tool).stream())
                        .flatMap(call -> spending(target.limit().orElseThrow(), call))
                        .map(calls -> attempt(target, calls));
            case RESULTS -> Stream.empty();
        };
        return tests.limit(TRIED).flatMap(Optional::stream).map(test -> new Suggestion(target, test));
    }

    /** Returns calls that together exceed a limit, the last of which may have to be repeated. */
    private static Stream<List<FoundCall>> spending(CallLimit limit, FoundCall call) {
        if (limit.amount().isEmpty()) {
            return Stream.of(List.of(call));
        } else if (most(limit).isEmpty()) {
            return Stream.empty();
        }
        BigDecimal most = most(limit).get();
        BigDecimal half = most.divide(BigDecimal.valueOf(2), RoundingMode.CEILING);
        BigDecimal tenth = most.divide(BigDecimal.TEN, RoundingMode.CEILING);
        return Stream.of(
                        List.of(most, BigDecimal.ONE),
                        List.of(most.add(BigDecimal.ONE)),
                        List.of(half, most.subtract(half), BigDecimal.ONE),
                        List.of(tenth))
                .map(amounts -> amounts.stream()
                        .flatMap(amount -> call.with(limit.amount().get(), DecimalNode.valueOf(amount)).stream())
                        .toList())
                .filter(calls -> !calls.isEmpty());
    }

    /** Returns the number of a limit; empty if it has so many digits that it can't be calculated with. */
    public static Optional<BigDecimal> most(CallLimit limit) {
        BigDecimal most = new BigDecimal(limit.most().toString());
        return Optional.of(most).filter(number -> number.precision() <= DIGITS && Math.abs(number.scale()) <= DIGITS);
    }

    /** Tries calls behind those that bring their values, then also behind those that their requirements need. */
    private Optional<TestCase> attempt(Target target, List<FoundCall> needing) {
        Optional<List<FoundCall>> sources = new SourceCalls(parts, witnesses).of(needing.get(0));
        List<FoundCall> calls = needing.stream().map(FoundCall::withoutSets).toList();
        return sources.flatMap(first -> attempt(target, first, calls).or(() -> {
            return new Prerequisites(parts, witnesses, target.requirement())
                    .of(calls.get(0))
                    .filter(before -> !before.isEmpty())
                    .flatMap(before -> attempt(
                            target,
                            Stream.concat(first.stream(), before.stream()).toList(),
                            calls));
        }));
    }

    /** Runs calls, the last of them again and again, until the part decides. Only a limit counts calls. */
    private Optional<TestCase> attempt(Target target, List<FoundCall> before, List<FoundCall> calls) {
        boolean isLimit = target.kind() == Target.Kind.LIMIT;
        boolean fails = target.limit().map(CallLimit::kind).equals(Optional.of(CallLimit.Kind.FAILURES));
        List<TestStep> steps = new ArrayList<>();
        try (PolicySession session = parts.engine().newSession()) {
            for (FoundCall each : before) {
                if (!run(session, each, Outcome.SUCCESS, steps)) {
                    return Optional.empty();
                }
            }
            for (int i = 0; i < (isLimit ? LONGEST : 1); i++) {
                FoundCall call = calls.get(Math.min(i, calls.size() - 1));
                Decided decided = decide(session, call);
                if (target.decided(call.tool(), decided)) {
                    steps.add(step(call, decided, Outcome.NONE));
                    return Optional.of(
                            new TestCase(target.toString(), PolicyProblem.Place.whole("a suggested test"), steps));
                } else if (!isLimit || !run(session, call, fails ? Outcome.FAILURE : Outcome.SUCCESS, steps)) {
                    return Optional.empty();
                }
            }
            return Optional.empty();
        } catch (IllegalArgumentException e) { // facts that can't be given
            return Optional.empty();
        }
    }

    private Decided decide(PolicySession session, FoundCall call) {
        return Decisions.of(parts.engine(), known(session, call), call.tool(), call.arguments());
    }

    private static PolicySession known(PolicySession session, FoundCall call) {
        return Known.in(session, call.facts());
    }

    private boolean run(PolicySession session, FoundCall call, Outcome outcome, List<TestStep> steps) {
        steps.add(step(call, decide(session, call), outcome));
        ToolResult told = Calls.outcome(outcome == Outcome.SUCCESS, call.result());
        return Calls.run(known(session, call), call.tool(), call.arguments(), told)
                .isEmpty();
    }

    private static TestStep step(FoundCall call, Decided decided, Outcome outcome) {
        Optional<RuleId> rule = decided.isByRule()
                ? Optional.of(decided.name()
                        .map(RuleId::named)
                        .orElseGet(() -> RuleId.numbered(decided.rule().getAsInt())))
                : Optional.empty();
        return new TestStep(
                PolicyProblem.Place.whole("a suggested test"),
                call.tool(),
                call.arguments(),
                call.facts().isEmpty() ? Optional.empty() : Optional.of(call.facts()),
                Optional.of(new Expectation(decided.verdict(), rule, decided.policy(), Optional.empty())),
                outcome,
                call.result());
    }
}
