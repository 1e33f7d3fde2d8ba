package dev.toolpolicy.analysis.internal.search;

import static dev.toolpolicy.analysis.internal.search.WrittenRules.ASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.internal.check.CheckedRules;
import dev.toolpolicy.analysis.internal.check.RuleListReader;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The warning about a rule by a label above a rule that denies: one more label would loosen a decision. */
class LabelOrderTest {
    private static final ToolSchema TOOL = ToolSchema.of(
            Parameter.required("text", ParameterType.string()), Parameter.optional("path", ParameterType.path()));

    private static CheckedRules read(String... rules) {
        RuleScope scope = new RuleScope(TOOL, ToolSchema.of(), PathReading.PLAIN);
        return RuleListReader.read(scope, WrittenRules.drafts(rules), ValueSyntax.TYPED);
    }

    private static String typed(String... rules) {
        return WrittenRules.print(read(rules));
    }

    private static List<String> codes(String... rules) {
        return read(rules).diagnostics().stream()
                .map(each -> each.pointer() + " " + each.code())
                .toList();
    }

    @Test
    void aLabelMayNotHideADenial() {
        String read = "{'label': 'untrusted', 'mode': 'ask'}";
        String deny = "{'arg': '/path', 'prefix': 'src', 'mode': 'deny'}";
        String pii = "{'label': 'pii', 'mode': 'deny'}";
        assertThat(typed(read, deny, ASK)).isEqualTo("""
            WARNING 1
            [toolpolicy/stricter-after-allow] rule 1, by a label, doesn't deny calls that rule 2 would deny, such as \
            {"text":"","path":"src"} with the label "untrusted"
            help: move rule 2 above rule 1
            note: if it is meant, write accept = ["stricter-after-allow"] in the file
            0: [toolpolicy/stricter-after-allow] this is rule 1
            """);
        assertThat(codes(read, pii, ASK)).containsExactly("/1 stricter-after-allow");
        assertThat(codes(read.replace("ask", "edit"), pii, ASK)).containsExactly("/1 stricter-after-allow");
        assertThat(codes(read, "{'mode': 'deny'}")).containsExactly("/1 stricter-after-allow");
        assertThat(codes(deny, pii, read, ASK)).as("denials first").isEmpty();
        assertThat(codes(read, "{'mode': 'ask'}")).as("nothing stricter").isEmpty();
        assertThat(codes(
                        read,
                        "{'all': [{'label': 'untrusted'}, {'arg': '/path', 'prefix': 'src'}], 'mode': 'deny'}",
                        ASK))
                .as("never applies: it needs the same label")
                .doesNotContain("/1 stricter-after-allow");
        String src = "{'all': [{'label': 'untrusted'}, {'arg': '/path', 'prefix': 'src'}], 'mode': 'ask'}";
        assertThat(codes(src, "{'arg': '/path', 'prefix': 'src', 'mode': 'allow'}", "{'mode': 'deny'}"))
                .as("without the label they are allowed")
                .isEmpty();
        assertThat(codes(
                        src,
                        "{'label': 'untrusted', 'mode': 'ask'}",
                        "{'arg': '/path', 'prefix': 'src', 'mode': 'deny'}",
                        ASK))
                .as("what only the same label decides between them stops no denial")
                .containsExactly("/2 stricter-after-allow");
    }
}
