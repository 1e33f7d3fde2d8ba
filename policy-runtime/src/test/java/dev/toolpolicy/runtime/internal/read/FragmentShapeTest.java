package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.stream.Fragment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The fragments of a text, by Jackson's reading; and how strings come in pieces, which the other
 * tests join before they compare.
 */
class FragmentShapeTest {
    private static final int DOCUMENTS = 2_000;

    @Test
    void eachValueHasItsFragmentsAndIsDoneAfterThoseInIt() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        int compared = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            String text = new Documents(new Random(seed + i)).document(4);
            Texts.Reading reading = Texts.read(text);
            if (reading.error().isEmpty()) {
                List<String> expected = new ArrayList<>();
                tell(Fragment.Path.ROOT, Values.jackson(text), expected);
                assertThat(reading.fragments().stream()
                                .map(FragmentShapeTest::told)
                                .toList())
                        .as("seed %s: %s", seed + i, text)
                        .isEqualTo(expected);
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(DOCUMENTS / 2);
    }

    /** What a value's fragments are, its last one among them. */
    private static void tell(Fragment.Path path, JsonNode value, List<String> to) {
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> property : value.properties()) {
                tell(path.property(property.getKey()), property.getValue(), to);
            }
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                tell(path.element(i), value.get(i), to);
            }
        }
        if (!value.isContainerNode() || value.isEmpty()) {
            to.add(steps(path) + " " + (value.isNumber() ? value.decimalValue().stripTrailingZeros() : value));
        }
        to.add(steps(path) + " done");
    }

    private static String told(Fragment fragment) {
        String what = fragment.kind() == Fragment.Kind.NUMBER
                ? new BigDecimal(fragment.text()).stripTrailingZeros().toString()
                : Texts.what(fragment);
        return steps(fragment.path()) + " " + what;
    }

    /** Names and indexes apart, which a pointer doesn't keep. */
    private static String steps(Fragment.Path path) {
        String before = path.parent().map(FragmentShapeTest::steps).orElse("");
        return before
                + path.name()
                        .map(name -> "/" + name.length() + name)
                        .orElse(path.index() < 0 ? "" : "#" + path.index());
    }

    @Test
    void stringsHaveOnePiecePerChunkAndNoEmptyOnes() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        for (int i = 0; i < DOCUMENTS; i++) {
            Random random = new Random(seed + i);
            Documents documents = new Documents(random);
            String text = random.nextBoolean() ? documents.document(4) : documents.damaged(documents.document(4));
            List<String> cut = Cuts.random(text, random);
            String what = "seed " + (seed + i) + ": " + cut;
            Pieces pieces = new Pieces(what);
            cut.forEach(chunk -> pieces.chunk(() -> pieces.parser.append(chunk)));
            pieces.parser.finish();
        }
    }

    @Test
    void escapesAndPairsDoNotPartAPiece() {
        String text = "[\"plain\\n\\\"\\u00e9\\\\ \\ud83d\\ude00 \ud83d\ude00 and on\",\"\",\"\\t\"]";
        List<String> pieces = new ArrayList<>();
        FragmentRecorder recorder = new FragmentRecorder(fragment -> {
            if (fragment.kind() == Fragment.Kind.PIECE) {
                pieces.add(fragment.text());
            }
        });
        new FragmentParser(ArgumentLimits.defaults(), recorder).append(text).finish();
        assertThat(pieces).containsExactly("plain\n\"\u00e9\\ \ud83d\ude00 \ud83d\ude00 and on", "", "\t");
    }

    /** Hears the pieces of a text chunk by chunk. */
    private static final class Pieces {
        private final FragmentParser parser =
                new FragmentParser(ArgumentLimits.defaults(), new FragmentRecorder(this::hear));
        private final Set<Fragment.Path> inChunk = new HashSet<>();
        private final Set<Fragment.Path> begun = new HashSet<>();
        private final Set<Fragment.Path> empty = new HashSet<>();
        private final String what;

        Pieces(String what) {
            this.what = what;
        }

        void chunk(Runnable append) {
            inChunk.clear();
            append.run();
        }

        private void hear(Fragment piece) {
            if (piece.kind() == Fragment.Kind.PIECE) {
                assertThat(inChunk.add(piece.path()))
                        .as("the only one of its chunk: %s, %s", piece, what)
                        .isTrue();
                assertThat(empty).as("nothing follows an empty one: %s", what).doesNotContain(piece.path());
                if (piece.text().isEmpty()) {
                    assertThat(begun)
                            .as("empty as a whole: %s, %s", piece, what)
                            .doesNotContain(piece.path());
                    empty.add(piece.path());
                }
                begun.add(piece.path());
            }
        }
    }
}
