package dev.toolpolicy.cli.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.cli.internal.command.FolderLock;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
     * Compares a tool with its pin. A tool that is seen for the first time is pinned, for all gateways that share the
     * file.
     *
     * @param name the tool's name
     * @param tool what the server says about it
     * @return whether it is as it was
     * @throws IOException if the pins can't be read again, or a new one can't be written
     */
    synchronized boolean isUnchanged(String name, JsonNode tool) throws IOException {
        String digest = JsonDigest.of(tool);
        if (digest.equals(digests.get(name))) {
            return true;
        }
        Path target = file.toAbsolutePath();
        Files.createDirectories(target.getParent());
        try {
            return new FolderLock(target.resolveSibling(target.getFileName() + ".lock"))
                    .hold("a tool can't be pinned", () -> pin(target, name, digest));
        } catch (StoreException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Pins a tool, unless its pin is another one whose change isn't accepted. */
    private boolean pin(Path target, String name, String digest) throws IOException {
        digests = digests(target);
        String pinned = digests.get(name);
        if (digest.equals(pinned)) {
            return true;
        }
        if (pinned != null && !accepts(name)) {
            return false;
        }
        digests.put(name, digest);
        write(target);
        return true;
    }

    /** Returns whether a tool may have changed; true once. */
    private boolean accepts(String name) {
        return (accepted.contains(name) || accepted.contains(ALL)) && used.add(name);
    }

    private void write(Path target) throws IOException {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        ObjectNode tools = tree.putObject("tools");
        digests.forEach(tools::put);
        Path next = target.resolveSibling(target.getFileName() + ".next");
        Files.writeString(next, tree.toPrettyString() + "\n");
        Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
