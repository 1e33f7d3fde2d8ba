package dev.toolpolicy.jdbc.nodes;

import dev.toolpolicy.jdbc.Databases;
import dev.toolpolicy.jdbc.JavaProcess;
import dev.toolpolicy.jdbc.JdbcSessionStore;
import dev.toolpolicy.jdbc.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;

/**
 * Processes that serve one session, one killed after the other; then what the database saw is compared with the rules.
 */
final class ChaosRun {
    private static final int NODES = 2;
    private static final String AUDIT = """
        create table audit (n bigserial primary key, tx bigint, place text, name text, before text, after text);
        create function counter(session text) returns text language sql as $$
            select case when session like 'limit/%' then 'counter/' else '' end $$;
        create function audit_part() returns trigger language plpgsql as $$ begin
            insert into audit (tx, place, name, before, after)
                values (txid_current(), 'part', counter(coalesce(new.session, old.session))
                    || coalesce(new.name, old.name), old.content, new.content);
            return null;
        end $$;
        create function lines(calls text) returns table (name text, content text) language sql as $$
            select split_part(line, ' ', 1), substr(line, position(' ' in line) + 1)
                from regexp_split_to_table(calls, E'\\n') line where line <> '' $$;
        create function audit_row() returns trigger language plpgsql as $$ begin
            insert into audit (tx, place, name, before, after)
                select txid_current(), 'row', counter(coalesce(new.id, old.id)) || coalesce(b.name, a.name),
                        b.content, a.content
                    from lines(old.calls) b full outer join lines(new.calls) a on a.name = b.name
                    where a.content is distinct from b.content;
            return null;
        end $$;
        create trigger audit after insert or update or delete on tool_policy_part
            for each row execute function audit_part();
        create trigger audit after insert or update or delete on tool_policy_session
            for each row execute function audit_row();
        """;

    private final PostgresServer server;
    private final DataSource database;
    private final Random random;
    private final List<String> said = new ArrayList<>();
    private int started;
    private int kills;

    ChaosRun(PostgresServer server, long seed) throws SQLException {
        this.server = server;
        this.database = server.newSchema();
        this.random = new Random(seed);
        JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(AUDIT);
        }
    }

    /**
     * Lets it go on for a while, and checks what came of it; throws an AssertionError at the first thing that isn't
     * right.
     */
    String run(Duration time) throws IOException, InterruptedException, SQLException {
        long deadline = System.nanoTime() + time.toNanos();
        List<JavaProcess> nodes = startNodes();
        try {
            while (System.nanoTime() - deadline < 0) {
                Thread.sleep(50 + random.nextInt(900));
                kill(nodes, random.nextInt(NODES));
            }
        } finally {
            nodes.forEach(this::end);
        }
        return ChaosHistory.read(database, said).check(kills);
    }

    /**
     * The same until so many processes were killed and every tool ran, even if that takes long: each is killed once it
     * has said some more, and not after some time.
     */
    String run(int least) throws IOException, InterruptedException, SQLException {
        List<JavaProcess> nodes = startNodes();
        try {
            while (kills < least || !everyToolRan()) {
                int victim = random.nextInt(NODES);
                await(nodes.get(victim), nodes.get(victim).lines().size() + 20 + random.nextInt(60));
                kill(nodes, victim);
            }
        } finally {
            nodes.forEach(this::end);
        }
        return ChaosHistory.read(database, said).check(kills);
    }

    private boolean everyToolRan() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select count(distinct after::json->>'tool') from audit where name like 'begun/%'")) {
            row.next();
            return row.getInt(1) == Chaos.TOOLS.size() + 1;
        }
    }

    private List<JavaProcess> startNodes() throws IOException, InterruptedException {
        List<JavaProcess> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(startNode());
        }
        return nodes;
    }

    private void kill(List<JavaProcess> nodes, int victim) throws IOException, InterruptedException {
        end(nodes.get(victim));
        kills++;
        nodes.set(victim, startNode());
    }

    /** Waits until a node has said so many lines. */
    private static void await(JavaProcess node, int lines) throws IOException, InterruptedException {
        while (node.lines().size() < lines) {
            if (!node.isAlive()) {
                throw new IOException("a node doesn't go on");
            }
            Thread.sleep(5);
        }
    }

    private JavaProcess startNode() throws IOException, InterruptedException {
        JavaProcess node = JavaProcess.start(
                ChaosWorker.class, server.url(database), "n" + ++started, Long.toString(random.nextLong()));
        await(node, 1);
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
