package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.internal.load.ReplacedLists;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The log lines of engines: one at INFO for a start and for each reload, one at WARNING for each new problem. */
final class EngineLog {
    private static final Logger LOG = System.getLogger(PolicyEngine.class.getName());

    private EngineLog() {}

    /** Logs the start of an engine. */
    static void started(EngineState state) {
        List<PolicyProblem> problems = state.problems();
        if (LOG.isLoggable(Level.INFO)) {
            LOG.log(
                    Level.INFO,
                    "engine started: " + counted(state.tools().size(), "tool") + ", " + counted(rules(state), "rule")
                            + ", " + policies(state.policies().size()) + ", " + counted(problems.size(), "problem"));
        }
        warn(problems);
        if (LOG.isLoggable(Level.INFO)) {
            ReplacedLists.find(
                            state.settings().catalog(),
                            state.configured().tools(),
                            state.settings().allLayers())
                    .forEach(line -> LOG.log(Level.INFO, VisibleText.line(line, VisibleText.DETAIL)));
        }
        for (String name : state.configured().results().trustedLater()) {
            LOG.log(
                    Level.WARNING,
                    "tools that come later as " + VisibleText.quoted(name, VisibleText.NAME)
                            + " can bring results without \"untrusted\", since its entry has external = true");
        }
    }

    /** Logs problems that don't stop the engine from working. */
    static void warn(List<PolicyProblem> problems) {
        problems.forEach(problem -> LOG.log(Level.WARNING, line(problem)));
    }

    /** Logs the outcome of a reload, and the problems of one that changed nothing. Returns the outcome. */
    static ReloadOutcome reloaded(String what, ReloadOutcome outcome) {
        String changes = counted(outcome.changes().size(), "change");
        switch (outcome.kind()) {
            case APPLIED -> LOG.log(Level.INFO, what + " applied: " + changes);
            case DECLINED -> LOG.log(Level.INFO, what + " declined, the current configuration stays: " + changes);
            case INVALID -> {
                String problems = counted(outcome.problems().size(), "problem");
                LOG.log(Level.INFO, what + " invalid, the current configuration stays: " + problems);
                warn(outcome.problems());
            }
        }
        return outcome;
    }

    private static int rules(EngineState state) {
        return state.callable().tools().stream()
                .flatMap(tool -> Stream.of(tool.run(), tool.result()))
                .flatMap(Optional::stream)
                .mapToInt(list -> list.rules().size())
                .sum();
    }

    private static String line(PolicyProblem problem) {
        return VisibleText.line(
                problem.toString().lines().map(String::strip).collect(Collectors.joining("; ")), VisibleText.DETAIL);
    }

    private static String policies(int count) {
        return count + (count == 1 ? " policy" : " policies");
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
