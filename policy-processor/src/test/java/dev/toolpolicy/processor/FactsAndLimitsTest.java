package dev.toolpolicy.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Mistakes in the facts and limits of a policy. */
class FactsAndLimitsTest {
    private static final String HEAD = "package demo; import dev.toolpolicy.annotation.*;\n";

    private static String printed(String policy) {
        String tool = "@Tool(name = \"notes\")\n" + policy + "\nrecord Notes(String text) {}";
        return Compiling.printed(Compiling.tools(Compiling.source("Notes", HEAD + tool)));
    }

    @Test
    void factsAreARecord() {
        assertThat(printed("@Policy(facts = int.class, run = @Rule(mode = Mode.ASK))"))
                .isEqualTo("""
                    3:20: error: [toolpolicy/not-a-record] facts are declared by a record, but int is none
                      help: name a record of yours, such as record Caller(String role) {}
                      note: the facts are the record's components, in order
                    """);
        assertThat(printed("@Policy(facts = String.class, run = @Rule(mode = Mode.ASK))"))
                .contains("but String is none");
        assertThat(printed("@Policy(facts = String[].class, run = @Rule(mode = Mode.ASK))"))
                .contains("is none");
        assertThat(printed("@Policy(facts = void.class, run = @Rule(mode = Mode.ASK))"))
                .isEmpty();
    }

    @Test
    void aLimitOfARuleThatDeniesCountsNothing() {
        String policy = """
            @Policy(
              run = {@Rule(arg = "/text", constant = "a", mode = Mode.DENY, name = "no"), @Rule(mode = Mode.ASK)},
              limits = @Limit(calls = 3, rule = "no"))\
            """;
        assertThat(printed(policy)).isEqualTo("""
            5:37: warning: [toolpolicy/unknown-rule] rule "no" denies its calls, so the limit counts nothing
              help: delete the limit
            """);
        assertThat(printed(policy.replace("DENY", "ASK"))).isEmpty();
    }
}
