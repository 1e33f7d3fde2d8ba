package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A random small tool with some facts, rules of several conditions about them, and calls with all values that these
 * rules tell apart, as far as there aren't too many.
 */
final class ConditionScene {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int BODIES = 9;
    private static final int MOST_CALLS = 2500;
    private static final List<String> URLS =
            List.of("https://a.org", "https://b.org", "http://a.org", "https://c.org", "ftp://a.org", "");
    private static final List<String> NAMES = List.of("ann", "bob", "cy", "");
    private static final ParameterType EDIT = ParameterType.objectOf(
            Parameter.required("op", ParameterType.string("r", "w")),
            Parameter.optional("dry", ParameterType.bool()),
            Parameter.optional("by", ParameterType.string()));
    private static final ParameterType TAGGED = ParameterType.objectOf(
            Parameter.required("on", ParameterType.bool()),
            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string("r", "w"))));
    private static final Map<String, ParameterType> ARGUMENTS = ordered(
            "flag", ParameterType.bool(),
            "n", ParameterType.integer(0, 2),
            "amount", ParameterType.number(),
            "level", ParameterType.string("r", "w", "x"),
            "payee", ParameterType.string(),
            "payees", ParameterType.arrayOf(ParameterType.string()),
            "url", ParameterType.string(),
            "urls", ParameterType.arrayOf(ParameterType.string()),
            "edits", ParameterType.arrayOf(EDIT),
            "tagged", ParameterType.arrayOf(TAGGED),
            "option", EDIT);
    private static final Map<String, ParameterType> FACTS = ordered(
            "role", ParameterType.string("r", "w"),
            "known", ParameterType.arrayOf(ParameterType.string()),
            "few", ParameterType.arrayOf(ParameterType.string("ann", "bob")),
            "trusted", ParameterType.bool(),
            "org",
                    ParameterType.objectOf(
                            Parameter.required("big", ParameterType.bool()),
                            Parameter.optional("known", ParameterType.arrayOf(ParameterType.string()))));

    private final Random random;
    final RuleScope scope;
    final NaiveTruth truth;
    private final List<RuleSpec> bodies = new ArrayList<>();
    /** A call, with facts, for each different sequence of the bodies' answers. */
    private final Map<String, List<ObjectNode>> calls = new LinkedHashMap<>();

    ConditionScene(Random random) {
        this.random = random;
        scope = new RuleScope(
                new ToolSchema(object(ARGUMENTS, 1 + random.nextInt(3))),
                new ToolSchema(object(FACTS, random.nextInt(3))),
                PathReading.PLAIN);
        truth = new NaiveTruth(scope.parameters(), scope.facts());
        while (bodies.size() < BODIES) {
            bodies.add(body());
        }
        addCalls();
    }

    private static Map<String, ParameterType> ordered(Object... namesAndTypes) {
        Map<String, ParameterType> types = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            types.put((String) namesAndTypes[i], (ParameterType) namesAndTypes[i + 1]);
        }
        return types;
    }

    private ParameterType object(Map<String, ParameterType> types, int size) {
        List<String> names = new ArrayList<>(types.keySet());
        List<Parameter> parameters = new ArrayList<>();
        while (parameters.size() < size) {
            String name = names.remove(random.nextInt(names.size()));
            ParameterType type = types.get(name);
            parameters.add(random.nextBoolean() ? Parameter.required(name, type) : Parameter.optional(name, type));
        }
        return ParameterType.objectOf(parameters, null);
    }

    private RuleSpec body() {
        Parameter array = pick(scope.parameters().parameters());
        if (array.type().kind() == ParameterType.Kind.ARRAY
                && array.type().items().orElseThrow().kind() == ParameterType.Kind.OBJECT
                && random.nextBoolean()) {
            RuleSpec.Each each =
                    new RuleSpec.Each(ArgumentPointer.of(array.name()), random.nextBoolean() ? Match.ALL : Match.ANY);
            return RuleSpec.whenEach(each, conditions(array.type().items().orElseThrow(), false), Mode.ASK);
        }
        return RuleSpec.whenAll(conditions(scope.parameters().root(), true), Mode.ASK);
    }

    private List<Condition> conditions(ParameterType root, boolean withFacts) {
        List<Condition> conditions = new ArrayList<>();
        for (int i = random.nextInt(4); conditions.isEmpty() || i > 0; i--) {
            boolean fact = withFacts && !scope.facts().parameters().isEmpty() && random.nextInt(3) == 0;
            conditions.add(condition(fact ? scope.facts().root() : root, fact));
        }
        return conditions;
    }

    private Condition condition(ParameterType root, boolean fact) {
        List<String> names = new ArrayList<>();
        boolean through = false;
        ParameterType type = root;
        while (type.kind() != ParameterType.Kind.OBJECT || names.isEmpty() || random.nextInt(8) > 0) {
            if (type.kind() == ParameterType.Kind.ARRAY) {
                through = true;
                type = type.items().orElseThrow();
            } else if (type.kind() == ParameterType.Kind.OBJECT) {
                Parameter next = pick(type.properties());
                names.add(next.name());
                type = next.type();
            } else {
                break;
            }
        }
        ArgumentPointer pointer = ArgumentPointer.of(names.toArray(String[]::new));
        Matcher first = matcher(names.get(names.size() - 1), type, fact);
        Condition condition = fact ? Condition.onFact(pointer, first) : Condition.onArgument(pointer, first);
        while (random.nextInt(4) == 0) {
            condition = condition.and(matcher(names.get(names.size() - 1), type, fact));
        }
        return through ? condition.match(random.nextBoolean() ? Match.ALL : Match.ANY) : condition;
    }

    private Matcher matcher(String name, ParameterType type, boolean fact) {
        boolean isText =
                type.kind() == ParameterType.Kind.STRING && type.allowed().isEmpty();
        List<ArgumentPointer> sets = sets();
        if (isText && !fact && !sets.isEmpty() && random.nextInt(2) == 0) {
            return Matcher.inFact(pick(sets));
        } else if (name.startsWith("url")) {
            List<String> hosts =
                    List.of("a.org", "b.org", "c.org").subList(random.nextInt(2), 1 + random.nextInt(2) + 1);
            return Matcher.host(hosts, List.of(), List.of());
        } else if (isText && random.nextInt(3) == 0) {
            return Matcher.pattern(pick(List.of("^.", "b", "^[ab]", "^$")));
        } else if (type.kind() == ParameterType.Kind.INTEGER || type.kind() == ParameterType.Kind.NUMBER) {
            Matcher.Bound kind = pick(List.of(Matcher.Bound.values()));
            return Matcher.bound(kind, ExactNumber.of(String.valueOf(random.nextInt(3))));
        }
        List<JsonNode> values = values(name, type);
        return random.nextBoolean()
                ? Matcher.constant(pick(values))
                : Matcher.oneOf(List.of(pick(values), pick(values)));
    }

    private List<ArgumentPointer> sets() {
        List<ArgumentPointer> sets = new ArrayList<>();
        for (Parameter fact : scope.facts().parameters()) {
            if (fact.type().kind() == ParameterType.Kind.ARRAY) {
                sets.add(ArgumentPointer.of(fact.name()));
            } else if (fact.name().equals("org")) {
                sets.add(ArgumentPointer.of("org", "known"));
            }
        }
        return sets;
    }

    /** Values of a type, all those that matter if it is small. */
    private List<JsonNode> values(String name, ParameterType type) {
        return switch (type.kind()) {
            case BOOLEAN -> List.of(BooleanNode.TRUE, BooleanNode.FALSE);
            case STRING -> {
                List<String> some = name.startsWith("url") ? URLS : NAMES;
                yield LeafSearch.texts(type.allowed().isEmpty() ? some : type.allowed());
            }
            case INTEGER ->
                IntStream.range(0, 3).<JsonNode>mapToObj(NODES::numberNode).toList();
            case NUMBER ->
                List.<JsonNode>of(
                        NODES.numberNode(-1),
                        NODES.numberNode(0),
                        NODES.numberNode(0.5),
                        NODES.numberNode(1),
                        NODES.numberNode(1.5),
                        NODES.numberNode(2),
                        NODES.numberNode(3));
            case ARRAY -> arrays(values(name, type.items().orElseThrow()));
            case OBJECT -> objects(type);
            case PATH, ANY -> throw new IllegalArgumentException(type.toString());
        };
    }

    private List<JsonNode> arrays(List<JsonNode> elements) {
        List<JsonNode> arrays = new ArrayList<>(List.of(NODES.arrayNode()));
        elements.forEach(one -> arrays.add(NODES.arrayNode().add(one)));
        for (int i = 0; i < elements.size(); i++) {
            for (int j = i + 1; j < elements.size(); j++) {
                ArrayNode two = NODES.arrayNode().add(elements.get(i)).add(elements.get(j));
                arrays.add(two);
                if (elements.size() < 7) {
                    for (int k = j + 1; k < elements.size(); k++) {
                        arrays.add(two.deepCopy().add(elements.get(k)));
                    }
                }
            }
        }
        return arrays;
    }

    private List<JsonNode> objects(ParameterType type) {
        List<JsonNode> objects = new ArrayList<>(List.of(NODES.objectNode()));
        for (Parameter property : type.properties()) {
            List<JsonNode> larger = new ArrayList<>();
            for (JsonNode state : states(property)) {
                for (JsonNode object : objects) {
                    ObjectNode copy = object.deepCopy();
                    larger.add(state.isMissingNode() ? copy : copy.set(property.name(), state));
                }
            }
            objects = larger;
        }
        return objects;
    }

    private List<JsonNode> states(Parameter parameter) {
        List<JsonNode> states = new ArrayList<>(values(parameter.name(), parameter.type()));
        if (!parameter.isRequired()) {
            states.add(MissingNode.getInstance());
        }
        return states;
    }

    private List<JsonNode> factStates(Parameter fact) {
        List<JsonNode> states = new ArrayList<>(values(fact.name(), fact.type()));
        states.add(MissingNode.getInstance());
        if (!fact.isRequired()) {
            states.add(NullNode.getInstance());
        }
        return states;
    }

    private void addCalls() {
        Map<Parameter, List<JsonNode>> arguments = new LinkedHashMap<>();
        Map<Parameter, List<JsonNode>> facts = new LinkedHashMap<>();
        scope.parameters().parameters().forEach(each -> arguments.put(each, states(each)));
        scope.facts().parameters().forEach(each -> facts.put(each, factStates(each)));
        long all = 1;
        for (List<JsonNode> states : arguments.values()) {
            all = Math.min(MOST_CALLS + 1, all * states.size());
        }
        for (List<JsonNode> states : facts.values()) {
            all = Math.min(MOST_CALLS + 1, all * states.size());
        }
        for (int call = 0; call < Math.min(all, MOST_CALLS); call++) {
            int[] digits = {call};
            boolean sampled = all > MOST_CALLS;
            ObjectNode given = combined(arguments, digits, sampled);
            ObjectNode known = combined(facts, digits, sampled);
            calls.putIfAbsent(truth.answers(new RuleList(bodies), given, known), List.of(given, known));
        }
    }

    private ObjectNode combined(Map<Parameter, List<JsonNode>> states, int[] digits, boolean sampled) {
        ObjectNode made = NODES.objectNode();
        states.forEach((parameter, some) -> {
            JsonNode state = some.get(sampled ? random.nextInt(some.size()) : digits[0] % some.size());
            digits[0] /= some.size();
            if (!state.isMissingNode()) {
                made.set(parameter.name(), state);
            }
        });
        return made;
    }

    RuleList rules() {
        List<RuleSpec> rules = new ArrayList<>();
        for (int size = random.nextInt(8); rules.size() < size; ) {
            RuleSpec body = pick(bodies);
            Mode mode = random.nextInt(3) == 0 ? Mode.ALLOW : pick(List.of(Mode.values()));
            RuleSpec rule = body.each()
                    .map(each -> RuleSpec.whenEach(each, body.conditions(), mode))
                    .orElseGet(() -> RuleSpec.whenAll(body.conditions(), mode));
            int kind = random.nextInt(15);
            boolean isUnreadable = kind == 1 && mode != Mode.ALLOW;
            rules.add(kind == 0 ? RuleSpec.otherwise(mode) : isUnreadable ? RuleSpec.unreadable("other", mode) : rule);
        }
        return new RuleList(rules);
    }

    /** A call, as arguments and facts, for each different sequence of a list's answers. */
    Map<String, List<ObjectNode>> calls(RuleList list) {
        Map<RuleSpec, Integer> places = new HashMap<>();
        for (int i = 0; i < bodies.size(); i++) {
            places.put(bodies.get(i), i);
        }
        Map<String, List<ObjectNode>> found = new LinkedHashMap<>();
        calls.forEach((answers, call) -> {
            StringBuilder some = new StringBuilder();
            for (RuleSpec rule : list.rules()) {
                some.append(
                        rule.isUnreadable()
                                ? NaiveTruth.UNKNOWN
                                : rule.isCatchAll() ? NaiveTruth.YES : answers.charAt(places.get(bodyOf(rule))));
            }
            found.putIfAbsent(some.toString(), call);
        });
        return found;
    }

    private static RuleSpec bodyOf(RuleSpec rule) {
        return rule.each()
                .map(each -> RuleSpec.whenEach(each, rule.conditions(), Mode.ASK))
                .orElseGet(() -> RuleSpec.whenAll(rule.conditions(), Mode.ASK));
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    @Override
    public String toString() {
        return scope.parameters() + " facts " + scope.facts();
    }
}
