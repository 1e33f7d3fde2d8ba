package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.arrange.OutRule;
import dev.toolpolicy.agents.importing.internal.arrange.ToolList;
import dev.toolpolicy.agents.importing.internal.read.HostPrompts;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Warnings about what a list says exactly, and probably doesn't mean: also about allowed commands that can run any other
 * one, and about those that an earlier rule stops anyway. Stateless.
 */
final class ListWarnings {
    private static final Set<String> READERS = Set.of(
            "cat", "head", "tail", "less", "more", "grep", "rg", "sed", "awk", "find", "cp", "mv", "xxd", "base64",
            "jq", "sort", "diff", "tar", "python", "python3", "node", "bash", "sh");

    private static final String ANY_WORDS = " *";

    private ListWarnings() {}

    /** Returns the warnings of a list, at most one of a kind. */
    static List<String> of(List<Entry> entries) {
        List<String> warnings = new ArrayList<>();
        Optional<Entry> file = entries.stream()
                .filter(entry -> entry.mode() != Mode.ALLOW && isFiles(entry.form()))
                .findFirst();
        Optional<Entry> reader = entries.stream()
                .filter(entry -> entry.mode() == Mode.ALLOW && readsFiles(entry.form()))
                .findFirst();
        if (file.isPresent() && reader.isPresent()) {
            warnings.add("\"" + file.get().written() + "\" stops tools for files, and \""
                    + reader.get().written() + "\" clears a command that reads or changes the same files");
        }
        return warnings;
    }

    /** Returns what to say of a rule that ends in {@code :*}, which is a prefix for other hosts only; empty if none does. */
    static String colon(Form form) {
        String text = form.command();
        if (!text.endsWith(":*")) {
            return "";
        }
        String words = text.substring(0, text.length() - 2);
        String instead = words + (form instanceof Form.Line ? "( .*)?" : " *");
        return "\":*\" is not a prefix here, so it misses \"" + words + " x\": write \"" + instead + "\"";
    }

    private static boolean isFiles(Form form) {
        return form instanceof Form.Files;
    }

    private static boolean readsFiles(Form form) {
        if (!(form instanceof Form.Words words)) {
            return false;
        }
        String name = program(words.pattern());
        return READERS.contains(name) && words.pattern().endsWith("*");
    }

    /** Returns what to say of rules that allow such commands, or all commands where some are stopped. */
    static Map<Entry, String> runningAnything(String catalog, List<ToolList> lists, List<PolicyProblem> problems) {
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

    /** Returns what to say of rules with such commands. */
    static Map<Entry, String> shadowed(List<ToolList> lists) {
        Map<Entry, String> shadows = new HashMap<>();
        for (ToolList list : lists) {
            Map<String, List<String>> stops = new HashMap<>();
            for (OutRule rule : list.rules()) {
                if (rule.mode() != Mode.ALLOW && rule.conditions().size() == 1) {
                    rule.patterns().keySet().stream()
                            .filter(pattern ->
                                    pattern.endsWith(ANY_WORDS) && pattern.indexOf('*') == pattern.length() - 1)
                            .forEach(pattern -> stops.computeIfAbsent(program(pattern), program -> new ArrayList<>())
                                    .add(pattern));
                } else if (rule.mode() == Mode.ALLOW) {
                    rule.patterns()
                            .forEach((pattern, entry) -> stops.getOrDefault(program(pattern), List.of()).stream()
                                    .filter(stop -> covers(stop, pattern))
                                    .findFirst()
                                    .ifPresent(stop -> shadows.put(
                                            entry, "\"" + stop + "\" is stopped before it, so it never decides")));
                }
            }
        }
        return shadows;
    }

    private static boolean covers(String stop, String pattern) {
        String words = stop.substring(0, stop.length() - ANY_WORDS.length());
        return pattern.equals(words) || pattern.startsWith(words + " ");
    }
}
