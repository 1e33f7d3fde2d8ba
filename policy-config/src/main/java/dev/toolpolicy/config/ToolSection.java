package dev.toolpolicy.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.layer.ListOrigin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one file says of one tool, read but not yet compared with the tool. Immutable; nobody changes the nodes.
 *
 * @param document the file
 * @param tool the tool's name, or {@link #ALL}
 * @param pointer where the section stands
 * @param lists the lists that are in force in this file, by {@link #LISTS their names}
 * @param requires what must have succeeded before; null if the file doesn't say
 * @param parameters the declared parameters; null if the file doesn't declare the tool
 * @param description what the tool does, for models; empty if not said
 */
public record ToolSection(
        Document document,
        String tool,
        String pointer,
        Map<String, Written> lists,
        @Nullable Written requires,
        @Nullable Written parameters,
        String description) {
    /** The name under which the lists for all other tools stand. */
    static final String ALL = "*";
    /** The names of the lists. */
    public static final List<String> LISTS = List.of("run", "result");

    /**
     * A part of the file.
     *
     * @param pointer where it stands
     * @param value what stands there
     */
    public record Written(String pointer, JsonNode value) {}

    public boolean isForAll() {
        return tool.equals(ALL);
    }

    /** What a list of this section came from. */
    public ListOrigin origin(Written list) {
        if (!document.isText()) {
            ListOrigin.Kind kind = isForAll() ? ListOrigin.Kind.CODE_OF_ALL_TOOLS : ListOrigin.Kind.CODE;
            return new ListOrigin(kind, Optional.empty());
        }
        ListOrigin.Kind kind = isForAll() ? ListOrigin.Kind.ALL_TOOLS : ListOrigin.Kind.CONFIGURATION;
        return new ListOrigin(kind, Optional.of(document.valueAt(list.pointer())));
    }

    public boolean saysPolicy() {
        return !lists.isEmpty() || requires != null;
    }
}
