package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of every session store. */
abstract class SessionStoreContract extends StoredCallsContract {
    private static final List<String> STRANGE_NAMES = List.of(
            "",
            " ",
            "x",
            "X",
            "x ",
            " x",
            "x\u0000",
            "\u0000",
            "x\u0000y",
            "x\n",
            "!",
            "~",
            "!0021",
            "~007e",
            "x!y",
            "x~",
            "'; drop table x; --",
            "%",
            "_",
            "x%",
            "\\",
            "\"",
            "é",
            "e\u0301",
            "É",
            "ß",
            "SS",
            "İ",
            "i",
            "日本語",
            "\ud83d\ude00",
            "\ud83d",
            "\ude00",
            "\ude00\ud83d",
            "\uffff",
            "\ufffd",
            "\ue000",
            "a".repeat(900),
            "A".repeat(900));

    @Test
    void unknownSessionsAreEmpty() {
        assertThat(fresh("unknown")).isSameAs(SessionStore.State.NONE);
        assertThat(store().find("", "", false, 10)).isEmpty();
        store().delete("unknown");
    }

    @Test
    void storedPartsAreRead() {
        SessionStore.State after =
                put("s", SessionStore.State.NONE, Map.of("a", number(1), "b", TextNode.valueOf("x")));

        assertThat(after.version()).isNotZero();
        assertThat(after.parts()).containsOnlyKeys("a", "b");
        assertThat(fresh("s")).isEqualTo(after);
        assertThat(fresh("other")).isSameAs(SessionStore.State.NONE);
    }

    @Test
    void aSessionWithoutPartsIsThere() {
        SessionStore.State after = put("s", SessionStore.State.NONE, Map.of());

        assertThat(fresh("s")).isEqualTo(after);
        assertThat(store().replace("s", SessionStore.State.NONE, Map.of())).isEmpty();
    }

    @Test
    void unchangedStateIsReturnedAsTheSameObject() {
        SessionStore.State one = put("s", SessionStore.State.NONE, Map.of("a", number(1)));
        assertThat(store().read("s", one)).isSameAs(one);

        SessionStore.State two = put("s", one, Map.of("a", number(2)));

        assertThat(store().read("s", one)).isEqualTo(two);
        assertThat(store().read("s", two)).isSameAs(two);
    }

    @Test
    void onlyTheNewestIsReplaced() {
        SessionStore.State one = put("s", SessionStore.State.NONE, Map.of("a", number(1)));
        SessionStore.State two = put("s", one, Map.of("a", number(2)));

        assertThat(store().replace("s", one, Map.of("a", number(3)))).isEmpty();
        assertThat(store().replace("s", SessionStore.State.NONE, Map.of("a", number(3))))
                .isEmpty();
        assertThat(store().replace("unknown", two, Map.of("a", number(3)))).isEmpty();
        assertThat(fresh("s")).isEqualTo(two);
        assertThat(fresh("unknown")).isSameAs(SessionStore.State.NONE);
    }

    @Test
    void partsStayChangeComeAndGo() {
        Map<String, JsonNode> parts =
                new LinkedHashMap<>(Map.of("stays", number(1), "changes", number(2), "goes", number(3)));
        SessionStore.State one = put("s", SessionStore.State.NONE, parts);
        parts.put("changes", number(4));
        parts.put("comes", number(5));
        parts.remove("goes");

        SessionStore.State two = put("s", one, parts);

        parts.put("later", number(6));
        assertThat(two.parts()).isEqualTo(fresh("s").parts()).doesNotContainKey("later");
        assertThat(fresh("s").parts()).containsOnlyKeys("stays", "changes", "comes");
        SessionStore.State three = put("s", two, Map.of("stays", number(1)));
        assertThat(fresh("s")).isEqualTo(three);
        assertThat(fresh("s").parts()).containsOnlyKeys("stays");
    }

    @Test
    void aVersionNeverReturnsEvenAfterADeletion() {
        Set<Long> versions = new HashSet<>();
        for (int round = 0; round < 5; round++) {
            SessionStore.State one = put("s", SessionStore.State.NONE, Map.of("round", number(round)));
            SessionStore.State two = put("s", one, Map.of("round", number(round)));
            assertThat(versions.add(one.version())).isTrue();
            assertThat(versions.add(two.version())).isTrue();

            store().delete("s");

            assertThat(store().read("s", two)).isSameAs(SessionStore.State.NONE);
            assertThat(store().replace("s", two, Map.of()))
                    .as("a session that is gone")
                    .isEmpty();
        }
    }

    @Test
    void aRecreatedSessionIsNotTheDeletedOne() {
        SessionStore.State before = put("s", SessionStore.State.NONE, Map.of("a", number(1)));
        store().delete("s");
        SessionStore.State recreated = put("s", SessionStore.State.NONE, Map.of("b", number(1)));

        assertThat(store().replace("s", before, Map.of())).isEmpty();
        assertThat(store().read("s", before)).isEqualTo(recreated);
        assertThat(recreated.parts()).containsOnlyKeys("b");
    }

    @Test
    void partsAreFoundByTheirNamesInOrder() {
        put("b", SessionStore.State.NONE, Map.of("approval/2", number(1), "approval/1", number(2), "other", number(3)));
        put(
                "a",
                SessionStore.State.NONE,
                Map.of("approval/9", number(4), "approval", number(5), "Approval/1", number(6)));

        assertThat(store().find("approval/", "approval/", false, 10))
                .hasToString(List.of(
                                new SessionStore.Part("b", "approval/1", number(2)),
                                new SessionStore.Part("b", "approval/2", number(1)),
                                new SessionStore.Part("a", "approval/9", number(4)))
                        .toString());
        assertThat(store().find("approval/", "approval/", false, 2))
                .extracting(SessionStore.Part::name)
                .containsExactly("approval/1", "approval/2");
        assertThat(store().find("approval/2", "approval/2", false, 10)).hasSize(1);
        assertThat(store().find("%", "%", false, 10)).isEmpty();
        assertThat(store().find("approval_", "approval_", false, 10)).isEmpty();
        assertThat(store().find("", "", false, 100)).hasSize(6);
    }

    /** By the last character and then by the name, or backwards; each from a first name on. */
    @Test
    void namesAreOrderedByTheirLastCharacterOrBackwards() {
        Map<String, JsonNode> many = new LinkedHashMap<>();
        for (String name : List.of("q/51", "q/10", "q/32", "q/20", "q/41", "p/10", "r/10")) {
            many.put(name, number(1));
        }
        put("many", SessionStore.State.NONE, many);
        put("one", SessionStore.State.NONE, Map.of("q/30", number(1), "q/1z", number(1), "q/4a", number(1)));
        assertThat(store().find("q/", "q/2", false, 9))
                .extracting(SessionStore.Part::name)
                .containsExactly("q/20", "q/30", "q/41", "q/51", "q/32", "q/4a");
        assertThat(store().find("q/", "q/2", false, 3))
                .extracting(SessionStore.Part::name)
                .containsExactly("q/20", "q/30", "q/41");
        assertThat(store().find("q/", "q/1", true, 7))
                .extracting(SessionStore.Part::name)
                .containsExactly("q/51", "q/4a", "q/41", "q/32", "q/30", "q/20", "q/1z");
        assertThat(store().count("q/", "q/2")).isEqualTo(Map.of("many", 4, "one", 2));
        assertThat(store().count("q/", "q/6")).isEmpty();
    }

    /** A page gets ids from outside. One that a store can't have is unknown, and no failure of the store. */
    @Test
    void anApprovalWithALongIdIsUnknown() {
        Approvals approvals = Approvals.of(SessionSettings.inMemory().withStore(store()));
        assertThat(approvals.find("\u00e9".repeat(1_000))).isEmpty();
    }

    @Test
    void idsAndNamesAreWhatTheyAreToTheCharacter() {
        for (String session : STRANGE_NAMES) {
            put(session, SessionStore.State.NONE, Map.of("id", TextNode.valueOf(session)));
        }
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        STRANGE_NAMES.forEach(name -> parts.put(name, TextNode.valueOf(name)));
        SessionStore.State all = put("all", SessionStore.State.NONE, parts);

        for (String session : STRANGE_NAMES) {
            assertThat(fresh(session).parts()).isEqualTo(Map.of("id", TextNode.valueOf(session)));
        }
        assertThat(fresh("all")).isEqualTo(all);
        assertThat(store().find("id", "id", false, 1000))
                .extracting(SessionStore.Part::session)
                .containsExactlyInAnyOrderElementsOf(STRANGE_NAMES);
        assertThat(store().find("x", "x", false, 1000))
                .extracting(SessionStore.Part::name)
                .containsExactlyInAnyOrderElementsOf(STRANGE_NAMES.stream()
                        .filter(name -> name.startsWith("x"))
                        .toList());
        store().delete("x");
        assertThat(fresh("X").parts()).isNotEmpty();
        assertThat(fresh("x ").parts()).isNotEmpty();
    }

    @Test
    void valuesOfEveryKindComeBack() {
        Map<String, JsonNode> parts = values();
        SessionStore.State after = put("s", SessionStore.State.NONE, parts);
        SessionStore.State read = fresh("s");

        assertThat(read.parts()).containsOnlyKeys(parts.keySet());
        parts.forEach((name, value) -> {
            JsonNode back = read.parts().get(name);
            assertThat(back).as(name).isNotNull();
            assertThat(JsonEquality.equal(value, back))
                    .as("%s: %.80s is read as %.80s", name, value, back)
                    .isTrue();
            assertThat(JsonEquality.canonicalText(back)).as(name).isEqualTo(JsonEquality.canonicalText(value));
        });
        assertThat(put("s", read, read.parts()).parts()).isEqualTo(read.parts());
        assertThat(after.version()).isEqualTo(read.version());
    }

    private static Map<String, JsonNode> values() {
        JsonNodeFactory json = JsonNodeFactory.instance;
        Map<String, JsonNode> values = new LinkedHashMap<>();
        values.put("null", NullNode.getInstance());
        values.put("true", BooleanNode.TRUE);
        values.put("int", IntNode.valueOf(-1));
        values.put("long", LongNode.valueOf(Long.MIN_VALUE));
        values.put("big", json.numberNode(BigInteger.ONE.shiftLeft(5000).negate()));
        values.put("double", DoubleNode.valueOf(0.1));
        values.put("tiny", DoubleNode.valueOf(Double.MIN_VALUE));
        values.put("decimal", DecimalNode.valueOf(new BigDecimal("1.0")));
        values.put("exact", DecimalNode.valueOf(new BigDecimal("9007199254740993.000000000000000000001")));
        values.put("huge", DecimalNode.valueOf(new BigDecimal("1e999999")));
        values.put("empty text", TextNode.valueOf(""));
        values.put("long text", TextNode.valueOf("0123456789".repeat(200_000)));
        ArrayNode texts = json.arrayNode();
        STRANGE_NAMES.forEach(texts::add);
        values.put("texts", texts);
        ObjectNode object = json.objectNode();
        STRANGE_NAMES.forEach(name -> object.put(name, name));
        object.put("n".repeat(100_000), 1);
        values.put("object", object);
        values.put("empty object", json.objectNode());
        values.put("empty array", json.arrayNode());
        ArrayNode deep = json.arrayNode();
        for (int i = 0; i < 500; i++) {
            deep = json.arrayNode().add(deep);
        }
        values.put("deep", deep);
        return values;
    }

    @Test
    void oldSessionsAreForgottenAndOthersStay() {
        for (int i = 0; i < 5; i++) {
            put("s" + i, SessionStore.State.NONE, Map.of("a", number(i)));
        }

        assertThat(store().deleteUnchanged(Instant.now().minus(Duration.ofHours(2)), 100))
                .isZero();
        assertThat(store().deleteUnchanged(Instant.MIN, 100)).isZero();
        assertThat(store().deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 3))
                .isEqualTo(3);
        assertThat(store().find("a", "a", false, 100)).hasSize(2);
        assertThat(store().deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 3))
                .isEqualTo(2);
        assertThat(store().deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 3))
                .isZero();
        assertThat(fresh("s1")).isSameAs(SessionStore.State.NONE);
    }

    @Test
    void manyPartsAndSessionsAreKeptApart() {
        List<SessionStore.Part> all = new ArrayList<>();
        for (int s = 0; s < 20; s++) {
            Map<String, JsonNode> parts = new LinkedHashMap<>();
            for (int p = 0; p < 50; p++) {
                parts.put("p" + p, number(s * 1000 + p));
                all.add(new SessionStore.Part("s" + s, "p" + p, number(s * 1000 + p)));
            }
            put("s" + s, SessionStore.State.NONE, parts);
        }

        assertThat(store().find("p", "p", false, 5000))
                .extracting(SessionStore.Part::toString)
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(SessionStore.Part::toString).toList());
        Optional<SessionStore.State> none = store().replace("s3", SessionStore.State.NONE, Map.of());
        assertThat(none).isEmpty();
    }

    @Test
    void anOldSessionLeavesWhatMustStay() {
        SessionStore.State state = put(
                "s", SessionStore.State.NONE, Map.of("flow/label/x", number(1), "flow/key", number(2), "a", number(3)));

        assertThat(store().deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 9))
                .isEqualTo(1);

        SessionStore.State left = store().read("s", state);
        assertThat(left.parts()).containsOnlyKeys("flow/label/x", "flow/key");
        assertThat(left.version()).isNotEqualTo(state.version());
        assertThat(store().deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 9))
                .isZero();
        assertThat(store().replace("s", SessionStore.State.NONE, Map.of())).isEmpty();
        assertThat(put("s", left, Map.of("a", number(4))).parts()).containsOnlyKeys("a");
        assertThat(store().deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 9))
                .isEqualTo(1);
        assertThat(fresh("s")).isSameAs(SessionStore.State.NONE);
    }
}
