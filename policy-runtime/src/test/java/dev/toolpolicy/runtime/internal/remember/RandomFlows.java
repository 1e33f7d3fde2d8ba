package dev.toolpolicy.runtime.internal.remember;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Random sessions on two nodes, with restarts and lost writes, against a model of sets of words. */
final class RandomFlows extends FlowSample {
    /** On a machine that is busy, a store that failed once must not fail for good. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private static final int STEPS = 25;
    /** Of so many sessions, one is in the database. */
    private static final int EACH = 50;

    private static final List<String> NAMES = List.of("ann", "bob", "kim");

    /** What a session has read, as plain words. */
    private static final class Model {
        private final Set<String> labels = new TreeSet<>();
        private final Set<String> contacts = new HashSet<>();
        private final Set<String> request = new HashSet<>();
        private final List<String> open = new ArrayList<>();

        Model copy() {
            Model copy = new Model();
            copy.labels.addAll(labels);
            copy.contacts.addAll(contacts);
            copy.request.addAll(request);
            return copy;
        }

        Set<String> now() {
            Set<String> now = new TreeSet<>(labels);
            if (!open.isEmpty()) {
                now.add("untrusted");
            }
            return now;
        }

        Mode mode(String to) {
            if (contacts.contains(to) || request.contains(to)) {
                return Mode.ALLOW;
            }
            return now().contains("untrusted") ? Mode.DENY : Mode.ASK;
        }
    }

    /** Engines over one store. An engine that hasn't had a session yet finds of it what a restarted node finds. */
    private final class Nodes {
        private final SessionStore shared;
        private final List<PolicyEngine> engines = new ArrayList<>();
        private int opened;

        Nodes(SessionStore shared) {
            this.shared = shared;
        }

        PolicySession open() {
            if (opened == engines.size()) {
                engines.add(builder(shared)
                        .sessions(SessionSettings.inMemory()
                                .withStore(shared)
                                .withRetryTimeout(PATIENCE)
                                .withOutcomeTimeout(PATIENCE))
                        .build());
            }
            return engines.get(opened++).session(id);
        }
    }

    private String id = "";
    private final FlakyStore flaky = new FlakyStore();
    private final Nodes failing = new Nodes(flaky);
    private final Nodes local = new Nodes(store);
    private final Map<Model, String> snapshots = new LinkedHashMap<>();

    /** The nodes of sessions that are neither in memory nor in a store that fails; null if there are none. */
    private final @Nullable Nodes stored;

    RandomFlows(@Nullable SessionStore database) {
        stored = database == null ? null : new Nodes(database);
    }

    /**
     * Plays sessions, each of a seed of its own.
     *
     * @param seed the seed of the first
     * @param count how many
     */
    void play(long seed, long count) {
        for (long session = 0; session < count; session++) {
            play(new Random(seed + session), seed + session, "seed " + (seed + session));
        }
    }

    /**
     * Plays one session.
     *
     * @param random decides what happens
     * @param session its number, of which there is one session only
     * @param name says what to repeat if it fails
     */
    void play(Random random, long session, String name) {
        Nodes nodes = random.nextBoolean() ? local : failing;
        if (stored != null && session % EACH == 0) {
            nodes = stored;
        }
        id = "s" + session;
        nodes.opened = 0;
        flaky.failsBefore = -1;
        flaky.failsAfter = -1;
        run(random, nodes, name);
        nodes.shared.delete(id);
        events.clear();
        records.clear();
    }

    private void run(Random random, Nodes all, String name) {
        snapshots.clear();
        List<PolicySession> nodes = new ArrayList<>(List.of(all.open(), all.open()));
        Model model = new Model();
        StringBuilder story = new StringBuilder(name);
        for (int step = 0; step < STEPS; step++) {
            int node = random.nextInt(2);
            if (all == failing && random.nextInt(4) == 0) {
                flaky.failsBefore = random.nextBoolean() ? flaky.writes.get() : -1;
                flaky.failsAfter = flaky.failsBefore < 0 ? flaky.writes.get() : -1;
            }
            if (random.nextInt(8) == 0) {
                nodes.set(node, all.open());
                story.append("; restart");
            }
            model = step(random, nodes.get(node), model, story);
            PolicySession other = nodes.get(random.nextInt(2));
            List<String> labels =
                    other.labels().stream().map(label -> label.name()).toList();
            assertThat(labels).as(story.toString()).containsExactlyElementsOf(model.now());
            for (String to : step == STEPS - 1 ? NAMES : List.of(NAMES.get(step % NAMES.size()))) {
                Mode mode = other.calls()
                        .preview("send", "{\"to\":\"" + to + "\"}")
                        .decision()
                        .orElseThrow()
                        .mode();
                assertThat(mode).as("%s: %s, after %s", story, to, events).isEqualTo(model.mode(to));
            }
        }
    }

    private Model step(Random random, PolicySession session, Model model, StringBuilder story) {
        String to = NAMES.get(random.nextInt(NAMES.size()));
        switch (random.nextInt(9)) {
            case 0 -> {
                story.append("; user ").append(to);
                session.userMessage("mail " + to);
                model.request.add(to);
            }
            case 1 -> {
                story.append("; label");
                session.addLabels("private");
                model.labels.add("private");
            }
            case 2 -> {
                story.append("; contacts ").append(to);
                boolean success = random.nextInt(3) > 0;
                ToolResult result = success
                        ? ToolResult.success(TextNode.valueOf("{\"contacts\":{\"email\":\"" + to + "\"}}"))
                        : ToolResult.failure("no " + to);
                session.guard("c", "contacts", "{}").run(arguments -> result, each -> each);
                if (success) {
                    model.contacts.add(to);
                }
            }
            case 3 -> {
                story.append("; read");
                ToolResult result = random.nextBoolean() ? ToolResult.unknown("lost") : ToolResult.failure("no");
                session.guard("r", "read", "{}").run(arguments -> result, each -> each);
                model.labels.add("untrusted");
            }
            case 4 -> {
                story.append("; begin");
                GuardedCall call = session.guard("b", "read", "{}");
                assertThat(call.begin()).isEmpty();
                model.open.add(call.ticket());
            }
            case 5 -> {
                if (!model.open.isEmpty()) {
                    story.append("; finish");
                    session.calls().finished(model.open.remove(0), ToolResult.success(TextNode.valueOf("x")));
                    model.labels.add("untrusted");
                }
            }
            case 6 -> {
                story.append("; snapshot");
                snapshots.put(model.copy(), session.policies().snapshot().text());
            }
            case 7 -> restore(random, session, model, story);
            default -> {
                if (random.nextInt(6) == 0) {
                    return model;
                }
            }
        }
        return model;
    }

    private void restore(Random random, PolicySession session, Model model, StringBuilder story) {
        List<Model> taken = new ArrayList<>(snapshots.keySet());
        if (taken.isEmpty()) {
            return;
        }
        Model then = taken.get(random.nextInt(taken.size()));
        PolicySnapshot snapshot = PolicySnapshot.read(snapshots.get(then));
        boolean withContext = random.nextBoolean();
        story.append(withContext ? "; back " : "; restore ").append(then.labels);
        if (withContext) {
            session.policies().restoreWithContext(snapshot);
            model.labels.clear();
            model.labels.addAll(then.labels);
            model.contacts.clear();
            model.contacts.addAll(then.contacts);
            model.request.clear();
            model.request.addAll(then.request);
        } else {
            session.policies().restore(snapshot);
            model.labels.addAll(then.labels);
            model.contacts.retainAll(then.contacts);
            model.request.retainAll(then.request);
            if (!model.open.isEmpty()) {
                model.labels.add("untrusted");
            }
        }
    }
}
