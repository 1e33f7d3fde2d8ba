package dev.toolpolicy.agents.importing;

import dev.toolpolicy.agents.importing.internal.arrange.OutRule;
import dev.toolpolicy.agents.importing.internal.arrange.ToolList;
import dev.toolpolicy.agents.importing.internal.read.HostPrompts;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Warnings about what a list says exactly, and probably doesn't mean: also about allowed commands that can run any other
 * one, and about those that an earlier rule stops anyway. Stateless.
 */
final class ListWarnings {
    /** Programs that read or change files, the most telling first. */
    private static final List<String> READERS = List.of(
            "cat", "head", "tail", "less", "more", "grep", "rg", "sed", "awk", "find", "cp", "mv", "xxd", "base64",
            "jq", "sort", "diff", "tar", "python", "python3", "node", "bash", "sh");

    /** Parts of paths that probably are secrets. */
    private static final List<String> SECRETS =
            List.of(".env", "secret", "credential", "password", "token", ".ssh", ".aws", ".pem", "key");

    private static final String ANY_WORDS = " *";

    private ListWarnings() {}

    /** Returns that allowed commands get around denied files, with the most telling rules; empty if none do. */
    static Optional<String> aroundFiles(String catalog, List<Entry> entries) {
        List<String> runners = HostCatalog.of(catalog).entries().stream()
                .filter(tool -> tool.languages().containsValue(HostCatalog.Language.COMMAND_LINE))
                .map(HostCatalog.Entry::name)
                .toList();
        Optional<Entry> reader = entries.stream()
                .filter(entry -> entry.mode() == Mode.ALLOW && reader(entry, runners) >= 0)
                .min(Comparator.comparing(entry -> reader(entry, runners)));
        return reader.flatMap(allowed -> entries.stream()
                .filter(entry -> entry.mode() != Mode.ALLOW && entry.form() instanceof Form.Files)
                .min(Comparator.comparing((Entry entry) -> entry.mode() != Mode.DENY)
                        .thenComparing(entry -> SECRETS.stream().noneMatch(entry.written()::contains)))
                .map(file -> "\"" + file.written() + "\" stops tools for files, not commands: \""
                        + allowed.written()
                        + "\" allows a command that reads or changes the same files, which the host"
                        + " may stop by itself"));
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

    /** Returns how telling a rule is that allows a command for files, or all commands: less is more; -1 for other rules. */
    private static int reader(Entry entry, List<String> runners) {
        boolean isWhole =
                entry.form() instanceof Form.Whole && entry.tools().stream().anyMatch(runners::contains);
        String pattern = entry.form().command();
        return isWhole ? READERS.size() : pattern.endsWith("*") ? READERS.indexOf(program(pattern)) : -1;
    }

    /** Returns what to say of rules for tools that the host doesn't have, and that have almost the name of one. */
    static Map<Entry, String> misspelt(String catalog, List<Entry> entries) {
        List<String> known = HostCatalog.of(catalog).entries().stream()
                .flatMap(tool -> Stream.concat(Stream.of(tool.name()), tool.aliases().stream()))
                .toList();
        Map<Entry, String> misspelt = new HashMap<>();
        entries.forEach(entry -> entry.tools().stream()
                .filter(tool -> !known.contains(tool) && tool.indexOf('*') < 0)
                .forEach(tool -> Words.nearest(tool, known)
                        .ifPresent(name -> misspelt.put(
                                entry, "the host has no tool \"" + tool + "\"; " + Words.didYouMean(name)))));
        return misspelt;
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
