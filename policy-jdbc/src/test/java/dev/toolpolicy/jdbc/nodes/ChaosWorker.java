package dev.toolpolicy.jdbc.nodes;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.jdbc.Databases;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.jdbc.PostgresServer;
import dev.toolpolicy.runtime.Answers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A process that serves the session with calls at random until it is killed, or the process that started it is gone. It
 * says on standard output what it does, a line before it does it and a line when it is done.
 */
public final class ChaosWorker {
    private static final Logger LOG = Logger.getLogger("dev.toolpolicy");

    private final String name;
    private final Random random;
    private final AtomicInteger untold = new AtomicInteger();
    private final SessionStore store;
    private final PolicyRegistry registry;
    private int calls;

    private ChaosWorker(String url, String name, long seed) {
        this.name = name;
        this.random = new Random(seed);
        store = JdbcSessionStore.on(Databases.pooled(PostgresServer.dataSource(url), 2), Databases.PATIENT);
        SessionSettings settings = SessionSettings.inMemory()
                .withStore(store)
                .withRetryTimeout(Duration.ofMinutes(2))
                .withOpenCalls(100_000)
                .withListeners(
                        List.of(event -> {
                            if (event.kind() == PolicyEvent.Kind.FAILED) {
                                untold.incrementAndGet();
                            }
                        }),
                        false);
        registry = new PolicyRegistry(Chaos.SESSION, settings);
        Chaos.register(registry);
    }

    /**
     * Serves.
     *
     * @param arguments the database's URL, a name that no other process has, and the seed
     */
    public static void main(String[] arguments) {
        LOG.setLevel(Level.OFF); // denials are many, and all of them wanted
        Thread watch = new Thread(ChaosWorker::endWithParent);
        watch.setDaemon(true);
        watch.start();
        ChaosWorker worker = new ChaosWorker(arguments[0], arguments[1], Long.parseLong(arguments[2]));
        say("ready");
        while (true) {
            worker.step();
        }
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // its parent sends nothing
            }
        } catch (IOException e) {
            say("broken " + e);
        }
        Runtime.getRuntime().halt(1);
    }

    private void step() {
        int key = random.nextInt(Chaos.KEYS);
        int choice = random.nextInt(20);
        if (choice == 0) {
            ask(key);
        } else if (choice <= 3) {
            runApproved();
        } else {
            String tool = Chaos.TOOLS.get(random.nextInt(Chaos.TOOLS.size()));
            String id = name + "-" + ++calls + ":" + key;
            run(tool, id, Sessions.check(registry, Chaos.call(tool, key, id)));
        }
    }

    private void ask(int key) {
        String id = name + "-" + ++calls + ":" + key;
        Approval asked = Sessions.requested(
                registry, Chaos.call(Chaos.DANGER, key, id), Chaos.RULES, "no rule", Duration.ofHours(1));
        answered(asked.id(), approval -> Answers.approve(registry.approvals(), approval, name));
    }

    /** Others may have answered, or spent it, in the meantime. */
    private static void answered(String approval, Consumer<String> answer) {
        try {
            answer.accept(approval);
            say("granted " + approval);
        } catch (IllegalStateException e) {
            say("not granted " + approval);
        }
    }

    /** Tries an approval of anybody's, spent or not. */
    private void runApproved() {
        List<SessionStore.Part> approvals = store.find("approval/", "approval/", false, 10_000);
        if (approvals.isEmpty()) {
            return;
        }
        String approval = approvals.get(random.nextInt(approvals.size())).name().substring("approval/".length());
        registry.approvals().find(approval).ifPresent(found -> {
            ToolCall call = found.call();
            CheckedCall checked = Sessions.checked(registry, call, approval, Chaos.RULES, "no rule");
            run(Chaos.DANGER, call.id(), checked);
        });
    }

    /** Where the line ends that a kill cuts off is known by the point. */
    private static void say(String line) {
        System.out.println(line + " .");
        System.out.flush();
    }

    private void run(String tool, String id, CheckedCall checked) {
        if (checked.denial().isPresent()) {
            say("denied " + tool + " " + checked.denial().get().policy());
            return;
        }
        say("begun " + id);
        boolean succeeds = random.nextInt(4) > 0;
        int before = untold.get();
        say((succeeds ? "succeeding " : "failing ") + id);
        if (succeeds) {
            Sessions.recordSuccess(registry, checked, NullNode.getInstance());
        } else {
            if (tool.equals(Chaos.LIMITED)) {
                Sessions.recordNoEffect(registry, checked);
            } else {
                Sessions.recordFailure(registry, checked);
            }
        }
        say((untold.get() == before ? "told " : "kept ") + id);
    }
}
