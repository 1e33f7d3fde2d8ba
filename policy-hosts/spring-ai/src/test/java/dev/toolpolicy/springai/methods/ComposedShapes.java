package dev.toolpolicy.springai.methods;

import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.core.annotation.AliasFor;

/** Methods that an annotation of a team's own makes tools. */
public final class ComposedShapes {
    @Office
    @Policy(run = @Rule(mode = ASK))
    public void composed(String a) {}

    @Office(called = "renamed_tool", description = "has a name of its own")
    @Policy(run = @Rule(mode = ASK))
    public void composedWithAName(@ToolParam(required = false) String a) {}

    @Fixed
    @Policy(run = @Rule(mode = ASK))
    public void composedWithAFixedName(int a) {}

    @Reset
    @Policy(run = @Rule(mode = ASK))
    public void composedWithAnEmptyAlias(int a) {}

    @Emptied(called = "emptied_tool")
    @Policy(run = @Rule(mode = ASK))
    public void composedWithEmptyTexts(int a) {}

    @Tool(name = "own")
    @Fixed
    @Checked
    public void composedAndItsOwn(int a) {}

    /** A team's own annotation. */
    @Tool
    @Retention(RetentionPolicy.RUNTIME)
    @interface Office {
        @AliasFor(annotation = Tool.class, attribute = "name")
        String called() default "";

        @AliasFor(annotation = Tool.class)
        String description() default "an office tool";
    }

    @Tool(name = "fixed_name", description = "fixed")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Fixed {}

    /** By default, its name replaces that of the annotation that it carries. */
    @Tool(name = "hidden")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Reset {
        @AliasFor(annotation = Tool.class)
        String name() default "";
    }

    /** Its aliases write out the empty texts that they have by default. */
    @Tool
    @Retention(RetentionPolicy.RUNTIME)
    @interface Emptied {
        @AliasFor(annotation = Tool.class, attribute = "", value = "name")
        String called() default "";

        @AliasFor(annotation = Tool.class, attribute = "", value = "")
        String description() default "described by its alias";
    }
}
