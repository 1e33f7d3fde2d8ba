package dev.toolpolicy.runtime.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.internal.flow.Digests.Digest;
import dev.toolpolicy.runtime.internal.flow.ValueRows.Row;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.NormalPath;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ValueRowsTest {
    private static final NormalPath.Form PLAIN = NormalPath.Form.PLAIN;

    private static Digests digests(String random, String secret) {
        return new Digests(random.getBytes(), secret.getBytes());
    }

    @Test
    void aSetHasWhatWasPutIntoIt() {
        long seed = Long.getLong("toolpolicy.seed", 11);
        Random random = new Random(seed);
        Set<Digest> expected = new HashSet<>();
        DigestSet set = DigestSet.EMPTY;
        for (int i = 0; i < 200; i++) {
            List<Digest> more = Stream.generate(() -> new Digest(random.nextInt(3), random.nextInt(2000) + 1L))
                    .limit(random.nextInt(20))
                    .toList();
            set = set.with(more);
            expected.addAll(more);
        }
        DigestSet full = set;
        assertThat(full.size()).as("seed %d", seed).isEqualTo(expected.size());
        for (long high = 0; high < 3; high++) {
            for (long low = 1; low <= 2000; low++) {
                Digest each = new Digest(high, low);
                assertThat(full.contains(each)).as("seed %d, %s", seed, each).isEqualTo(expected.contains(each));
            }
        }
        assertThat(DigestSet.EMPTY.contains(new Digest(0, 1))).isFalse();
    }

    @Test
    void rowsAreReadAsTheyWereWrittenAndDamagedOnesHaveNoValues() {
        Row row = new Row("turn", List.of(new Digest(1, 2), new Digest(-3, 4)), List.of(new Digest(5, 6)));
        ValueRows rows = ValueRows.NONE.with(Map.of(
                0, row.write(), 3, new Row("", List.of(new Digest(7, 8)), List.of()).write()));

        assertThat(Row.read(row.write())).isEqualTo(row);
        assertThat(rows.count()).isEqualTo(3);
        assertThat(rows.next()).isEqualTo(4);
        assertThat(rows.of("turn")).containsExactlyInAnyOrderElementsOf(row.all());
        assertThat(rows.contains(new Digest(5, 6))).isTrue();
        for (String damaged : List.of("", "x", "a:b", "t:!:", "t:AAAA:")) {
            assertThat(Row.read(TextNode.valueOf(damaged)).all()).as(damaged).isEmpty();
        }
    }

    @Test
    void rowsThatChangedAreReadAnew() {
        JsonNode one = new Row("", List.of(new Digest(1, 1)), List.of()).write();
        JsonNode two = new Row("", List.of(new Digest(2, 2)), List.of()).write();
        ValueRows before = ValueRows.NONE.with(Map.of(0, one));

        ValueRows after = before.with(Map.of(0, two));

        assertThat(after.contains(new Digest(1, 1))).isFalse();
        assertThat(after.contains(new Digest(2, 2))).isTrue();
    }

    @Test
    void digestsDependOnKeySecretAndKind() {
        Set<Digest> different = new HashSet<>();
        for (Digests each : List.of(digests("a", ""), digests("b", ""), digests("a", "secret"))) {
            different.add(each.of("1", PLAIN));
            different.add(each.of(ExactNumber.of("1"), PLAIN));
            different.add(each.of(NormalPath.of("1"), PLAIN));
        }
        assertThat(different).hasSize(9);
        assertThat(digests("a", "").of("\ud800", PLAIN))
                .isNotEqualTo(digests("a", "").of("?", PLAIN));
        assertThat(digests("a", "").of("\ud800", PLAIN))
                .isNotEqualTo(digests("a", "").of("\udfff", PLAIN));
    }

    @Test
    void aValueHasTheFormsInWhichItCanBeLookedUp() {
        Digests digests = digests("a", "");
        NormalPath.Form form = PLAIN.inWorkspace("/w/a");

        assertThat(digests.forms("cafe\u0301", null).others()).containsExactly(digests.of("caf\u00e9", PLAIN));
        assertThat(digests.forms("1.0", null).others()).containsExactly(digests.of(ExactNumber.of("1"), PLAIN));
        assertThat(digests.forms("/w/x", form).others()).containsExactly(digests.of(form.of("../x"), form));
        assertThat(digests.forms("/w/a/x", form).others()).containsExactly(digests.of(form.of("./x"), form));
        assertThat(digests.forms("x", form).others()).doesNotContain(digests.of(PLAIN.of("x"), PLAIN));
    }

    @Test
    void aStoredPathTakesAtMostFiftyCharacters() {
        Digests digests = digests("a", "");
        List<Digests.Forms> forms = IntStream.range(0, 1000)
                .mapToObj(i -> digests.forms("folder/file-" + i, PLAIN))
                .toList();
        Row row = new Row(
                "",
                forms.stream().map(Digests.Forms::written).toList(),
                forms.stream().flatMap(each -> each.others().stream()).toList());

        assertThat(row.write().asText().length() / 1000).isLessThanOrEqualTo(50);
    }
}
