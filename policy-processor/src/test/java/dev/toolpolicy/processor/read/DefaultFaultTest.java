package dev.toolpolicy.processor.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import org.junit.jupiter.api.Test;

/** The message about a default names the part that is wrong. */
class DefaultFaultTest {
    private static final ParameterType RANGE = ParameterType.objectOf(
            Parameter.required("from", ParameterType.integer()),
            Parameter.optional("tags", ParameterType.arrayOf(ParameterType.string())),
            Parameter.optional("extra", ParameterType.any()));

    @Test
    void namesTheFaultyElement() {
        assertThat(fault(ParameterType.arrayOf(ParameterType.bool()), "[true, 1]"))
                .isEqualTo("element 1 of the default must be true or false, was 1");
        assertThat(fault(ParameterType.arrayOf(RANGE), "[{\"from\": 1, \"tags\": [\"a\", null]}]"))
                .isEqualTo("element 1 of property \"tags\" of element 0 of the default must be a string, was null");
    }

    @Test
    void namesTheFaultyProperty() {
        assertThat(fault(RANGE, "{\"from\": 0.5}"))
                .isEqualTo("property \"from\" of the default must be a whole number, was 0.5");
        assertThat(fault(RANGE, "{}")).isEqualTo("the default lacks the required property \"from\"");
        assertThat(fault(RANGE, "{\"form\": 1}")).isEqualTo("the default has an unknown property \"form\"");
        assertThat(fault(ParameterType.mapOf(ParameterType.string()), "{\"a\": \"b\", \"c\": 1}"))
                .isEqualTo("property \"c\" of the default must be a string, was 1");
    }

    @Test
    void optionalPropertiesMayBeNull() {
        assertThat(fault(RANGE, "{\"from\": 1, \"tags\": null, \"extra\": {}}")).isEqualTo("none");
        assertThat(fault(ParameterType.arrayOf(ParameterType.any()), "[null]")).isEqualTo("none");
    }

    @Test
    void findsNothingInOtherValues() {
        assertThat(fault(RANGE, "[1]")).isEqualTo("none");
        assertThat(fault(RANGE, "{")).isEqualTo("none");
        assertThat(fault(ParameterType.arrayOf(ParameterType.string()), "{}")).isEqualTo("none");
        assertThat(fault(ParameterType.integer(), "x")).isEqualTo("none");
    }

    private static String fault(ParameterType type, String text) {
        return DefaultFault.find(type, text)
                .map(fault -> fault.within("the default"))
                .orElse("none");
    }
}
