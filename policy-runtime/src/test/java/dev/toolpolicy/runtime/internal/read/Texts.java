package dev.toolpolicy.runtime.internal.read;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.stream.Fragment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reading texts in tests: whole and cut. */
final class Texts {
    private Texts() {}

    /** The result of reading a text: merged fragments up to the error or the end, and the error. */
    record Reading(List<Fragment> fragments, Optional<ArgumentError> error) {
        String errorAt() {
            return error.map(e -> e.code() + "@" + e.offset() + e.pointer()).orElse("none");
        }
    }

    static Reading read(String... chunks) {
        return read(ArgumentLimits.defaults(), List.of(chunks));
    }

    static Reading read(ArgumentLimits limits, List<String> chunks) {
        List<Fragment> fragments = new ArrayList<>();
        FragmentParser parser = new FragmentParser(limits, new FragmentRecorder(fragments::add));
        chunks.forEach(parser::append);
        parser.finish();
        return new Reading(merged(fragments), parser.error());
    }

    static String error(String... chunks) {
        return read(chunks).errorAt();
    }

    static String error(ToolSchema schema, String... chunks) {
        FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new SchemaCheck(schema, new CheckedVisitor() {}));
        for (String chunk : chunks) {
            parser.append(chunk);
        }
        return new Reading(List.of(), parser.finish().error()).errorAt();
    }

    static ArgumentError refusal(ToolSchema schema, String text) {
        return parse(new SchemaCheck(schema, new CheckedVisitor() {}), List.of(text))
                .error()
                .orElseThrow();
    }

    static FragmentParser parse(FragmentVisitor visitor, List<String> chunks) {
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), visitor);
        chunks.forEach(parser::append);
        return parser.finish();
    }

    /** The aggregated value of a valid text. */
    static String value(ToolSchema schema, String text) {
        ValueAggregator values = new ValueAggregator();
        FragmentParser parser = parse(new SchemaCheck(schema, values), List.of(text));
        if (parser.error().isPresent()) {
            throw new AssertionError(parser.error().get().forModel());
        }
        return values.value().orElseThrow().toString();
    }

    /** Joins adjacent pieces of one string. */
    static List<Fragment> merged(List<Fragment> fragments) {
        List<Fragment> merged = new ArrayList<>();
        StringBuilder pieces = new StringBuilder();
        Fragment.Path path = null;
        for (Fragment fragment : fragments) {
            if (fragment.kind() == Fragment.Kind.PIECE) {
                path = fragment.path();
                pieces.append(fragment.text());
                continue;
            }
            if (path != null) {
                merged.add(new Fragment(Fragment.Kind.PIECE, path, pieces.toString()));
                pieces.setLength(0);
                path = null;
            }
            merged.add(fragment);
        }
        if (path != null) {
            merged.add(new Fragment(Fragment.Kind.PIECE, path, pieces.toString()));
        }
        return merged;
    }

    static List<String> chunks(String text, int size) {
        List<String> chunks = new ArrayList<>();
        for (int i = 0; i < text.length(); i += size) {
            chunks.add(text.substring(i, Math.min(text.length(), i + size)));
        }
        return chunks;
    }

    /** What a fragment says of its place, as JSON; {@code done} if that is all. */
    static String what(Fragment fragment) {
        return switch (fragment.kind()) {
            case PIECE -> TextNode.valueOf(fragment.text()).toString();
            case NUMBER, BOOLEAN, NULL -> fragment.text();
            case EMPTY_ARRAY -> "[]";
            case EMPTY_OBJECT -> "{}";
            case DONE -> "done";
        };
    }
}
