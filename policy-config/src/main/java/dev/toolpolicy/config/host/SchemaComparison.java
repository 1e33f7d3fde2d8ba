package dev.toolpolicy.config.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The comparison of the parameters that a method's policy was checked with, and those that its host describes to models.
 * What was checked may take less: whole numbers within the bounds of the Java type, no undeclared properties.
 */
final class SchemaComparison {
    private final String method;
    private final List<PolicyProblem> differences = new ArrayList<>();

    private SchemaComparison(String method) {
        this.method = method;
    }

    /**
     * Compares the parameters of a method.
     *
     * @param method the method, for messages
     * @param checked the parameters that its policy was checked with
     * @param host the parameters that the host describes
     * @return the differences by which a rule could judge another value than it was checked for
     */
    static List<PolicyProblem> differences(String method, ToolSchema checked, ToolSchema host) {
        SchemaComparison comparison = new SchemaComparison(method);
        comparison.objects("", checked.root(), host.root());
        return List.copyOf(comparison.differences);
    }

    private void objects(String place, ParameterType checked, ParameterType host) {
        Set<String> names = new HashSet<>();
        for (Parameter each : checked.properties()) {
            names.add(each.name());
            properties(place, Optional.of(each), host.property(each.name()));
        }
        for (Parameter each : host.properties()) {
            if (names.add(each.name())) {
                properties(place, Optional.empty(), Optional.of(each));
            }
        }
        ParameterType values = checked.additional();
        ParameterType described = host.additional();
        if (values != null && described != null && described.kind() != ParameterType.Kind.ANY) {
            types(place + "/*", values, described);
        } else if (values != null && described == null
                || values == null && described != null && described.kind() != ParameterType.Kind.ANY) {
            differ(place, ToolSchema.of().toJson(), json(host));
        }
    }

    private void properties(String around, Optional<Parameter> checked, Optional<Parameter> host) {
        String name = checked.or(() -> host).orElseThrow().name();
        String place = around + "/" + ArgumentPointer.escape(name);
        boolean same = checked.isPresent()
                && host.isPresent()
                && checked.get().isRequired() == host.get().isRequired()
                && (host.get().defaultValue().isEmpty()
                        || host.get().defaultValue().equals(checked.get().defaultValue()));
        if (same) {
            types(place, checked.get().type(), host.get().type());
        } else {
            differences.add(new PolicyProblem(
                    place, SchemaMessages.otherParameter(method, shown(checked), shown(host), isUnnamed(host))));
        }
    }

    private void types(String place, ParameterType checked, ParameterType host) {
        ParameterType.Kind kind = kind(checked);
        if (kind != kind(host) || !Set.copyOf(checked.allowed()).equals(Set.copyOf(host.allowed()))) {
            differ(place, json(checked), json(host));
        } else if (kind == ParameterType.Kind.ARRAY) {
            types(place, checked.items().orElseThrow(), host.items().orElseThrow());
        } else if (kind == ParameterType.Kind.OBJECT) {
            objects(place, checked, host);
        }
    }

    /** Returns the kind of a type in JSON: a path is a string there. */
    private static ParameterType.Kind kind(ParameterType type) {
        return type.kind() == ParameterType.Kind.PATH ? ParameterType.Kind.STRING : type.kind();
    }

    private void differ(String place, JsonNode checked, JsonNode host) {
        differences.add(new PolicyProblem(
                place, SchemaMessages.otherParameter(method, checked.toString(), host.toString(), false)));
    }

    private static JsonNode json(ParameterType type) {
        return new ToolSchema(ParameterType.objectOf(Parameter.required("x", type)))
                .toJson()
                .path("properties")
                .path("x");
    }

    private static String shown(Optional<Parameter> parameter) {
        return parameter
                .map(each -> (each.isRequired() ? "required " : "optional ")
                        + json(each.type())
                        + each.defaultValue()
                                .map(value -> " with the default " + value)
                                .orElse(""))
                .orElse("no such parameter");
    }

    /** Returns whether the host doesn't know the name of a parameter: javac's option -parameters is missing. */
    private static boolean isUnnamed(Optional<Parameter> host) {
        return host.map(Parameter::name)
                .filter(name -> name.startsWith("arg")
                        && name.length() > 3
                        && name.substring(3).chars().allMatch(Character::isDigit))
                .isPresent();
    }
}
