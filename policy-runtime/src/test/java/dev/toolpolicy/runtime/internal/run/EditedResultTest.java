package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import org.junit.jupiter.api.Test;

/** An edited text is JSON, or is refused with the JSON error that the approver waits for. */
class EditedResultTest {

    @Test
    void invalidResultsAreJsonErrors() throws MalformedJsonException {
        assertThat(ResultDelivery.parse("{\"a\":1.5}").toString()).isEqualTo("{\"a\":1.5}");
        assertThat(ResultDelivery.parse("{\"price\":100.00}").toString()).isEqualTo("{\"price\":100.00}");
        refused("", "there is no value");
        refused("{", "Unexpected end-of-input");
        refused("[-0.00001e1" + "0".repeat(45) + "]", "a number's exponent is too long");
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> ResultDelivery.parse(text))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining(message);
    }
}
