package dev.toolpolicy.test.policy.internal.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.FlowScope;
import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The knowledge about a call beside its arguments: facts, the session's labels, and the user's words. One object has
 * them all; labels and words are hidden facts, as a search for calls finds them. Stateless.
 */
public final class Known {
    private static final String USER = FlowFacts.set(FlowFacts.REQUEST).parameter();

    private Known() {}

    /** Returns facts with labels that the session must have. */
    public static ObjectNode with(ObjectNode facts, List<String> labels) {
        ObjectNode all = facts.deepCopy();
        labels.forEach(label -> all.put(FlowFacts.label(label).parameter(), true));
        return all;
    }

    /** Returns facts with a message of the user. */
    public static ObjectNode with(ObjectNode facts, String message) {
        return facts.deepCopy().put(USER, message);
    }

    /** Returns the labels, in order. */
    public static List<String> labels(ObjectNode facts) {
        return List.copyOf(Membership.in(facts, NormalPath.Form.PLAIN).labels());
    }

    /** Returns what is wrong with a label that no result carries, so that no rule can name it; empty if there is none. */
    public static Optional<String> unknownLabel(PolicyEngine engine, List<String> labels) {
        FlowScope flows = EngineView.of(engine).flows();
        return labels.stream()
                .filter(label -> !flows.hasLabel(label))
                .findFirst()
                .map(label -> "no result carries the label " + Words.quoted(label) + ": labels are "
                        + Words.listedNames(flows.labels()));
    }

    /** Returns the user's message; of a call that a search found, one that names the values it needs. */
    public static Optional<String> message(ObjectNode facts) {
        JsonNode user = facts.path(USER);
        if (user.isTextual() || user.isMissingNode()) {
            return Optional.ofNullable(user.textValue());
        }
        return Optional.of(user.valueStream()
                .map(value -> value.isTextual() ? "`" + value.textValue() + "`" : value.toString())
                .collect(Collectors.joining("\n")));
    }

    /** Returns the sets that results must have filled, by name, with the values that they must have. */
    public static Map<String, JsonNode> sets(ObjectNode all) {
        Map<String, JsonNode> sets = new TreeMap<>();
        all.forEachEntry((name, values) -> FlowFacts.setAt(ArgumentPointer.of(name))
                .filter(set -> !set.equals(FlowFacts.REQUEST))
                .ifPresent(set -> sets.put(set, values)));
        return sets;
    }

    /** Returns all but the sets that results must have filled. */
    public static ObjectNode withoutSets(ObjectNode all) {
        ObjectNode rest = all.deepCopy();
        rest.remove(sets(all).keySet().stream()
                .map(set -> FlowFacts.set(set).parameter())
                .toList());
        return rest;
    }

    /** Returns the declared facts alone. */
    public static ObjectNode facts(ObjectNode all) {
        ObjectNode declared = JsonNodeFactory.instance.objectNode();
        all.properties().stream()
                .filter(fact -> !FlowFacts.isHidden(fact.getKey()))
                .forEach(fact -> declared.set(fact.getKey(), fact.getValue()));
        return declared;
    }

    /**
     * Returns a session for calls about which this is known. Labels and words stay in the session.
     *
     * @throws IllegalArgumentException if the facts don't fit, or if values are needed that only a result brings
     */
    public static PolicySession in(PolicySession session, ObjectNode all) {
        for (String set : sets(all).keySet()) {
            throw new IllegalArgumentException("only a result brings the values of the set \"" + set + "\"");
        }
        List<String> labels = labels(all);
        if (!labels.isEmpty()) {
            session.addLabels(labels.toArray(String[]::new));
        }
        message(all).ifPresent(session::userMessage);
        ObjectNode facts = facts(all);
        return facts.isEmpty() ? session : session.withFacts(facts);
    }
}
