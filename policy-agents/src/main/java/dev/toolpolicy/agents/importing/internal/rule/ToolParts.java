package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.config.internal.read.HostCatalog.Language;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parameters of a tool that rules of lists look at.
 *
 * @param name the tool's name, or a pattern of names
 * @param known whether a catalog says what parameters it has
 * @param commands the parameter with a command line
 * @param powershell whether that is a line of PowerShell
 * @param url the parameter with a URL, or URLs
 * @param paths the parameters with paths, the main one first
 */
public record ToolParts(
        String name, boolean known, Optional<Part> commands, boolean powershell, Optional<Part> url, List<Part> paths) {

    /**
     * A parameter.
     *
     * @param pointer its JSON Pointer
     * @param many whether it may have several values
     */
    public record Part(String pointer, boolean many) {}

    /** Copies the components. */
    public ToolParts {
        paths = List.copyOf(paths);
    }

    /** Returns the parts of a tool that no catalog has: none are known. */
    public static ToolParts unknown(String name) {
        return new ToolParts(name, false, Optional.empty(), false, Optional.empty(), List.of());
    }

    /** Returns the parts of a tool of a catalog, under one of its names. */
    public static ToolParts of(String name, HostCatalog.Entry tool) {
        ParameterType root = tool.tool().schema().root();
        List<Part> paths = paths(root, "", false)
                .filter(part -> !isWorkingDirectory(part.pointer()))
                .toList();
        Optional<Part> commands = Optional.empty();
        Optional<Part> url = Optional.empty();
        boolean powershell = false;
        for (Map.Entry<String, Language> each : tool.languages().entrySet()) {
            Part part = new Part("/" + each.getKey(), isList(root, each.getKey()));
            if (each.getValue() == Language.URL) {
                url = Optional.of(part);
            } else {
                commands = Optional.of(part);
                powershell = each.getValue() == Language.POWERSHELL;
            }
        }
        return new ToolParts(name, true, commands, powershell, url, paths);
    }

    /** Returns whether a parameter is a text; empty if none of the tools has it. */
    public static Optional<Boolean> isText(String catalog, List<String> tools, String parameter) {
        return HostCatalog.of(catalog).entries().stream()
                .filter(known -> tools.contains(known.name()))
                .flatMap(known -> known.tool().schema().root().property(parameter).stream())
                .map(found -> found.type().kind() == ParameterType.Kind.STRING)
                .findFirst();
    }

    private static boolean isWorkingDirectory(String pointer) {
        return List.of("/cwd", "/workdir", "/working_dir", "/working_directory", "/directory")
                .contains(pointer);
    }

    private static boolean isList(ParameterType root, String name) {
        return root.property(name)
                .filter(each -> each.type().kind() == ParameterType.Kind.ARRAY)
                .isPresent();
    }

    private static Stream<Part> paths(ParameterType type, String pointer, boolean many) {
        return type.byStructure(
                array -> paths(array.items().orElseThrow(), pointer, true),
                object -> object.properties().stream()
                        .flatMap(each -> paths(each.type(), pointer + "/" + ArgumentPointer.escape(each.name()), many)),
                leaf -> leaf.kind() == ParameterType.Kind.PATH ? Stream.of(new Part(pointer, many)) : Stream.empty());
    }
}
