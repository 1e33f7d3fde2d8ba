package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.config.ToolSection.Written;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.ListOrigin;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LaterList;
import dev.toolpolicy.runtime.internal.load.LayerRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A rule list of a file, with its place.
 *
 * @param document the file
 * @param list a mode's word, or an array of rules
 * @param forAll whether it serves all tools without a list of their own
 */
record FileRules(Document document, Written list, boolean forAll) implements LayerRules {
    private static final List<String> NOT_CONDITIONS = List.of("mode", "name", "reason", "examples", "counterexamples");

    @Override
    public int size() {
        return list.value().isArray() ? list.value().size() : -1;
    }

    @Override
    public Optional<Mode> mode(int rule) {
        return Mode.of(list.value().get(rule).path("mode").asText());
    }

    @Override
    public List<LaterList.Line> lines() {
        if (!list.value().isArray()) {
            return List.of(new LaterList.Line(Mode.of(list.value().asText()), List.of()));
        }
        List<LaterList.Line> lines = new ArrayList<>();
        list.value().forEach(rule -> {
            ObjectNode conditions = rule.deepCopy();
            conditions.remove(NOT_CONDITIONS);
            lines.add(new LaterList.Line(
                    Mode.of(rule.path("mode").asText()), conditions.isEmpty() ? List.of() : conditions));
        });
        return lines;
    }

    @Override
    public RuleSpec unreadable(int rule) {
        JsonNode written = list.value().get(rule);
        RuleSpec unreadable = RuleSpec.unreadable(
                VisibleText.line(written.toString()), mode(rule).orElseThrow());
        return written.path("name").isTextual()
                ? unreadable.named(written.path("name").textValue())
                : unreadable;
    }

    @Override
    public CheckedRules check(RuleScope scope) {
        return RuleListReader.read(scope, list.value());
    }

    @Override
    public CheckedRules check(RuleScope scope, List<Integer> rules) {
        ArrayNode chosen = JsonNodeFactory.instance.arrayNode();
        rules.forEach(rule -> chosen.add(list.value().get(rule)));
        return RuleListReader.read(scope, chosen);
    }

    @Override
    public PolicyProblem problem(Diagnostic problem) {
        List<String> related = problem.related().stream()
                .map(place -> list.pointer() + "/" + place.rule())
                .toList();
        return document.problem(RulesReader.place(list.pointer(), problem), problem, related);
    }

    @Override
    public PolicyProblem problem(int rule, Diagnostic problem) {
        return document.problem(list.pointer() + "/" + rule, problem);
    }

    @Override
    public ListOrigin origin() {
        ListOrigin.Kind kind = forAll ? ListOrigin.Kind.ALL_TOOLS : ListOrigin.Kind.CONFIGURATION;
        return new ListOrigin(kind, Optional.of(document.valueAt(list.pointer())));
    }
}
