package dev.toolpolicy.agents.internal.hook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings file of a coding agent, with or without this hook. What else the file says stays as it is. For one thread.
 */
public final class AgentSettings {
    /** Marks the commands of this hook. */
    private static final String MARK = " # toolpolicy";

    private final Path file;
    private final ObjectNode tree;
    private final List<String> changes = new ArrayList<>();

    private AgentSettings(Path file, ObjectNode tree) {
        this.file = file;
        this.tree = tree;
    }

    /**
     * Reads a settings file; one that doesn't exist is empty.
     *
     * @throws IOException if it can't be read, or isn't as expected
     */
    public static AgentSettings read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new AgentSettings(file, JsonNodeFactory.instance.objectNode());
        }
        try {
            JsonNode tree = StrictJson.standard().ofAnyLength().read(Files.readString(file));
            if (tree instanceof ObjectNode object && isAsExpected(object)) {
                return new AgentSettings(file, object);
            }
        } catch (MalformedJsonException e) {
            throw new IOException(file + " is not JSON: " + e.getMessage(), e);
        }
        throw new IOException(file + " is not a settings file with hooks: \"hooks\" must be an object of arrays");
    }

    private static boolean isAsExpected(ObjectNode tree) {
        JsonNode hooks = tree.path("hooks");
        return hooks.isMissingNode()
                || hooks.isObject()
                        && hooks.properties().stream()
                                .allMatch(each -> each.getValue().isArray());
    }

    /** Adds the hook to every event that it handles, in place of an earlier one. */
    public void install(HookHost host, String command) {
        uninstall();
        ObjectNode hooks = tree.withObjectProperty("hooks");
        new TreeMap<>(host.events()).forEach((kind, word) -> {
            ObjectNode entry = hooks.withArrayProperty(word).addObject();
            if (host == HookHost.CLAUDE_CODE) {
                entry.put("matcher", "*"); // others take an entry without it for all tools
            }
            ObjectNode hook =
                    entry.putArray("hooks").addObject().put("type", "command").put("command", command + MARK);
            host.complete(hook, kind == HookEvent.Kind.BEFORE);
            changes.add("+ " + word + ": " + hook);
        });
    }

    /** Returns whether the agent runs no hook at all, as these settings say. */
    public boolean disablesHooks() {
        return tree.path("disableAllHooks").asBoolean();
    }

    /** Removes the hook from all events, and what becomes empty by that. */
    public void uninstall() {
        if (!(tree.path("hooks") instanceof ObjectNode hooks)) {
            return;
        }
        int before = changes.size();
        for (String event : hooks.properties().stream().map(Map.Entry::getKey).toList()) {
            ArrayNode entries = (ArrayNode) hooks.path(event);
            int earlier = changes.size();
            for (Iterator<JsonNode> all = entries.iterator(); all.hasNext(); ) {
                JsonNode entry = all.next();
                if (removeFrom(event, entry) && entry.path("hooks").isEmpty()) {
                    all.remove();
                }
            }
            if (changes.size() > earlier && entries.isEmpty()) {
                hooks.remove(event);
            }
        }
        if (changes.size() > before && hooks.isEmpty()) {
            tree.remove("hooks");
        }
    }

    private boolean removeFrom(String event, JsonNode entry) {
        boolean removed = false;
        for (Iterator<JsonNode> all = entry.path("hooks").iterator(); all.hasNext(); ) {
            JsonNode hook = all.next();
            if (hook.path("command").asText().endsWith(MARK)) {
                changes.add("- " + event + ": " + hook);
                all.remove();
                removed = true;
            }
        }
        return removed;
    }

    /** Returns what was added and removed, a line each. */
    public List<String> changes() {
        return List.copyOf(changes);
    }

    /**
     * Writes the file, if anything has changed: after a crash there is the old or the new one, whole.
     *
     * @throws IOException if it can't be written
     */
    public void write() throws IOException {
        if (changes.isEmpty()) {
            return;
        }
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Files.createDirectories(target.getParent());
        Path next = target.resolveSibling(target.getFileName() + ".toolpolicy");
        Files.deleteIfExists(next);
        Files.createFile(next);
        keepPermissions(target, next);
        Files.writeString(next, text());
        Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Gives a file the permissions of the one that it replaces, which may hold secrets. */
    private static void keepPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (view != null && Files.exists(from)) {
            Files.setPosixFilePermissions(to, view.readAttributes().permissions());
        }
    }

    private String text() throws JsonProcessingException {
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        ObjectWriter writer = JsonMapper.builder()
                .build()
                .writer(new DefaultPrettyPrinter()
                        .withSeparators(Separators.createDefaultInstance()
                                .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                        .withObjectIndenter(lines)
                        .withArrayIndenter(lines));
        return writer.writeValueAsString(tree) + "\n";
    }
}
