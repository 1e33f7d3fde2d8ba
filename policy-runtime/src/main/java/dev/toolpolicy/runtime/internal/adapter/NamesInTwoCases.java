package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names in JSON objects that differ only in case. Some readers take them for the same name, so another program could read
 * other arguments than those that were decided. Stateless.
 */
public final class NamesInTwoCases {
    private NamesInTwoCases() {}

    /**
     * Returns a name of an object that is not known and differs from a known or another one only in case.
     *
     * @param known names of the object that a reader knows; two of them may differ only in case
     */
    public static Optional<String> in(JsonNode object, String... known) {
        List<String> fine = List.of(known);
        Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        seen.addAll(fine);
        return object.properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !fine.contains(name) && !seen.add(name))
                .findFirst();
    }

    /**
     * Returns why a call doesn't run by the names in its arguments: one that isn't declared, at any depth, differs from a
     * declared name or from another one only in case. An object without declared names may have such names, unless it is
     * the arguments: they are data.
     *
     * @param root the type of the arguments
     */
    public static Optional<String> inArguments(ParameterType root, JsonNode arguments) {
        return Stream.concat(in(arguments, names(root)).stream(), inDeclared(root, arguments))
                .findFirst()
                .map(name -> "Not run: the argument " + VisibleText.quoted(name, VisibleText.NAME)
                        + " differs from another name only in case.");
    }

    private static Stream<String> inDeclared(ParameterType type, JsonNode value) {
        Stream<String> own = type.properties().isEmpty() ? Stream.empty() : in(value, names(type)).stream();
        Stream<String> below =
                type.properties().stream().flatMap(each -> inDeclared(each.type(), value.path(each.name())));
        Stream<String> elements = type.items().stream()
                .flatMap(items ->
                        IntStream.range(0, value.size()).boxed().flatMap(i -> inDeclared(items, value.path(i))));
        return Stream.of(own, below, elements).flatMap(each -> each);
    }

    private static String[] names(ParameterType type) {
        return type.properties().stream().map(Parameter::name).toArray(String[]::new);
    }
}
