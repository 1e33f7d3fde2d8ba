package dev.toolpolicy.config.internal.document;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import com.fasterxml.jackson.dataformat.toml.TomlReadFeature;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.text.JsonTree;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a configuration's text into a tree with places. What it gives is to be used only if there was no problem. */
public final class DocumentReader {
    /** No configuration needs to be nested deeper. */
    static final int DEEPEST = 64;

    private static final StrictJson JSON = StrictJson.standard().nesting(DEEPEST);
    private static final TomlFactory TOML = TomlFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .enable(TomlReadFeature.PARSE_JAVA_TIME)
            .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Jackson's words for a key that is defined again: as a value, as a table, or as both. */
    private static final List<String> REDEFINED =
            List.of("Duplicate key", "Table redefined", "Path into existing non-object", "Object already closed");

    private final SourceText text;
    private final Places places = new Places();
    private final List<PolicyProblem> problems = new ArrayList<>();

    private DocumentReader(SourceText text) {
        this.text = text;
    }

    /**
     * The result of reading.
     *
     * @param document the tree as far as it could be read
     * @param problems what is wrong with the text
     */
    public record Reading(Document document, List<PolicyProblem> problems) {
        /** Returns what is wrong first, in words without a place. */
        public String reason() {
            return problems.get(0).diagnostic().summary();
        }
    }

    /** Reads TOML. */
    public static Reading toml(String source, String written) {
        return new DocumentReader(text(source, written)).toml();
    }

    /** Reads JSON. */
    public static Reading json(String source, String written) {
        return new DocumentReader(text(source, written)).json();
    }

    private static SourceText text(String source, String written) {
        // A byte order mark is not part of the text; editors on Windows put it there.
        return new SourceText(source, written.startsWith("\uFEFF") ? written.substring(1) : written);
    }

    private Reading toml() {
        try (JsonParser parser = TOML.createParser(text.text())) {
            parser.nextToken();
            JsonNode root = JsonTree.value(parser);
            if (isTooDeep(root)) {
                return failed(0, DocumentWords.tooDeep(DEEPEST));
            }
            Places found =
                    TomlPlaces.of(text.text(), Integer.MAX_VALUE, DEEPEST).places();
            return new Reading(new Document(text, root, found), problems);
        } catch (StreamConstraintsException e) {
            return failed(0, DocumentWords.tooDeep(DEEPEST));
        } catch (JsonProcessingException e) {
            long offset = offset(e.getLocation());
            String reason = reason(e);
            if (REDEFINED.stream().noneMatch(reason::startsWith)) {
                return failed(offset, DocumentWords.malformed("TOML", reason));
            }
            return redefined((int) offset);
        } catch (IOException e) {
            throw new UncheckedIOException("a string can't fail to be read", e);
        }
    }

    /** Returns whether a tree is nested too deep. Not all versions of Jackson count the levels of dotted keys. */
    private static boolean isTooDeep(JsonNode root) {
        List<JsonNode> level = List.of(root);
        for (int depth = 0; depth <= DEEPEST && !level.isEmpty(); depth++) {
            List<JsonNode> next = new ArrayList<>();
            level.forEach(node -> node.forEach(next::add));
            level = next;
        }
        return level.stream().anyMatch(JsonNode::isContainerNode);
    }

    /**
     * Returns the reading of a text with a duplicate key. The reader stops behind the second key and knows the first
     * one too.
     */
    private Reading redefined(int offset) {
        TomlPlaces before = TomlPlaces.of(text.text(), offset, DEEPEST);
        Integer first = before.places().exactKey(before.lastPointer());
        int again = before.lastKey();
        Optional<PolicyProblem.Place> other =
                Optional.ofNullable(first).filter(place -> place != again).map(text::at);
        return failed(again, DocumentWords.duplicate(name(before.lastPointer()), other));
    }

    private static String name(String pointer) {
        return pointer.isEmpty()
                ? ""
                : ArgumentPointer.parse(pointer.substring(pointer.lastIndexOf('/')))
                        .segments()
                        .get(0);
    }

    private Reading json() {
        try {
            JsonNode root = JSON.read(
                    text.text(), parser -> parser.nextToken() == null ? NODES.missingNode() : value(parser, ""));
            return new Reading(new Document(text, root, places), problems);
        } catch (MalformedJsonException e) {
            return failed(
                    e.offset(),
                    e.fault() == MalformedJsonException.Fault.DEPTH
                            ? DocumentWords.tooDeep(DEEPEST)
                            : DocumentWords.malformed("JSON", Objects.requireNonNull(e.getMessage())));
        }
    }

    /** Returns the value at the parser's token; its depth is limited by the parser. */
    private JsonNode value(JsonParser parser, String pointer) throws IOException {
        places.value(pointer, (int) parser.currentTokenLocation().getCharOffset());
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, pointer);
            case START_ARRAY -> array(parser, pointer);
            default -> JsonTree.scalar(parser);
        };
    }

    private JsonNode object(JsonParser parser, String pointer) throws IOException {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            String below = pointer + "/" + ArgumentPointer.escape(name);
            int key = (int) parser.currentTokenLocation().getCharOffset();
            Integer first = places.exactKey(below);
            if (first != null) {
                Optional<PolicyProblem.Place> other = Optional.of(text.at(first));
                problems.add(new PolicyProblem(
                        below, DocumentWords.duplicate(name, other), Optional.of(text.at(key)), List.of()));
            }
            places.key(below, key);
            parser.nextToken();
            object.set(name, value(parser, below));
        }
        return object;
    }

    private JsonNode array(JsonParser parser, String pointer) throws IOException {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser, pointer + "/" + array.size()));
        }
        return array;
    }

    private Reading failed(long offset, Diagnostic problem) {
        problems.add(new PolicyProblem("", problem, Optional.of(text.at(offset)), List.of()));
        return new Reading(new Document(text, NODES.objectNode(), places), problems);
    }

    private static long offset(@Nullable JsonLocation location) {
        return location == null ? 0 : Math.max(0, location.getCharOffset());
    }

    /** Returns Jackson's sentence about the TOML text. */
    private static String reason(JsonProcessingException e) {
        String message = e.getOriginalMessage();
        String first = message == null ? "" : message.lines().findFirst().orElse("");
        return VisibleText.line(first, VisibleText.DETAIL);
    }
}
