package dev.toolpolicy.agents.importing.internal.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.toolpolicy.agents.importing.internal.source.Node.Kind;
import dev.toolpolicy.agents.importing.internal.source.Node.Member;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.internal.document.SourceText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON, with comments and trailing commas where the host allows them. Of a duplicate name the last counts. */
public final class JsonSource {
    private static final int DEEPEST = 64;
    private static final StrictJson STRICT = StrictJson.standard().nesting(DEEPEST);
    private static final StrictJson COMMENTED = STRICT.withComments();

    private final SourceText source;
    private final JsonParser parser;

    private JsonSource(SourceText source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    /**
     * Reads a text.
     *
     * @param file what messages call it
     * @param text the text
     * @param commented whether comments and trailing commas are allowed
     * @throws SourceException if it isn't JSON
     */
    public static Node read(String file, String text, boolean commented) throws SourceException {
        SourceText source = new SourceText(file, text.startsWith("\uFEFF") ? text.substring(1) : text);
        try {
            return (commented ? COMMENTED : STRICT).read(source.text(), parser -> {
                boolean isEmpty = parser.nextToken() == null;
                return isEmpty
                        ? Node.scalar(new Place(file, 1, 1), Kind.NONE, "")
                        : new JsonSource(source, parser).value();
            });
        } catch (MalformedJsonException e) {
            throw new SourceException(Place.of(source.at(e.offset())), "this is not JSON: " + e.getMessage());
        }
    }

    private Place place() {
        return Place.of(source.at(parser.currentTokenLocation().getCharOffset()));
    }

    private Node value() throws IOException {
        Place place = place();
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(place);
            case START_ARRAY -> list(place);
            case VALUE_STRING -> Node.scalar(place, Kind.TEXT, parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Node.scalar(place, Kind.NUMBER, parser.getText());
            case VALUE_TRUE, VALUE_FALSE -> Node.scalar(place, Kind.BOOLEAN, parser.getText());
            default -> Node.scalar(place, Kind.NONE, "");
        };
    }

    private Node object(Place place) throws IOException {
        Map<String, Member> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            Place key = place();
            parser.nextToken();
            members.remove(name);
            members.put(name, new Member(name, key, value()));
        }
        return Node.object(place, List.copyOf(members.values()));
    }

    private Node list(Place place) throws IOException {
        List<Node> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value());
        }
        return Node.list(place, items);
    }
}
