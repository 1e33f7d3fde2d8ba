package dev.toolpolicy.processor.model;

import dev.toolpolicy.rule.RuleList;
import java.util.Optional;

/**
 * A checked tool, from which code is generated.
 *
 * @param declaration the tool as declared
 * @param run the checked rules for calls
 * @param result the checked rules for results
 * @param clean whether the check of both lists found nothing, not even a warning, or only silenced ones
 */
public record ToolModel(
        ToolDeclaration declaration, Optional<RuleList> run, Optional<RuleList> result, boolean clean) {}
