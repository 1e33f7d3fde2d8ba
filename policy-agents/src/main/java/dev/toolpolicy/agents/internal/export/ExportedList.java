package dev.toolpolicy.agents.internal.export;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.agents.importing.ListFormat;
import dev.toolpolicy.agents.importing.ListRefusedException;
import dev.toolpolicy.agents.internal.export.ExportedRule.Fate;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A policy as a host's permission list, with what became of each rule. The list never allows a call that the policy asks
 * about or denies.
 */
public final class ExportedList {
    private static final int LONGEST = 160;
    /** A character that names of tools, also of MCP servers, don't have. */
    private static final char UNUSED = '~';

    private final ListExport export;
    private final List<HostRule> list;

    ExportedList(ListExport export, List<HostRule> list) {
        this.export = export;
        this.list = list;
    }

    /** Returns whether lists of a format can be written. */
    public static boolean isWritten(ListFormat format) {
        return HostSyntax.of(format).isPresent();
    }

    /**
     * Exports a policy.
     *
     * @param format a format that can be {@linkplain #isWritten written}
     * @param files the layers of the policy, in order
     * @param workspace the absolute path of the workspace's root
     * @param home the absolute path of the home directory
     * @throws ListRefusedException if the list can't be read back
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if the policy is wrong
     */
    public static ExportedList of(ListFormat format, List<PolicyConfiguration> files, Path workspace, Path home)
            throws ListRefusedException {
        HostSyntax syntax = HostSyntax.of(format).orElseThrow();
        List<String> names = HostCatalog.of(syntax.catalog).toolNames();
        List<String> others = others(syntax, written(files, (layer, section) -> true));
        others.removeAll(names);
        Set<String> own = written(
                files, (layer, section) -> !layer.isFloor() && !section.lists().isEmpty());
        PolicyLayer[] layers = Stream.concat(
                        Stream.of(PolicyConfiguration.of(
                                ConfigurationFormat.TOML, "catalog", "catalog = \"" + syntax.catalog + "\"")),
                        files.stream().map(file -> file.unknownTools(Severity.WARNING)))
                .toArray(PolicyLayer[]::new);
        List<String> patterns = others.stream()
                .flatMap(one ->
                        Stream.concat(Stream.of(one), crossing(one, others).map(other -> ToolNames.meet(one, other))))
                .distinct()
                .toList();
        ToolCatalog tools = HostPolicies.of(layers)
                .engine(builder ->
                        builder.paths(ReadBack.paths(workspace, home)).unreachableRules(Severity.WARNING))
                .start(patterns.stream()
                        .map(ExportedList::member)
                        // of two, neither serves the tool: it is denied
                        .filter(name -> ToolNames.best(own, name).size() < 2)
                        .map(name -> new HostTool(
                                name, "", JsonNodeFactory.instance.objectNode().put("type", "object")))
                        .toList())
                .engine()
                .tools();
        Set<String> limited =
                written(files, (layer, section) -> section.limits().isPresent());
        ListExport export = new ListExport(syntax, format, workspace, home, limited);
        names.forEach(name -> export.add(tools.find(name).orElseThrow()));
        Map<String, ToolSpec<?>> served = new LinkedHashMap<>();
        patterns.forEach(name -> tools.find(member(name)).ifPresent(tool -> served.put(name, tool)));
        export.addOthers(modes(others, name -> always(tools.find(name), export), syntax.isOrdered), served);
        return export.export();
    }

    /** Returns the tools and patterns of a policy that a host's list can say, the more specific ones first. */
    private static List<String> others(HostSyntax syntax, Set<String> written) {
        String start = syntax.isOrdered ? "" : "mcp__";
        return Stream.concat(
                        written.stream()
                                .filter(name -> !name.equals("*"))
                                .flatMap(name -> rests(name, start).map(start::concat))
                                .filter(name -> !name.equals(syntax.others))
                                .sorted(Comparator.comparing(ToolNames::isPattern)
                                        .thenComparing(name -> -ToolNames.specificity(name))),
                        Stream.of(syntax.others).filter(name -> !name.isEmpty()))
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns patterns that together are for what follows a text in the names of a pattern which begin with it. */
    private static Stream<String> rests(String pattern, String text) {
        if (text.isEmpty()) {
            return Stream.of(pattern);
        } else if (pattern.startsWith("*")) {
            return Stream.concat(rests(pattern, text.substring(1)), rests(pattern.substring(1), text));
        }
        return pattern.startsWith(text.substring(0, 1)) ? rests(pattern.substring(1), text.substring(1)) : Stream.of();
    }

    /**
     * Returns the mode of each name and pattern. A pattern has the mode of the tools that it shares with one behind it, if
     * the host would decide them less strictly.
     */
    private static Map<String, Mode> modes(List<String> others, Function<String, Mode> asked, boolean isOrdered) {
        Map<String, Mode> modes = new LinkedHashMap<>();
        others.forEach(name -> modes.put(name, asked.apply(member(name))));
        for (int i = 0; i < others.size(); i++) {
            String one = others.get(i);
            crossing(one, others.subList(i, others.size())).forEach(other -> {
                Mode both = asked.apply(shared(one, other));
                if (isOrdered || both.isStricterThan(modes.getOrDefault(other, Mode.DENY))) {
                    modes.merge(one, both, (mode, stricter) -> stricter.isStricterThan(mode) ? stricter : mode);
                }
            });
        }
        return modes;
    }

    /** Returns the patterns that share some tools with one, and not all of either. */
    private static Stream<String> crossing(String one, List<String> others) {
        return others.stream()
                .filter(other ->
                        ToolNames.mayMeet(one, other) && !ToolNames.fits(one, other) && !ToolNames.fits(other, one));
    }

    /** Returns that a policy is for another host, and what to do; empty if it isn't, or names no catalog. */
    public static Optional<String> otherHost(ListFormat format, List<PolicyConfiguration> files) {
        String own = HostSyntax.of(format).orElseThrow().catalog;
        Set<String> written = written(files, (layer, section) -> true);
        return HostCatalog.names().stream()
                .filter(name -> !written.containsAll(HostCatalog.of(own).toolNames())
                        && written.containsAll(HostCatalog.of(name).toolNames()))
                .max(Comparator.comparing(
                        name -> HostCatalog.of(name).toolNames().size()))
                .map(name -> "this policy is for " + name + ": a list for " + format.title()
                        + " needs one with catalog = \"" + own + "\" and rules for the tools there");
    }

    /** Returns the names and patterns of some sections, in their order. */
    private static Set<String> written(List<PolicyConfiguration> files, BiPredicate<Layer, LayerSection> which) {
        return files.stream()
                .map(Layer::of)
                .flatMap(layer -> layer.sections().stream().filter(section -> which.test(layer, section)))
                .map(LayerSection::tool)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Mode always(Optional<ToolSpec<?>> tool, ListExport export) {
        Mode mode = tool.flatMap(ToolSpec::run).map(ExportedList::always).orElse(Mode.DENY);
        return mode == Mode.ALLOW && !tool.map(export::isLists).orElse(true) ? Mode.ASK : mode;
    }

    /** Returns a name that fits a pattern, and no other pattern but those that all its names fit. */
    private static String member(String pattern) {
        return pattern.replace('*', UNUSED);
    }

    private static String shared(String one, String other) {
        return member(ToolNames.meet(one, other));
    }

    /** Returns the strictest answer that a list has. */
    private static Mode always(RuleList list) {
        List<RuleSpec> rules = list.all();
        boolean allows = rules.stream().allMatch(rule -> rule.mode() == Mode.ALLOW)
                && rules.stream().anyMatch(RuleSpec::isCatchAll);
        boolean denies = rules.stream().anyMatch(rule -> rule.mode() == Mode.DENY);
        return denies ? Mode.DENY : allows ? Mode.ALLOW : Mode.ASK;
    }

    /** Returns the text of the list. */
    public String list() {
        return export.syntax.text(list);
    }

    /** Returns whether the host asks about calls that a rule of the policy denies. */
    public boolean isLossy() {
        return count(Fate.LOST) > 0;
    }

    private long count(Fate fate) {
        return shown().filter(rule -> rule.fate() == fate).count();
    }

    /** Returns the rules to report: not those that are the whole list of a tool and are said. */
    private Stream<ExportedRule> shown() {
        return export.rules.stream().filter(rule -> rule.fate() != Fate.EXACT || !rule.spec.isCatchAll());
    }

    /** Returns the report for people: notes, tools whose calls are all stopped, each rule, counts. */
    public String report() {
        StringBuilder text = new StringBuilder();
        export.syntax.notes.forEach(note -> text.append("note: ").append(note).append('\n'));
        for (Mode mode : List.of(Mode.DENY, Mode.ASK)) {
            String names = export.whole.entrySet().stream()
                    .filter(each -> each.getValue().mode() == mode)
                    .map(each -> VisibleText.line(each.getKey()))
                    .collect(Collectors.joining(", "));
            if (!names.isEmpty()) {
                text.append("every call " + (mode == Mode.DENY ? "is denied: " : "needs approval: ") + names + "\n");
            }
        }
        export.causes.forEach((tool, call) -> text.append("    " + tool + ": the other rules don't stop "
                + (call.isEmpty() ? "some call" : VisibleText.line(call, LONGEST)) + "\n"));
        text.append('\n');
        shown().forEach(rule -> {
            text.append(rule.place() + ": " + word(rule) + ": " + VisibleText.line(rule.toString(), LONGEST) + "\n");
            if (!reason(rule).isEmpty()) {
                text.append("    " + VisibleText.line(reason(rule), 2 * LONGEST) + "\n");
            }
        });
        return text.append('\n')
                .append(shown().count() + " rules: " + count(Fate.EXACT) + " exact, " + count(Fate.STRICTER)
                        + " stricter, " + count(Fate.LOST) + " lost\n")
                .toString();
    }

    private String reason(ExportedRule rule) {
        HostRule stopping = export.whole.get(rule.tool);
        return rule.reason(stopping != null && stopping.mode() == Mode.DENY);
    }

    private static String word(ExportedRule rule) {
        return rule.fate().name().toLowerCase(Locale.ROOT);
    }

    /** Returns the report for programs. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("format", export.format.word());
        export.syntax.notes.forEach(json.putArray("notes")::add);
        ObjectNode stopped = json.putObject("whole");
        export.whole.forEach((name, rule) -> stopped.put(name, rule.mode().word()));
        shown().forEach(rule -> {
            ObjectNode line = json.withArray("rules").addObject();
            line.put("place", rule.place()).put("rule", rule.toString()).put("fate", word(rule));
            line.put("reason", reason(rule));
            rule.said.forEach(each -> line.withArray("said").add(each.text().strip()));
        });
        return json;
    }
}
