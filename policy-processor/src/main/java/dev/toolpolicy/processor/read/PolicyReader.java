package dev.toolpolicy.processor.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.check.RuleDraft;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.Place;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Located;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.processor.model.PolicyDeclaration.Rules;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenRule;
import dev.toolpolicy.rule.Match;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.lang.model.element.TypeElement;

/** The reader of policies. */
final class PolicyReader {

    PolicyDeclaration read(TypeElement tool, Findings findings) {
        return PolicyFinder.find(tool, findings)
                .map(policy -> new PolicyDeclaration(
                        rules(policy, "run"),
                        rules(policy, "result"),
                        policy.annotations("requires").stream()
                                .map(PolicyReader::requires)
                                .toList()))
                .orElse(PolicyDeclaration.NONE);
    }

    private static Optional<Rules> rules(AnnotationView policy, String member) {
        return policy.has(member)
                ? Optional.of(new Rules(
                        policy.place(member),
                        policy.annotations(member).stream()
                                .map(PolicyReader::rule)
                                .toList()))
                : Optional.empty();
    }

    private static WrittenRule rule(AnnotationView rule) {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        Map<String, List<Place>> places = new LinkedHashMap<>();
        for (String name : rule.members()) {
            String member = ValueSyntax.TEXT.memberOf(name);
            values.put(member, value(rule, name));
            List<Place> all = new ArrayList<>(List.of(rule.place(name)));
            all.addAll(name.equals("oneOf") ? rule.elementPlaces(name) : List.of());
            places.put(member, all);
        }
        return new WrittenRule(rule.place(), new RuleDraft(values), places);
    }

    private static JsonNode value(AnnotationView rule, String name) {
        return switch (name) {
            case "oneOf" -> {
                ArrayNode values = JsonNodeFactory.instance.arrayNode();
                rule.texts(name).forEach(values::add);
                yield values;
            }
            case "mode", "match" ->
                TextNode.valueOf(rule.constant(name).orElseThrow().toLowerCase(Locale.ROOT));
            default -> TextNode.valueOf(rule.text(name).orElseThrow());
        };
    }

    private static Requires requires(AnnotationView require) {
        List<String> names = require.texts("tools");
        List<Place> places = require.elementPlaces("tools");
        List<Located> tools = IntStream.range(0, names.size())
                .mapToObj(i -> new Located(names.get(i), places.get(i)))
                .toList();
        Findings faults = new Findings();
        if (tools.isEmpty()) {
            faults.add(ToolWords.noTools(), require.place("tools"));
        }
        Optional<Key> key = key(require, faults);
        boolean external = require.flag("external").orElse(false);
        return new Requires(require.place(), tools, key, external, faults.problems());
    }

    private static Optional<Key> key(AnnotationView require, Findings faults) {
        Optional<Located> own = pointer(require, "key");
        if (own.isEmpty()) {
            for (String member : List.of("toolsKey", "match", "whenMissing")) {
                if (require.has(member)) {
                    faults.add(ToolWords.keyIsNotGiven(member), require.place(member));
                }
            }
            return Optional.empty();
        }
        Match match = require.constant("match").map(Match::valueOf).orElse(Match.ANY);
        return Optional.of(new Key(
                own.get(),
                pointer(require, "toolsKey").orElse(own.get()),
                match,
                require.constant("whenMissing").map("DENY"::equals)));
    }

    private static Optional<Located> pointer(AnnotationView require, String member) {
        return require.text(member)
                .filter(text -> !text.isEmpty())
                .map(text -> new Located(text, require.place(member)));
    }
}
