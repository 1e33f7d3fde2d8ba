package dev.toolpolicy.cli.internal.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.json.JsonDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The tools of a server as they were first seen: a digest of all that the server says about each. A tool that changes
 * afterwards is disabled until a person accepts it. Thread-safe.
 */
final class Pins {
    private static final String ALL = "all";

    private final Path file;
    private final Set<String> accepted;
    private final Map<String, String> digests;

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
        Map<String, String> digests = new LinkedHashMap<>();
        if (Files.exists(file)) {
            try {
                JsonNode tree = StrictJson.standard().read(Files.readString(file));
                for (Map.Entry<String, JsonNode> tool : tree.path("tools").properties()) {
                    if (!tool.getValue().isTextual()) {
                        throw new IOException("the file of pinned tools is damaged: " + file);
                    }
                    digests.put(tool.getKey(), tool.getValue().textValue());
                }
            } catch (MalformedJsonException e) {
                throw new IOException("the file of pinned tools is damaged: " + file, e);
            }
        }
        return new Pins(file, accepted, digests);
    }

    /**
     * Compares a tool with its pin. A tool that is seen for the first time is pinned.
     *
     * @param name the tool's name
     * @param tool what the server says about it
     * @return whether it is as it was
     * @throws IOException if a new pin can't be written
     */
    synchronized boolean isUnchanged(String name, JsonNode tool) throws IOException {
        String digest = JsonDigest.of(tool);
        String pinned = digests.get(name);
        if (digest.equals(pinned)) {
            return true;
        }
        if (pinned != null && !accepted.contains(name) && !accepted.contains(ALL)) {
            return false;
        }
        digests.put(name, digest);
        write();
        return true;
    }

    private void write() throws IOException {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        ObjectNode tools = tree.putObject("tools");
        digests.forEach(tools::put);
        Path target = file.toAbsolutePath();
        Files.createDirectories(target.getParent());
        Path next =
                Files.createTempFile(target.getParent(), target.getFileName().toString(), ".next");
        Files.writeString(next, tree.toPrettyString() + "\n");
        Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
