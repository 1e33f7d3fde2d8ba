package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reloads that change the policies of tools that no server has described yet. */
class UndeclaredToolsTest {
    private static final ToolSchema SCHEMA = ToolSchema.of(Parameter.optional("p", ParameterType.string()));

    private static PolicyConfiguration file(String text) {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", text.replace(" @ ", "\n"));
    }

    private static PolicyEngine engine(PolicyConfiguration file) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("here", SCHEMA))))
                .configuration(file)
                .build();
    }

    private static ReloadOutcome.Kind reload(String before, String after) {
        return reload(
                file("[tools.here.policy]\nrun = 'ask'\n" + before),
                file("[tools.here.policy]\nrun = 'ask'\n" + after));
    }

    private static ReloadOutcome.Kind reload(PolicyConfiguration before, PolicyConfiguration after) {
        return engine(before).reload(after).kind();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '"',
            value = {
                "[tools.'s_*'.policy] @ external=true @ run='deny' > [tools.'s_*'.policy] @ external=true @"
                        + " run='allow'",
                "[tools.'s_*'.policy] @ external=true @ run='deny' > [tools.'s_*'.policy] @ external=true @ run='ask'",
                "[tools.'s_*'.policy] @ external=true @ run='deny' > [facts]",
                "[tools.'*'.policy] @ run='deny' > [tools.'*'.policy] @ run='allow'",
                "[facts] > [tools.'s_*'.policy] @ external=true @ run='allow'",
                "[tools.'*'.policy] @ run='deny' > [tools.'*'.policy] @ run='deny' @ [tools.'s_a*'.policy] @"
                        + " external=true @ run='ask'",
                "[tools.'*'.policy] @ result='deny' > [tools.'*'.policy] @ result='allow'",
                "[tools.'*'.policy] @ result='deny' > [facts]",
                "[tools.'s_*'.policy] @ external=true @ run=[{arg='/p',const='a',mode='deny'},{mode='ask'}] >"
                        + " [tools.'s_*'.policy] @ external=true @ run=[{arg='/p',const='b',mode='deny'},{mode='ask'}]",
                "[tools.'s_*'.policy] @ external=true @ run=[{arg='/p',const='a',mode='deny'},{mode='ask'}] >"
                        + " [tools.'s_*'.policy] @ external=true @"
                        + " run=[{arg='/p',prefix='a',mode='ask'},{arg='/p',const='a',mode='deny'},{mode='ask'}]",
                "[tools.'s_*'.policy] @ external=true @ requires=[{tools=['here']}] > [tools.'s_*'.policy] @"
                        + " external=true @ run='ask'",
                "[tools.'s_*'.parameters] @ p='path' @ [tools.'s_*'.policy] @ external=true > [tools.'s_*'.policy] @"
                        + " external=true @ run='ask'",
                "[tools.'s_*'.policy] @ external=true @ run=[{arg='/p',const='a/../b',mode='deny'},{mode='allow'}] >"
                        + " [tools.'s_*'.parameters] @ p='path' @ [tools.'s_*'.policy] @ external=true @"
                        + " run=[{arg='/p',const='a/../b',mode='deny'},{mode='allow'}]",
                "[tools.'*'.policy] @ run='ask' > [tools.'*'.policy] @ run='ask' @ [tools.'s_*'.parameters] @ p='path'"
                        + " @ [tools.'s_*'.policy] @ external=true",
                "[tools.'s_*b'.policy] @ external=true @ run='allow' @ [tools.'s_a*'.policy] @ external=true @"
                        + " run='ask' > [tools.'s_*b'.policy] @ external=true @ run='allow'",
                "[tools.'s_*'.policy] @ external=true @ run='ask' > [tools.'s_*'.policy] @ external=true @ run='ask' @"
                        + " overrides=true",
                "[tools.'s_*'.policy] @ external=true @ run='allow' @ [tools.'*_b'.policy] @ external=true @"
                        + " run='allow' > [tools.'s_*'.policy] @ external=true @ run='allow' @ [tools.'*_b'.policy] @"
                        + " external=true @ run='allow' @ [tools.'s_x*_b'.policy] @ external=true @ run='ask'"
            })
    void whatMayLoosenALaterToolNeedsConsent(String before, String after) {
        assertThat(reload(before, after)).isEqualTo(ReloadOutcome.Kind.DECLINED);
        assertThat(reload(before, before)).isEqualTo(ReloadOutcome.Kind.APPLIED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '"',
            value = {
                "[tools.'s_*'.policy] @ external=true @ run='allow' > [tools.'s_*'.policy] @ external=true @ run='ask'",
                "[tools.'s_*'.policy] @ external=true @ run='ask' > [tools.'s_*'.policy] @ external=true @ run='deny'",
                "[tools.'s_*'.policy] @ external=true @ run='allow' > [facts]",
                "[facts] > [tools.'s_*'.policy] @ external=true @ run='deny'",
                "[facts] > [tools.'*'.policy] @ run='ask'",
                "[tools.'*'.policy] @ run='allow' > [tools.'*'.policy] @"
                        + " run=[{arg='/p',const='a',mode='deny'},{mode='allow'}]",
                "[tools.'*'.policy] @"
                    + " run=[{arg='/p',const='a',mode='allow'},{arg='/p',const='b',mode='deny'},{mode='allow'}] >"
                    + " [tools.'*'.policy] @"
                    + " run=[{arg='/p',const='c',mode='deny'},{arg='/p',const='b',mode='deny',reason='no'},{mode='ask'}]",
                "[tools.'s_*'.policy] @ external=true @ run='ask' > [tools.'s_*'.policy] @ external=true @ run='ask' @"
                        + " requires=[{tools=['here']}]"
            })
    void whatOnlyTightensNeedsNone(String before, String after) {
        assertThat(reload(before, after)).isEqualTo(ReloadOutcome.Kind.APPLIED);
    }

    /** Of a tool that comes later it isn't known which entry about its results will count. */
    @Test
    void changedConditionsAboutResultsOfLaterToolsNeedConsent() {
        String known = "[tools.here.policy]\nrun = 'ask'\n";
        for (String name : List.of("s_a", "'s_*'")) {
            for (String start : List.of(known, "floor = true\n" + known)) {
                PolicyConfiguration before = file(start + results(name, "in", "[]", "['untrusted']"));
                List<String> changed = List.of(
                        results(name, "intern", "[]", "['untrusted']"),
                        results(name, "in", "['untrusted']", "[]"),
                        "[results]\n" + name + " = { labels = ['untrusted'], external = true }");
                for (String after : changed) {
                    assertThat(reload(before, file(start + after))).as(after).isEqualTo(ReloadOutcome.Kind.DECLINED);
                    assertThat(reload(file(start + after), before)).as(after).isEqualTo(ReloadOutcome.Kind.DECLINED);
                }
                assertThat(reload(before, before)).isEqualTo(ReloadOutcome.Kind.APPLIED);
            }
        }
    }

    private static String results(String name, String prefix, String some, String others) {
        return "[results]\n" + name + " = [{ arg = '/p', prefix = '" + prefix + "', labels = " + some
                + ", external = true }, { labels = " + others + ", external = true }]";
    }

    @Test
    void aLaterToolKeepsThePolicyThatNobodyLoosened() {
        PolicyEngine engine =
                engine(file("[tools.here.policy]\nrun = 'ask'\n[tools.'s_*'.policy]\nexternal = true\nrun = 'deny'"));
        ReloadOutcome outcome = engine.reload(
                file("[tools.here.policy]\nrun = 'ask'\n[tools.'s_*'.policy]\nexternal = true\nrun = 'allow'"));
        assertThat(outcome.changes()).extracting(ReloadOutcome.Change::tool).containsExactly("s_*");
        engine.replace(DeclaredTool.of("s_drop", SCHEMA));
        assertThat(engine.newSession().calls().preview("s_drop", "{}").status())
                .isEqualTo(ToolCallStream.Status.DENIED);
    }
}
