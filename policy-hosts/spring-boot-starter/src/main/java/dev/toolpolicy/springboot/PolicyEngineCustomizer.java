package dev.toolpolicy.springboot;

import dev.toolpolicy.runtime.PolicyEngineBuilder;

/** A bean that sets more on the engine of an application: who approves calls, session policies, listeners. */
@FunctionalInterface
public interface PolicyEngineCustomizer {
    /**
     * Sets something on the builder. Beans are asked in their order; tools and policy files are added afterwards.
     *
     * @param builder the builder of the engine
     * @return the builder to go on with
     */
    PolicyEngineBuilder customize(PolicyEngineBuilder builder);
}
