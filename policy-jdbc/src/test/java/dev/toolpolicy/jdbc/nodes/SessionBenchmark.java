package dev.toolpolicy.jdbc.nodes;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.jdbc.Databases;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.jdbc.PostgresServer;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.engine.ManyRules;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The costs of sessions: {@code gradlew sessionBenchmark -Pwhat=memory}, {@code records}, {@code open}, {@code engine}, {@code stores} or {@code
 * postgres}.
 */
public final class SessionBenchmark {
    private static final int THREADS = 4;
    private static final ToolPolicy BUILT_FIRST = Policies.sequential(Map.of("deploy", List.of("build")));
    private static final Duration WARMING = Duration.ofSeconds(20);
    private static final Duration MEASURED = Duration.ofSeconds(6);

    private SessionBenchmark() {}

    /**
     * Runs the measurement.
     *
     * @param arguments what
     */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "memory" -> checksInMemory();
            case "records" -> memoryOfRecords();
            case "open" -> memoryOfOpenSessions();
            case "engine" -> memoryOfAnEngine();
            case "stores" -> stores();
            case "postgres" -> postgres();
            default ->
                throw new IllegalArgumentException(
                        "memory, records, open, engine, stores or postgres, not " + arguments[0]);
        }
    }

    private static void checksInMemory() {
        for (int round = 0; round < 3; round++) {
            for (int policies : new int[] {0, 1, 10}) {
                PolicyRegistry registry = new PolicyRegistry("s");
                IntStream.range(0, policies)
                        .forEach(i -> registry.register(
                                Policies.sequential("policy" + i, Map.of("deploy", List.of("build", "test" + i)))));
                for (int i = 0; i < policies; i++) {
                    Sessions.run(registry, Sessions.call("test" + i));
                }
                Sessions.run(registry, Sessions.call("build"));
                ToolCall call = Sessions.call("deploy");
                long preview = perOperation(() -> registry.preview(call, true));
                long run = perOperation(
                        () -> Sessions.recordSuccess(registry, Sessions.check(registry, call), NullNode.getInstance()));
                System.out.println(
                        policies + " policies: preview " + preview + " ns, check and success " + run + " ns");
            }
        }
    }

    private static long perOperation(Runnable operation) {
        long fastest = Long.MAX_VALUE;
        for (int part = 0; part < 8; part++) {
            int count = 0;
            long start = System.nanoTime();
            long end = start + Duration.ofMillis(250).toNanos();
            while (System.nanoTime() - end < 0) {
                for (int i = 0; i < 100; i++) {
                    operation.run();
                }
                count += 100;
            }
            fastest = Math.min(fastest, (System.nanoTime() - start) / count);
        }
        return fastest;
    }

    private static void memoryOfRecords() {
        int sessions = 1000;
        int records = 1000;
        ToolPolicy policy =
                Policies.keyed(KeyedDependency.of("write", CallKey.at("/path")).after("read"));
        SessionStore store = SessionStore.inMemory();
        SessionSettings settings = SessionSettings.inMemory().withStore(store);
        long before = usedMemory();
        long start = System.nanoTime();
        for (int s = 0; s < sessions; s++) {
            PolicyRegistry registry = new PolicyRegistry("session-" + s, settings);
            registry.register(policy);
            for (int r = 0; r < records; r++) {
                Sessions.run(
                        registry, Sessions.call("read", "{'path':'src/main/java/module" + s + "/File" + r + ".java'}"));
            }
        }
        long time = (System.nanoTime() - start) / (sessions * (long) records);
        long each = (usedMemory() - before) / (sessions * (long) records);
        System.out.println(each + " bytes a record, " + time + " ns a call, store "
                + store.find("policy/", "policy/", false, 1).size());
    }

    /** Ten thousand sessions with twenty calls each, of which ten are distinct files that a write needs. */
    private static void memoryOfOpenSessions() {
        ToolSchema schema = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        RuleList allow = RuleList.always(Mode.ALLOW);
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("read", schema).withRun(allow).withLimits(CallLimit.calls(100)),
                        DeclaredTool.of("write", schema).withRun(allow))))
                .policies(Policies.requires("write", Requirement.sameArgument("/path", "read")))
                .build();
        int sessions = 10_000;
        List<PolicySession> open = new ArrayList<>(sessions);
        long before = usedMemory();
        for (int s = 0; s < sessions; s++) {
            PolicySession session = engine.session("session-" + s);
            for (int call = 0; call < 20; call++) {
                String path = "{\"path\":\"src/main/java/module" + s + "/File" + call / 2 + ".java\"}";
                session.guard("c" + call, call % 2 == 0 ? "read" : "write", path)
                        .run(arguments -> "done");
            }
            open.add(session);
        }
        long all = usedMemory() - before;
        System.out.printf("%,d open sessions of 20 calls: %,d MB%n", open.size(), all >> 20);
    }

    private static void memoryOfAnEngine() {
        for (ManyRules kind : ManyRules.values()) {
            ToolCatalog tools = ToolCatalog.of(
                    List.of(DeclaredTool.of("many", kind.schema(1_000)).withRun(kind.list(1_000))));
            long before = usedMemory();
            PolicyEngine engine = PolicyEngine.builder().tools(tools).build();
            long all = usedMemory() - before;
            System.out.printf(
                    "%s: an engine of %d tool with 1,000 rules: %,d kB%n",
                    kind, engine.tools().tools().size(), all >> 10);
        }
    }

    private static long usedMemory() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void stores() throws Exception {
        Path folder = Files.createTempDirectory("tool-policy-benchmark");
        try (PostgresServer server = PostgresServer.started(true)) {
            for (int sessions : new int[] {100, 10_000, 100_000}) {
                for (int nodes : new int[] {1, 2}) {
                    measure("H2 in memory", Databases.h2(), "system_range", sessions, nodes);
                    measure("PostgreSQL", server.newSchema(), "generate_series", sessions, nodes);
                }
            }
            DataSource file = Databases.h2("file:" + folder.resolve("sessions"));
            measure("H2 in a file", file, "system_range", 10_000, 1);
        }
    }

    /** PostgreSQL with and without waiting for the disk, beside the same transactions without any of this library. */
    private static void postgres() throws Exception {
        for (boolean durable : new boolean[] {true, false}) {
            try (PostgresServer server = PostgresServer.started(durable)) {
                String name = durable ? "PostgreSQL" : "PostgreSQL without fsync";
                for (int nodes : new int[] {1, 2}) {
                    measure(name, server.newSchema(), "generate_series", 10_000, nodes);
                    measureBare(name, server.newSchema(), 10_000, nodes);
                }
            }
        }
    }

    /** What a call can't do without: a read, and two transactions that each change a version and a part. */
    private static void measureBare(String name, DataSource database, int sessions, int nodes) throws Exception {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table session (id varchar(255) primary key, version bigint, content text)");
            statement.execute("create table part (id varchar(255), name varchar(255), content text,"
                    + " primary key (id, name), foreign key (id) references session)");
            String rows = " from generate_series(1, " + sessions + ") g";
            statement.execute("insert into session select 's' || g, 1, ''" + rows);
            statement.execute("insert into part select 's' || g, 'part', ''" + rows);
        }
        List<Callable<Void>> requests = new ArrayList<>();
        for (int i = 0; i < nodes * THREADS; i++) {
            Connection connection = database.getConnection();
            PreparedStatement read = connection.prepareStatement(
                    "select s.version, p.content from session s join part p on p.id = s.id where s.id = ?");
            List<PreparedStatement> changes = List.of(
                    connection.prepareStatement("update session set version = version + 1 where id = ?"),
                    connection.prepareStatement("update part set content = 'changed' where id = ?"));
            requests.add(() -> bare(connection, read, changes, sessions));
        }
        report(name + ", the bare transactions", nodes, sessions, serve(requests));
    }

    private static Void bare(
            Connection connection, PreparedStatement read, List<PreparedStatement> changes, int sessions)
            throws SQLException {
        String id = "s" + (1 + ThreadLocalRandom.current().nextInt(sessions));
        read.setString(1, id);
        read.executeQuery().close();
        for (int transaction = 0; transaction < 2; transaction++) {
            connection.setAutoCommit(false);
            for (PreparedStatement change : changes) {
                change.setString(1, id);
                change.executeUpdate();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
        return null;
    }

    private static void report(String name, int nodes, int sessions, Served served) {
        System.out.printf(
                "%s, %d nodes, %d sessions: %d calls a second, each a check and a success;"
                        + " %d us of processor time a call here and %d in the server%n",
                name, nodes, sessions, served.calls(), served.here(), served.server());
    }

    private static void measure(String name, DataSource database, String series, int sessions, int nodes)
            throws Exception {
        List<JdbcSessionStore> stores = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            stores.add(
                    JdbcSessionStore.on(Databases.untested(database, THREADS)).prepare());
        }
        Sessions.run(session(stores.get(0), "template"), Sessions.call("build"));
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            String number = series.equals("system_range") ? "x" : "g";
            String rows = series + "(1, " + sessions + ")" + (number.equals("g") ? " g" : "");
            statement.execute("insert into tool_policy_session select 's' || " + number
                    + ", 1, 0, t.calls from tool_policy_session t, " + rows + " where t.id = 'template'");
            statement.execute("insert into tool_policy_part (session, name, content) select 's' || " + number
                    + ", p.name, p.content from tool_policy_part p, " + rows + " where p.session = 'template'");
        }
        List<Callable<Void>> requests = new ArrayList<>();
        for (JdbcSessionStore store : stores) {
            requests.addAll(Collections.nCopies(THREADS, () -> request(store, sessions)));
        }
        report(name, nodes, sessions, serve(requests));
    }

    private static PolicyRegistry session(SessionStore store, String id) {
        PolicyRegistry registry =
                new PolicyRegistry(id, SessionSettings.inMemory().withStore(store));
        registry.register(BUILT_FIRST);
        return registry;
    }

    /** How many calls a second were served, and the microseconds of processor time of each. */
    private record Served(long calls, long here, long server) {}

    private static long processorTime(Stream<ProcessHandle> processes) {
        return processes
                .flatMap(each -> each.info().totalCpuDuration().stream())
                .mapToLong(Duration::toMillis)
                .sum();
    }

    /** A request of its own: the session is opened, read, checked, told. */
    private static Void request(SessionStore store, int sessions) {
        PolicyRegistry registry =
                session(store, "s" + (1 + ThreadLocalRandom.current().nextInt(sessions)));
        CheckedCall checked = Sessions.check(registry, Sessions.call("deploy"));
        if (checked.denial().isPresent()) {
            throw new IllegalStateException("denied: " + checked.denial());
        }
        Sessions.recordSuccess(registry, checked, NullNode.getInstance());
        return null;
    }

    /** Does each request again and again in a thread of its own. */
    private static Served serve(List<Callable<Void>> requests) throws InterruptedException {
        AtomicLong count = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (Callable<Void> request : requests) {
            threads.add(new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        request.call();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    count.incrementAndGet();
                }
            }));
        }
        threads.forEach(Thread::start);
        Thread.sleep(WARMING.toMillis());
        ProcessHandle own = ProcessHandle.current();
        long before = count.get();
        long here = processorTime(Stream.of(own));
        long server = processorTime(own.descendants());
        Thread.sleep(MEASURED.toMillis());
        long measured = count.get() - before;
        Served served = new Served(
                measured / MEASURED.toSeconds(),
                (processorTime(Stream.of(own)) - here) * 1000 / measured,
                (processorTime(own.descendants()) - server) * 1000 / measured);
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join();
        }
        return served;
    }
}
