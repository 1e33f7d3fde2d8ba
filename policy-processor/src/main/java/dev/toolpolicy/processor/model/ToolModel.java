package dev.toolpolicy.processor.model;

import dev.toolpolicy.rule.RuleList;
import java.util.Optional;

/**
 * A tool without errors: what is generated.
 *
 * @param declaration the tool as it is declared
 * @param run how a call may run, checked
 * @param result how a result is delivered, checked
 */
public record ToolModel(ToolDeclaration declaration, Optional<RuleList> run, Optional<RuleList> result) {}
