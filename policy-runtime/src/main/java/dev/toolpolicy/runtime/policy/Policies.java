package dev.toolpolicy.runtime.policy;

import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.runtime.internal.remember.AllOfPolicy;
import dev.toolpolicy.runtime.internal.remember.AnyOfPolicy;
import dev.toolpolicy.runtime.internal.remember.ConditionalPolicy;
import dev.toolpolicy.runtime.internal.remember.LoggingPolicy;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Composed policies. A composed policy never allows what its parts deny. The exception is {@link #anyOf}, which allows
 * a call if at least one part does. Requirements inside another policy compare keys as they are
 * written, since an engine resolves only the policies that it gets directly.
 */
public final class Policies {
    private Policies() {}

    /**
     * Creates a policy of a tool that needs other tools to have succeeded in the session: all of them, with any
     * arguments. It is named {@code require:<tool>}.
     *
     * @param tool the tool that has the requirement
     * @param required the names of the tools that it requires, at least one
     * @return the policy; one serves any number of sessions
     * @throws IllegalArgumentException if there is no required tool, a name is empty, or the tool requires itself
     */
    public static ToolPolicy requires(String tool, String... required) {
        return requires(Require.name("tool name", tool), Requirement.allOf(List.of(required)));
    }

    /**
     * Creates a policy of a requirement, such as {@code requires("write_file", Requirement.sameArgument("/path",
     * "read_file"))}. The same requirement in annotations and files gives the same decisions. It is named {@code
     * require:<tool>}.
     *
     * <p>An engine combines it with its tools and their declarations, so that keys that the tools declare as paths are
     * compared as paths. Alone, in a registry, it compares keys as they are written, which allows no more.
     *
     * @param tool the tool that has the requirement
     * @param requirement the requirement
     * @return the policy; one serves any number of sessions
     * @throws IllegalArgumentException if a name is empty, or the tool requires itself
     */
    public static ToolPolicy requires(String tool, Requirement requirement) {
        return new RequirementPolicy(Require.name("tool name", tool), requirement);
    }

    /**
     * Creates the policies of a session from the tools' declarations and from code. Each tool with requirements gets
     * one policy named {@code require:<tool>}, in the order of the catalog. It contains the declared requirements and
     * those from code. All other policies follow unchanged.
     *
     * @param catalog the tools, whose schemas define the keys
     * @param policies the policies in order, including requirements from code
     * @param paths how keys that are paths are compared, and the view of files
     * @return an immutable list of policies
     * @throws InvalidPolicyException if a tool is not in the catalog, a key's pointer doesn't exist, its two
     *     sides differ in type, tools require each other, or a requirement about files has no view of them
     */
    public static List<ToolPolicy> resolve(
            ToolCatalog catalog, List<? extends ToolPolicy> policies, PathSettings paths) {
        return new RequirementResolution(catalog, policies, paths).policies();
    }

    /**
     * Creates a policy of tools that need other tools to have succeeded in the session: all of them, with any
     * arguments. It is named {@code sequential_dependency}.
     *
     * @param dependencies the required tools, by tool
     * @return the policy; one serves any number of sessions
     * @throws IllegalArgumentException if there is no dependency, a tool needs nothing, a name is empty, or tools
     *     require each other, directly or in a cycle, which the message shows
     */
    public static ToolPolicy sequential(Map<String, ? extends Collection<String>> dependencies) {
        return sequential("sequential_dependency", dependencies);
    }

    /**
     * Creates a policy as {@link #sequential(Map)} does, with another name.
     *
     * @param name the policy's name
     * @param dependencies the required tools, by tool
     * @return the policy
     * @throws IllegalArgumentException as {@link #sequential(Map)} does
     */
    public static ToolPolicy sequential(String name, Map<String, ? extends Collection<String>> dependencies) {
        List<DependencyPolicy.Stated> all = new ArrayList<>();
        dependencies.forEach((tool, needed) ->
                all.add(DependencyPolicy.Stated.plain(new SequentialDependency(tool, Set.copyOf(needed)))));
        return new DependencyPolicy(name, "sequential", all).withoutCycles();
    }

    /**
     * Creates a policy of tools that need earlier successful calls in the session with the same key, such as the same
     * file. A call that meets one tool's requirement meets no other's. It is named {@code keyed_dependency}.
     *
     * @param dependencies the dependencies, one for each tool
     * @return the policy; one serves any number of sessions
     * @throws IllegalArgumentException if there is no dependency, a tool has two, one has no prerequisites, a name is
     *     empty, or tools require each other
     */
    public static ToolPolicy keyed(KeyedDependency... dependencies) {
        return keyed("keyed_dependency", List.of(dependencies));
    }

    /**
     * Creates a policy as {@link #keyed(KeyedDependency...)} does, with another name.
     *
     * @param name the policy's name
     * @param dependencies the dependencies, one for each tool
     * @return the policy
     * @throws IllegalArgumentException as {@link #keyed(KeyedDependency...)} does
     */
    public static ToolPolicy keyed(String name, Collection<KeyedDependency> dependencies) {
        Set<String> tools = new HashSet<>();
        for (KeyedDependency dependency : dependencies) {
            if (!tools.add(dependency.dependent())) {
                throw new IllegalArgumentException("tool \"" + dependency.dependent() + "\" has two dependencies");
            }
        }
        return new DependencyPolicy(
                        name,
                        "keyed",
                        dependencies.stream()
                                .map(DependencyPolicy.Stated::plain)
                                .toList())
                .withoutCycles();
    }

    /**
     * Creates a policy that denies calls without an approval. An approval covers one run of one call ({@link
     * PolicyContext#approved}). A standing approval is a fact of the session, which the service sets and removes ({@link
     * #standingApproval(String)}). The policy decides when the arguments are complete, so that the approver sees all of
     * them. It is named {@code approval_required}.
     *
     * @param tools the tools' names; none means every tool
     * @return the policy
     * @throws IllegalArgumentException if a name is empty
     */
    public static ToolPolicy approval(String... tools) {
        return approval("approval_required", ToolSelector.named(List.of(tools)));
    }

    /**
     * Creates a policy as {@link #approval(String...)} does, with another name.
     *
     * @param name the policy's name
     * @param tools the tools
     * @return the policy
     * @throws IllegalArgumentException if the name is empty
     */
    public static ToolPolicy approval(String name, ToolSelector tools) {
        return new ApprovalPolicy(name, tools, null);
    }

    /**
     * Creates a policy as {@link #approval(String...)} does, with standing approvals also for a tool and a key. A call
     * with several keys needs one for each.
     *
     * @param name the policy's name
     * @param tools the tools
     * @param key reads the key from a call
     * @return the policy
     * @throws IllegalArgumentException if the name is empty
     */
    public static ToolPolicy approval(String name, ToolSelector tools, CallKey key) {
        return new ApprovalPolicy(name, tools, Objects.requireNonNull(key, "key"));
    }

    /**
     * Returns the fact of a standing approval for all calls of a tool.
     *
     * @param tool the tool's name
     * @return the fact, which the service sets to true in a session
     */
    public static Fact<Boolean> standingApproval(String tool) {
        return Fact.flag(ArgumentPointer.of("approved", tool).toString());
    }

    /**
     * Returns the fact of a standing approval for a tool's calls with a key.
     *
     * @param tool the tool's name
     * @param key the key, as {@link CallKey} reads it
     * @return the fact, which the service sets to true in a session
     */
    public static Fact<Boolean> standingApproval(String tool, String key) {
        return Fact.flag(ArgumentPointer.of("approved", tool, key).toString());
    }

    /**
     * Creates a policy that applies only in some sessions, named {@code conditional:<inner>}.
     *
     * @param inner the policy
     * @param condition whether the policy applies, by the session at the check; asked once for each call, for its check
     *     and outcome alike. Pure, and called from any thread. If it throws, the policy applies
     * @return the policy, with the tools and the state of the inner one; where it doesn't apply, it allows and stores
     *     nothing
     */
    public static ToolPolicy conditional(ToolPolicy inner, Predicate<? super PolicyContext> condition) {
        return conditional("conditional:" + inner.name(), inner, condition);
    }

    /**
     * Creates a policy that applies only in some sessions.
     *
     * @param name its name, not empty
     * @param inner the policy
     * @param condition as in {@link #conditional(ToolPolicy, Predicate)}
     * @return the policy
     * @throws IllegalArgumentException if the name is empty
     */
    public static ToolPolicy conditional(String name, ToolPolicy inner, Predicate<? super PolicyContext> condition) {
        return new ConditionalPolicy(name, inner, condition);
    }

    /**
     * Creates a policy that allows what all of its parts allow. The parts that cover the call's tool are asked in
     * order, up to the first denial. Without parts it allows everything.
     *
     * @param name its name, not empty
     * @param policies the parts, with different names
     * @return the policy
     * @throws IllegalArgumentException if the name is empty, or two parts have the same name
     */
    public static ToolPolicy allOf(String name, ToolPolicy... policies) {
        return AllOfPolicy.named(name, List.of(policies));
    }

    /**
     * Creates a policy that allows what at least one of its parts allows. All parts that cover the call's tool are
     * asked. If none allows the call, the reason contains all their reasons. Without parts it denies everything. A part
     * that fails denies the call, even if others allow it.
     *
     * <p>When a call starts, only the parts that allowed it reserve quota. The others are notified of its success, but
     * reserved nothing and release nothing.
     *
     * @param name its name, not empty
     * @param policies the parts, with different names
     * @return the policy
     * @throws IllegalArgumentException if the name is empty, or two parts have the same name
     */
    public static ToolPolicy anyOf(String name, ToolPolicy... policies) {
        return AnyOfPolicy.named(name, List.of(policies));
    }

    /**
     * Creates a policy that logs a line at DEBUG for each check and each outcome: its name, the call's id and tool, the
     * session and the outcome. Arguments and reasons are not logged.
     *
     * @param inner the policy
     * @return the policy, with the name, the tools and the state of the inner one
     */
    public static ToolPolicy logging(ToolPolicy inner) {
        return logging(inner, System.getLogger(Policies.class.getName()));
    }

    /**
     * Creates a policy that logs as {@link #logging(ToolPolicy)} does.
     *
     * @param inner the policy
     * @param log the logger
     * @return the policy
     */
    public static ToolPolicy logging(ToolPolicy inner, System.Logger log) {
        return new LoggingPolicy(inner.name(), inner, log);
    }
}
