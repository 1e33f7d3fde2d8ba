package dev.toolpolicy.agents.internal.hook;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a hook.
 *
 * @param host the agent
 * @param policies the policy files, in order
 * @param store the folder of sessions
 * @param audit the log to which a line is appended for each call that ended
 * @param workspace the folder that calls may not leave without approval; empty for the directory of each event
 * @param home the user's home directory
 * @param asksForUnknown whether tools that neither the catalog nor the policy knows need approval instead of being denied
 */
public record HookSettings(
        HookHost host,
        List<Path> policies,
        Path store,
        Optional<HookAudit> audit,
        Optional<Path> workspace,
        Path home,
        boolean asksForUnknown) {
    /** Copies the policy files. */
    public HookSettings {
        policies = List.copyOf(policies);
    }

    /** Returns what the agent must not reach: the sessions, the helpers' sockets, and the files of the audit log. */
    List<Path> kept() {
        List<Path> kept = new ArrayList<>(List.of(store, home.resolve(".local/state/toolpolicy/helper")));
        audit.ifPresent(log -> kept.addAll(log.files()));
        return kept;
    }
}
