package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An argument is compared with a fact, which is compared with another fact. */
class FactChainTest {
    private static final ParameterType NAMES = ParameterType.arrayOf(ParameterType.string());
    private static final RuleScope SCOPE = new RuleScope(
            ToolSchema.of(Parameter.required("to", ParameterType.string())),
            ToolSchema.of(Parameter.optional("known", NAMES), Parameter.optional("vip", NAMES)),
            PathReading.PLAIN);
    private static final Argument.Text KNOWN = Argument.Text.fact("/known");

    /** Returns the rule about recipients among the known ones, of whom all are VIPs and "a". */
    private static RuleSpec rule(String everyVip) {
        return RuleSpec.whenAll(
                List.of(
                        Argument.Text.at("/to").inFact("/known"),
                        KNOWN.all().inFact("/vip").and(KNOWN.all().constant("a")),
                        Argument.Text.fact("/vip").all().constant(everyVip)),
                Mode.ASK);
    }

    @Test
    void whatOneRuleNeedsOfTheLastFactDoesNotCountForAnother() {
        List<Reach> reach =
                Reachability.of(SCOPE, RuleList.of(rule("b"), rule("a"))).rules();
        assertThat(reach.get(0)).isEqualTo(new Reach.Never(List.of()));
        assertThat(reach.get(1)).isInstanceOf(Reach.Decides.class);
    }
}
