package dev.toolpolicy.springai;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The permission to run one call once. It travels in the tool context, from the manager to the tool. */
final class ApprovedRun {
    /** Its key in a tool context. */
    static final String KEY = ToolPolicies.PREFIX + "run";

    private final Object owner;
    private final String tool;
    private final String arguments;
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile boolean failed;

    ApprovedRun(Object owner, String tool, String arguments) {
        this.owner = owner;
        this.tool = tool;
        this.arguments = arguments;
    }

    /** Returns whether this is the permission for exactly this call, and uses it up. */
    boolean take(Object by, String name, @Nullable String text) {
        return owner == by && tool.equals(name) && arguments.equals(text) && !taken.getAndSet(true);
    }

    /** Returns whether the tool was started. */
    boolean wasTaken() {
        return taken.get();
    }

    /** Notes that the tool threw an exception, which the host may turn into text. */
    void fail() {
        failed = true;
    }

    boolean hasFailed() {
        return failed;
    }
}
