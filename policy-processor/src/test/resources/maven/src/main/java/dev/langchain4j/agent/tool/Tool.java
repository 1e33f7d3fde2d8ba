package dev.langchain4j.agent.tool;

/** Stands for LangChain4j's annotation of this name, which the processor knows by its name alone. */
public @interface Tool {
    String name() default "";

    String[] value() default "";
}
