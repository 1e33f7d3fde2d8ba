package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.config.internal.read.HostCatalog.Language;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        List<Part> paths = new ArrayList<>();
        ParameterType root = tool.tool().schema().root();
        root.properties().forEach(each -> paths(each, "", false, paths));
        paths.removeIf(part -> isWorkingDirectory(part.pointer()));
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

    private static boolean isWorkingDirectory(String pointer) {
        return List.of("/cwd", "/workdir", "/working_dir", "/working_directory", "/directory")
                .contains(pointer);
    }

    private static boolean isList(ParameterType root, String name) {
        return root.properties().stream()
                .filter(each -> each.name().equals(name))
                .anyMatch(each -> each.type().byStructure(array -> true, object -> false, leaf -> false));
    }

    private static void paths(Parameter parameter, String above, boolean many, List<Part> to) {
        String pointer = above + "/" + parameter.name().replace("~", "~0").replace("/", "~1");
        paths(parameter.type(), pointer, many, to);
    }

    private static void paths(ParameterType type, String pointer, boolean many, List<Part> to) {
        type.<Boolean>byStructure(
                array -> {
                    paths(array.items().orElseThrow(), pointer, true, to);
                    return true;
                },
                object -> {
                    object.properties().forEach(each -> paths(each, pointer, many, to));
                    return true;
                },
                leaf -> leaf.kind() == ParameterType.Kind.PATH && to.add(new Part(pointer, many)));
    }
}
