package dev.toolpolicy.runtime.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
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
     * Returns a name of an object that also comes in another case.
     *
     * @param known names that count as if the object had them
     */
    public static Optional<String> in(JsonNode object, String... known) {
        Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        return object.properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !seen.add(name)
                        || Stream.of(known).anyMatch(each -> !each.equals(name) && each.equalsIgnoreCase(name)))
                .findFirst();
    }

    /**
     * Returns why a call doesn't run by the names in its arguments: one, at any depth, differs from a declared name or from
     * another one only in case. An object without declared names may have such names, unless it is the arguments: they are
     * data.
     *
     * @param root the type of the arguments
     */
    public static Optional<String> inArguments(ParameterType root, JsonNode arguments) {
        return Stream.concat(inDeclared(root, arguments), in(arguments).stream())
                .findFirst()
                .map(name -> "Not run: the argument " + VisibleText.quoted(name, VisibleText.NAME)
                        + " differs from another name only in case.");
    }

    private static Stream<String> inDeclared(ParameterType type, JsonNode value) {
        String[] names = type.properties().stream().map(Parameter::name).toArray(String[]::new);
        Stream<String> own = names.length == 0 ? Stream.empty() : in(value, names).stream();
        Stream<String> below =
                type.properties().stream().flatMap(each -> inDeclared(each.type(), value.path(each.name())));
        Stream<String> elements = type.items().stream()
                .flatMap(items ->
                        IntStream.range(0, value.size()).boxed().flatMap(i -> inDeclared(items, value.path(i))));
        return Stream.of(own, below, elements).flatMap(each -> each);
    }
}
