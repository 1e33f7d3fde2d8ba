package dev.toolpolicy.cli;

import dev.toolpolicy.cli.internal.command.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine.Help.Ansi;

/**
 * The process that stays, so that a coding agent waits less for the hook. It runs the hook's command for each event that
 * comes over a Unix socket, as a process of its own would: it keeps nothing between two events but loaded classes. The
 * script {@code toolpolicy} starts one for each directory and command line, and goes without it after any failure.
 */
final class HookHelper {
    /** The largest event, in bytes. For a larger one the script starts a process. */
    private static final int MOST_BYTES = 8 << 20;

    private static final int MOST_HEADERS = 16 << 10;
    /** The most nanoseconds for an event, after which the process ends. */
    private static final long LONGEST = 10_000_000_000L;

    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final Path folder;
    private final Path socket;
    private final Path jar;
    private final String version;
    private final List<String> command;
    private final Object mine;
    private volatile long used = System.nanoTime();
    private volatile boolean isBusy;

    private HookHelper(Path folder, Path jar, List<String> command) throws IOException {
        this.folder = folder;
        this.socket = folder.resolve("socket");
        this.jar = jar;
        this.version = version();
        this.command = command;
        this.mine = identity();
    }

    /**
     * Answers events until none has come for ten minutes.
     *
     * @param arguments the folder of the socket, the jar of this program, and the arguments of the command
     * @throws IOException if the folder isn't the user's alone, or the socket can't be made
     */
    public static void main(String[] arguments) throws IOException {
        ToolPolicyMain.quieten();
        Path folder = Path.of(arguments[0]);
        Path root = Path.of(System.getProperty("user.home"), ".local/state/toolpolicy/helper");
        if (!root.equals(folder.getParent()) || !isOwn(root) || !isOwn(folder)) {
            throw new IOException(folder + " must be below " + root + ", and both must be the user's alone");
        }
        Path fresh = folder.resolve(Long.toString(ProcessHandle.current().pid()));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(fresh));
            Files.move(fresh, folder.resolve("socket"), StandardCopyOption.ATOMIC_MOVE);
            List<String> command = List.of(arguments).subList(2, arguments.length);
            HookHelper helper = new HookHelper(folder, Path.of(arguments[1]), command);
            Thread watch = new Thread(helper::watch, "watch");
            watch.setDaemon(true);
            watch.start();
            while (true) {
                try (SocketChannel client = server.accept()) {
                    helper.answer(client, Channels.newOutputStream(client));
                } catch (IOException gone) {
                    helper.used = System.nanoTime(); // the script decides by itself
                } finally {
                    helper.isBusy = false;
                }
            }
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Returns whether only this user can reach what is in a folder. */
    private static boolean isOwn(Path folder) throws IOException {
        String user = Files.getOwner(Path.of(System.getProperty("user.home"))).getName();
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(folder).getName().equals(user)
                && OWNERS.containsAll(Files.getPosixFilePermissions(folder));
    }

    /** Ends the process when no event comes, another helper has taken its place, or there is a new version. */
    private void watch() {
        long idle = Long.getLong("toolpolicy.helper.idle", 600) * 1_000_000_000L;
        try {
            while (System.nanoTime() - used < (isBusy ? LONGEST : idle) && isCurrent()) {
                Thread.sleep(500);
            }
        } catch (InterruptedException | IOException replaced) {
            Runtime.getRuntime().halt(1); // its socket or its jar is gone
        }
        end();
    }

    private boolean isCurrent() throws IOException {
        return mine.equals(identity()) && version.equals(version());
    }

    private Object identity() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(socket, BasicFileAttributes.class);
        return Objects.requireNonNullElse(attributes.fileKey(), socket);
    }

    private String version() throws IOException {
        return Files.size(jar) + " " + Files.getLastModifiedTime(jar);
    }

    private void end() {
        try {
            if (mine.equals(identity())) {
                Files.delete(socket);
                Files.deleteIfExists(folder.resolve("key"));
                Files.delete(folder);
            }
        } catch (IOException left) {
            Runtime.getRuntime().halt(1); // another has cleared up, or will
        }
        Runtime.getRuntime().halt(0);
    }

    /** Answers one request of HTTP: with 200 what the command prints, with 422 why it blocks, with 503 nothing. */
    private void answer(SocketChannel client, OutputStream out) throws IOException {
        used = System.nanoTime();
        isBusy = true;
        byte[] event = body(Channels.newInputStream(client));
        client.configureBlocking(false);
        if (client.read(ByteBuffer.allocate(1)) < 0) {
            throw new IOException("the script waited too long and decides by itself: no event counts twice");
        }
        client.configureBlocking(true);
        if (!isCurrent()) {
            write(out, 503, new byte[0]);
            end();
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code;
        try (PrintStream to = new PrintStream(printed, false, StandardCharsets.UTF_8);
                PrintStream told = new PrintStream(errors, false, StandardCharsets.UTF_8)) {
            code = new ToolPolicyCommand(new Console(new ByteArrayInputStream(event), to, told, () -> Ansi.OFF))
                    .run(command.toArray(String[]::new));
        }
        write(out, code == 0 ? 200 : 422, (code == 0 ? printed : errors).toByteArray());
        used = System.nanoTime();
    }

    private static void write(OutputStream out, int status, byte[] body) throws IOException {
        String head = "HTTP/1.1 " + status + " -\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
    }

    private static byte[] body(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int ends = 0;
        while (ends < 4) {
            int read = in.read();
            if (read < 0 || head.size() == MOST_HEADERS) {
                throw new IOException("no request");
            }
            head.write(read);
            ends = read == "\r\n\r\n".charAt(ends) ? ends + 1 : read == '\r' ? 1 : 0;
        }
        String length = head.toString(StandardCharsets.US_ASCII)
                .lines()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .map(line -> line.substring("content-length:".length()).strip())
                .findFirst()
                .filter(text -> text.length() <= 8 && text.chars().allMatch(c -> c >= '0' && c <= '9'))
                .orElseThrow(() -> new IOException("no length"));
        int size = Integer.parseInt(length);
        byte[] body = in.readNBytes(Math.min(size, MOST_BYTES + 1));
        if (body.length != size || size > MOST_BYTES) {
            throw new IOException("no whole event");
        }
        return Arrays.copyOf(body, size);
    }
}
