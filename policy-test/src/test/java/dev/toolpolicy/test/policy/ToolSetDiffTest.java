package dev.toolpolicy.test.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff.Kind;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ToolSetDiffTest {
    private static final ToolSchema FILE = ToolSchema.of(Parameter.required("path", ParameterType.path()));
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final RuleList BEFORE = RuleList.of(
            RuleSpec.when(PATH.prefix("src/keys"), Mode.DENY),
            RuleSpec.when(PATH.prefix("src"), Mode.ALLOW),
            RuleSpec.otherwise(Mode.ASK));
    private static final RuleList AFTER =
            RuleList.of(RuleSpec.when(PATH.prefix("src"), Mode.ASK), RuleSpec.when(PATH.prefix("docs"), Mode.ALLOW));

    @Test
    void aListInWords() {
        assertThat(RuleListDiff.between(FILE, BEFORE, AFTER)).hasToString("""
            looser: ask (rule 3) becomes allow (rule 2), as for {"path":"docs"}
            looser: deny (rule 1) becomes ask (rule 1), as for {"path":"src/keys"}
            stricter: allow (rule 2) becomes ask (rule 1), as for {"path":"src"}\
            """);
        assertThat(RuleListDiff.between(FILE, BEFORE, BEFORE)).hasToString("every call is decided as before");
    }

    @Test
    void aRuleThatDoesNotFitTheToolDecidesNoCall() {
        RuleList denied = RuleList.of(RuleSpec.otherwise(Mode.DENY));
        RuleList asked = RuleList.of(RuleSpec.unreadable("/command const 1", Mode.DENY), RuleSpec.otherwise(Mode.ASK));
        RuleList allowed =
                RuleList.of(RuleSpec.unreadable("/command const 1", Mode.DENY), RuleSpec.otherwise(Mode.ALLOW));
        assertThat(RuleListDiff.between(FILE, denied, asked))
                .hasToString("looser: deny (rule 1) becomes ask (rule 2), as for {\"path\":\"a\"}");
        assertThat(RuleListDiff.between(FILE, allowed, RuleList.always(Mode.ALLOW))
                        .mayLoosen())
                .isTrue();
        assertThat(RuleListDiff.between(FILE, asked, allowed).isEqual()).isTrue();
    }

    @Test
    void equalListsMayBeWrittenOtherwise() {
        RuleList one =
                RuleList.of(RuleSpec.when(PATH.pattern("^src(?:/|$)"), Mode.ALLOW), RuleSpec.otherwise(Mode.ASK));
        RuleList other = RuleList.of(RuleSpec.when(PATH.prefix("src/../src/"), Mode.ALLOW));
        assertThat(RuleListDiff.between(FILE, one, other).isEqual()).isTrue();
    }

    @Test
    void aListAsTable() {
        assertThat(table(BEFORE, AFTER)).isEqualTo("""
            | tool | list | change | before | after | as for |
            |---|---|---|---|---|---|
            | `read` | run | looser | ask (rule 3) | allow (rule 2) | `{"path":"docs"}` |
            | `read` | run | looser | deny (rule 1) | ask (rule 1) | `{"path":"src/keys"}` |
            | `read` | run | stricter | allow (rule 2) | ask (rule 1) | `{"path":"src"}` |\
            """);
    }

    @Test
    void barsAndBackticksDontBreakATable() {
        RuleList fenced = RuleList.of(RuleSpec.when(PATH.constant("a|``b"), Mode.DENY));
        assertThat(table(RuleList.empty(), fenced))
                .endsWith("| stricter | ask (no rule) | deny (rule 1) | ``` {\"path\":\"a\\|``b\"} ``` |");
    }

    private static String table(RuleList before, RuleList after) {
        DeclaredTool tool = DeclaredTool.of("read", FILE);
        return ToolSetDiff.between(tools(tool.withRun(before)), tools(tool.withRun(after)))
                .toMarkdown();
    }

    @Test
    void aListAsData() {
        assertThat(RuleListDiff.between(FILE, BEFORE, AFTER).toJson()).hasToString("""
            {"equal":false,"may_loosen":true,"changes":[\
            {"kind":"looser","before":{"mode":"ask","rule":3},"after":{"mode":"allow","rule":2},\
            "arguments":{"path":"docs"}},\
            {"kind":"looser","before":{"mode":"deny","rule":1},"after":{"mode":"ask","rule":1},\
            "arguments":{"path":"src/keys"}},\
            {"kind":"stricter","before":{"mode":"allow","rule":2},"after":{"mode":"ask","rule":1},\
            "arguments":{"path":"src"}}],"undecided":[]}\
            """);
    }

    @Test
    void looseningsAreListed() {
        assertThat(Stream.of(Mode.values())
                        .flatMap(from -> Stream.of(Mode.values())
                                .filter(to -> Kind.of(from, to) == Kind.LOOSER)
                                .map(to -> from.word() + " " + to.word())))
                .containsExactlyInAnyOrder("ask allow", "edit allow", "deny ask", "deny edit", "deny allow");
        assertThat(Kind.of(Mode.ASK, Mode.EDIT)).isEqualTo(Kind.OTHER);
        assertThat(Kind.of(Mode.ALLOW, Mode.EDIT)).isEqualTo(Kind.STRICTER);
    }

    private static ToolCatalog tools(DeclaredTool... tools) {
        return ToolCatalog.of(List.of(tools));
    }

    @Test
    void aResultListThatIsRemovedLoosens() {
        DeclaredTool plain = DeclaredTool.of("kept", FILE).withRun(BEFORE);
        assertThat(ToolSetDiff.between(tools(plain.withResult(RuleList.always(Mode.ASK))), tools(plain))
                        .toString())
                .contains("looser: ask (rule 1) becomes allow");
        assertThat(ToolSetDiff.between(tools(plain), tools(plain.withResult(RuleList.always(Mode.ALLOW))))
                        .toString())
                .doesNotContain("result");
    }

    @Test
    void toolSets() {
        DeclaredTool kept = DeclaredTool.of("kept", FILE);
        DeclaredTool gone = DeclaredTool.of("gone", FILE).withRun(BEFORE);
        DeclaredTool come = DeclaredTool.of("come", FILE).withRun(AFTER);
        DeclaredTool same = DeclaredTool.of("same", FILE).withRun(BEFORE);
        ToolSetDiff diff = ToolSetDiff.between(
                tools(kept.withRun(AFTER).withResult(RuleList.empty()), gone, same),
                tools(kept.withRun(RuleList.always(Mode.DENY)).withResult(RuleList.always(Mode.ALLOW)), come, same));
        assertThat(diff).hasToString("""
            "come" (new), run:
              looser: no tool becomes ask (rule 1), as for {"path":"src"}
              looser: no tool becomes allow (rule 2), as for {"path":"docs"}
            "kept", run:
              stricter: ask (rule 1) becomes deny (rule 1), as for {"path":"src"}
              stricter: allow (rule 2) becomes deny (rule 1), as for {"path":"docs"}
            "kept", result:
              looser: ask (no rule) becomes allow (rule 1), as for {"path":"a"}
            "gone" (removed), run:
              stricter: ask (rule 3) becomes no tool, as for {"path":"a"}
              stricter: allow (rule 2) becomes no tool, as for {"path":"src"}
            as before for every call: "same\"\
            """);
        assertThat(diff.isEqual()).isFalse();
        assertThat(diff.mayLoosen()).isTrue();
        assertThat(diff.toMarkdown()).startsWith("""
            | tool | list | change | before | after | as for |
            |---|---|---|---|---|---|
            | `come` (new) | run | looser | no tool | ask (rule 1) | `{"path":"src"}` |
            """);
        assertThat(diff.toJson().at("/tools/0/status").textValue()).isEqualTo("added");
        assertThat(diff.toJson().at("/tools/1/result/changes/0/kind").textValue())
                .isEqualTo("looser");
    }

    @Test
    void equalToolSets() {
        ToolSetDiff diff = ToolSetDiff.between(
                tools(DeclaredTool.of("a", FILE).withRun(BEFORE)),
                tools(DeclaredTool.of(
                                "a",
                                ToolSchema.of(Parameter.required("path", ParameterType.path())
                                        .describedAs("said otherwise")))
                        .withRun(BEFORE)));
        assertThat(diff.isEqual()).isTrue();
        assertThat(diff.mayLoosen()).isFalse();
        assertThat(diff).hasToString("every call is decided as before");
        assertThat(diff.toMarkdown()).isEqualTo("every call is decided as before");
    }

    /** A call that wasn't valid before may be now, so other parameters are never proved to change nothing. */
    @Test
    void otherParameters() {
        DeclaredTool before = DeclaredTool.of("a", FILE).withRun(BEFORE);
        ToolSchema wider = ToolSchema.of(
                Parameter.required("path", ParameterType.path()), Parameter.optional("force", ParameterType.bool()));
        ToolSetDiff diff = ToolSetDiff.between(
                tools(before), tools(DeclaredTool.of("a", wider).withRun(BEFORE)));
        assertThat(diff.isEqual()).isFalse();
        assertThat(diff.mayLoosen()).isTrue();
        assertThat(diff.toJson().at("/tools/0/status").textValue()).isEqualTo("other_parameters");
        assertThat(diff)
                .hasToString("\"a\" (other parameters): both lists decide alike about every call that is valid now");
        ToolSchema other = ToolSchema.of(Parameter.required("file", ParameterType.path()));
        assertThat(ToolSetDiff.between(tools(before), tools(DeclaredTool.of("a", other))))
                .hasToString("""
                    "a" (other parameters), run: can't be compared: the old rules don't fit the new parameters\
                    """);
    }

    @Test
    void otherElementsAreOtherParameters() {
        ToolSchema texts = ToolSchema.of(Parameter.required("x", ParameterType.arrayOf(ParameterType.string())));
        ToolSchema numbers = ToolSchema.of(Parameter.required("x", ParameterType.arrayOf(ParameterType.integer())));
        ToolSetDiff diff =
                ToolSetDiff.between(tools(DeclaredTool.of("a", texts)), tools(DeclaredTool.of("a", numbers)));
        assertThat(diff.toJson().at("/tools/0/status").textValue()).isEqualTo("other_parameters");
    }

    @Test
    void rulesThatDontFitTheirOwnToolAreRefused() {
        DeclaredTool wrong = DeclaredTool.of("a", ToolSchema.of()).withRun(BEFORE);
        assertThatThrownBy(() -> ToolSetDiff.between(tools(wrong), tools(wrong)))
                .hasMessage("the rules of \"a\" don't fit its parameters");
    }
}
