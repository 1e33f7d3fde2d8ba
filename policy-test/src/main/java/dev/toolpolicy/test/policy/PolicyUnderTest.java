package dev.toolpolicy.test.policy;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.test.policy.internal.file.TestFile;
import dev.toolpolicy.test.policy.internal.run.Setup;
import dev.toolpolicy.test.policy.internal.suite.PolicySuite;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A policy to be tested without the service's engine: that of a policy file, or that of annotated tools. Immutable.
 *
 * <p>Its clock stands still, and its approver approves every call that a test runs.
 */
public final class PolicyUnderTest {
    private final Setup setup;
    private final PermissionHandler approver;
    private final Clock clock;

    private PolicyUnderTest(Setup setup, PermissionHandler approver, Clock clock) {
        this.setup = setup;
        this.approver = approver;
        this.clock = clock;
    }

    /**
     * Takes the policies of annotated tools.
     *
     * @param tool the record with {@code @Tool}
     * @param more more tools, such as those that its requirements name
     * @throws IllegalArgumentException if a class has no definition in the catalog of its class loader: the annotation
     *     processor didn't run for it
     */
    public static PolicyUnderTest of(Class<?> tool, Class<?>... more) {
        ToolCatalog all = ToolCatalog.load(tool.getClassLoader());
        List<ToolSpec<?>> tools = Stream.concat(Stream.of(tool), Stream.of(more))
                .<ToolSpec<?>>map(each -> definition(all, each))
                .toList();
        Setup setup = new Setup(ToolCatalog.of(tools), List.of(), TestFile.Scene.EMPTY);
        return new PolicyUnderTest(setup, Setup.APPROVING, Setup.NOON);
    }

    /** Returns the definition that the annotation processor wrote for a record. */
    private static ToolSpec<?> definition(ToolCatalog all, Class<?> tool) {
        String written = tool.getName().replace('$', '_') + "Tool";
        return all.tools().stream()
                .filter(each -> each.getClass().getName().equals(written))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        tool.getName() + " has no definition: compile it with the annotation processor"));
    }

    /**
     * Takes a policy file, with the tools that it declares and those on the class path.
     *
     * @param policyFile a file in TOML or JSON
     */
    public static PolicyUnderTest of(Path policyFile) {
        Setup setup = new Setup(
                PolicySuite.toolsOfClassPath(), List.of(PolicyConfiguration.read(policyFile)), TestFile.Scene.EMPTY);
        return new PolicyUnderTest(setup, Setup.APPROVING, Setup.NOON);
    }

    /**
     * Sets the service's workspace. A call with a path outside of it needs approval.
     *
     * @param directory an absolute path, which needn't exist
     * @return the changed policy
     */
    public PolicyUnderTest workspace(String directory) {
        TestFile.Scene old = setup.scene();
        return with(new TestFile.Scene(Optional.of(directory), old.home(), old.files()));
    }

    /**
     * Sets the home directory that {@code ~/} means, in rules and in calls.
     *
     * @param directory an absolute path, which needn't exist
     * @return the changed policy
     */
    public PolicyUnderTest home(String directory) {
        TestFile.Scene old = setup.scene();
        return with(new TestFile.Scene(old.workspace(), Optional.of(directory), old.files()));
    }

    /**
     * Sets the files that exist, for requirements that need nothing for new files.
     *
     * @param paths the files; they needn't exist in earnest
     * @return the changed policy
     */
    public PolicyUnderTest files(String... paths) {
        TestFile.Scene old = setup.scene();
        return with(new TestFile.Scene(old.workspace(), old.home(), List.of(paths)));
    }

    private PolicyUnderTest with(TestFile.Scene scene) {
        return new PolicyUnderTest(new Setup(setup.tools(), setup.layers(), scene), approver, clock);
    }

    /**
     * Sets the approver of calls that a test runs, such as a scripted {@link dev.toolpolicy.test.TestApprover}.
     *
     * @param handler the approver
     * @return the changed policy
     */
    public PolicyUnderTest approver(PermissionHandler handler) {
        return new PolicyUnderTest(setup, handler, clock);
    }

    /**
     * Sets the clock of limits in time.
     *
     * @param time a clock, such as a {@link TestClock} that the test moves
     * @return the changed policy
     */
    public PolicyUnderTest clock(Clock time) {
        return new PolicyUnderTest(setup, approver, time);
    }

    /**
     * Builds an engine of this policy.
     *
     * @return a new engine, with sessions of its own
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if the policy has errors
     */
    public PolicyEngine engine() {
        return setup.builder(approver, clock).build();
    }
}
