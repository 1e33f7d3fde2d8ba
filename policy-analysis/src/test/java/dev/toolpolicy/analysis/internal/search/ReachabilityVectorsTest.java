package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules that never apply in the vectors of the second edition, and the calls of those that do. */
class ReachabilityVectorsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private int compared;

    @ParameterizedTest
    @ValueSource(strings = {"rules2-handmade.json", "rules2-2024.json"})
    void rulesThatNeverApply(String file) throws IOException {
        Path vectors = SharedData.path("conformance/" + file);
        for (JsonNode vector : JSON.readTree(vectors.toFile())) {
            if (vector.path("expect").has("unreachable")) {
                check(vector);
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(20);
    }

    private static void check(JsonNode vector) {
        String id = vector.path("id").textValue();
        ToolSchema parameters = schema(vector.at("/tool/parameters"));
        ToolSchema facts = vector.has("facts_schema") ? schema(vector.path("facts_schema")) : ToolSchema.of();
        RuleScope scope = new RuleScope(parameters, facts, PathReading.PLAIN);
        CheckedRules checked = RuleListReader.read(scope, vector.path("run"));
        assertThat(checked.rules()).as(id + checked.diagnostics()).isPresent();
        Set<Integer> unreachable = new TreeSet<>();
        vector.at("/expect/unreachable").forEach(rule -> unreachable.add(rule.intValue()));
        assertThat(rules(checked, DiagnosticCode.UNREACHABLE_RULE)).as(id).isEqualTo(unreachable);
        assertThat(rules(checked, DiagnosticCode.UNDECIDED_RULE)).as(id).isEmpty();
        boolean implicit = StreamSupport.stream(vector.at("/expect/warnings").spliterator(), false)
                .anyMatch(warning -> warning.path("code").textValue().equals("no-catch-all"));
        if (vector.at("/expect/compared").toString().contains("no-catch-all")) {
            assertThat(!rules(checked, DiagnosticCode.NO_CATCH_ALL).isEmpty())
                    .as(id)
                    .isEqualTo(implicit);
        }
        replay(id, scope, checked.rules().get());
    }

    private static Set<Integer> rules(CheckedRules checked, DiagnosticCode code) {
        Set<Integer> rules = new TreeSet<>();
        checked.diagnostics().stream()
                .filter(each -> each.code() == code)
                .map(Diagnostic::rule)
                .forEach(rules::add);
        return rules;
    }

    private static void replay(String id, RuleScope scope, RuleList rules) {
        Reachability reachability = Reachability.of(scope, rules);
        RuleEvaluator evaluator = new RuleEvaluator(scope, rules.rules());
        List<Reach> all = new ArrayList<>(reachability.rules());
        all.add(reachability.implicit());
        for (int rule = 0; rule < all.size(); rule++) {
            assertThat(all.get(rule)).as(id).isNotInstanceOf(Reach.Undecided.class);
            if (all.get(rule) instanceof Reach.Decides found) {
                JsonNode seen = Completion.of(scope.parameters().root(), found.arguments())
                        .orElseThrow();
                RuleEvaluator.Decision decision = evaluator.decide(seen, found.facts());
                assertThat(decision.markedBy()).as(id).isEmpty();
                assertThat(decision.rule())
                        .as("%s: %s %s", id, found.arguments(), found.facts())
                        .isEqualTo(rule < rules.rules().size() ? Optional.of(rule) : Optional.empty());
            }
        }
    }

    private static ToolSchema schema(JsonNode written) {
        return new ToolSchema(type(written));
    }

    private static ParameterType type(JsonNode written) {
        List<String> allowed = new ArrayList<>();
        written.path("enum").forEach(value -> allowed.add(value.textValue()));
        return switch (written.path("type").textValue()) {
            case "object" -> object(written);
            case "array" -> ParameterType.arrayOf(type(written.path("items")));
            case "string" -> ParameterType.string(allowed);
            case "path" -> ParameterType.path(allowed);
            case "boolean" -> ParameterType.bool();
            case "number" -> ParameterType.number();
            case "integer" ->
                written.has("minimum")
                        ? ParameterType.integer(
                                written.path("minimum").longValue(),
                                written.path("maximum").longValue())
                        : ParameterType.integer();
            case "any" -> ParameterType.any();
            default -> throw new IllegalArgumentException(written.toString());
        };
    }

    private static ParameterType object(JsonNode written) {
        Set<String> required = new TreeSet<>();
        written.path("required").forEach(name -> required.add(name.textValue()));
        List<Parameter> properties = new ArrayList<>();
        written.path("properties").properties().forEach(each -> {
            ParameterType type = type(each.getValue());
            Parameter property = required.contains(each.getKey())
                    ? Parameter.required(each.getKey(), type)
                    : Parameter.optional(each.getKey(), type);
            JsonNode filled = each.getValue().get("default");
            properties.add(filled == null ? property : property.withDefault(filled));
        });
        return ParameterType.objectOf(properties, null);
    }
}
