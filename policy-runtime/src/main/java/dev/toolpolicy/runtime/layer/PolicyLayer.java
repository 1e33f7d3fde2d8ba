package dev.toolpolicy.runtime.layer;

import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.rule.RuleList;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A source of policies above the tools' own declarations, such as a policy file. Immutable. Later layers win: the last
 * one with a list for a tool gives the whole list, and requirements add up.
 */
public interface PolicyLayer {

    /**
     * Creates a layer of rule lists from code.
     *
     * @param run the run rules, by tool; {@code *} applies to tools without a list of their own
     * @param result the result rules, by tool; {@code *} applies to tools without a list of their own
     * @return the layer
     */
    static PolicyLayer of(Map<String, RuleList> run, Map<String, RuleList> result) {
        return new CodeLayer(run, result);
    }

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
     * Reads the layer again.
     *
     * @return the layer as its file is now; this one if there is no file
     */
    PolicyLayer reread();

    /**
     * Returns the problems of this layer by itself, warnings among them. An engine never uses a layer with an error.
     *
     * @return an immutable list
     */
    List<ConfigurationProblem> problems();

    /**
     * Returns the severity of a policy for a tool that does not exist.
     *
     * @return {@link Severity#ERROR} or {@link Severity#WARNING}
     */
    Severity unknownTools();

    /**
     * Returns the policies, tool by tool.
     *
     * @return an immutable list, in written order
     */
    List<? extends LayerSection> sections();
}
