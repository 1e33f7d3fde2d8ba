package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rules as their specification reads, without anything that makes them fast. Its patterns are plain ones. */
final class NaiveRules {
    private NaiveRules() {}

    /** The first rule that holds; -1 if none does. */
    static int decide(ToolSchema schema, RuleList list, JsonNode call) {
        List<RuleSpec> rules = list.rules();
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i).conditions().stream().allMatch(condition -> holds(condition, schema, call))) {
                return i;
            }
        }
        return -1;
    }

    static boolean holds(Condition condition, ToolSchema schema, JsonNode call) {
        List<JsonNode> values = new ArrayList<>();
        collect(call, schema.root(), condition.pointer().segments(), values);
        ParameterType type = ((Resolution.Resolved) Resolution.of(condition.pointer(), schema)).type();
        long satisfying = values.stream()
                .filter(value -> satisfies(value, condition.matchers().get(0), type))
                .count();
        return condition.match().orElse(Match.ANY) == Match.ANY
                ? satisfying > 0
                : satisfying > 0 && satisfying == values.size();
    }

    /** Collects the values at some names, and returns their type. */
    static ParameterType collect(JsonNode value, ParameterType type, List<String> names, List<JsonNode> values) {
        boolean isAbsent = value == null || value.isNull();
        if (type.kind() == ParameterType.Kind.ARRAY) {
            if (!isAbsent) {
                value.forEach(element -> collect(element, type.items().orElseThrow(), names, values));
            }
            return collect(null, type.items().orElseThrow(), names, values);
        } else if (names.isEmpty()) {
            if (!isAbsent) {
                values.add(value);
            }
            return type;
        }
        ParameterType inner = type.property(names.get(0)).orElseThrow().type();
        return collect(isAbsent ? null : value.get(names.get(0)), inner, names.subList(1, names.size()), values);
    }

    static boolean satisfies(JsonNode value, Matcher matcher, ParameterType type) {
        boolean path = type.kind() == ParameterType.Kind.PATH;
        if (matcher.kind() == Matcher.Kind.CONST) {
            return equal(value, matcher.values().get(0), type);
        } else if (matcher.kind() == Matcher.Kind.ENUM) {
            return matcher.values().stream().anyMatch(each -> equal(value, each, type));
        } else if (matcher.kind() == Matcher.Kind.PREFIX) {
            return path
                    ? under(value.textValue(), matcher.text())
                    : value.textValue().startsWith(matcher.text());
        } else if (matcher.kind() == Matcher.Kind.PATTERN) {
            String text = path ? shown(value.textValue()) : value.textValue();
            return Pattern.compile(translated(matcher.text())).matcher(text).find();
        }
        int order = value.decimalValue()
                .compareTo(new BigDecimal(matcher.limit().orElseThrow().toString()));
        return switch (matcher.bound().orElseThrow()) {
            case MINIMUM -> order >= 0;
            case MAXIMUM -> order <= 0;
            case EXCLUSIVE_MINIMUM -> order > 0;
            case EXCLUSIVE_MAXIMUM -> order < 0;
        };
    }

    /** To the JDK a line may end before the end of the text, and at more characters. */
    private static String translated(String regex) {
        String any = "[^\\n\\r\\u2028\\u2029]";
        return regex.replace(".*", any + "*").replace(".$", any + "$").replace("$", "\\z");
    }

    /** Paths are equal by their normal forms, also those inside of other values. */
    private static boolean equal(JsonNode a, JsonNode b, ParameterType type) {
        if (type.kind() == ParameterType.Kind.PATH && a.isTextual() && b.isTextual()) {
            return normal(a.textValue()).equals(normal(b.textValue()));
        } else if (a.isNumber() && b.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue()) == 0;
        } else if (a.isArray() && b.isArray()) {
            ParameterType items = type.items().orElse(ParameterType.any());
            boolean same = a.size() == b.size();
            for (int i = 0; same && i < a.size(); i++) {
                same = equal(a.get(i), b.get(i), items);
            }
            return same;
        } else if (a.isObject() && b.isObject()) {
            return a.size() == b.size()
                    && a.properties().stream()
                            .allMatch(each -> b.has(each.getKey())
                                    && equal(each.getValue(), b.get(each.getKey()), inner(type, each.getKey())));
        }
        return a.equals(b);
    }

    private static ParameterType inner(ParameterType type, String name) {
        return type.property(name)
                .map(property -> property.type())
                .or(() -> Optional.ofNullable(type.additional()))
                .orElse(ParameterType.any());
    }

    /** Normal forms by rewriting text until nothing changes, with a slash before and after every component. */
    private static String normal(String text) {
        String path = "/" + text + "/";
        for (String before = ""; !before.equals(path); ) {
            before = path;
            path = path.replace("//", "/").replace("/./", "/").replaceFirst("/(?!\\.\\./)[^/]+/\\.\\./", "/");
        }
        while (text.startsWith("/") && path.startsWith("/../")) {
            path = path.substring(3);
        }
        return (text.startsWith("/") ? "absolute" : "relative") + path;
    }

    /** A normal form as patterns see it. */
    private static String shown(String text) {
        String path = normal(text);
        boolean absolute = path.startsWith("absolute");
        String inner = path.substring(8);
        String components = inner.length() > 1 ? inner.substring(1, inner.length() - 1) : "";
        return absolute ? "/" + components : components.isEmpty() ? "." : components;
    }

    private static boolean under(String text, String prefix) {
        String path = normal(text);
        String above = normal(prefix);
        return path.startsWith(above) && !path.substring(above.length()).startsWith("../");
    }
}
