package dev.toolpolicy.test.policy.internal.prove;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.test.policy.internal.file.Claim;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Fifty claims about sixty tools with six hundred rules. */
class ManyProofsTest {
    private static final int TOOLS = 60;
    private static final int CLAIMS = 50;

    private static PolicyEngine engine() {
        StringBuilder file =
                new StringBuilder("[results]\ntool_0 = { labels = [], values = { contacts = \"/who\" } }\n");
        for (int tool = 0; tool < TOOLS; tool++) {
            file.append("[tools.tool_" + tool + "]\nparameters.to = { type = \"string\" }\n")
                    .append("parameters.path = { type = \"path\" }\nparameters.count = { type = \"integer\" }\n")
                    .append("policy.run = [\n");
            for (int rule = 0; rule < 4; rule++) {
                file.append("{ arg = \"/path\", glob = \"secret" + tool + "_" + rule + "/**\", mode = \"deny\" },\n")
                        .append("{ arg = \"/count\", minimum = " + (1000 + 10 * rule) + ", maximum = "
                                + (1005 + 10 * rule) + ", mode = \"ask\" },\n");
            }
            file.append("{ arg = \"/to\", from = [\"contacts\", \"request\"], mode = \"allow\" },\n")
                    .append("{ label = \"untrusted\", mode = \"ask\" },\n{ mode = \"allow\" }]\n");
        }
        return PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", file.toString()))
                .unreachableRules(Severity.WARNING)
                .build();
    }

    @Test
    void areProvedInOneRun() {
        Prover prover = new Prover(engine());
        List<Claim.Part> unless = List.of(Claim.Part.of(Argument.Text.at("/to").from("contacts", "request")));
        for (int claim = 0; claim < CLAIMS; claim++) {
            boolean isTrue = claim % 2 == 0;
            Proof proof = prover.prove(new Claim(
                    "claim " + claim,
                    List.of("*"),
                    List.of("untrusted"),
                    List.of(),
                    Set.of(Mode.ALLOW),
                    isTrue ? unless : List.of(),
                    false));
            assertThat(proof.isProved()).as(proof.toString()).isEqualTo(isTrue);
            assertThat(proof.outcome()).as(proof.toString()).isNotEqualTo(Proof.Outcome.UNDECIDED);
            assertThat(proof.tools()).isEqualTo(TOOLS);
        }
    }
}
