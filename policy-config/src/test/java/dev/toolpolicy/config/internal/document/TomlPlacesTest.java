package dev.toolpolicy.config.internal.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The places are a second reading of the text; the first is Jackson's, which both must agree with. */
class TomlPlacesTest {

    private static Document document(String text) {
        DocumentReader.Reading reading = DocumentReader.toml("t.toml", text);
        assertThat(reading.problems()).as(text).isEmpty();
        return reading.document();
    }

    private static String key(Document document, String pointer) {
        PolicyProblem.Place place = document.keyAt(pointer);
        return place.line() + ":" + place.column();
    }

    private static String value(Document document, String pointer) {
        PolicyProblem.Place place = document.valueAt(pointer);
        return place.line() + ":" + place.column();
    }

    @Test
    void keysAndValuesOfEveryFormHavePlaces() {
        Document document = document("""
            # [not.a.table]
            title = "a # no comment" # one
            [a . "b.c" . 'd~/']   # table
            x.y = [ 1, # one
              { z = '''
            = [''' , "w\\"\\u0062" = 2 }, [ [ 3 ] ] ]
            when = 1979-05-27 07:32:00
            [[list]]
            n = 1
            [[list]]
              n = \"\"\"two\\\"\"\"\"\"
            [list.sub]
            m = true
            """);
        assertThat(value(document, "/title")).isEqualTo("2:9");
        assertThat(key(document, "/a/b.c/d~0~1")).isEqualTo("3:14");
        assertThat(key(document, "/a/b.c/d~0~1/x/y")).isEqualTo("4:3");
        assertThat(value(document, "/a/b.c/d~0~1/x/y/0")).isEqualTo("4:9");
        assertThat(value(document, "/a/b.c/d~0~1/x/y/1/z")).isEqualTo("5:9");
        assertThat(key(document, "/a/b.c/d~0~1/x/y/1/w\"b")).isEqualTo("6:10");
        assertThat(value(document, "/a/b.c/d~0~1/x/y/2/0/0")).isEqualTo("6:33");
        assertThat(value(document, "/a/b.c/d~0~1/when")).isEqualTo("7:8");
        assertThat(value(document, "/list/1/n")).isEqualTo("11:7");
        assertThat(value(document, "/list/1/sub/m")).isEqualTo("13:5");
    }

    @Test
    void linesAndCharactersAreCountedForAllLineEnds() {
        Document document = document("a = '\uD83D\uDE00'\r\nb = {c = '\uD83D\uDE00', d = 1}\r\n");
        assertThat(key(document, "/b/d")).isEqualTo("2:15");
        assertThat(document.keyAt("/b/d").excerpt())
                .isEqualTo("b = {c = '\\ud83d\\ude00', d = 1}\n" + " ".repeat(25) + "^");
    }

    /** Every key and element that the reader sees has a place, and stands there. */
    @Test
    void agreesWithTheReaderOnRandomDocuments() {
        long seed = Long.getLong("toolpolicy.seed", 20261);
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            String text = new RandomToml(random).text();
            DocumentReader.Reading reading = DocumentReader.toml("t.toml", text);
            assertThat(reading.problems())
                    .as("seed %d, round %d: %s", seed, round, text)
                    .isEmpty();
            TomlPlaces found = TomlPlaces.of(text, Integer.MAX_VALUE, 64);
            for (String pointer : pointers(reading.document().root(), "")) {
                assertThat(found.places().values.containsKey(pointer)
                                || found.places().keys.containsKey(pointer))
                        .as("seed %d: %s in\n%s", seed, pointer, text)
                        .isTrue();
                JsonNode value = reading.document().root().at(pointer);
                if (value.isInt()) {
                    assertThat(text.substring(found.places().ofValue(pointer)))
                            .as("seed %d: %s in\n%s", seed, pointer, text)
                            .startsWith(value.asText());
                }
            }
        }
    }

    private static List<String> pointers(JsonNode node, String pointer) {
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : node.properties()) {
            String below = pointer + "/" + ArgumentPointer.escape(each.getKey());
            all.add(below);
            all.addAll(pointers(each.getValue(), below));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            all.add(pointer + "/" + i);
            all.addAll(pointers(node.get(i), pointer + "/" + i));
        }
        return all;
    }
}
