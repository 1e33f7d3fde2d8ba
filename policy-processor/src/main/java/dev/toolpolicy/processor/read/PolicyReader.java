package dev.toolpolicy.processor.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.check.ReasonCheck;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Result;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.processor.mirror.AnnotationView;
import dev.toolpolicy.processor.mirror.JavaType.RecordShape;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration;
import dev.toolpolicy.processor.model.PolicyDeclaration.Facts;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Located;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.processor.model.PolicyDeclaration.Rules;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenLimit;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenResult;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenRule;
import dev.toolpolicy.processor.model.PolicyDeclaration.WrittenSet;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The reader of policies. */
record PolicyReader(RecordReader records) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** The members of rules that are lists. */
    private static final Set<String> LISTS =
            Set.of("oneOf", "commands", "host", "schemes", "ports", "all", "examples", "counterexamples", "from");

    PolicyDeclaration read(Element tool, Findings findings) {
        return PolicyFinder.find(tool, findings)
                .map(policy -> new PolicyDeclaration(
                        rules(policy, "run"),
                        rules(policy, "result"),
                        policy.annotations("requires").stream()
                                .map(PolicyReader::requires)
                                .toList(),
                        policy.annotations("limits").stream()
                                .map(PolicyReader::limit)
                                .toList(),
                        facts(policy, findings),
                        located(policy, "paths"),
                        Optional.empty()))
                .orElse(PolicyDeclaration.NONE)
                .with(AnnotationView.find(tool, Result.class).map(PolicyReader::result));
    }

    private static WrittenResult result(AnnotationView result) {
        List<Located> labels = result.has("labels")
                ? located(result, "labels")
                : List.of(new Located(FlowFacts.UNTRUSTED, result.place()));
        List<WrittenSet> sets = result.annotations("values").stream()
                .map(set -> new WrittenSet(
                        new Located(set.text("name").orElse(""), set.place("name")),
                        located(set, "at"),
                        set.flag("trusted").orElse(false)))
                .toList();
        return new WrittenResult(labels, sets);
    }

    private static List<Located> located(AnnotationView from, String member) {
        List<String> texts = from.texts(member);
        List<Location> places = from.elementPlaces(member);
        return IntStream.range(0, texts.size())
                .mapToObj(i -> new Located(texts.get(i), places.get(i)))
                .toList();
    }

    private Facts facts(AnnotationView policy, Findings findings) {
        Optional<TypeMirror> written = policy.mirror("facts").filter(each -> each.getKind() != TypeKind.VOID);
        Optional<TypeElement> type = policy.type("facts");
        if (written.isEmpty()) {
            return Facts.NONE;
        } else if (type.isEmpty() || type.get().getKind() != ElementKind.RECORD) {
            String name = written.get().toString();
            findings.add(ToolWords.factsAreNoRecord(name.substring(name.lastIndexOf('.') + 1)), policy.place("facts"));
            return new Facts(ToolSchema.of(), true);
        }
        Set<String> broken = new HashSet<>();
        RecordShape shape = records.readFacts(type.get(), broken, findings);
        return new Facts(new ToolSchema(shape.schema()), !broken.isEmpty());
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
        Map<String, List<Location>> places = new LinkedHashMap<>();
        return new WrittenRule(rule.place(), members(rule, "", places), places);
    }

    /** Reads the members of a rule or a condition, and adds the places of their values. */
    private static ObjectNode members(AnnotationView from, String path, Map<String, List<Location>> places) {
        ObjectNode values = NODES.objectNode();
        for (String name : from.members()) {
            String member = ValueSyntax.TEXT.memberOf(name);
            List<Location> all = new ArrayList<>(List.of(from.place(name)));
            if (LISTS.contains(name)) {
                all.addAll(from.elementPlaces(name));
            }
            places.put(path + member, all);
            values.set(member, name.equals("all") ? conditions(from, places) : value(from, name));
        }
        return values;
    }

    private static JsonNode conditions(AnnotationView rule, Map<String, List<Location>> places) {
        ArrayNode conditions = NODES.arrayNode();
        for (AnnotationView condition : rule.annotations("all")) {
            String path = WrittenRule.path(conditions.size());
            places.put(path, List.of(condition.place()));
            conditions.add(members(condition, path + "/", places));
        }
        return conditions;
    }

    private static JsonNode value(AnnotationView from, String name) {
        return switch (name) {
            case "oneOf", "commands", "host", "schemes", "from" ->
                array(from.texts(name).stream().map(TextNode::valueOf));
            case "ports" -> array(from.numbers(name).stream().map(IntNode::valueOf));
            case "examples", "counterexamples" ->
                array(from.annotations(name).stream().map(PolicyReader::example));
            case "ignoreCase", "lines", "orAbsent" ->
                BooleanNode.valueOf(from.flag(name).orElseThrow());
            case "mode", "match" ->
                TextNode.valueOf(from.constant(name).orElseThrow().toLowerCase(Locale.ROOT));
            default -> TextNode.valueOf(from.text(name).orElseThrow());
        };
    }

    /** Returns an example as its members are written: {@code value}, {@code json}, or by mistake both or none. */
    private static JsonNode example(AnnotationView example) {
        ObjectNode written = NODES.objectNode();
        example.members().forEach(name -> written.put(name, example.text(name).orElseThrow()));
        return written;
    }

    private static JsonNode array(Stream<? extends JsonNode> values) {
        return NODES.arrayNode().addAll(values.toList());
    }

    private static WrittenLimit limit(AnnotationView limit) {
        ObjectNode members = NODES.objectNode();
        Map<String, Location> places = new LinkedHashMap<>();
        for (String name : limit.members()) {
            places.put(name, limit.place(name));
            switch (name) {
                case "calls", "failures" -> members.put(name, limit.number(name).orElseThrow());
                case "total" -> members.set(name, number(limit.text(name).orElseThrow()));
                default -> limit.text(name).filter(text -> !text.isEmpty()).ifPresent(text -> members.put(name, text));
            }
        }
        return new WrittenLimit(limit.place(), members, places);
    }

    /** Returns a number that is written as text; the text itself if it is none. */
    private static JsonNode number(String text) {
        JsonNode written = TextNode.valueOf(text);
        return ValueReader.readNumber(written, ValueSyntax.TEXT)
                .<JsonNode>map(number -> NODES.numberNode(new BigDecimal(number.toString())))
                .orElse(written);
    }

    private static Requires requires(AnnotationView require) {
        List<Located> tools = located(require, "tools");
        Findings faults = new Findings();
        if (tools.isEmpty()) {
            faults.add(ToolWords.noTools(), require.place("tools"));
        }
        Optional<Key> key = key(require, faults);
        boolean external = require.flag("external").orElse(false);
        Optional<String> reason = require.text("reason").filter(text -> !text.isEmpty());
        reason.flatMap(ReasonCheck::check).ifPresent(problem -> faults.add(problem, require.place("reason")));
        return new Requires(require.place(), tools, key, external, reason, faults.problems());
    }

    private static Optional<Key> key(AnnotationView require, Findings faults) {
        Optional<Located> own = pointer(require, "key");
        if (own.isEmpty()) {
            Stream.of("toolsKey", "match", "allowWhenMissing", "unlessNew", "fresh")
                    .filter(member -> require.has(member))
                    .forEach(member -> faults.add(ToolWords.keyIsNotGiven(member), require.place(member)));
            return Optional.empty();
        }
        Match match = require.constant("match").map(Match::valueOf).orElse(Match.ANY);
        return Optional.of(new Key(
                own.get(),
                pointer(require, "toolsKey").orElse(own.get()),
                match,
                require.flag("allowWhenMissing").orElse(false),
                require.flag("unlessNew").orElse(false),
                require.flag("fresh").orElse(false)));
    }

    private static Optional<Located> pointer(AnnotationView require, String member) {
        return require.text(member)
                .filter(text -> !text.isEmpty())
                .map(text -> new Located(text, require.place(member)));
    }
}
