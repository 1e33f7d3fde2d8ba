package dev.toolpolicy.agents.internal.export;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.agents.importing.ImportedPolicy;
import dev.toolpolicy.agents.importing.ListFormat;
import dev.toolpolicy.agents.importing.ListRefusedException;
import dev.toolpolicy.agents.importing.PermissionList;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A list as the import reads it, with what the host allows without a rule. It is compared with the policy. */
final class ReadBack {
    /** Allowed calls come first, then denied ones that are no longer denied. */
    private static final Comparator<Looser> WORST = Comparator.comparing((Looser each) -> each.after() != Mode.ALLOW)
            .thenComparing(each -> each.before() != Mode.DENY);

    private final HostSyntax syntax;
    private final ListFormat format;
    private final Path workspace;
    private final Path home;
    private final PathSettings paths;
    /** Calls that lists of the host decide less strictly, by the policy's tool and the host's list for it. */
    private final Map<ToolSpec<?>, Map<RuleList, Optional<Looser>>> compared = new HashMap<>();

    ReadBack(HostSyntax syntax, ListFormat format, Path workspace, Path home) {
        this.syntax = syntax;
        this.format = format;
        this.workspace = workspace;
        this.home = home;
        paths = paths(workspace, home);
    }

    /** Returns how paths are read in a workspace. */
    static PathSettings paths(Path workspace, Path home) {
        return PathSettings.plain()
                .withForm(NormalPath.Form.PLAIN.inWorkspace(workspace.toString().replace('\\', '/')))
                .withHome(home.toString().replace('\\', '/'), false);
    }

    /** Returns why rules aren't read back as they were written, by the rule. */
    Map<HostRule, String> misread(List<HostRule> rules) throws ListRefusedException {
        Map<Integer, HostRule> lines = new HashMap<>();
        int line = 1;
        for (HostSyntax.Part part : syntax.write(rules)) {
            int first = line;
            part.rule().ifPresent(rule -> lines.put(first, rule));
            line += (int) part.text().chars().filter(c -> c == '\n').count();
        }
        Map<HostRule, String> misread = new LinkedHashMap<>();
        for (ImportedPolicy.Rule read : imported(rules).rules()) {
            HostRule rule = lines.get(Integer.parseInt(read.place().split(":")[1]));
            boolean written = rule != null
                    && read.place().startsWith("list:")
                    && read.mode().equals(rule.mode().word());
            boolean said = read.effect() == ImportedPolicy.Effect.EXACT || read.effect() == ImportedPolicy.Effect.INERT;
            if (written && !said) { // without effect, it is missing in the comparison
                misread.put(rule, read.reason());
            }
        }
        return misread;
    }

    private ImportedPolicy imported(List<HostRule> rules) throws ListRefusedException {
        return PermissionList.of(format, Map.of("list", syntax.text(rules)))
                .withWorkspace(workspace)
                .withHome(home)
                .withUserFiles(false)
                .withHostDefaults(true)
                .toPolicy();
    }

    /**
     * A call that a list decides less strictly than the policy.
     *
     * @param before what the policy answers
     * @param after what the list answers
     * @param call the arguments; empty if the comparison couldn't decide
     */
    record Looser(Mode before, Mode after, String call) {}

    /** Compares a list with the policy. Returns a call that is decided less strictly, by the tool. */
    Map<String, Looser> looser(List<? extends ToolSpec<?>> tools, List<HostRule> rules) throws ListRefusedException {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(imported(rules).configuration())
                .unreachableRules(Severity.WARNING)
                .paths(paths)
                .build();
        Map<String, Looser> looser = new LinkedHashMap<>();
        for (ToolSpec<?> tool : tools) {
            ToolSpec<?> read = engine.tools().find(tool.name()).orElseThrow();
            compared.computeIfAbsent(tool, any -> new HashMap<>())
                    .computeIfAbsent(read.run().orElse(RuleList.empty()), any -> diff(tool, read))
                    .ifPresent(found -> looser.put(tool.name(), found));
        }
        return looser;
    }

    private Optional<Looser> diff(ToolSpec<?> tool, ToolSpec<?> read) {
        Map<String, Parameter> facts = new LinkedHashMap<>();
        tool.facts().parameters().forEach(fact -> facts.put(fact.name(), fact));
        read.facts().parameters().forEach(fact -> facts.putIfAbsent(fact.name(), fact));
        RuleListDiff diff = RuleListDiff.loosening(
                tool.schema(),
                ToolSchema.of(facts.values().toArray(Parameter[]::new)),
                inWorkspace(tool),
                inWorkspace(read),
                paths.form());
        Stream<Looser> changes = diff.changes().stream()
                .map(change -> new Looser(
                        asked(change.before().mode()),
                        asked(change.after().mode()),
                        change.arguments().toString()));
        Stream<Looser> undecided =
                diff.undecided().stream().map(modes -> new Looser(asked(modes.before()), asked(modes.after()), ""));
        return Stream.concat(changes, undecided)
                .filter(each -> each.before().isStricterThan(each.after()))
                .min(WORST);
    }

    /** Returns the mode that a host has for this one: a question to edit is a question. */
    static Mode asked(Mode mode) {
        return mode == Mode.EDIT ? Mode.ASK : mode;
    }

    /** Returns a list that allows in the workspace only, as the guard of both does. */
    private static RuleList inWorkspace(ToolSpec<?> tool) {
        RuleList run = tool.run().orElse(RuleList.empty());
        return new RuleList(
                run.rules().stream().map(rule -> inWorkspace(rule, tool)).toList(),
                run.floors().stream()
                        .map(floor -> new RuleList(floor.rules().stream()
                                .map(rule -> rule.passes() ? rule : inWorkspace(rule, tool))
                                .toList()))
                        .toList());
    }

    private static RuleSpec inWorkspace(RuleSpec rule, ToolSpec<?> tool) {
        List<Condition> conditions = new ArrayList<>(rule.conditions());
        if (rule.mode() == Mode.ALLOW && rule.each().isEmpty()) {
            tool.schema().parameters().stream()
                    .filter(each -> each.type().kind() == ParameterType.Kind.PATH)
                    .forEach(each ->
                            conditions.add(Condition.onArgument(ArgumentPointer.of(each.name()), Matcher.glob("**"))
                                    .orAbsent()));
        }
        return conditions.size() == rule.conditions().size()
                ? rule
                : rule.isCatchAll() ? RuleSpec.whenAll(conditions, rule.mode()) : rule.withConditions(conditions);
    }
}
