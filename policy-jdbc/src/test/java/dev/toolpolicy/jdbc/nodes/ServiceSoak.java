package dev.toolpolicy.jdbc.nodes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.jdbc.Databases;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalQuery;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A service of two nodes on one database, with sessions at random: whole calls, streams in pieces, responses of several
 * calls, sub-agents, approvals that people answer on another node, reloads and new nodes. What ran is counted by the
 * handlers and compared with what the results say and with what the policy can allow.
 */
final class ServiceSoak {
    private static final int SENDS = 3;
    private static final int STEPS = 12;
    private static final ToolSchema TO = ToolSchema.of(
            Parameter.required("to", ParameterType.string()), Parameter.required("id", ParameterType.string()));
    private static final ToolSchema ID = ToolSchema.of(Parameter.required("id", ParameterType.string()));
    private static final Condition STRANGE = Condition.onLabel("untrusted");

    private final SessionStore store;
    private final SessionSettings settings;
    private final List<PolicyEngine> nodes = new ArrayList<>();
    private final AtomicLong calls = new AtomicLong();
    private final Map<String, AtomicInteger> ran = new ConcurrentHashMap<>();
    private final Map<CallResult.Kind, AtomicLong> kinds = new ConcurrentHashMap<>();

    ServiceSoak(DataSource database) {
        store = JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        settings = SessionSettings.inMemory()
                .withStore(store)
                .withRetryTimeout(Duration.ofMinutes(2))
                .withStoredApprovals(Duration.ofDays(1));
        nodes.add(node());
        nodes.add(node());
    }

    private PolicyEngine node() {
        RuleList allow = RuleList.always(Mode.ALLOW);
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("read_page", ID).withRun(allow),
                        DeclaredTool.of("contacts", ID).withRun(allow),
                        DeclaredTool.of("test", ID).withRun(allow),
                        DeclaredTool.of("deploy", ID)
                                .withRun(RuleList.always(Mode.ASK))
                                .requiring(Requirement.allOf(List.of("test"))),
                        DeclaredTool.of("send", TO).withRun(sending(true)).withLimits(CallLimit.calls(SENDS)))))
                .results("read_page", ResultSpec.labelled("untrusted"))
                .results("contacts", ResultSpec.labelled().filling("contacts", "/contact"))
                .sessions(settings)
                .reloadConsent(changes -> true)
                .build();
    }

    private static RuleList sending(boolean asks) {
        Argument.Text to = Argument.Text.at("/to");
        return RuleList.of(
                RuleSpec.when(to.prefix("root@"), Mode.DENY),
                RuleSpec.when(to.from("contacts"), Mode.ALLOW),
                RuleSpec.when(STRANGE, asks ? Mode.ASK : Mode.DENY),
                RuleSpec.otherwise(Mode.ALLOW));
    }

    /** Plays sessions for a time, on some threads at once; ends with the first error. */
    void play(long seed, Duration time, int threads) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        play(seed, threads, n -> System.nanoTime() - end < 0);
    }

    /** Plays some sessions on each of some threads. */
    void play(long seed, int sessions, int threads) throws InterruptedException {
        play(seed, threads, n -> n < sessions);
    }

    private void play(long seed, int threads, LongPredicate goesOn) throws InterruptedException {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int worker = i;
            workers.add(new Thread(() -> {
                try {
                    for (long n = 0; goesOn.test(n) && failures.isEmpty(); n++) {
                        long mine = seed + n * threads + worker;
                        new Story(mine).play();
                    }
                } catch (Throwable failure) {
                    failures.add(failure);
                }
            }));
        }
        workers.forEach(Thread::start);
        for (Thread each : workers) {
            each.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("a session failed", failures.get(0));
        }
    }

    /** Returns how many calls were made, and how they ended. */
    String summary() {
        return calls + " calls " + new TreeMap<>(kinds);
    }

    long calls() {
        return calls.get();
    }

    /** One session, its sub-agent and its people. */
    private final class Story {
        private final Random random;
        private final String id;
        private final StringBuilder told;
        private final AtomicInteger sends = new AtomicInteger();
        private final List<String> mine = new ArrayList<>();
        private volatile boolean tested;
        private volatile boolean testedByChild;
        private volatile @Nullable String broken;
        private int number;

        Story(long seed) {
            random = new Random(seed);
            id = "s" + seed;
            told = new StringBuilder("seed " + seed);
        }

        void play() throws Exception {
            for (int step = 0; step < STEPS; step++) {
                step();
                if (broken != null) {
                    throw new AssertionError(broken);
                }
            }
            for (String session : List.of(id, id + "/child")) {
                for (Approval each :
                        Approvals.of(settings).list(ApprovalQuery.pending().ofSession(session))) {
                    answer(each);
                }
            }
            require(sends.get() <= SENDS, "sent " + sends + " times");
            mine.forEach(ran::remove);
            store.delete(id);
            store.delete(id + "/child");
        }

        private void step() throws Exception {
            PolicySession session = open();
            switch (random.nextInt(9)) {
                case 0 -> execute(session, "read_page", "");
                case 1 -> execute(session, "contacts", "");
                case 2 -> execute(session, "test", "");
                case 3 -> execute(session, "deploy", "");
                case 4 -> turn(session);
                case 5 -> child(session);
                case 6 -> {
                    List<Approval> open =
                            Approvals.of(settings).list(ApprovalQuery.pending().ofSession(id));
                    if (!open.isEmpty()) {
                        answer(open.get(random.nextInt(open.size())));
                    }
                }
                case 7 -> {
                    if (random.nextInt(10) == 0) {
                        change();
                    } else {
                        execute(session, "send", to());
                    }
                }
                default -> execute(session, "send", to());
            }
        }

        private PolicySession open() {
            return engine().session(id);
        }

        private PolicyEngine engine() {
            synchronized (nodes) {
                return nodes.get(random.nextInt(2));
            }
        }

        private String to() {
            return List.of("ann@x.org", "eve@x.org", "root@x.org").get(random.nextInt(3));
        }

        /** Reloads both nodes, or replaces one by a new one. Sessions that are open go on. */
        private void change() {
            boolean asks = random.nextBoolean();
            synchronized (nodes) {
                if (random.nextInt(3) == 0) {
                    nodes.set(random.nextInt(2), node());
                } else {
                    nodes.forEach(each -> each.reload(PolicyEngine.layer(Map.of("send", sending(asks)), Map.of())));
                }
            }
            told.append("; change ").append(asks);
        }

        private String next() {
            String call = id + "-" + ++number;
            mine.add(call);
            calls.incrementAndGet();
            return call;
        }

        private String arguments(String tool, String call, String to) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            if (tool.equals("send")) {
                json.put("to", to);
            }
            return json.put("id", call).toString();
        }

        /** Handlers that count: a call runs once, and only what the policy can allow. */
        private ToolHandlers handlers(boolean isChild) {
            return ToolHandlers.builder(nodes.get(0).tools())
                    .on(Runnable::run)
                    .otherwise((arguments, run) -> {
                        String tool = run.call().tool();
                        String call = arguments.path("id").asText();
                        require(
                                ran.computeIfAbsent(call, none -> new AtomicInteger())
                                                .incrementAndGet()
                                        == 1,
                                "ran twice: " + call);
                        switch (tool) {
                            case "send" -> {
                                require(sends.incrementAndGet() <= SENDS, "sent too often");
                                require(!arguments.path("to").asText().startsWith("root@"), "sent to root");
                            }
                            case "deploy" -> require(isChild ? testedByChild : tested, "deployed without a test");
                            case "test" -> {
                                if (isChild) {
                                    testedByChild = true;
                                } else {
                                    tested = true;
                                }
                            }
                            default -> {}
                        }
                        return tool.equals("contacts") ? "{\"contact\":\"ann@x.org\"}" : "done";
                    })
                    .build();
        }

        private void execute(PolicySession session, String tool, String to) {
            execute(session, tool, to, false);
        }

        private void execute(PolicySession session, String tool, String to, boolean isChild) {
            String call = next();
            compare(call, session.execute(call, tool, arguments(tool, call, to), handlers(isChild)));
        }

        private void compare(String call, CallResult result) {
            told.append("; ").append(result.tool()).append(' ').append(result.kind());
            kinds.computeIfAbsent(result.kind(), none -> new AtomicLong()).incrementAndGet();
            boolean says = result.kind() == CallResult.Kind.RAN;
            require(says == ran.containsKey(call), "it says " + result.kind() + " of " + call);
        }

        /** A response of several calls whose text comes in pieces. */
        private void turn(PolicySession session) throws Exception {
            ToolTurn turn = session.turn(handlers(false), TurnSettings.defaults());
            List<String> ids = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                String tool = List.of("read_page", "contacts", "send", "test").get(random.nextInt(4));
                String call = next();
                ids.add(call);
                turn.start(i, call, tool);
                String text = arguments(tool, call, to());
                for (int at = 0; at < text.length(); ) {
                    int piece = Math.min(text.length(), at + 1 + random.nextInt(20));
                    turn.append(i, text.substring(at, piece));
                    at = piece;
                }
            }
            List<CallResult> results = turn.finish(ResponseEnd.COMPLETE)
                    .toCompletableFuture()
                    .get(2, TimeUnit.MINUTES)
                    .results();
            require(results.size() == ids.size(), results.size() + " results of " + ids);
            for (int i = 0; i < ids.size(); i++) {
                compare(ids.get(i), results.get(i));
            }
        }

        private void child(PolicySession session) {
            PolicySession child = engine().session(id + "/child", session);
            for (int i = 0; i <= random.nextInt(3); i++) {
                execute(child, List.of("read_page", "send", "test", "deploy").get(random.nextInt(4)), to(), true);
            }
            child.close();
        }

        /** A person answers, and both nodes try to run the call at once. */
        private void answer(Approval shown) throws InterruptedException {
            boolean approves = random.nextInt(4) > 0;
            try {
                if (approves) {
                    Approvals.of(settings).approve(shown, "ann");
                } else {
                    Approvals.of(settings).decline(shown, "ann", "no");
                }
            } catch (IllegalStateException answered) {
                told.append("; ").append(answered.getMessage());
                return;
            }
            List<CallResult> results = Collections.synchronizedList(new ArrayList<>());
            List<Thread> both = new ArrayList<>();
            for (PolicyEngine node : List.of(engine(), engine())) {
                PolicySession session = node.session(shown.session());
                ToolHandlers handlers = handlers(shown.session().endsWith("/child"));
                both.add(new Thread(() -> results.add(session.calls().resume(shown.id(), handlers))));
            }
            both.forEach(Thread::start);
            for (Thread each : both) {
                each.join();
            }
            require(results.size() == 2, "a resumed call failed");
            long runs = results.stream()
                    .filter(each -> each.kind() == CallResult.Kind.RAN)
                    .count();
            told.append("; answered ").append(approves).append(' ').append(runs);
            require(runs <= (approves ? 1 : 0), "ran " + runs + " times");
            require((runs == 1) == ran.containsKey(shown.call().id()), "it says " + runs);
            results.forEach(each ->
                    kinds.computeIfAbsent(each.kind(), none -> new AtomicLong()).incrementAndGet());
        }

        private void require(boolean holds, String what) {
            if (!holds) {
                broken = what + ": " + told; // also of a handler, whose errors the engine keeps
                throw new AssertionError(broken);
            }
        }
    }
}
