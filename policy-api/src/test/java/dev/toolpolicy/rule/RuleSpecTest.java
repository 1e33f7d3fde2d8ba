package dev.toolpolicy.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.annotation.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleSpecTest {
    private static final Condition CONDITION = Argument.Text.at("/path").prefix("src");

    @Test
    void aRuleThatLostItsConditionsIsNoCatchAll() {
        assertThatThrownBy(() -> RuleSpec.whenAll(List.of(), Mode.ALLOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RuleSpec.otherwise");
        assertThatThrownBy(() -> RuleSpec.when(CONDITION, Mode.ALLOW).withConditions(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(RuleSpec.whenEach(RuleSpec.Each.of("/edits"), List.of(), Mode.ALLOW)
                        .isCatchAll())
                .isFalse();
        assertThat(RuleSpec.unreadable("/n const 1", Mode.DENY).isCatchAll()).isFalse();
        assertThat(RuleSpec.otherwise(Mode.ASK).isCatchAll()).isTrue();
    }
}
