package dev.toolpolicy.agents.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.internal.local.FolderLock;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a server as they were first seen: a digest of all that the server says about each. A tool that changes
 * afterwards is disabled until a person accepts it. Thread-safe.
 */
final class Pins {
    private static final String ALL = "all";

    private final Path file;
    private final Set<String> accepted;
    /** The names of the tools whose change was accepted; another change of theirs is not. */
    private final Set<String> used = new HashSet<>();

    private Map<String, String> digests;

    private Pins(Path file, Set<String> accepted, Map<String, String> digests) {
        this.file = file;
        this.accepted = Set.copyOf(accepted);
        this.digests = digests;
    }

    /**
     * Reads the pins.
     *
     * @param file the file; none are pinned if it doesn't exist
     * @param accepted the names of tools that may have changed this once, or {@code all}
     * @throws IOException if the file can't be read
     */
    static Pins read(Path file, Set<String> accepted) throws IOException {
        return new Pins(file, accepted, digests(file));
    }

    private static Map<String, String> digests(Path file) throws IOException {
        Map<String, String> digests = new LinkedHashMap<>();
        if (!Files.exists(file)) {
            return digests;
        }
        try {
            JsonNode tools = StrictJson.standard()
                    .ofAnyLength()
                    .read(Files.readString(file))
                    .path("tools");
            if (!tools.isObject()) {
                throw damaged(file, null);
            }
            for (Map.Entry<String, JsonNode> tool : tools.properties()) {
                if (!tool.getValue().isTextual()) {
                    throw damaged(file, null);
                }
                digests.put(tool.getKey(), tool.getValue().textValue());
            }
            return digests;
        } catch (MalformedJsonException e) {
            throw damaged(file, e);
        }
    }

    private static IOException damaged(Path file, @Nullable Exception cause) {
        return new IOException("the file of pinned tools is damaged: " + file, cause);
    }

    /**
     * Compares tools with their pins. Tools that are seen for the first time are pinned, all of them in one write, for
     * all gateways that share the file.
     *
     * @param tools what the server says about each tool, by name
     * @return why tools are not as they were, by name; also that the pins can't be read or written
     */
    synchronized Map<String, String> problems(Map<String, ? extends JsonNode> tools) {
        Map<String, String> seen = new LinkedHashMap<>();
        tools.forEach((name, tool) -> seen.put(name, JsonDigest.of(tool)));
        seen.entrySet().removeIf(each -> each.getValue().equals(digests.get(each.getKey())));
        if (seen.isEmpty()) {
            return Map.of();
        }
        Map<String, String> problems = new LinkedHashMap<>();
        Path target = file.toAbsolutePath();
        try {
            Files.createDirectories(target.getParent());
            Set<String> changed = new FolderLock(target.resolveSibling(target.getFileName() + ".lock"))
                    .hold("tools can't be pinned", () -> pin(target, seen));
            changed.forEach(name -> problems.put(
                    name,
                    "the server has changed it since it was first used, or " + file
                            + " is another server's, which then needs its own --pins; --accept " + name
                            + " accepts the change"));
        } catch (IOException | StoreException e) {
            seen.keySet().forEach(name -> problems.put(name, "it can't be pinned: " + e.getMessage()));
        }
        return problems;
    }

    /** Pins tools; returns those whose pin is another one and whose change isn't accepted. */
    private Set<String> pin(Path target, Map<String, String> seen) throws IOException {
        Map<String, String> next = digests(target);
        Set<String> changed = new LinkedHashSet<>();
        boolean writes = false;
        for (Map.Entry<String, String> each : seen.entrySet()) {
            String pinned = next.get(each.getKey());
            if (pinned != null && !pinned.equals(each.getValue()) && !accepts(each.getKey())) {
                changed.add(each.getKey());
            } else {
                writes |= !each.getValue().equals(next.put(each.getKey(), each.getValue()));
            }
        }
        if (writes) {
            write(target, next);
        }
        digests = next;
        return changed;
    }

    /** Returns whether a tool may have changed; true once. */
    private boolean accepts(String name) {
        return (accepted.contains(name) || accepted.contains(ALL)) && used.add(name);
    }

    private static void write(Path target, Map<String, String> digests) throws IOException {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        ObjectNode tools = tree.putObject("tools");
        digests.forEach(tools::put);
        Path next = target.resolveSibling(target.getFileName() + ".next");
        Files.writeString(next, tree.toPrettyString() + "\n");
        Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
