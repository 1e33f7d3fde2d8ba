package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ToolSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Approved calls whose nodes die: none runs twice, and none is lost in silence. */
class ApprovalKillsTest {
    /** {@code -Dtoolpolicy.rounds=1000} for a long run. */
    private static final int SCHEDULES = Integer.getInteger("toolpolicy.rounds", 30);

    private static final Logger QUIET = Logger.getLogger("dev.toolpolicy");
    private static final ToolCatalog TOOLS =
            ToolCatalog.of(List.of(DeclaredTool.of("push", ToolSchema.of()).withRun(RuleList.always(Mode.ASK))));

    private static SessionSettings settings(SessionStore store) {
        return SessionSettings.inMemory()
                .withStore(store)
                .withRetryTimeout(Duration.ofSeconds(20))
                .withStoredApprovals(Duration.ofDays(1));
    }

    private static PolicySession session(SessionSettings settings, String id) {
        return PolicyEngine.builder().tools(TOOLS).sessions(settings).build().session(id);
    }

    /** A process that asks, approves and runs, and is gone at one of these changes. */
    static final class Dying {
        private Dying() {}

        public static void main(String[] arguments) throws IOException {
            SessionStore real = store(arguments[0]);
            boolean before = arguments[2].equals("before");
            MortalStore mortal = new MortalStore(
                    real,
                    Integer.parseInt(arguments[1]),
                    before,
                    () -> Runtime.getRuntime().halt(9));
            step(settings(mortal), Path.of(arguments[3]));
        }
    }

    private static SessionStore store(String url) {
        DataSource source;
        if (url.startsWith("jdbc:h2:")) {
            source = Databases.h2(url.substring("jdbc:h2:".length()));
        } else {
            PGSimpleDataSource postgres = new PGSimpleDataSource();
            postgres.setUrl(url);
            source = postgres;
        }
        return JdbcSessionStore.on(source, Databases.PATIENT).prepare();
    }

    /** Goes on from wherever the last node left off. */
    private static CallResult.Kind step(SessionSettings settings, Path runs) throws IOException {
        PolicySession session = session(settings, "s");
        List<Approval> known = Approvals.of(settings).list(ApprovalQuery.all());
        String id = known.isEmpty()
                ? session.execute("c", "push", "{}", handlers(runs)).approval().orElseThrow()
                : known.get(0).id();
        Approval shown = Approvals.of(settings).find(id).orElseThrow();
        if (shown.status() == Approval.Status.PENDING) {
            Approvals.of(settings).approve(shown, "ann");
        }
        return session.calls().resume(id, handlers(runs)).kind();
    }

    private static ToolHandlers handlers(Path runs) {
        return ToolHandlers.builder(TOOLS)
                .on(Runnable::run)
                .otherwise((arguments, call) -> Files.writeString(
                        runs, "ran\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.SYNC))
                .build();
    }

    /** The changes are: asked, approved, begun, ended. */
    private record Death(int change, String when) {}

    /** Before a change is as after the one before it, but for the fourth: the call runs in between. */
    private static final List<Death> DEATHS = List.of(
            new Death(1, "before"),
            new Death(1, "after"),
            new Death(2, "after"),
            new Death(3, "after"),
            new Death(4, "before"),
            new Death(4, "after"));

    @Test
    void aProcessOnH2IsKilledBeforeItsCallRuns(@TempDir Path folder) throws Exception {
        // On H2 only the step between the call's begin and its run: H2CrashTest has the next, PostgreSQL all.
        killed(folder, "jdbc:h2:" + folder.resolve("sessions"), new Death(3, "after"));
    }

    @Test
    void aProcessOnPostgresIsKilledAtEachStep(@TempDir Path folder) throws Exception {
        for (Death death : DEATHS) {
            killed(folder, ((PGSimpleDataSource) Databases.postgres()).getUrl() + "&user=test", death);
        }
    }

    private static void killed(Path folder, String url, Death death) throws Exception {
        int change = death.change();
        String when = death.when();
        Path runs = Files.createTempFile(folder, "runs", "");
        try (JavaProcess process =
                JavaProcess.start(Dying.class, url, Integer.toString(change), when, runs.toString())) {
            assertThat(process.end(120)).as("killed").isEqualTo(9);
        }
        SessionStore store = store(url);
        CallResult.Kind kind = step(settings(store), runs);
        ManualClock later = new ManualClock();
        later.pass(Duration.between(later.instant(), java.time.Instant.now()).plus(Duration.ofHours(2)));
        Approval.Status end = Approvals.of(settings(store).withClock(later))
                .list(ApprovalQuery.all())
                .get(0)
                .status();
        String story = when + " change " + change + ": " + kind + ", " + end + ", " + Files.readString(runs);
        boolean begun = change == 4 || change == 3 && when.equals("after");
        assertThat(Files.readString(runs).lines().count())
                .as(story)
                .isEqualTo(change == 3 && when.equals("after") ? 0 : 1);
        assertThat(end)
                .as(story)
                .isEqualTo(
                        begun && !(change == 4 && when.equals("after")) ? Approval.Status.LOST : Approval.Status.RAN);
    }

    @Test
    void schedulesOfTwoNodesOnH2() throws InterruptedException {
        schedules(Databases.pooled(Databases.h2(), 8));
    }

    @Test
    void schedulesOfTwoNodesOnPostgres() throws InterruptedException {
        schedules(Databases.pooled(Databases.postgres(), 8));
    }

    private static void schedules(DataSource source) throws InterruptedException {
        QUIET.setLevel(Level.OFF); // each death is logged
        try {
            SessionStore store = JdbcSessionStore.on(source, Databases.PATIENT).prepare();
            int[] ends = new int[Approval.Status.values().length];
            for (long seed = 0; seed < SCHEDULES; seed++) {
                new Schedule(store, seed).play(ends);
            }
            System.out.println("schedules: " + SCHEDULES + ", ends by status " + java.util.Arrays.toString(ends));
            assertThat(ends[Approval.Status.RAN.ordinal()]).isPositive();
            assertThat(ends[Approval.Status.LOST.ordinal()]).isPositive();
        } finally {
            QUIET.setLevel(null);
        }
    }

    /** Two nodes that ask, answer and run the calls of one session, each in its own order, and die now and then. */
    private static final class Schedule {
        private static final int CALLS = 3;
        private final SessionStore store;
        private final long seed;
        private final String session;
        private final ManualClock clock = new ManualClock();
        private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();

        Schedule(SessionStore store, long seed) {
            this.store = store;
            this.seed = seed;
            this.session = "schedule" + seed;
        }

        private SessionSettings settings(SessionStore its) {
            return ApprovalKillsTest.settings(its).withClock(clock);
        }

        private ToolHandlers handlers() {
            return ToolHandlers.builder(TOOLS)
                    .on(Runnable::run)
                    .otherwise((arguments, call) -> runs.computeIfAbsent(
                                    call.call().id(), id -> new AtomicInteger())
                            .incrementAndGet())
                    .build();
        }

        void play(int[] ends) throws InterruptedException {
            List<Thread> nodes = List.of(node(2 * seed), node(2 * seed + 1));
            nodes.forEach(Thread::start);
            for (Thread node : nodes) {
                node.join();
            }
            finish(ends);
        }

        private Thread node(long random) {
            return new Thread(() -> {
                Random dice = new Random(random);
                for (int life = 0; life < 3; life++) {
                    live(dice, new MortalStore(store, 1 + dice.nextInt(6), dice.nextBoolean(), () -> {}));
                }
            });
        }

        private void live(Random dice, MortalStore mortal) {
            PolicySession mine = ApprovalKillsTest.session(settings(mortal), session);
            Approvals approvals = Approvals.of(settings(mortal));
            for (int i = 0; i < 12 && !mortal.isDead(); i++) {
                try {
                    act(dice, mine, approvals);
                } catch (IllegalStateException | dev.toolpolicy.runtime.store.StoreException late) {
                    assertThat(late).isNotNull(); // another node was first, or this one is dead
                }
            }
        }

        private void act(Random dice, PolicySession mine, Approvals approvals) {
            List<Approval> known = approvals.list(ApprovalQuery.all().ofSession(session));
            if (known.isEmpty() || dice.nextInt(4) == 0) {
                mine.execute("call" + dice.nextInt(CALLS), "push", "{}", handlers());
                return;
            }
            Approval one = known.get(dice.nextInt(known.size()));
            switch (dice.nextInt(4)) {
                case 0 -> approvals.approve(one, "ann");
                case 1 -> {
                    if (dice.nextInt(4) == 0) {
                        approvals.decline(one, "ann", "no");
                    }
                }
                default -> mine.calls().resume(one.id(), handlers());
            }
        }

        /** A last node finds everything: what was approved runs, and what was begun and never ended is lost. */
        private void finish(int[] ends) {
            SessionSettings mine = settings(store);
            PolicySession last = ApprovalKillsTest.session(mine, session);
            Approvals approvals = Approvals.of(mine);
            approvals
                    .list(ApprovalQuery.all().ofSession(session).in(Approval.Status.GRANTED))
                    .forEach(granted -> assertThat(last.calls()
                                    .resume(granted.id(), handlers())
                                    .kind())
                            .as(story())
                            .isEqualTo(CallResult.Kind.RAN));
            clock.pass(Duration.ofHours(1));
            Map<String, Integer> allowed = new ConcurrentHashMap<>();
            for (Approval each : approvals.list(ApprovalQuery.all().ofSession(session))) {
                ends[each.status().ordinal()]++;
                assertThat(each.status()).as(story()).isNotIn(Approval.Status.GRANTED, Approval.Status.RUNNING);
                int most = List.of(Approval.Status.RAN, Approval.Status.LOST).contains(each.status()) ? 1 : 0;
                allowed.merge(each.call().id(), most, Integer::sum);
                if (each.status() == Approval.Status.RAN) {
                    assertThat(runs).as(story()).containsKey(each.call().id());
                }
            }
            runs.forEach((call, count) -> assertThat(count.get()).as(story()).isLessThanOrEqualTo(allowed.get(call)));
        }

        private String story() {
            return "seed " + seed + ", runs " + runs;
        }
    }
}
