package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.internal.run.TurnModel.Call;
import dev.toolpolicy.runtime.internal.run.TurnModel.Kind;
import dev.toolpolicy.runtime.internal.run.TurnModel.Said;
import dev.toolpolicy.runtime.policy.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/**
 * Any interleaving of calls, answers, failures and ends comes out as a simple model says: which request is shown at each
 * moment, when the response is cancelled, what becomes of each call and in which order calls run.
 */
class TurnPropertyTest {
    private static final int CASES = 800;
    /** Kept, so that its level is: thousands of handlers fail here, on purpose. */
    private static final Logger QUIET = Logger.getLogger(PermissionCoordinator.class.getName());

    private final List<String> story = new ArrayList<>();

    @Test
    void everyInterleavingComesOutAsTheModelSays() {
        long seed = Long.getLong("toolpolicy.seed", 20_261);
        Random seeds = new Random(seed);
        QUIET.setLevel(Level.OFF);
        try {
            for (int i = 0; i < CASES; i++) {
                play(seed, i, new Random(seeds.nextLong()));
            }
        } finally {
            QUIET.setLevel(null);
        }
    }

    private void play(long seed, int number, Random random) {
        story.clear();
        try {
            new Case(random).play();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", case " + number + ": " + story, e);
        }
    }

    /** One turn and its model. */
    private final class Case {
        private final Random random;
        private final boolean cancels;
        private final Bench bench = new Bench(Policies.requires("run", "write"));
        private final TurnModel model;
        private final List<Call> unfinished = new ArrayList<>();

        Case(Random random) {
            this.random = random;
            this.cancels = random.nextInt(4) > 0;
            this.model = new TurnModel(cancels);
            bench.begin(cancels ? bench.settings() : TurnSettings.defaults());
            int count = 1 + random.nextInt(5);
            for (int i = 0; i < count; i++) {
                unfinished.add(new Call(i, Kind.values()[random.nextInt(Kind.values().length)]));
            }
        }

        void play() {
            int most = random.nextInt(5) == 0 ? random.nextInt(10) : 1_000;
            for (int i = 0; i < most && !unfinished.isEmpty(); i++) {
                if (model.shown().isPresent() && random.nextInt(3) == 0) {
                    answer();
                } else {
                    feed(unfinished.get(random.nextInt(unfinished.size())));
                }
                compare();
            }
            ResponseEnd how = random.nextBoolean() ? ResponseEnd.COMPLETE : ResponseEnd.CUT;
            story.add("finish " + how);
            CompletableFuture<TurnResult> result = bench.turn().finish(how).toCompletableFuture();
            if (!model.over) {
                model.end();
            }
            compare();
            while (model.shown().isPresent()) {
                assertThat(result).isNotDone();
                answer();
                compare();
            }
            compare(result);
        }

        private void feed(Call call) {
            story.add("feed " + call.position + " " + call.kind);
            int piece = call.fed;
            if (piece == 0) {
                bench.turn().start(call.position, "c" + call.position, call.kind == Kind.NEEDS ? "run" : "write");
            }
            bench.turn().append(call.position, text(call, piece));
            model.feed(call);
            if (call.fed == 3 || model.over) {
                unfinished.remove(call);
            }
        }

        private String text(Call call, int piece) {
            String path = switch (call.kind) {
                case ASKS, ASKS_AND_BREAKS -> "src/";
                case DENIED -> "secret/";
                default -> "tmp/";
            };
            boolean breaks = call.kind == Kind.BROKEN || call.kind == Kind.ASKS_AND_BREAKS;
            return switch (piece) {
                case 0 -> call.kind == Kind.NEEDS ? "{" : "{\"path\":\"" + path + call.position + "\"";
                case 1 -> call.kind == Kind.NEEDS ? " " : breaks ? "]" : ",\"content\":\"x\"";
                default -> "}";
            };
        }

        private void answer() {
            int how = random.nextInt(7);
            story.add("answer " + how);
            switch (how) {
                case 0, 1, 2 -> said(Said.YES_TO_WHAT_I_SEE, ApprovalRequest::approve);
                case 3 -> said(Said.NO, request -> request.decline("no"));
                case 4 -> said(Said.LATER, request -> request.waitForAll());
                case 5 -> {
                    bench.desk.fail(new IllegalStateException("broken"));
                    model.answer(Said.NO);
                }
                default -> {
                    bench.desk.answer(request -> request.declineAll("all"));
                    model.declineAll();
                }
            }
        }

        private void said(Said said, Function<ApprovalRequest, ? extends Answer> how) {
            boolean tooOften = said == Said.LATER && model.shown().orElseThrow().fed == 3;
            Said meant = tooOften ? Said.NO : said;
            bench.desk.answer(tooOften ? request -> request.decline("") : how);
            model.answer(meant);
        }

        private void compare() {
            Optional<String> shown = bench.desk.isIdle()
                    ? Optional.empty()
                    : Optional.of(bench.desk.shown().callId());
            assertThat(shown)
                    .as("the request that is shown")
                    .isEqualTo(model.shown().map(call -> "c" + call.position));
            assertThat(bench.cancelled.get()).as("cancelled").isEqualTo(model.cancelled ? 1 : 0);
        }

        private void compare(CompletableFuture<TurnResult> result) {
            assertThat(result).isCompleted();
            TurnResult got = result.join();
            List<String> expected = model.results();
            assertThat(got.results().stream()
                            .map(each -> each.callId() + " " + ResultWords.of(each))
                            .toList())
                    .isEqualTo(expected);
            List<String> ran = new ArrayList<>();
            for (int i = 0; i < expected.size(); i++) {
                Call call = model.calls.get(i);
                if (expected.get(i).endsWith("returned")) {
                    ran.add(call.kind == Kind.NEEDS ? "run" : (call.asks() ? "src/" : "tmp/") + call.position);
                }
            }
            assertThat(bench.ran).as("what ran, in order").isEqualTo(ran);
            assertThat(bench.records).as("one record a call").hasSameSizeAs(expected);
        }
    }
}
