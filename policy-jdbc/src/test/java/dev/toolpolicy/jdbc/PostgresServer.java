package dev.toolpolicy.jdbc;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.tukaani.xz.XZInputStream;

/**
 * A real PostgreSQL server in a temporary folder, on a free port of this machine's own network: its binaries are on the
 * class path. It refuses to run as root, so it then runs as an unprivileged user. It ends, and its folder goes, when it
 * is closed or when this JVM ends in any way: the shell that started it waits for this JVM's end of a pipe to close.
 */
public final class PostgresServer implements AutoCloseable {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
    private static final String UNPRIVILEGED = "65534";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** $1: programs, $2: data, $3: port, $4: what else; the rest of the folder goes with the last line. */
    private static final String RUN = """
        "$1/postgres" -D "$2" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= $4 >"$2/../log" 2>&1 &
        server=$!
        read -r line
        kill -INT $server
        wait $server
        """;

    private static PostgresServer shared;

    private final Path folder;
    private final Path programs;
    private final Path data;
    private final int port;
    private final String options;
    /** The databases that were created, by how. */
    private final Map<String, String> databases = new HashMap<>();

    private int schemas;
    private Process shell;

    private PostgresServer(String options) throws IOException, InterruptedException {
        this.options = options;
        folder = Files.createTempDirectory("tool-policy-postgres");
        programs = folder.resolve("bin");
        data = folder.resolve("data");
        port = freePort();
        if (shared == null) {
            unpack();
        } else {
            run(List.of(
                    "cp",
                    "-r",
                    "--link",
                    shared.folder + "/bin",
                    shared.folder + "/lib",
                    shared.folder + "/share",
                    folder.toString()));
        }
        run(List.of("chmod", "755", folder.toString()));
        if (isRoot()) {
            run(List.of("chown", "-R", UNPRIVILEGED + ":" + UNPRIVILEGED, folder.toString()));
        }
        run(asUser(List.of(
                programs.resolve("initdb").toString(),
                "-D",
                data.toString(),
                "-U",
                "test",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "--no-sync")));
        start();
    }

    /** The server that the tests of this JVM share; it isn't to be closed by them. */
    public static synchronized PostgresServer shared() throws IOException, InterruptedException {
        if (shared == null) {
            shared = started(false);
        }
        return shared;
    }

    /**
     * A server of one's own.
     *
     * @param durable whether a commit waits for the disk, as it does where it matters
     */
    public static PostgresServer started(boolean durable) throws IOException, InterruptedException {
        PostgresServer server = new PostgresServer("-c max_connections=60 -c fsync=" + (durable ? "on" : "off"));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        return server;
    }

    /** Whether there are binaries for this machine. */
    public static boolean isPossible() {
        return System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64")
                && PostgresServer.class.getResource(ARCHIVE) != null;
    }

    private void unpack() throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "-x", "-C", folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream archive = PostgresServer.class.getResourceAsStream(ARCHIVE);
                InputStream unpacked = new XZInputStream(archive);
                OutputStream to = tar.getOutputStream()) {
            unpacked.transferTo(to);
        }
        if (tar.waitFor() != 0) {
            throw new IOException("tar failed");
        }
    }

    /** Starts the server again after {@link #stop}, on the same data and port. */
    public void start() throws IOException, InterruptedException {
        List<String> command = List.of("sh", "-c", RUN, "sh", programs.toString(), data.toString(), "" + port, options);
        shell = new ProcessBuilder(asUser(command))
                .redirectErrorStream(true)
                .directory(folder.toFile())
                .start();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isAnswering()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("PostgreSQL doesn't start: " + Files.readString(folder.resolve("log")));
            }
            Thread.sleep(20);
        }
    }

    private boolean isAnswering() {
        try (Connection connection = named("postgres").getConnection()) {
            return connection.isValid(5);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** Stops the server; its data stays. */
    public void stop() {
        try {
            shell.getOutputStream().close();
            if (!shell.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                shell.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns an empty schema for one test, which costs a hundredth of a database. */
    public synchronized DataSource newSchema() {
        return newSchema("");
    }

    /**
     * Returns an empty schema of a database.
     *
     * @param how options of {@code create database}, such as a template and a locale; empty for the server's own
     */
    public synchronized DataSource newSchema(String how) {
        String name = how.isEmpty() ? "postgres" : databases.computeIfAbsent(how, this::created);
        String schema = "test" + ++schemas;
        execute(name, "create schema " + schema);
        return dataSource(url(name) + "&currentSchema=" + schema);
    }

    private String created(String how) {
        String name = "test" + databases.size();
        execute("postgres", "create database " + name + " " + how);
        return name;
    }

    private void execute(String database, String command) {
        try (Connection connection = named(database).getConnection()) {
            connection.createStatement().execute(command);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the URL of a schema, for this process and others. */
    public String url(DataSource schema) {
        PGSimpleDataSource source = (PGSimpleDataSource) schema;
        return url(source.getDatabaseName()) + "&currentSchema=" + source.getCurrentSchema();
    }

    private DataSource named(String name) {
        return dataSource(url(name));
    }

    private String url(String name) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?user=test";
    }

    /** A database that a URL leads to. */
    public static DataSource dataSource(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }

    @Override
    public synchronized void close() {
        stop();
        if (Files.exists(folder)) {
            try {
                run(List.of("rm", "-rf", folder.toString()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static List<String> asUser(List<String> command) throws IOException {
        List<String> whole = new ArrayList<>();
        if (isRoot()) {
            whole.addAll(
                    List.of("setpriv", "--reuid=" + UNPRIVILEGED, "--regid=" + UNPRIVILEGED, "--clear-groups", "--"));
        }
        whole.addAll(command);
        return whole;
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    /** Returns a port below those that the system gives to others, who could take it before the server starts. */
    private static int freePort() {
        return ThreadLocalRandom.current()
                .ints(15_000, 32_000)
                .filter(PostgresServer::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .directory(new File("/"))
                .start();
        String said;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            said = String.join("\n", reader.lines().toList());
        }
        if (process.waitFor() != 0) {
            throw new IOException(command + " failed: " + said);
        }
    }
}
