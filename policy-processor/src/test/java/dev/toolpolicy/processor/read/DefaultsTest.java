package dev.toolpolicy.processor.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A default is completed as a call would be: by the defaults of what it leaves out, each at its own place. */
class DefaultsTest {
    private static final ParameterType LIMITS = ParameterType.objectOf(
            List.of(Parameter.optional("most", ParameterType.integer()).withDefault(IntNode.valueOf(9))), null);
    private static final ParameterType COUNTS = ParameterType.objectOf(
            List.of(Parameter.optional("least", ParameterType.integer()).withDefault(IntNode.valueOf(1))), null);

    @Test
    void missingAndNullValuesAreFilledIn() {
        assertThat(read(LIMITS, "{}")).isEqualTo("{\"most\":9}");
        assertThat(read(LIMITS, "{\"most\":null}")).isEqualTo("{\"most\":9}");
        assertThat(read(LIMITS, "{\"most\":3}")).isEqualTo("{\"most\":3}");
        assertThat(read(LIMITS, "{\"least\":3}")).isEqualTo("none");
    }

    @Test
    void declaredPropertiesAreNotAdditional() {
        ParameterType both = ParameterType.objectOf(List.of(Parameter.optional("own", LIMITS)), COUNTS);
        assertThat(read(both, "{\"own\":{},\"other\":{}}")).isEqualTo("{\"own\":{\"most\":9},\"other\":{\"least\":1}}");
        assertThat(read(ParameterType.arrayOf(both), "[{\"x\":{}}]")).isEqualTo("[{\"x\":{\"least\":1}}]");
    }

    private static String read(ParameterType type, String text) {
        return Defaults.read(type, text).map(Object::toString).orElse("none");
    }
}
