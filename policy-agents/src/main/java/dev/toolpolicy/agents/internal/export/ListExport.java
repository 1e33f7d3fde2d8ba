package dev.toolpolicy.agents.internal.export;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.agents.importing.ListFormat;
import dev.toolpolicy.agents.importing.ListRefusedException;
import dev.toolpolicy.agents.importing.internal.read.HostDefaults;
import dev.toolpolicy.agents.importing.internal.rule.CommandStart;
import dev.toolpolicy.agents.internal.export.ExportedRule.Fate;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One export of a policy as a host's list. The list is read back by the import and compared with the policy, and what
 * could be looser is left out, or stops every call of its tool. Not thread-safe.
 */
final class ListExport {
    private static final String MORE = "its tool has requirements, limits or rules for results, which ";

    private static final String CANNOT_DENY = " can't deny such calls; they need approval";

    private static final String HIDES = "it may run what another rule stops, and ";

    final HostSyntax syntax;
    final ListFormat format;
    private final ReadBack reading;
    /** The names and patterns that have limits. */
    private final Set<String> limited;

    private final List<ToolSpec<?>> tools = new ArrayList<>();
    final List<ExportedRule> rules = new ArrayList<>();
    /** By tool or pattern, the rule for all its calls that is written beside the others. */
    final Map<String, HostRule> whole = new TreeMap<>();
    /** What holds behind the rules of a tool, for a host whose rules are in order. */
    private final List<HostRule> rest = new ArrayList<>();
    /** Rules that ask about commands which the host runs without a rule. */
    private final List<HostRule> unasked = new ArrayList<>();
    /** By tool that is stopped as a whole for it, a call that the other rules wouldn't stop. */
    final Map<String, String> causes = new TreeMap<>();
    /** True if calls of tools that the catalog lacks run or need approval, and the strictest rule decides. */
    private boolean hasUndeniedOthers;
    /** The tools whose calls are stopped by their commands. */
    private final Set<String> stopped = new HashSet<>();

    ListExport(HostSyntax syntax, ListFormat format, Path workspace, Path home, Set<String> limited) {
        this.limited = limited;
        this.syntax = syntax;
        this.format = format;
        reading = new ReadBack(syntax, format, workspace, home);
    }

    /** Adds a tool of the host's catalog. */
    void add(ToolSpec<?> tool) {
        tools.add(tool);
        RuleList run = tool.run().orElse(RuleList.empty());
        List<RuleSpec> floors =
                run.floors().stream().flatMap(floor -> floor.rules().stream()).toList();
        boolean allows = run.rules().stream().anyMatch(rule -> rule.mode() == Mode.ALLOW);
        List<RuleSpec> all = new ArrayList<>(floors);
        all.addAll(run.rules());
        if (all.stream().anyMatch(rule -> rule.mode() != Mode.ALLOW && ExportedRule.mayMiss(rule))) {
            stopped.add(tool.name());
        }
        for (int i = 0; i < all.size(); i++) {
            RuleSpec rule = all.get(i);
            ExportedRule exported = new ExportedRule(tool.name(), i + 1, rule);
            boolean deniesLater = all.stream().skip(i).anyMatch(later -> later.mode() == Mode.DENY);
            if (rule.passes()) {
                exported.becomes(Fate.STRICTER, format.title() + " has no rules that pass");
            } else if (rule.isCatchAll()) {
                otherwise(exported, allows, i < floors.size());
            } else {
                say(exported, syntax.isOrdered && deniesLater, i < floors.size());
            }
            rules.add(exported);
        }
        if (!isLists(tool)) {
            rules.stream()
                    .filter(rule -> rule.tool.equals(tool.name()) && rule.allows())
                    .forEach(rule -> rule.drop(MORE + format.title() + " can't say"));
        }
        if (!isLists(tool) || !allows) {
            stop(tool.name(), Mode.ASK);
        } else if (syntax.isOrdered) {
            syntax.whole(tool.name(), Mode.ASK).ifPresent(rest::add);
        }
    }

    /** Returns whether a list for its calls is all that a policy says about a tool. */
    boolean isLists(ToolSpec<?> tool) {
        return tool.requirements().isEmpty()
                && limited.stream().noneMatch(name -> ToolNames.fits(name, tool.name()))
                && tool.result().isEmpty();
    }

    /**
     * Adds the tools that the catalog lacks. Calls of each are all decided alike.
     *
     * @param modes what the list answers, by name or pattern; that for the rest comes last
     * @param served a tool of each name and pattern, and of what two patterns share
     */
    void addOthers(Map<String, Mode> modes, Map<String, ToolSpec<?>> served) {
        modes.forEach(this::add);
        if (!syntax.isOrdered) {
            dropQuestions();
        }
        served.forEach((name, tool) -> compare(name, tool, modes));
    }

    /** Reports the rules for tools of a pattern whose calls the list decides more strictly. */
    private void compare(String name, ToolSpec<?> tool, Map<String, Mode> modes) {
        Mode mode = modes.entrySet().stream()
                .filter(each -> ToolNames.fits(each.getKey(), tool.name()))
                .flatMap(each -> syntax.whole(each.getKey(), each.getValue()).stream())
                .filter(rest::contains)
                .map(HostRule::mode)
                .reduce((one, other) -> syntax.isOrdered || !other.isStricterThan(one) ? one : other)
                .orElse(Mode.ASK);
        List<RuleSpec> all = tool.run().orElse(RuleList.empty()).all();
        for (int i = 0; i < all.size(); i++) {
            ExportedRule rule = new ExportedRule(name, i + 1, all.get(i));
            if (mode.isStricterThan(rule.mode()) && syntax.whole(name, mode).isPresent()) {
                rule.becomes(
                        Fate.STRICTER,
                        format.title() + " has one answer for all calls of these tools, and other patterns, rules,"
                                + " requirements or limits make it stricter"
                                + (mode == Mode.DENY ? ", so such calls are denied" : ExportedRule.ASKS));
                rules.add(rule);
            }
        }
    }

    private void add(String name, Mode mode) {
        boolean isRest = name.equals(syntax.others);
        Optional<HostRule> line = syntax.whole(name, mode);
        if (mode == Mode.DENY && (line.isEmpty() || hasUndeniedOthers && isRest)) {
            ExportedRule lost = new ExportedRule(name, 1, RuleSpec.otherwise(mode));
            lost.becomes(
                    Fate.LOST,
                    line.isEmpty()
                            ? format.title() + CANNOT_DENY
                            : format.title() + " would also deny the allowed ones; the others need approval");
            rules.add(lost);
        } else if (mode != Mode.ASK || syntax.isOrdered || !isRest) {
            line.ifPresent(rest::add);
        }
        hasUndeniedOthers |= mode != Mode.DENY && !syntax.isOrdered;
    }

    private void otherwise(ExportedRule rule, boolean allows, boolean inFloor) {
        Mode mode = rule.mode();
        if (mode == Mode.ALLOW || syntax.isOrdered) {
            syntax.whole(rule.tool, mode).ifPresentOrElse(rule.said::add, () -> unsaid(rule));
        } else if (mode == Mode.DENY || inFloor) {
            if (allows && mode == Mode.DENY) {
                rule.becomes(
                        Fate.STRICTER,
                        format.title() + " can deny these calls only with all others, since calls that match no rule"
                                + " need approval there; a list that ends in ask keeps the rules before");
            }
            stop(rule.tool, mode);
        }
    }

    /**
     * Says the first condition that the host has rules for. What the others would change is found by the comparison. Where a
     * question would be about more calls, and one behind it is denied, it is a denial.
     */
    private void say(ExportedRule rule, boolean isBeforeDenial, boolean inFloor) {
        RuleSpec spec = rule.spec;
        for (Condition condition : spec.conditions()) {
            Matcher matcher = condition.matchers().get(0);
            boolean plain = spec.each().isEmpty()
                    && !condition.isOnFact()
                    && matcher.schemes().isEmpty()
                    && matcher.ports().isEmpty();
            if (plain && rule.said.isEmpty()) {
                texts(matcher).forEach(text -> {
                    boolean asksMore = inFloor || spec.conditions().size() > 1 || !text.endsWith(" *");
                    say(rule, condition, text, isBeforeDenial && asksMore && !rule.allows() ? Mode.DENY : rule.mode());
                });
            }
        }
        if (rule.said.isEmpty()) {
            unsaid(rule);
        } else if (!rule.allows() && spec.conditions().size() > 1) {
            rule.becomes(Fate.STRICTER, "it has further conditions, so the list stops more");
        }
    }

    private static Stream<String> texts(Matcher matcher) {
        return matcher.kind() == Matcher.Kind.GLOB
                ? matcher.texts().stream().flatMap(ListExport::withoutBraces)
                : matcher.values().isEmpty()
                        ? matcher.texts().stream()
                        : matcher.values().stream().map(JsonNode::asText);
    }

    /** Returns a glob for each alternative in braces; the glob itself where braces may be characters. */
    private static Stream<String> withoutBraces(String glob) {
        int open = glob.indexOf('{');
        int close = glob.indexOf('}', Math.max(open, 0));
        return open < 0 || close < 0 || glob.indexOf('\\') >= 0 || glob.indexOf('[') >= 0
                ? Stream.of(glob)
                : Stream.of(glob.substring(open + 1, close).split(","))
                        .map(part -> glob.substring(0, open) + part + glob.substring(close + 1))
                        .flatMap(ListExport::withoutBraces);
    }

    private void say(ExportedRule rule, Condition condition, String text, Mode mode) {
        Matcher.Kind kind = condition.matchers().get(0).kind();
        Optional<HostRule> line =
                syntax.said(rule.tool, kind, condition.pointer().toString(), text, mode);
        if (rule.allows() && kind == Matcher.Kind.GLOB && (text.startsWith("/") || text.startsWith("~"))) {
            rule.becomes(Fate.STRICTER, "\"" + text + "\" isn't in the workspace, so it needs approval");
        } else if (rule.allows()
                && kind == Matcher.Kind.COMMANDS
                && stopped.contains(rule.tool)
                && CommandStart.mayRun(text)) {
            rule.becomes(
                    Fate.STRICTER, "\"" + text + "\" needs approval: " + HIDES + format.title() + " wouldn't see that");
        } else if (line.isPresent()) {
            rule.said.add(line.get());
            if (mode != rule.mode()) {
                rule.becomes(
                        Fate.STRICTER,
                        "\"" + text + "\" is denied: a question would be about more calls, and the policy denies some");
            }
        } else if (rule.allows()) {
            rule.becomes(Fate.STRICTER, format.title() + " can't say \"" + text + "\"" + ExportedRule.ASKS);
        } else {
            unsaid(rule);
        }
    }

    private void unsaid(ExportedRule rule) {
        String asks = ExportedRule.ASKS;
        if (!rule.allows()) {
            stop(rule.tool, rule.mode());
            asks = ", so every call of " + rule.tool + (rule.mode() == Mode.DENY ? " is denied" : " needs approval");
        }
        rule.becomes(Fate.STRICTER, format.title() + " can't say it" + asks);
    }

    /** Stops every call of a tool. The stricter mode counts. */
    private void stop(String tool, Mode mode) {
        syntax.whole(tool, mode)
                .ifPresent(rule -> whole.merge(tool, rule, (one, other) -> one.mode() == Mode.DENY ? one : other));
    }

    /** Returns the list with what became of each rule. */
    ExportedList export() throws ListRefusedException {
        rules.stream()
                .filter(rule -> rule.allows() && rule.spec.isCatchAll() && stopped.contains(rule.tool))
                .forEach(rule -> rule.drop(HIDES + format.title() + " wouldn't see that"));
        readable();
        Map<String, ReadBack.Looser> before = reading.looser(tools, written(List.of()));
        before.forEach((tool, looser) -> {
            stop(tool, looser.before());
            causes.put(tool, looser.call());
        });
        Map<String, ReadBack.Looser> open = reading.looser(tools, written(List.of()));
        open.values().stream()
                .filter(looser -> looser.after() == Mode.ALLOW)
                .findFirst()
                .ifPresent(looser -> {
                    throw new IllegalStateException("the list would allow " + looser.call());
                });
        List<ExportedRule> kept = kept(open.keySet());
        askAbout(kept);
        List<HostRule> list = written(kept);
        for (ExportedRule rule : rules) {
            if (rule.allows() && !kept.contains(rule) && rule.fate() == Fate.EXACT) {
                rule.drop("a rule for every call of " + rule.tool + " comes before it");
            }
            if (open.containsKey(rule.tool) && rule.mode() == Mode.DENY && rule.said.isEmpty()) {
                rule.becomes(Fate.LOST, format.title() + CANNOT_DENY);
            }
        }
        return new ExportedList(this, list);
    }

    /** Drops questions about other tools that are about none of the allowed ones, or would replace what allows them. */
    private void dropQuestions() {
        List<String> allowed = rest.stream()
                .filter(rule -> rule.mode() == Mode.ALLOW)
                .map(HostRule::text)
                .toList();
        rest.removeIf(rule -> rule.mode() == Mode.ASK
                && allowed.stream()
                        .noneMatch(each -> ToolNames.mayMeet(each, rule.text()) && !ToolNames.fits(rule.text(), each)));
    }

    /** Asks about the commands that the host runs without a rule and that no rule of the list allows. */
    private void askAbout(List<ExportedRule> kept) {
        for (HostCatalog.Entry tool : HostCatalog.of(syntax.catalog).entries()) {
            boolean runs = tool.languages().containsValue(HostCatalog.Language.COMMAND_LINE);
            for (String pattern : HostDefaults.commandsOf(syntax.catalog)) {
                boolean allowed = kept.stream().anyMatch(rule -> rule.tool.equals(tool.name()) && rule.covers(pattern));
                if (runs && !allowed && !whole.containsKey(tool.name())) {
                    syntax.said(tool.name(), Matcher.Kind.COMMANDS, "", pattern, Mode.ASK)
                            .ifPresent(unasked::add);
                    kept.stream()
                            .filter(rule -> rule.tool.equals(tool.name()) && rule.isBelow(pattern))
                            .forEach(rule -> rule.becomes(
                                    Fate.STRICTER,
                                    "\"" + pattern + "\" needs approval, or " + format.title() + " runs it"));
                }
            }
        }
    }

    /** Drops what isn't read back as it was written; a rule that stops then stops every call. */
    private void readable() throws ListRefusedException {
        Map<HostRule, String> misread = reading.misread(written(rules));
        for (ExportedRule rule : rules) {
            for (HostRule line : List.copyOf(rule.said)) {
                if (misread.containsKey(line) && !whole.containsKey(rule.tool)) {
                    rule.drop(line, misread.get(line));
                    if (!rule.allows()) {
                        unsaid(rule);
                    }
                }
            }
        }
    }

    /** Returns the rules that allow nothing else than the policy: all of them, or one after the other. */
    private List<ExportedRule> kept(Set<String> open) throws ListRefusedException {
        List<ExportedRule> allowing = rules.stream()
                .filter(rule -> rule.allows() && !rule.said.isEmpty() && !whole.containsKey(rule.tool))
                .toList();
        if (more(allowing, open).isEmpty()) {
            return allowing;
        }
        List<ExportedRule> kept = new ArrayList<>();
        for (ExportedRule rule : allowing) {
            kept.add(rule);
            more(kept, open).ifPresent(found -> {
                kept.remove(rule);
                rule.drop("with the other rules it would allow more"
                        + (found.call().isEmpty() ? "" : ", such as " + found.call()));
            });
        }
        return kept;
    }

    /** Returns a call that rules decide less strictly, beside calls that are denied and can only ask. */
    private Optional<ReadBack.Looser> more(List<ExportedRule> allowing, Set<String> open) throws ListRefusedException {
        return reading.looser(tools, written(allowing)).entrySet().stream()
                .filter(each -> each.getValue().after() == Mode.ALLOW || !open.contains(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the lines of a list: rules that stop, some that allow, and those for whole tools. */
    private List<HostRule> written(List<ExportedRule> allowing) {
        Set<HostRule> lines = new LinkedHashSet<>();
        for (ExportedRule rule : rules) {
            boolean catchAll = rule.spec.isCatchAll();
            if ((!rule.allows() || allowing.contains(rule)) && !(catchAll && whole.containsKey(rule.tool))) {
                lines.addAll(rule.said);
            }
        }
        lines.addAll(unasked);
        lines.addAll(whole.values());
        lines.addAll(rest);
        return List.copyOf(lines);
    }
}
