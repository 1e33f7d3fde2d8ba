package dev.toolpolicy.springboot;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.document.FileScope;
import dev.toolpolicy.runtime.PolicyLayer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * The policy files that the properties name.
 *
 * @param locations the files, in order
 * @param only by file, the tools that it is for; all tools for a file that isn't there
 * @param resources finds files on the class path
 */
record PolicyFiles(List<String> locations, Map<String, List<String>> only, ResourceLoader resources) {
    /** Reads all files. */
    PolicyLayer[] read() {
        if (locations.isEmpty()) {
            throw missing("toolpolicy.files is empty, so there is no policy.");
        }
        for (String scoped : only.keySet()) {
            if (!locations.contains(scoped)) {
                throw new StartException(
                        "toolpolicy.only names " + scoped + ", which isn't one of toolpolicy.files.",
                        "Write the file as in toolpolicy.files, in brackets: toolpolicy.only.[" + locations.get(0)
                                + "]=crm_*");
            }
        }
        return locations.stream().map(this::scoped).toArray(PolicyLayer[]::new);
    }

    private PolicyLayer scoped(String location) {
        List<String> scope = only.get(location);
        if (scope == null) {
            return read(location);
        }
        List<String> tools;
        try {
            tools = FileScope.of(String.join(",", scope));
        } catch (IllegalArgumentException e) {
            throw new StartException(
                    "toolpolicy.only.[" + location + "]: " + e.getMessage() + ".",
                    "Name the tools that the file is for, such as crm_*, or delete the property.",
                    e);
        }
        return read(location).only(tools.toArray(String[]::new));
    }

    private PolicyConfiguration read(String location) {
        if (location.startsWith("file:")) {
            return file(location, Path.of(location.substring("file:".length())));
        }
        if (!location.contains(":")) {
            return file(location, Path.of(location));
        }
        Resource resource = resources.getResource(location);
        if (!resource.exists()) {
            throw missing("The policy file " + location + " does not exist.");
        }
        try {
            String text = resource.getContentAsString(StandardCharsets.UTF_8);
            String name = location.substring(location.indexOf(':') + 1);
            return PolicyConfiguration.of(format(location), name, text);
        } catch (IOException e) {
            throw new StartException(
                    "The policy file " + location + " can't be read: " + e, "Correct the location or the file.", e);
        }
    }

    /** Reads a file of the file system, which the engine can read again. */
    private static PolicyConfiguration file(String location, Path file) {
        if (!Files.exists(file)) {
            throw missing("The policy file " + location + " does not exist (" + file.toAbsolutePath() + ").");
        }
        return PolicyConfiguration.read(file, format(location));
    }

    private static ConfigurationFormat format(String location) {
        return location.endsWith(".json") ? ConfigurationFormat.JSON : ConfigurationFormat.TOML;
    }

    private static StartException missing(String problem) {
        return new StartException(problem, """
            Create src/main/resources/tool-policy.toml, or name your files with the property toolpolicy.files. \
            This file asks a person about every call:

                [tools."*"]
                policy.run = "ask"
            """);
    }
}
