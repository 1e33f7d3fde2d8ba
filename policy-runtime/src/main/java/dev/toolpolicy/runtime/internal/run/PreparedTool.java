package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.runtime.internal.decide.CompiledRules;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.decide.Late;
import dev.toolpolicy.runtime.internal.read.CompiledSchema;
import dev.toolpolicy.schema.NormalPath;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A tool compiled for an engine's calls. Immutable.
 *
 * @param definition the tool
 * @param schema its schema, compiled
 * @param run its current run rules, compiled
 * @param result its current result rules, compiled
 * @param wording its schema and rules in words
 * @param source the sources of the lists, and the form of paths
 */
public record PreparedTool(
        ToolSpec<?> definition,
        CompiledSchema schema,
        CompiledRules run,
        CompiledRules result,
        Late<String> wording,
        Source source) {

    /**
     * The sources of a tool's lists, and the form of paths by which they decide. Immutable.
     *
     * @param lists returns the source of the list with a rule in words; empty if there is no list
     * @param paths the form of paths
     */
    public record Source(BiFunction<ListKind, OptionalInt, String> lists, NormalPath.Form paths) {}

    /** Returns its schema and rules in words, equal in every process with the same ones; approvals are bound to it. */
    public String terms() {
        return wording.get();
    }

    /**
     * Returns a rule of the run rules.
     *
     * @param index the rule's index, from 0
     * @return the rule; empty for an empty index
     */
    public Optional<RuleSpec> rule(OptionalInt index) {
        return rule(ListKind.RUN, index);
    }

    /**
     * Returns a rule of one of the lists.
     *
     * @param index the rule's index, from 0
     * @return the rule; empty for an empty index
     */
    public Optional<RuleSpec> rule(ListKind list, OptionalInt index) {
        return index.isPresent()
                ? definition.rules(list).map(rules -> rules.all().get(index.getAsInt()))
                : Optional.empty();
    }

    /**
     * Returns the reason to ask by a decision.
     *
     * @param list the list that decided
     * @param guarded the path that needs approval; empty if there is none
     * @param need the session policy that requires an approval; empty if there is none
     * @param marked the first stricter rule that could not be read; empty if there is none
     */
    ApprovalReason reason(
            ListKind list, RuleDecision by, Optional<String> guarded, Optional<PolicyDenial> need, OptionalInt marked) {
        ApprovalReason reason = new ApprovalReason(by.mode(), by.rule(), rule(list, by.rule()), guarded, need)
                .withList(list, source.lists().apply(list, by.rule()));
        OptionalInt unread = by.unread() ? by.rule() : marked;
        return rule(list, unread)
                .map(rule -> reason.withUnread(unread.orElseThrow(), rule))
                .orElse(reason);
    }

    /**
     * Returns the rule of a decision in words, for records.
     *
     * @param by the decision of the run rules
     * @return the rule as it is written, and whether it could not be read; empty if no rule decided
     */
    public Optional<String> words(RuleDecision by) {
        if (by.rule().isEmpty()) {
            return Optional.empty();
        }
        String words = run.words(by.rule().getAsInt());
        return Optional.of(by.unread() ? words + " can't be read" : words);
    }

    /**
     * Returns what decides on a call now, in words: the run rule by its number; a path that leads out of the workspace
     * or to a policy file, in place of a rule that allows or beside one that asks; and where links lead. A stored
     * approval is bound to it.
     *
     * @param arguments the call's valid arguments, with their defaults
     * @param facts the known facts
     * @return one line, equal in every process with the same terms, facts and paths
     */
    public String asker(ObjectNode arguments, Facts facts) {
        RuleDecision by = run.evaluate(arguments, facts);
        String which = by.rule().isPresent()
                ? "rule " + (by.rule().getAsInt() + 1)
                        + rule(by.rule()).map(rule -> " (" + rule + ")").orElse("")
                : by.guarded().isPresent() ? "allowed" : "no rule";
        String unread = run.marked(arguments, facts).stream()
                .mapToObj(rule -> ", unread rule " + (rule + 1))
                .collect(Collectors.joining());
        return which
                + unread
                + by.guarded()
                        .or(() -> run.guarded(arguments))
                        .map(path -> ", path " + VisibleText.line(path))
                        .orElse("")
                + run.links(arguments).stream().map(each -> ", " + each).collect(Collectors.joining());
    }

    /**
     * Returns a call with the names of the rules by which limits count it.
     *
     * @param opened the tool as it was when the call's session began: its rules that are gone since count each call;
     *     null if there was none
     */
    ToolCall ruled(ToolCall call, Facts facts, @Nullable PreparedTool opened) {
        Set<String> own = names();
        Set<String> counting = opened == null || opened == this ? new TreeSet<>() : opened.names();
        counting.removeAll(own);
        if (!own.isEmpty()) {
            run.deciders(call.arguments(), facts)
                    .forEach(
                            i -> rule(OptionalInt.of(i)).flatMap(RuleSpec::name).ifPresent(counting::add));
        }
        return call.withRules(counting);
    }

    private Set<String> names() {
        return definition.run().stream()
                .flatMap(list -> list.all().stream())
                .flatMap(rule -> rule.name().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns a call of this tool in words, for people. */
    public String summary(ObjectNode arguments) {
        return summary(definition, arguments);
    }

    /** Returns a call of a tool in words, for people. */
    static String summary(ToolSpec<?> tool, ObjectNode arguments) {
        return new ArgumentDisplay(tool.name(), tool.schema(), ArgumentDisplay.Settings.defaults())
                .show(arguments, true)
                .functionCall();
    }
}
