package dev.toolpolicy.jdbc.nodes;

import dev.toolpolicy.jdbc.JavaProcess;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.jdbc.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;

/** Processes that serve one session, one killed after the other; then what the database saw is compared with the rules. */
final class ChaosRun {
    private static final int NODES = 2;
    private static final String AUDIT = """
            create table audit (n bigserial primary key, tx bigint, name text, before text, after text);
            create function audit() returns trigger language plpgsql as $$ begin
                insert into audit (tx, name, before, after)
                    values (txid_current(), coalesce(new.name, old.name), old.content, new.content);
                return null;
            end $$;
            create trigger audit after insert or update or delete on tool_policy_part
                for each row execute function audit();
            """;

    private final PostgresServer server;
    private final DataSource database;
    private final Random random;
    private final List<String> said = new ArrayList<>();
    private int started;
    private int kills;

    ChaosRun(PostgresServer server, long seed) throws SQLException {
        this.server = server;
        this.database = server.newDatabase();
        this.random = new Random(seed);
        JdbcSessionStore.on(database).prepare();
        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(AUDIT);
        }
    }

    /** Lets it go on for a while, and checks what came of it; throws an AssertionError at the first thing that isn't right. */
    String run(Duration time) throws IOException, InterruptedException, SQLException {
        long deadline = System.nanoTime() + time.toNanos();
        List<JavaProcess> nodes = new ArrayList<>();
        try {
            for (int i = 0; i < NODES; i++) {
                nodes.add(startNode());
            }
            while (System.nanoTime() - deadline < 0) {
                Thread.sleep(50 + random.nextInt(900));
                int victim = random.nextInt(NODES);
                end(nodes.get(victim));
                kills++;
                nodes.set(victim, startNode());
            }
        } finally {
            nodes.forEach(this::end);
        }
        return ChaosHistory.read(database, said).check(kills);
    }

    private JavaProcess startNode() throws IOException, InterruptedException {
        JavaProcess node = JavaProcess.start(
                ChaosWorker.class, server.url(database), "n" + ++started, Long.toString(random.nextLong()));
        while (node.lines().isEmpty()) {
            if (!node.isAlive()) {
                throw new IOException("a node doesn't start");
            }
            Thread.sleep(5);
        }
        return node;
    }

    private void end(JavaProcess node) {
        boolean alive = node.isAlive();
        node.close();
        said.addAll(node.lines());
        if (!alive) {
            throw new AssertionError("a node ended on its own");
        }
    }
}
