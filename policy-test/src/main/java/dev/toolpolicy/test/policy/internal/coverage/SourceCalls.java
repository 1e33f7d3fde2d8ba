package dev.toolpolicy.test.policy.internal.coverage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.test.policy.internal.file.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The search for calls whose results bring the values that another call needs. Its result is a proposal: whether they
 * bring them is seen when they run.
 *
 * @param parts the policy
 * @param witnesses the calls that are known to run
 */
record SourceCalls(PolicyParts parts, Witnesses witnesses) {

    /** Returns a call for each set that must have values, in order; empty if a set can't be filled. */
    Optional<List<FoundCall>> of(FoundCall call) {
        List<FoundCall> sources = new ArrayList<>();
        for (Map.Entry<String, JsonNode> needed : Known.sets(call.facts()).entrySet()) {
            Optional<FoundCall> source = parts.targets().stream()
                    .flatMap(target -> filling(target, needed.getKey(), needed.getValue()))
                    .findFirst();
            if (source.isEmpty()) {
                return Optional.empty();
            }
            sources.add(source.get());
        }
        return Optional.of(sources);
    }

    private Stream<FoundCall> filling(Target target, String set, JsonNode values) {
        return target.results().stream()
                .flatMap(entry -> Stream.ofNullable(entry.values().get(set)))
                .map(source -> result(source, values))
                .filter(TomlText::isToml)
                .flatMap(result -> target.tools().stream()
                        .flatMap(tool -> witnesses.running(tool).stream())
                        .filter(call -> Known.sets(call.facts()).isEmpty())
                        .map(call -> call.returning(result)));
    }

    /** Returns a result with values at the first place of a source. */
    private static JsonNode result(ResultSpec.Source source, JsonNode values) {
        ArgumentPointer at = source.at().get(0);
        JsonNode result = values.size() == 1 ? values.get(0) : values;
        for (int i = at.segments().size() - 1; i >= 0; i--) {
            result = JsonNodeFactory.instance.objectNode().set(at.segments().get(i), result);
        }
        return result;
    }
}
