package dev.toolpolicy.runtime.approval;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reason why approval is needed. Immutable.
 */
public final class ApprovalReason {
    private final Found found;
    private final Optional<Unread> unread;
    private final Set<String> links;
    private final ListKind list;
    private final String origin;
    private final boolean memory;
    private final Flows flows;

    /** The answer of the lists and policies, as the public constructor takes it. */
    private record Found(
            Mode mode,
            OptionalInt index,
            Optional<RuleSpec> rule,
            Optional<String> guarded,
            Optional<PolicyDenial> need) {}

    /** A stricter rule that could not be read. */
    private record Unread(int index, RuleSpec rule) {}

    /**
     * Creates a reason.
     *
     * @param mode the rule list's decision: {@link Mode#ASK}, {@link Mode#EDIT}, or {@link Mode#ALLOW} if only a policy
     *     needs an approval
     * @param index the index of the rule that decided, from 0; empty if no rule matched and the default is to ask, or if
     *     a path turned allow into ask
     * @param rule the rule itself
     * @param guarded the path argument that needs approval; empty if there is none
     * @param need the session policy that requires an approval; empty if there is none, or none is known yet
     */
    public ApprovalReason(
            Mode mode,
            OptionalInt index,
            Optional<RuleSpec> rule,
            Optional<String> guarded,
            Optional<PolicyDenial> need) {
        this(
                new Found(mode, index, rule, guarded, need),
                Optional.empty(),
                Set.of(),
                ListKind.RUN,
                "",
                true,
                Flows.NONE);
    }

    private ApprovalReason(
            Found found,
            Optional<Unread> unread,
            Set<String> links,
            ListKind list,
            String origin,
            boolean memory,
            Flows flows) {
        this.found = found;
        this.unread = unread;
        this.links = Collections.unmodifiableSet(new LinkedHashSet<>(links));
        this.list = list;
        this.origin = origin;
        this.memory = memory;
        this.flows = flows;
    }

    /**
     * Returns this reason with the place of the rule.
     *
     * @param list the list that decided
     * @param origin the source of the list in words, such as {@code configuration, policy.toml:3:7}; empty if the tool
     *     has no such list
     */
    public ApprovalReason withList(ListKind list, String origin) {
        return new ApprovalReason(found, unread, links, list, origin, memory, flows);
    }

    /**
     * Returns this reason with a stricter rule that could not be read for this call.
     *
     * @param index the index of the rule, from 0
     * @param rule the rule
     */
    public ApprovalReason withUnread(int index, RuleSpec rule) {
        return new ApprovalReason(found, Optional.of(new Unread(index, rule)), links, list, origin, memory, flows);
    }

    /**
     * Returns this reason with the targets of links.
     *
     * @param targets where each path leads that is a link or behind one, in words
     */
    public ApprovalReason withLinks(Set<String> targets) {
        return new ApprovalReason(found, unread, targets, list, origin, memory, flows);
    }

    /**
     * Returns where links lead. An approval covers these targets only.
     *
     * @return one entry for each path of the call that is a link or behind one, in the order of the call, such as {@code
     *     "docs" leads to "/var/docs"}
     */
    public Set<String> links() {
        return links;
    }

    /** The part of the session's labels and sets in the reason. */
    private record Flows(Set<String> labels, List<String> evidence, boolean belowSets) {
        static final Flows NONE = new Flows(Set.of(), List.of(), false);
    }

    /**
     * Returns this reason with what the session's labels and sets have to do with it.
     *
     * @param labels the session's labels
     * @param evidence why they matter, each in one line
     * @param belowSets whether rules that look values up in sets would have allowed the call
     */
    public ApprovalReason withFlows(Set<String> labels, List<String> evidence, boolean belowSets) {
        Flows known = new Flows(Set.copyOf(labels), List.copyOf(evidence), belowSets);
        return new ApprovalReason(found, unread, links, list, origin, memory, known);
    }

    /** Returns the session's labels. A remembered approval counts only while the session has no other. */
    public Set<String> labels() {
        return flows.labels();
    }

    /**
     * Returns why the session's labels and sets matter: who brought a label first, in which sets a value was looked up,
     * and which sets are full. Nothing of a result's text.
     *
     * @return one line for each; none if they don't matter
     */
    public List<String> evidence() {
        return flows.evidence();
    }

    /** Returns whether rules that look values up in sets would have allowed the call. */
    public boolean isBelowSets() {
        return flows.belowSets();
    }

    /** Returns this reason for a request whose answer can't be remembered. */
    public ApprovalReason withoutMemory() {
        return new ApprovalReason(found, unread, links, list, origin, false, flows);
    }

    /**
     * Returns the first stricter rule that was passed over since it could not be read for this call, whichever rule
     * decides.
     *
     * @return the rule; empty if there is none, or none is known yet
     */
    public Optional<RuleSpec> unread() {
        return unread.map(Unread::rule);
    }

    /** Returns the list that decided; {@link ListKind#RUN} unless it was {@linkplain #withList set}. */
    public ListKind list() {
        return list;
    }

    /**
     * Returns the source of the list in words: the tool's declaration, code, or the place in a file. Empty if it is
     * unknown or there is no list.
     */
    public String origin() {
        return origin;
    }

    /**
     * Returns the rule list's decision: {@link Mode#ASK}, {@link Mode#EDIT}, or {@link Mode#ALLOW} if only a policy
     * needs an approval.
     */
    public Mode mode() {
        return found.mode();
    }

    /**
     * Returns the index of the rule that decided, from 0; empty if no rule matched and the default is to ask, or if a
     * path turned allow into ask.
     */
    public OptionalInt index() {
        return found.index();
    }

    /** Returns the rule itself. */
    public Optional<RuleSpec> rule() {
        return found.rule();
    }

    /** Returns the path argument that needs approval; empty if there is none. */
    public Optional<String> guarded() {
        return found.guarded();
    }

    /** Returns the session policy that requires an approval; empty if there is none, or none is known yet. */
    public Optional<PolicyDenial> need() {
        return found.need();
    }

    /**
     * Returns the arguments that decided. An approver must see them in full.
     *
     * @return the arguments of the deciding rule and of an unread one, and the path that needs approval, if they exist
     */
    public List<ArgumentPointer> decidedBy() {
        Stream<RuleSpec> rules = Stream.concat(rule().stream(), unread().stream());
        return Stream.concat(rules.flatMap(ApprovalReason::arguments), guarded().map(ArgumentPointer::parse).stream())
                .distinct()
                .toList();
    }

    private static Stream<ArgumentPointer> arguments(RuleSpec rule) {
        String element = rule.each().map(each -> each.array().toString()).orElse("");
        return rule.conditions().stream()
                .filter(condition -> !condition.isOnFact())
                .map(condition -> ArgumentPointer.parse(element + condition.pointer()));
    }

    /**
     * Returns whether an approval can be remembered: only for an {@code ask} by a rule that looks at no label, without
     * another reason to ask.
     *
     * @return true if {@link Answer#remembered} applies to later calls too: to those with the {@linkplain
     *     #coversSameArgumentsOnly same arguments}, or to those that this rule asks about
     */
    public boolean canRememberApproval() {
        return mode() == Mode.ASK
                && index().isPresent()
                && canRememberDecline()
                && guarded().isEmpty()
                && unread.isEmpty()
                && rule().stream()
                        .flatMap(each -> each.conditions().stream())
                        .noneMatch(each -> each.label().isPresent());
    }

    /**
     * Returns whether a remembered approval covers only later calls with the same arguments, because the rule says too
     * little about what they do: a rule without a condition on an argument, one on {@code commands}, or one below rules
     * that look values up in sets.
     *
     * @return false if it covers every later call for which the rule asks, or if it can't be remembered
     */
    public boolean coversSameArgumentsOnly() {
        return canRememberApproval()
                && (flows.belowSets()
                        || !rule().filter(ApprovalReason::isNarrow).isPresent());
    }

    private static boolean isNarrow(RuleSpec rule) {
        return rule.conditions().stream().anyMatch(each -> !each.isOnFact())
                && rule.conditions().stream()
                        .flatMap(each -> each.matchers().stream())
                        .noneMatch(each -> each.kind() == Matcher.Kind.COMMANDS);
    }

    /**
     * Returns whether a decline can be remembered.
     *
     * @return true if {@link Answer#remembered} applies to later calls too
     */
    public boolean canRememberDecline() {
        return memory && need().isEmpty();
    }

    /**
     * Returns the reason in words.
     *
     * @return one line, such as {@code rule 2 (/path prefix "src/" -> ask) in configuration, policy.toml:3:7}
     */
    @Override
    public String toString() {
        Optional<String> path =
                guarded().map(each -> "the path " + each + " leads out of the workspace or to a guarded file");
        boolean byUnread = unread.filter(each -> index().equals(OptionalInt.of(each.index())))
                .isPresent();
        String in = origin.isEmpty() ? "" : " in " + origin;
        String by = index().isPresent()
                ? words(index().getAsInt(), rule(), (byUnread ? " can't be read" : "") + in)
                : path.map(each -> "allowed" + in + ", but " + each).orElse("no rule" + in);
        String passed = byUnread
                ? ""
                : unread.map(each -> ", " + words(each.index(), unread(), " can't be read"))
                        .orElse("");
        return VisibleText.line(by
                + passed
                + path.filter(each -> index().isPresent())
                        .map(each -> ", " + each)
                        .orElse("")
                + String.join("", links.stream().map(each -> ", " + each).toList())
                + String.join(
                        "", flows.evidence().stream().map(each -> ", " + each).toList())
                + need().map(each -> ", policy '" + each.policy() + "': " + each.reason())
                        .orElse(""));
    }

    private static String words(int index, Optional<RuleSpec> rule, String state) {
        String which = rule.flatMap(RuleSpec::name).orElse(String.valueOf(index + 1));
        return "rule " + which
                + rule.map(each -> " (" + each.describe() + " -> " + each.mode().word() + ")")
                        .orElse("")
                + state
                + rule.flatMap(RuleSpec::reason).map(why -> ": " + why).orElse("");
    }

    private List<Object> parts() {
        return List.of(found, unread, links, list, origin, memory, flows);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ApprovalReason that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }
}
