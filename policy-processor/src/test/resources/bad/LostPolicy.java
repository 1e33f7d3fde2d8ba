package demo;

import static dev.toolpolicy.annotation.Mode.ASK;

import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import dev.toolpolicy.annotation.Tool;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

class Tools {
    @Policy(run = @Rule(mode = ASK))
    @Retention(RetentionPolicy.SOURCE)
    @interface AlwaysAsk {}

    @Tool
    @AlwaysAsk
    record Reboot() {}
}
