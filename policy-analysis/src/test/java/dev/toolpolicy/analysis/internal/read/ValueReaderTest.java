package dev.toolpolicy.analysis.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.ParameterType;
import org.junit.jupiter.api.Test;

/** A value that an annotation has as text is JSON of its parameter's type, or none. */
class ValueReaderTest {

    @Test
    void invalidJsonIsNotAValue() {
        assertThat(read("1.5")).isEqualTo("1.5");
        assertThat(read("1.5 0")).isEqualTo("none");
        assertThat(read("[1")).isEqualTo("none");
        assertThat(read("-0.00001e1" + "0".repeat(45))).isEqualTo("none");
    }

    private static String read(String text) {
        return ValueReader.read(ParameterType.number(), TextNode.valueOf(text), ValueSyntax.TEXT)
                .map(Object::toString)
                .orElse("none");
    }
}
