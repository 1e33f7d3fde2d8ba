package dev.toolpolicy.runtime.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.internal.compare.RuleListDiff;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.call.PathSettings;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long rule lists cost in step with their length, counted in bytes, since time depends on what else runs. */
class ManyRulesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int FEW = 100;

    /** How many times as much four times as many rules may take. */
    private static final double GROWTH = 6;

    @ParameterizedTest
    @EnumSource
    void buildingAnEngineGrowsInStepWithItsRules(ManyRules kind) {
        build(kind, 4 * FEW); // what is made once in a process isn't counted, such as the languages of these patterns
        double few = build(kind, FEW);
        double many = build(kind, 4 * FEW);
        assertTrue(many < GROWTH * few, kind + ": " + few + " bytes became " + many);
    }

    private static long build(ManyRules kind, int count) {
        ToolCatalog tools = tools(kind, kind.list(count), count);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        PolicyEngine engine = PolicyEngine.builder().tools(tools).build();
        long after = THREADS.getCurrentThreadAllocatedBytes();
        assertEquals(1, engine.tools().tools().size());
        return after - before;
    }

    @Test
    void theCheckOfRelativePathsGrowsInStepWithTheRules() {
        checkRelative(4 * FEW);
        double few = checkRelative(FEW);
        double many = checkRelative(4 * FEW);
        assertTrue(many < GROWTH * few, few + " bytes became " + many);
    }

    /** No rule stands before one that allows everything, so that each must look at all that follow, if it looks. */
    private static long checkRelative(int count) {
        List<RuleSpec> rules = new ArrayList<>();
        for (RuleSpec rule : ManyRules.PATH.list(count).rules()) {
            rules.add(RuleSpec.when(rule.conditions().get(0), rules.size() % 2 == 0 ? Mode.DENY : Mode.ALLOW));
        }
        RuleScope scope = RuleScope.of(ManyRules.PATH.schema(count), PathReading.PLAIN);
        ListSettingsCheck check = new ListSettingsCheck(PathSettings.plain(), true);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertEquals(List.of(), check.relative("x", scope, new RuleList(rules)));
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static ToolCatalog tools(ManyRules kind, RuleList list, int count) {
        return ToolCatalog.of(
                List.of(DeclaredTool.of("many", kind.schema(count)).withRun(list)));
    }

    @ParameterizedTest
    @EnumSource
    void aReloadGrowsInStepWithTheRules(ManyRules kind) {
        reload(kind, 4 * FEW);
        double few = reload(kind, FEW);
        double many = reload(kind, 4 * FEW);
        assertTrue(many < GROWTH * few, kind + ": " + few + " bytes became " + many);
    }

    private static long reload(ManyRules kind, int count) {
        RuleList list = kind.list(count);
        PolicyEngine engine = PolicyEngine.builder()
                .tools(tools(kind, RuleList.empty(), count))
                .configuration(PolicyEngine.layer(Map.of("many", list), Map.of()))
                .build();
        List<RuleSpec> changed = new ArrayList<>(list.rules());
        RuleSpec last = changed.get(count - 1);
        changed.set(count - 1, RuleSpec.when(last.conditions().get(0), Mode.ASK));
        PolicyLayer next = PolicyEngine.layer(Map.of("many", new RuleList(changed)), Map.of());
        long before = THREADS.getCurrentThreadAllocatedBytes();
        ReloadOutcome outcome = engine.reload(next);
        long after = THREADS.getCurrentThreadAllocatedBytes();
        assertTrue(
                outcome.kind() == ReloadOutcome.Kind.APPLIED || outcome.kind() == ReloadOutcome.Kind.DECLINED,
                outcome.toString());
        return after - before;
    }

    @ParameterizedTest
    @EnumSource
    void changesInALongListAreFound(ManyRules kind) {
        RuleList list = kind.list(4 * FEW);
        List<RuleSpec> changed = new ArrayList<>(list.rules());
        changed.set(250, RuleSpec.when(changed.get(250).conditions().get(0), Mode.ASK));
        RuleListDiff diff = RuleListDiff.between(kind.schema(4 * FEW), list, new RuleList(changed));
        assertEquals(List.of(), diff.undecided());
        assertEquals(1, diff.changes().size(), diff.toString());
        assertEquals(Mode.ASK, diff.changes().get(0).after().mode());
    }
}
