package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.arrange.OutRule;
import dev.toolpolicy.agents.importing.internal.arrange.ToolList;
import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.read.HostPrompts;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds allowed commands that can run any other one, and names one of these that the list stops. Stateless. */
final class RunWarnings {
    private RunWarnings() {}

    /** Returns what to say of rules that allow such commands, or all commands where some are stopped. */
    static Map<Entry, String> of(String catalog, List<ToolList> lists, List<PolicyProblem> problems) {
        Map<Entry, String> warnings = new HashMap<>();
        for (ToolList list : lists) {
            list.rules().stream()
                    .filter(rule -> rule.mode() == Mode.ALLOW && rule.isCatchAll())
                    .flatMap(rule -> rule.entries().stream())
                    .forEach(entry -> stopped(list, "")
                            .ifPresent(stop -> warnings.put(entry, "it allows every program that can run " + stop)));
        }
        for (PolicyProblem problem : problems) {
            RulePlace place = RulePlace.of(problem);
            if (problem.diagnostic().code() == DiagnosticCode.RUNS_ANYTHING && place != null) {
                lists.stream()
                        .filter(list -> list.name().equals(place.list()))
                        .forEach(list -> note(
                                catalog,
                                list,
                                place.rule(),
                                problem.diagnostic().toString(),
                                warnings));
            }
        }
        return warnings;
    }

    private static void note(String catalog, ToolList list, int rule, String diagnostic, Map<Entry, String> warnings) {
        list.rules().get(rule).patterns().forEach((pattern, entry) -> {
            if (diagnostic.contains("\"" + pattern + "\"") && !HostPrompts.asks(catalog, program(pattern))) {
                String also = stopped(list, program(pattern))
                        .map(stop -> ", also " + stop)
                        .orElse("");
                warnings.put(entry, "\"" + pattern + "\" can run any other command" + also);
            }
        });
    }

    /** Returns a command that the list stops and that isn't of this program: a denied one rather than an asked one. */
    private static Optional<String> stopped(ToolList list, String program) {
        return stopped(list, Mode.DENY, program)
                .map(entry -> "what \"" + entry.written() + "\" denies")
                .or(() -> stopped(list, Mode.ASK, program).map(entry -> "what \"" + entry.written() + "\" asks about"));
    }

    private static Optional<Entry> stopped(ToolList list, Mode mode, String program) {
        return list.rules().stream()
                .filter(rule -> rule.mode() == mode)
                .map(OutRule::patterns)
                .flatMap(patterns -> patterns.entrySet().stream())
                .filter(each -> !program(each.getKey()).equals(program))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static String program(String pattern) {
        return pattern.split(" ", 2)[0];
    }
}
