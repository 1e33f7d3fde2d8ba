package dev.toolpolicy.jdbc.nodes;

import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A new process: restores each snapshot that it is told before any call, goes on with the calls of its story, and says
 * the verdicts.
 */
public final class RestoringProcess {
    private RestoringProcess() {}

    /** Reads lines of a seed, how far the story went, and the snapshot. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] told = line.split(" ", 3);
            SnapshotStory story = new SnapshotStory(Long.parseLong(told[0]));
            PolicyRegistry registry = story.registry();
            registry.restore(PolicySnapshot.read(told[2]));
            System.out.println(story.verdicts(registry, Integer.parseInt(told[1])));
            System.out.println(registry.snapshot().text());
        }
    }
}
