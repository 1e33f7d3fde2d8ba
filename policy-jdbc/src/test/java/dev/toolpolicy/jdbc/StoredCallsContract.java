package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.internal.json.JsonEquality;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The contract of every session store about open calls, which it may keep in another place than other parts. */
abstract class StoredCallsContract {
    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 20);

    /** The store, empty before each test and the same all through it. */
    abstract SessionStore store();

    static JsonNode number(int value) {
        return IntNode.valueOf(value);
    }

    SessionStore.State put(String session, SessionStore.State before, Map<String, JsonNode> parts) {
        return store().replace(session, before, parts).orElseThrow();
    }

    SessionStore.State fresh(String session) {
        return store().read(session, SessionStore.State.NONE);
    }

    /** Open calls, which a store may keep in another place than other parts, and move from there. */
    @Test
    void openCallsStayChangeComeAndGo() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random random = new Random(seed);
        Map<String, JsonNode> parts = new TreeMap<>(Map.of("format", number(2)));
        SessionStore.State written = SessionStore.State.NONE;
        for (int round = 0; round < ROUNDS; round++) {
            for (int change = random.nextInt(6); change >= 0; change--) {
                String name = List.of("begun/", "begun/x\n ", "ended/").get(random.nextInt(3)) + random.nextInt(15);
                switch (random.nextInt(5)) {
                    case 0, 1 -> parts.remove(name);
                    case 2 -> parts.put(name, handedOver(random.nextDouble()));
                    default -> parts.put(name, TextNode.valueOf("line\n" + round));
                }
            }
            parts.put("changed", TextNode.valueOf("round " + round));
            SessionStore.State before = random.nextBoolean() ? written : fresh("s");

            written = put("s", before, parts);

            SessionStore.State read = store().read("s", before);
            assertThat(canonical(read.parts())).as("seed " + seed).isEqualTo(canonical(parts));
        }
        assertThat(store().find("ended/", "ended/", false, 1000)).hasSize((int) parts.keySet().stream()
                .filter(name -> name.startsWith("ended/"))
                .count());
    }

    private static ObjectNode handedOver(double value) {
        ObjectNode call = JsonNodeFactory.instance.objectNode();
        call.putObject("arguments").put("value", value * 1e20);
        return call;
    }

    private static Map<String, String> canonical(Map<String, JsonNode> parts) {
        Map<String, String> texts = new TreeMap<>();
        parts.forEach((name, value) -> texts.put(name, JsonEquality.canonicalText(value)));
        return texts;
    }

    /** The labels of open calls, also of one that was handed over, and so is stored with its arguments. */
    @Test
    void anOldSessionLeavesTheLabelsOfItsOpenCalls() {
        JsonNode labelled = label(JsonNodeFactory.instance.objectNode());
        Map<String, JsonNode> parts = Map.of(
                "begun/a", labelled,
                "begun/b", label(handedOver(1)),
                "begun/c", handedOver(2),
                "changed", TextNode.valueOf("now"),
                "format", number(2));
        SessionStore.State state = put("s", SessionStore.State.NONE, parts);

        assertThat(store().deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 9))
                .isEqualTo(1);

        SessionStore.State left = store().read("s", state);
        assertThat(left.parts()).isEqualTo(Map.of("begun/a", labelled, "begun/b", labelled, "format", number(2)));
        SessionStore.State next = put("s", left, Map.of("begun/b", label(handedOver(3))));
        assertThat(canonical(fresh("s").parts())).isEqualTo(canonical(next.parts()));
    }

    private static JsonNode label(ObjectNode call) {
        call.putArray("labels").add("untrusted");
        return call;
    }
}
