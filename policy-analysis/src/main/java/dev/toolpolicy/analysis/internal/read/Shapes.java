package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Parameters without what doesn't matter: their descriptions, and for some rules other parameters. Stateless. */
public final class Shapes {
    private Shapes() {}

    /** Returns whether two tools have the same parameters, apart from descriptions for models. */
    public static boolean same(ToolSchema one, ToolSchema other) {
        return shape(one.root()).equals(shape(other.root()));
    }

    /**
     * Returns a type with other properties in its objects, at any depth.
     *
     * @param change makes a property from what it was and its new type
     */
    public static ParameterType changed(ParameterType type, BiFunction<Parameter, ParameterType, Parameter> change) {
        return type.byStructure(
                array -> ParameterType.arrayOf(changed(array.items().orElseThrow(), change)),
                object -> ParameterType.objectOf(
                        object.properties().stream()
                                .map(each -> change.apply(each, changed(each.type(), change)))
                                .toList(),
                        object.additional() == null ? null : changed(object.additional(), change)),
                leaf -> leaf);
    }

    /** Returns a type without its descriptions for models. */
    private static ParameterType shape(ParameterType type) {
        return changed(type, (each, of) -> shape(each, of, false));
    }

    private static Parameter shape(Parameter each, ParameterType type, boolean isLarge) {
        return new Parameter(each.name(), type, each.isRequired(), each.defaultValue(), "", isLarge, false);
    }

    /**
     * Returns the parameters on which the check and the program of a list depend. A tool with the same ones has the same
     * program. A check finds the same problems for it, and only their words can name other parameters.
     *
     * <p>A parameter that no rule names is left out, unless it matters anyway: paths are guarded, and a large one makes
     * others late.
     *
     * @param names the names that occur in the list
     */
    public static ToolSchema seen(ToolSchema schema, Set<String> names) {
        ParameterType root = schema.root();
        boolean guardsOthers = root.additional() != null && holdsPaths(root.additional());
        List<Parameter> seen = new ArrayList<>();
        for (Parameter each : root.properties()) {
            if (guardsOthers || each.isLarge() || names.contains(each.name()) || holdsPaths(each.type())) {
                seen.add(shape(each, shape(each.type()), each.isLarge()));
            }
        }
        return new ToolSchema(
                ParameterType.objectOf(seen, root.additional() == null ? null : shape(root.additional())));
    }

    /** Returns whether a value of a type is a path or has one. */
    public static boolean holdsPaths(ParameterType type) {
        return type.byStructure(
                array -> holdsPaths(array.items().orElseThrow()),
                object -> object.properties().stream().anyMatch(property -> holdsPaths(property.type()))
                        || object.additional() != null && holdsPaths(object.additional()),
                leaf -> leaf.kind() == ParameterType.Kind.PATH);
    }

    /** Returns the names of parameters that occur in rules or their examples. */
    public static Set<String> names(RuleList list) {
        Set<String> names = new HashSet<>();
        list.all().forEach(rule -> {
            rule.each().ifPresent(each -> names.add(each.array().parameter()));
            rule.conditions().forEach(each -> names.add(each.pointer().parameter()));
            Stream.concat(rule.examples().stream(), rule.counterexamples().stream())
                    .forEach(each -> addNames(each.value(), names));
        });
        return names;
    }

    /** Returns all names in a list as a file has it that can be of parameters: where pointers begin, and members. */
    public static Set<String> names(JsonNode written) {
        Set<String> names = new HashSet<>();
        addNames(written, names);
        return names;
    }

    private static void addNames(JsonNode written, Set<String> names) {
        String text = written.asText();
        if (text.startsWith("/")) {
            int end = text.indexOf('/', 1);
            String name = text.substring(1, end < 0 ? text.length() : end);
            names.add(name.replace("~1", "/").replace("~0", "~"));
        }
        written.fieldNames().forEachRemaining(names::add);
        written.forEach(each -> addNames(each, names));
    }
}
