package dev.toolpolicy.runtime;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A source of policies above the tools' own declarations: a policy file, or rule lists that were set in code.
 * Immutable. Later layers win: the last one with a list for a tool gives the whole list, and requirements add up. An
 * engine takes only the project's own layers, those of {@code PolicyConfiguration} and {@code PolicyEngine.layer}.
 */
public interface PolicyLayer {

    /**
     * Returns the name of this layer in messages.
     *
     * @return such as the file's path, or {@code code}
     */
    String source();

    /**
     * Returns the file that this layer was read from, which no call may change without approval.
     *
     * @return the file as it was given; empty for layers without one
     */
    Optional<Path> file();

    /**
     * Returns the problems of this layer by itself, warnings among them. An engine never uses a layer with an error.
     *
     * @return an immutable list
     */
    List<PolicyProblem> problems();

    /**
     * Returns this layer as a floor. Its lists apply to their tools in addition to the lists of all layers, which can't
     * replace them, and the strictest answer counts. Its rules are stricter than allow or {@linkplain
     * dev.toolpolicy.rule.RuleSpec#pass pass}. A file can be a floor by itself, with {@code floor = true} at its top.
     *
     * @return the floor
     */
    PolicyLayer asFloor();
}
