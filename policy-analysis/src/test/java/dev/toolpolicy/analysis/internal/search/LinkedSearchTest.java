package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.RuleListCheck;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.NormalPath.Form;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reachable rules depend on where links may lead, and on the workspace. */
class LinkedSearchTest {
    private static final ToolSchema SCHEMA =
            ToolSchema.of(Parameter.required("p", ParameterType.path()), Parameter.optional("f", ParameterType.bool()));
    private static final Argument.Text P = Argument.Text.at("/p");
    private static final PathReading PLAIN = PathReading.PLAIN;
    private static final PathReading LINKS = new PathReading(Form.PLAIN, true);
    private static final PathReading WORKSPACE = new PathReading(Form.PLAIN.inWorkspace("/w"), false);

    private static List<Integer> unreachable(PathReading paths, RuleSpec... rules) {
        return RuleListCheck.check(RuleScope.of(SCHEMA, paths), RuleList.of(rules)).diagnostics().stream()
                .filter(each -> each.code() == DiagnosticCode.UNREACHABLE_RULE)
                .map(Diagnostic::rule)
                .toList();
    }

    private static RuleSpec skip(Condition condition) {
        return RuleSpec.when(condition, Mode.DENY);
    }

    private static RuleSpec unattended(Condition condition) {
        return RuleSpec.when(condition, Mode.ALLOW);
    }

    @Test
    void aPathMayBeInOneSetAndLeadToAnother() {
        RuleSpec[] strictBehind = {unattended(P.prefix("src")), skip(P.prefix("src/gen"))};
        assertThat(unreachable(PLAIN, strictBehind)).containsExactly(1);
        assertThat(unreachable(LINKS, strictBehind)).isEmpty();
        RuleSpec[] strictBefore = {skip(P.prefix("src")), unattended(P.prefix("src/gen")), skip(P.constant("src/x"))};
        assertThat(unreachable(LINKS, strictBefore)).containsExactly(1, 2);
    }

    @Test
    void callsThatNeedBothFormsMatchOneRuleAlone() {
        assertThat(unreachable(LINKS, unattended(P.prefix("src")), unattended(P.prefix("src/gen"))))
                .containsExactly(1);
        RuleSpec[] halves = {
            unattended(P.prefix("src/a")), unattended(P.prefix("src/b")), unattended(P.oneOf("src/a/x", "src/b/y"))
        };
        assertThat(unreachable(PLAIN, halves)).containsExactly(2);
        assertThat(unreachable(LINKS, halves))
                .as("a path in the one half may lead to the other")
                .isEmpty();
    }

    /** What leads elsewhere is not unattended, but still one of them is in the set. */
    @Test
    void theSameConditionIsAnotherForAnotherMode() {
        RuleSpec[] rules = {unattended(P.prefix("src")), skip(P.prefix("src"))};
        assertThat(unreachable(PLAIN, rules)).containsExactly(1);
        assertThat(unreachable(LINKS, rules)).isEmpty();
        assertThat(unreachable(LINKS, rules[1], rules[0])).containsExactly(1);
    }

    @Test
    void otherParametersHaveNoLinks() {
        Argument.Flag flag = Argument.Flag.at("/f");
        assertThat(unreachable(LINKS, unattended(flag.oneOf(true, false)), skip(flag.constant(true))))
                .containsExactly(1);
    }

    @Test
    void inAWorkspaceItsAbsolutePathsAreRelative() {
        RuleSpec absolute = skip(P.constant("/w/a/b"));
        assertThat(unreachable(WORKSPACE, skip(P.prefix("a")), absolute))
                .as("../w/a/b is the same place")
                .isEmpty();
        assertThat(unreachable(WORKSPACE, skip(P.prefix("a")), skip(P.pattern("^\\.\\.")), absolute))
                .containsExactly(2);
        assertThat(unreachable(WORKSPACE, skip(P.pattern("^/w/")))).containsExactly(0);
        assertThat(unreachable(WORKSPACE, skip(P.pattern("^/wx")))).isEmpty();
        assertThat(unreachable(new PathReading(Form.PLAIN.inWorkspace("/"), false), skip(P.pattern("^/"))))
                .containsExactly(0);
    }

    /** Also characters outside of ASCII, and those that become two steps away. */
    @Test
    void pathsHaveNoCapitalsIfCaseIsIgnored() {
        PathReading folding = new PathReading(Form.PLAIN.ignoringCase(), false);
        assertThat(unreachable(folding, skip(P.pattern("[A-Z]")), skip(P.pattern("[\u00c0\u0130\u017f]"))))
                .containsExactly(0, 1);
        assertThat(unreachable(folding, skip(P.pattern("[a-z]")), skip(P.pattern("\u00e0"))))
                .isEmpty();
        assertThat(unreachable(
                        new PathReading(Form.PLAIN.withWindowsNames().ignoringCase(), false),
                        skip(P.pattern("^[A-Z]:"))))
                .containsExactly(0);
    }
}
