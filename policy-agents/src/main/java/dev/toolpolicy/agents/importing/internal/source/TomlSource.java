package dev.toolpolicy.agents.importing.internal.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.agents.importing.internal.source.Node.Kind;
import dev.toolpolicy.agents.importing.internal.source.Node.Member;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.config.internal.document.DocumentReader;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;

/** Reads TOML. */
public final class TomlSource {
    private final Document document;

    private TomlSource(Document document) {
        this.document = document;
    }

    /**
     * Reads a text.
     *
     * @param file what messages call it
     * @param text the text
     * @throws SourceException if it isn't TOML
     */
    public static Node read(String file, String text) throws SourceException {
        DocumentReader.Reading reading = DocumentReader.toml(file, text);
        if (!reading.problems().isEmpty()) {
            throw reading.problems()
                    .get(0)
                    .place()
                    .map(place -> new SourceException(Place.of(place), reading.reason()))
                    .orElseGet(() -> new SourceException(file, reading.reason()));
        }
        return new TomlSource(reading.document()).node(reading.document().root(), "");
    }

    private Node node(JsonNode value, String pointer) {
        Place place = Place.of(document.valueAt(pointer));
        if (value.isObject()) {
            List<Member> members = new ArrayList<>();
            value.properties().forEach(each -> {
                String below = pointer + "/" + ArgumentPointer.escape(each.getKey());
                members.add(new Member(each.getKey(), Place.of(document.keyAt(below)), node(each.getValue(), below)));
            });
            return Node.object(place, members);
        } else if (value.isArray()) {
            List<Node> items = new ArrayList<>();
            for (int i = 0; i < value.size(); i++) {
                items.add(node(value.get(i), pointer + "/" + i));
            }
            return Node.list(place, items);
        } else if (value.isTextual() || value.isPojo()) { // a date
            return Node.scalar(place, Kind.TEXT, value.asText());
        } else if (value.isNumber()) {
            return Node.scalar(place, Kind.NUMBER, value.asText());
        }
        return Node.scalar(place, value.isBoolean() ? Kind.BOOLEAN : Kind.NONE, value.asText());
    }
}
