package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.internal.read.FragmentParser;
import dev.toolpolicy.runtime.internal.read.FragmentRecorder;
import dev.toolpolicy.schema.ArgumentError;
import dev.toolpolicy.stream.Fragment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A JSON text in chunks, and the merged fragments that come of it, or its error. */
final class FragmentVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        List<String> chunks = vector.texts("chunks");
        Members expect = vector.object("expect");
        String expected = expect.has("error") ? "error " + expect.text("error") : fragments(expect);
        expect.end();
        for (Feeding feeding : Feeding.values()) {
            String got = feed(feeding.pieces(chunks));
            if (!got.equals(expected)) {
                return Optional.of(new Mismatch(expected, got + ", fed " + feeding));
            }
        }
        return Optional.empty();
    }

    /** Returns the expectation in the form in which results are compared, checked for what it may hold. */
    private static String fragments(Members expect) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (Members fragment : expect.objects("fragments")) {
            ObjectNode checked = all.addObject();
            checked.set("path", fragment.value("path"));
            if (fragment.has("string")) {
                checked.put("string", fragment.text("string"));
            } else if (fragment.has("number")) {
                checked.put("number", fragment.text("number"));
            } else if (fragment.has("empty")) {
                checked.put("empty", fragment.text("empty"));
            } else if (fragment.has("scalar")) {
                checked.set("scalar", fragment.value("scalar"));
            } else {
                checked.set("done", fragment.value("done"));
            }
            fragment.end();
        }
        return all.toString();
    }

    private static String feed(List<String> pieces) {
        List<Fragment> fragments = new ArrayList<>();
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), new FragmentRecorder(fragments::add));
        pieces.forEach(parser::append);
        parser.finish();
        Optional<ArgumentError> error = parser.error();
        return error.isPresent()
                ? "error " + error.get().code()
                : merged(fragments).toString();
    }

    private static ArrayNode merged(List<Fragment> fragments) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        StringBuilder open = new StringBuilder();
        for (int i = 0; i < fragments.size(); i++) {
            boolean goesOn = i + 1 < fragments.size() && fragments.get(i + 1).kind() == Fragment.Kind.PIECE;
            write(all, fragments.get(i), open, goesOn);
        }
        return all;
    }

    /**
     * Writes a fragment as vectors have it, with the pieces of a string as one.
     *
     * @param open the pieces so far
     * @param goesOn whether another piece follows, which is of the same string, since each string ends
     */
    private static void write(ArrayNode all, Fragment fragment, StringBuilder open, boolean goesOn) {
        String text = fragment.text();
        switch (fragment.kind()) {
            case PIECE -> {
                open.append(text);
                if (!goesOn) {
                    at(all, fragment).put("string", open.toString());
                    open.setLength(0);
                }
            }
            case NUMBER -> at(all, fragment).put("number", text);
            case BOOLEAN -> at(all, fragment).put("scalar", Boolean.parseBoolean(text));
            case NULL -> at(all, fragment).putNull("scalar");
            case EMPTY_ARRAY -> at(all, fragment).put("empty", "array");
            case EMPTY_OBJECT -> at(all, fragment).put("empty", "object");
            case DONE -> at(all, fragment).put("done", true);
        }
    }

    private static ObjectNode at(ArrayNode all, Fragment fragment) {
        ObjectNode out = all.addObject();
        out.set("path", path(fragment.path()));
        return out;
    }

    private static JsonNode path(Fragment.Path path) {
        ArrayNode steps = JsonNodeFactory.instance.arrayNode();
        for (Fragment.Path at = path; at.parent().isPresent(); at = at.parent().get()) {
            if (at.name().isPresent()) {
                steps.insert(0, at.name().get());
            } else {
                steps.insert(0, at.index());
            }
        }
        return steps;
    }
}
