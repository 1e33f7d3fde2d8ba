package dev.toolpolicy.agents.internal.gateway;

import dev.toolpolicy.runtime.store.SessionSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The settings of a gateway.
 *
 * @param policies the policy files, in order; at least one
 * @param pins the file of the tools as they were first seen; empty for one beside the first policy file
 * @param accepted the names of tools that the server may have changed this once, or {@code all}
 * @param audit the file to which a line is appended for each call
 * @param workspace the folder that calls may not leave without approval
 * @param asksForUnknown whether tools whose schema can't be read need approval instead of being denied
 * @param sampling whether the server may ask the client's model
 * @param clientHeader the header that tells clients over HTTP apart, which the server can't choose; requests without it
 *     are of one client, as are all if it is empty
 * @param sessions the sessions, with a store where calls wait for an approval; empty for sessions in memory
 */
public record GatewaySettings(
        List<Path> policies,
        Optional<Path> pins,
        Set<String> accepted,
        Optional<Path> audit,
        Path workspace,
        boolean asksForUnknown,
        boolean sampling,
        Optional<String> clientHeader,
        Optional<SessionSettings> sessions) {
    Path pinned() {
        Path first = policies.get(0);
        return pins.orElse(first.resolveSibling(first.getFileName() + ".pins.json"));
    }

    /** Returns the files that no call may name without approval. */
    List<Path> guarded() {
        return Stream.of(policies.stream(), Stream.of(pinned()), audit.stream())
                .flatMap(files -> files)
                .toList();
    }
}
