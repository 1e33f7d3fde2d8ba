package dev.toolpolicy.runtime.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.RuleDecision;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A second, slow evaluation of rules in three values, straight from Kleene's tables. It knows arrays, objects, strings,
 * numbers and booleans, paths by the JDK's normal form, globs by its regular expressions, and of URLs only
 * {@code http://} with a name of letters and dots, to the end. What commands mean it asks for each line by itself.
 */
final class KleeneOracle {
    private static final Pattern URL = Pattern.compile("http://([a-z]+(?:\\.[a-z]+)*)/?");

    /** What a condition says. */
    enum Truth {
        FALSE,
        UNKNOWN,
        TRUE;

        static Truth of(boolean holds) {
            return holds ? TRUE : FALSE;
        }

        Truth and(Truth other) {
            return compareTo(other) < 0 ? this : other;
        }

        Truth or(Truth other) {
            return compareTo(other) > 0 ? this : other;
        }
    }

    private final ObjectNode facts;
    private final ObjectNode flows;
    private final PathGlob paths;

    KleeneOracle(ObjectNode facts, boolean workspace) {
        this(facts, facts.objectNode(), workspace);
    }

    /** Creates the oracle of a session, whose labels and sets are hidden facts. */
    KleeneOracle(ObjectNode facts, ObjectNode flows, boolean workspace) {
        this.facts = facts;
        this.flows = flows;
        paths = new PathGlob(workspace);
    }

    /** Returns the first rule above the deciding one that couldn't be read, or -1. */
    int mark(RuleList list, ObjectNode arguments) {
        for (int i = 0; i < list.rules().size(); i++) {
            RuleSpec rule = list.rules().get(i);
            Truth truth = rule(rule, arguments);
            if (truth == Truth.UNKNOWN && rule.mode() != Mode.ALLOW) {
                return i;
            } else if (truth == Truth.TRUE) {
                break;
            }
        }
        return -1;
    }

    RuleDecision decide(RuleList list, ObjectNode arguments) {
        int mark = -1;
        for (int i = 0; i < list.rules().size(); i++) {
            RuleSpec rule = list.rules().get(i);
            Truth truth = rule(rule, arguments);
            if (truth == Truth.TRUE) {
                RuleDecision answer = mark >= 0 && rule.mode() == Mode.ALLOW
                        ? RuleDecision.unreadBy(mark)
                        : RuleDecision.by(i, rule.mode());
                return answer.mode() == Mode.ALLOW
                        ? outside(arguments).map(answer::guardedBy).orElse(answer)
                        : answer;
            } else if (truth == Truth.UNKNOWN && rule.mode() != Mode.ALLOW && mark < 0) {
                mark = i;
            }
        }
        return RuleDecision.IMPLICIT;
    }

    /** Returns the place of a path that is outside of the workspace. */
    private Optional<String> outside(ObjectNode arguments) {
        return Stream.of("/p", "/ps")
                .filter(place -> values(arguments, place).stream().anyMatch(path -> paths.isOutside(path.textValue())))
                .findFirst();
    }

    private Truth rule(RuleSpec rule, ObjectNode arguments) {
        if (rule.each().isEmpty()) {
            return all(rule, arguments);
        }
        RuleSpec.Each each = rule.each().get();
        return count(values(arguments, each.array().toString()), each.match(), element -> all(rule, element));
    }

    private Truth all(RuleSpec rule, JsonNode root) {
        Truth truth = Truth.TRUE;
        for (Condition condition : rule.conditions()) {
            truth = truth.and(condition(condition, root, rule.mode()));
        }
        return truth;
    }

    private Truth condition(Condition condition, JsonNode root, Mode mode) {
        String pointer = condition.pointer().toString();
        if (condition.label().isPresent()) {
            return Truth.of(flows.path("label:" + condition.label().get()).booleanValue());
        } else if (condition.isOnFact() && !facts.has(pointer.split("/")[1])) {
            return Truth.UNKNOWN;
        }
        JsonNode from = condition.isOnFact() ? facts : root;
        CommandOracle commands = CommandOracle.of(condition, mode);
        if (commands != null && pointer.equals("/v")) {
            return commands.vector(from.path("v"));
        }
        Match match = commands == null ? condition.match().orElse(null) : mode == Mode.ALLOW ? Match.ALL : Match.ANY;
        boolean array = pointer.equals("/ls");
        List<JsonNode> values = values(from, pointer);
        if (condition.matchesAbsent()) {
            if (lacks(from, pointer.substring(1).split("/"), 0, false)) {
                return Truth.FALSE;
            } else if (values.isEmpty()) {
                return Truth.TRUE;
            }
        }
        return count(values, commands == null || array ? match : Match.ANY, value -> {
            Truth truth = Truth.TRUE;
            for (Matcher matcher : condition.matchers()) {
                truth = truth.and(
                        matcher.kind() == Matcher.Kind.COMMANDS && commands != null
                                ? commands.line(value.textValue())
                                : matcher(condition, matcher, value));
            }
            return truth;
        });
    }

    private static Truth count(List<JsonNode> values, Match match, Function<JsonNode, Truth> test) {
        if (match == Match.ALL) {
            return values.stream().map(test).reduce(Truth.of(!values.isEmpty()), Truth::and);
        }
        return values.stream().map(test).reduce(Truth.FALSE, Truth::or);
    }

    /** Returns whether an element has nothing at the rest of a pointer. */
    private static boolean lacks(JsonNode value, String[] names, int next, boolean inElement) {
        if (value.isArray()) {
            for (JsonNode element : value) {
                if (lacks(element, names, next, true)) {
                    return true;
                }
            }
            return false;
        } else if (value.isMissingNode() || value.isNull()) {
            return inElement;
        }
        return next < names.length && lacks(value.path(names[next]), names, next + 1, inElement);
    }

    private static List<JsonNode> values(JsonNode root, String pointer) {
        List<JsonNode> values = List.of(root);
        for (String name : pointer.substring(1).split("/")) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode value : elements(values)) {
                next.add(value.path(name));
            }
            values = next;
        }
        return elements(values);
    }

    private static List<JsonNode> elements(List<JsonNode> values) {
        List<JsonNode> all = new ArrayList<>();
        for (JsonNode value : values) {
            if (value.isArray()) {
                List<JsonNode> inner = new ArrayList<>();
                value.forEach(inner::add);
                all.addAll(elements(inner));
            } else if (!value.isMissingNode() && !value.isNull()) {
                all.add(value);
            }
        }
        return all;
    }

    private Truth matcher(Condition condition, Matcher matcher, JsonNode value) {
        boolean path = List.of("/p", "/ps").contains(condition.pointer().toString());
        boolean folds = condition.ignoresCase();
        if (matcher.kind() == Matcher.Kind.IN_FACT) {
            String pointer = matcher.fact().orElseThrow().toString();
            return facts.has(pointer.split("/")[1])
                    ? Truth.of(values(facts, pointer).stream()
                            .anyMatch(each ->
                                    path ? paths.same(each.textValue(), value.textValue()) : same(each, value, false)))
                    : Truth.UNKNOWN;
        } else if (matcher.kind() == Matcher.Kind.FROM) {
            return Truth.of(matcher.texts().stream()
                    .flatMap(set -> values(flows, "/from:" + set).stream())
                    .anyMatch(each -> path
                            ? each.isTextual() && paths.same(each.textValue(), value.textValue())
                            : same(each, value, false)));
        } else if (matcher.kind() == Matcher.Kind.HOST) {
            var url = URL.matcher(value.textValue());
            return url.matches() ? Truth.of(matcher.texts().contains(url.group(1))) : Truth.UNKNOWN;
        } else if (path) {
            return Truth.of(paths.holds(matcher, value.textValue(), folds));
        } else if (matcher.kind() == Matcher.Kind.CONST) {
            return Truth.of(same(matcher.values().get(0), value, folds));
        } else if (matcher.kind() == Matcher.Kind.ENUM) {
            return Truth.of(matcher.values().stream().anyMatch(each -> same(each, value, folds)));
        } else if (matcher.kind() == Matcher.Kind.PREFIX) {
            String text = matcher.text();
            return Truth.of(value.textValue().regionMatches(folds, 0, text, 0, text.length()));
        } else if (matcher.kind() == Matcher.Kind.GLOB) {
            return Truth.of(PathGlob.matches(PathGlob.text(matcher.text()), value.textValue(), folds));
        } else if (matcher.kind() == Matcher.Kind.PATTERN) {
            int flags = folds ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
            return Truth.of(Pattern.compile(matcher.text(), flags)
                    .matcher(value.textValue())
                    .find());
        }
        BigDecimal limit = new BigDecimal(matcher.limit().orElseThrow().toString());
        return Truth.of(matcher.bound().orElseThrow().holds(value.decimalValue().compareTo(limit)));
    }

    private static boolean same(JsonNode one, JsonNode other, boolean folds) {
        if (one.isTextual() && other.isTextual()) {
            return folds
                    ? one.textValue().equalsIgnoreCase(other.textValue())
                    : one.textValue().equals(other.textValue());
        }
        return one.isNumber() && other.isNumber()
                ? one.decimalValue().compareTo(other.decimalValue()) == 0
                : one.equals(other);
    }
}
