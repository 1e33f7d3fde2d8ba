package dev.toolpolicy.analysis.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

final class KnownWordsTest {
    @Test
    void aLongSetIsCut() {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        known.withArray("/from:s").add("a").add("b").add("c");
        assertThat(KnownWords.of(known, json -> json)).isEqualTo(" with \"a\" and \"b\" and \"c\" in the set \"s\"");
        known.withArray("/from:s").add("d").add("e");
        assertThat(KnownWords.of(known, json -> json))
                .isEqualTo(" with \"a\" and \"b\" and \"c\" and 2 more in the set \"s\"");
    }
}
