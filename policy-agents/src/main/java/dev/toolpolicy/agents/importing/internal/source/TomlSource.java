package dev.toolpolicy.agents.importing.internal.source;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.toolpolicy.agents.importing.internal.source.Node.Kind;
import dev.toolpolicy.agents.importing.internal.source.Node.Member;
import dev.toolpolicy.config.internal.document.Places;
import dev.toolpolicy.config.internal.document.SourceText;
import dev.toolpolicy.config.internal.document.TomlPlaces;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;

/** Reads TOML. */
public final class TomlSource {
    private static final int DEEPEST = 64;
    private static final TomlMapper TOML = new TomlMapper();

    private final SourceText text;
    private final Places places;

    private TomlSource(SourceText text) {
        this.text = text;
        places = TomlPlaces.of(text.text(), Integer.MAX_VALUE, DEEPEST).places();
    }

    /**
     * Reads a text.
     *
     * @param file what messages call it
     * @param text the text
     * @throws SourceException if it isn't TOML
     */
    public static Node read(String file, String text) throws SourceException {
        SourceText source = new SourceText(file, text.startsWith("\uFEFF") ? text.substring(1) : text);
        try {
            JsonNode root = TOML.readTree(source.text());
            return new TomlSource(source).node(root, "");
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String reason = "this is not TOML: "
                    + e.getOriginalMessage().lines().findFirst().orElse("");
            throw new SourceException(Place.of(source, at == null ? 0 : Math.max(0, at.getCharOffset())), reason);
        }
    }

    private Node node(JsonNode value, String pointer) {
        Place place = Place.of(text, places.ofValue(pointer));
        if (value.isObject()) {
            List<Member> members = new ArrayList<>();
            value.properties().forEach(each -> {
                String below = pointer + "/" + ArgumentPointer.escape(each.getKey());
                members.add(
                        new Member(each.getKey(), Place.of(text, places.ofKey(below)), node(each.getValue(), below)));
            });
            return Node.object(place, members);
        } else if (value.isArray()) {
            List<Node> items = new ArrayList<>();
            for (int i = 0; i < value.size(); i++) {
                items.add(node(value.get(i), pointer + "/" + i));
            }
            return Node.list(place, items);
        } else if (value.isTextual()) {
            return Node.scalar(place, Kind.TEXT, value.textValue());
        } else if (value.isNumber()) {
            return Node.scalar(place, Kind.NUMBER, value.asText());
        }
        return Node.scalar(place, value.isBoolean() ? Kind.BOOLEAN : Kind.NONE, value.asText());
    }
}
