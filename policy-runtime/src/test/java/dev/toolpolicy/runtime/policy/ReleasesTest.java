package dev.toolpolicy.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random histories of one session that nodes of old and new releases serve at once. Each verdict must be that of the
 * node's release on what the session has recorded.
 */
class ReleasesTest {
    private static final long SEED = Long.getLong("toolpolicy.seed", 18_073);
    private static final int ROUNDS = Integer.getInteger("toolpolicy.rounds", 100);
    private static final int STEPS = 120;

    private int allowed;
    private int denied;

    @Test
    void aReleaseJudgesByWhatTheSessionRecorded() {
        for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
            new Story(seed).run();
        }
        assertThat(allowed).as("both verdicts come often").isGreaterThan(ROUNDS * 10);
        assertThat(denied).isGreaterThan(ROUNDS * 10);
    }

    private record Node(Release release, PolicyRegistry session) {}

    /** A call that runs: on the node that checked it, or handed over to any. */
    private record Running(Node node, CheckedCall checked, String attempt, Instant begun) {}

    private final class Story {
        private final long seed;
        private final Random random;
        private final ManualClock clock = new ManualClock();
        private final SessionStore store = SessionStore.inMemory();
        private final RecordedHistory history = new RecordedHistory();
        private final List<Running> running = new ArrayList<>();
        private final Node[] nodes = new Node[2];

        Story(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void run() {
            nodes[0] = node();
            nodes[1] = node();
            for (int step = 0; step < STEPS; step++) {
                clock.pass(random.nextInt(60) == 0 ? Duration.ofMinutes(50) : Duration.ofMillis(random.nextInt(6000)));
                switch (random.nextInt(12)) {
                    case 0 -> nodes[random.nextInt(2)] = node();
                    case 1 -> restore();
                    case 2, 3, 4 -> end();
                    default -> call(step);
                }
            }
        }

        private Node node() {
            Release release = Release.random(random);
            PolicyRegistry session = new PolicyRegistry(
                    "s", SessionSettings.inMemory().withStore(store).withClock(clock));
            release.policies().forEach(session::register);
            return new Node(release, session);
        }

        private void call(int step) {
            Node node = nodes[random.nextInt(2)];
            ToolCall call = new ToolCall("id", Release.TOOLS.get(random.nextInt(4)), arguments());
            boolean expected = history.allows(node.release(), call, clock.instant());

            CheckedCall checked = Sessions.check(node.session(), call);

            assertThat(checked.denial().isEmpty())
                    .as("seed %d, step %d, %s, %s, %s", seed, step, call, node.release(), checked.denial())
                    .isEqualTo(expected);
            if (!expected) {
                denied++;
                return;
            }
            allowed++;
            history.begin(node.release(), call, clock.instant());
            String attempt = random.nextInt(4) == 0 ? Sessions.handOver(node.session(), checked) : "";
            running.add(new Running(node, checked, attempt, clock.instant()));
        }

        private ObjectNode arguments() {
            ObjectNode arguments = JsonNodeFactory.instance.objectNode();
            if (random.nextInt(8) > 0) {
                arguments.put("path", "p" + random.nextInt(3));
            }
            if (random.nextInt(3) == 0) {
                arguments.put("file", "f" + random.nextInt(2));
            }
            return arguments;
        }

        /** Ends a call, or forgets it, as a node that dies does. */
        private void end() {
            if (running.isEmpty()) {
                return;
            }
            Running call = running.remove(random.nextInt(running.size()));
            Node teller = call.attempt().isEmpty() ? call.node() : nodes[random.nextInt(2)];
            boolean late = !clock.instant().isBefore(call.begun().plus(Duration.ofHours(1)));
            int outcome = random.nextInt(8);
            if (late && !call.attempt().isEmpty() || outcome == 7) {
                return;
            }
            ToolCall told = call.checked().call();
            if (outcome < 4) {
                tell(call, teller, ToolResult.success(NullNode.getInstance()));
                if (!late) {
                    history.succeed(teller.release(), told);
                }
            } else if (outcome < 6) {
                tell(call, teller, ToolResult.failure("no"));
                if (!late) {
                    history.fail(teller.release(), told, call.begun());
                }
            } else if (call.attempt().isEmpty()) {
                Sessions.recordUnknown(teller.session(), call.checked());
            } else {
                Sessions.recordOutcome(teller.session(), call.attempt(), null);
            }
        }

        private void tell(Running call, Node teller, ToolResult result) {
            if (!call.attempt().isEmpty()) {
                Sessions.recordOutcome(teller.session(), call.attempt(), result);
            } else if (result.isSuccess()) {
                Sessions.recordSuccess(teller.session(), call.checked(), NullNode.getInstance());
            } else {
                Sessions.recordFailure(teller.session(), call.checked());
            }
        }

        /** Moves the session through a snapshot to a new release. Calls that run no longer count, and stay spent. */
        private void restore() {
            String snapshot = nodes[0].session().snapshot().text();
            nodes[1].session().clear();
            nodes[1] = node();
            nodes[1].session().restore(PolicySnapshot.read(snapshot));
            running.clear();
        }
    }
}
