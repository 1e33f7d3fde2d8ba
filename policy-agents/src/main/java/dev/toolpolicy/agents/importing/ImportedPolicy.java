package dev.toolpolicy.agents.importing;

import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;

/**
 * A permission list as a policy file, with a report. Immutable.
 *
 * @param policy the text of a policy file in TOML
 * @param report what became of each rule
 */
public record ImportedPolicy(String policy, ImportReport report) {
    /**
     * Returns the policy as a layer of an engine.
     *
     * @return the configuration
     */
    public PolicyConfiguration configuration() {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, "imported.toml", policy);
    }
}
