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
            boolean goesOn = i + 1 < fragments.size() && fragments.get(i + 1) instanceof Fragment.Piece;
            fragments.get(i).passTo(new Writer(all, open, goesOn));
        }
        return all;
    }

    /**
     * Writes fragments as vectors have them, with the pieces of a string as one.
     *
     * @param open the pieces so far
     * @param goesOn whether another piece follows, which is of the same string, since each string ends
     */
    private record Writer(ArrayNode all, StringBuilder open, boolean goesOn) implements Fragment.Receiver {
        @Override
        public void piece(Fragment.Piece piece) {
            open.append(piece.text());
            if (!goesOn) {
                at(all, piece).put("string", open.toString());
                open.setLength(0);
            }
        }

        @Override
        public void number(Fragment.NumberValue number) {
            at(all, number).put("number", number.literal());
        }

        @Override
        public void bool(Fragment.BooleanValue bool) {
            at(all, bool).put("scalar", bool.value());
        }

        @Override
        public void nullValue(Fragment.NullValue none) {
            at(all, none).putNull("scalar");
        }

        @Override
        public void emptyArray(Fragment.EmptyArray array) {
            at(all, array).put("empty", "array");
        }

        @Override
        public void emptyObject(Fragment.EmptyObject object) {
            at(all, object).put("empty", "object");
        }

        @Override
        public void done(Fragment.Done done) {
            at(all, done).put("done", true);
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
