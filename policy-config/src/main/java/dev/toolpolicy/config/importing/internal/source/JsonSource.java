package dev.toolpolicy.config.importing.internal.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.toolpolicy.config.importing.internal.source.Node.Kind;
import dev.toolpolicy.config.importing.internal.source.Node.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON, with comments and trailing commas where the host allows them. Of a duplicate name the last counts. */
public final class JsonSource {
    private static final int DEEPEST = 64;
    private static final JsonFactory STRICT = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .build();
    private static final JsonFactory COMMENTED = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private final String file;
    private final JsonParser parser;

    private JsonSource(String file, JsonParser parser) {
        this.file = file;
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
        String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
        try (JsonParser parser = (commented ? COMMENTED : STRICT).createParser(body)) {
            JsonSource source = new JsonSource(file, parser);
            if (parser.nextToken() == null) {
                throw new SourceException(file, "the file is empty");
            }
            Node root = source.value();
            if (parser.nextToken() != null) {
                throw new SourceException(source.place(), "something follows the JSON value");
            }
            return root;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String reason = "this is not JSON: " + e.getOriginalMessage().lines().findFirst().orElse("");
            throw at == null ? new SourceException(file, reason) : new SourceException(place(file, at), reason);
        } catch (IOException e) {
            throw new SourceException(file, "the file can't be read");
        }
    }

    private static Place place(String file, @Nullable JsonLocation at) {
        return at == null ? new Place(file, 1, 1) : new Place(file, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    private Place place() {
        return place(file, parser.currentTokenLocation());
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
