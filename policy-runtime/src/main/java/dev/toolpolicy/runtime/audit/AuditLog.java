package dev.toolpolicy.runtime.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.io.Flushable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An audit log: one line of JSON for each call that ended, in a file, an {@link Appendable} or a database.
 *
 * <pre>{@code
 * try (AuditLog audit = AuditLog.toFile(Path.of("audit.jsonl"))) {
 *     PolicyEngine engine = PolicyEngine.builder().tools(tools).onCall(audit).build();
 *     ...
 * }
 * }</pre>
 *
 * <p>A line holds the call, its verdict, what decided, the hash of the active policies and the steps with their times.
 * Instead of arguments it holds a digest of those that rules and policies decided on. Equal arguments have equal
 * digests, so a call can be found by its arguments. Texts that can contain arguments, such as the reasons of policies
 * and people, are left out too. {@link #withArguments} writes all of it.
 *
 * <p>A failure to write is logged and counted, and never changes a call. Safe for use from any thread.
 */
public final class AuditLog implements CallRecord.Listener, AutoCloseable {
    private static final Logger LOG = System.getLogger(AuditLog.class.getName());
    private static final long FILE_SIZE = 64L << 20;
    private static final int FILES = 10;

    /** The members of a record that hold no argument. Any other, also of a later version, is left out. */
    private static final Set<String> RECORD =
            Set.of("session", "serial", "call", "tool", "cut", "verdict", "success", "decision", "policies", "steps");

    private static final Set<String> DECISION =
            Set.of("by", "rule", "words", "origin", "policy", "source", "approval", "approver", "code");
    private static final Set<String> STEP =
            Set.of(("step time offset mode rule words policy request about complete answer source outcome"
                            + " success delivery")
                    .split(" "));

    private final Sink sink;
    private final AtomicLong failures;
    private final boolean whole;
    private final byte @Nullable [] key;

    /** A place that takes lines. The log calls it for one line at a time. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Writes a line durably, as far as the sink promises that.
         *
         * @param call the call's record, for columns of a table
         * @param line the line, without a line break
         * @throws Exception if the line can't be written
         */
        void write(CallRecord call, String line) throws Exception;
    }

    private AuditLog(Sink sink, AtomicLong failures, boolean whole, byte @Nullable [] key) {
        this.sink = sink;
        this.failures = failures;
        this.whole = whole;
        this.key = key;
    }

    /**
     * Creates a log that writes to any sink.
     *
     * @param sink the sink; if it is {@link AutoCloseable}, {@link #close} closes it
     */
    public static AuditLog to(Sink sink) {
        return new AuditLog(Objects.requireNonNull(sink, "sink"), new AtomicLong(), false, null);
    }

    /**
     * Creates a log that appends to a writer or a stream, which it flushes after each line and doesn't close.
     *
     * @param target the target; each line ends with a line feed
     */
    public static AuditLog to(Appendable target) {
        Objects.requireNonNull(target, "target");
        return to((call, line) -> {
            target.append(line + "\n");
            if (target instanceof Flushable flushable) {
                flushable.flush();
            }
        });
    }

    /**
     * Creates a log that appends to a file of at most 64 MiB and keeps ten older ones.
     *
     * @param file the file; created if it doesn't exist
     * @throws IOException if the file can't be opened
     */
    public static AuditLog toFile(Path file) throws IOException {
        return toFile(file, FILE_SIZE, FILES);
    }

    /**
     * Creates a log that appends to a file and rolls it. A line that would make the file too large starts a new file;
     * the old one becomes {@code FILE.1}, {@code FILE.1} becomes {@code FILE.2}, and so on. The log continues an existing
     * file. A line that a crash cut off stays as a line of its own. Only one log may write to a file.
     *
     * @param file the file; created if it doesn't exist
     * @param bytes the maximum size of a file; a longer line has a file of its own
     * @param older how many older files are kept; at least 0
     * @throws IOException if the file can't be opened
     * @throws IllegalArgumentException if {@code bytes} isn't positive or {@code older} is negative
     */
    public static AuditLog toFile(Path file, long bytes, int older) throws IOException {
        return to(new RollingFile(file, bytes, older));
    }

    /**
     * Returns this log with arguments, edits and reasons in its lines. They can contain secrets: protect the log as you
     * protect the data that your tools handle.
     *
     * @return a log with the same sink
     */
    public AuditLog withArguments() {
        return new AuditLog(sink, failures, true, key);
    }

    /**
     * Returns this log with keyed digests. Only someone with the key can find out by trial which arguments a digest
     * stands for. By default digests have no key.
     *
     * @param secret the key of HMAC-SHA-256; 32 random bytes are a good key
     * @return a log with the same sink
     * @throws IllegalArgumentException if the key has fewer than 16 bytes
     */
    public AuditLog keyed(byte[] secret) {
        if (secret.length < 16) {
            throw new IllegalArgumentException("key must have at least 16 bytes, had " + secret.length);
        }
        return new AuditLog(sink, failures, whole, secret.clone());
    }

    /**
     * Returns the digest of arguments, as this log writes it: of the canonical JSON of RFC 8785, but with numbers by
     * their exact value.
     *
     * @param arguments the arguments, with defaults
     * @return {@code sha256:} or {@code hmac-sha256:} and 64 hexadecimal digits
     */
    public String digest(JsonNode arguments) {
        byte[] secret = key;
        return secret == null
                ? "sha256:" + JsonDigest.of(arguments)
                : "hmac-sha256:" + JsonDigest.of(arguments, secret);
    }

    /**
     * Returns the line of a call.
     *
     * @param call the call's record
     * @return a JSON object on one line, in ASCII
     */
    public String line(CallRecord call) {
        ObjectNode json = json(call);
        json.put("digest", digest(call.checkedArguments().orElseGet(call::arguments)));
        return VisibleText.ascii(json.toString());
    }

    /** Returns the line as JSON, without the digest. */
    private ObjectNode json(CallRecord call) {
        ObjectNode json = call.json();
        if (!whole) {
            json.retain(RECORD);
            if (json.get("decision") instanceof ObjectNode decision) {
                decision.retain(DECISION);
            }
            json.path("steps").forEach(step -> ((ObjectNode) step).retain(STEP));
        }
        call.started().ifPresent(time -> json.put("started", time.toString()));
        call.decided().ifPresent(time -> json.put("decided", time.toString()));
        call.ended().ifPresent(time -> json.put("ended", time.toString()));
        return json;
    }

    /** Writes the call's line. A failure is logged and counted. */
    @Override
    public void onCall(CallRecord call) {
        try {
            String line = line(call);
            synchronized (failures) {
                sink.write(call, line);
            }
        } catch (Throwable failure) {
            failures.incrementAndGet();
            UserCode.log(
                    LOG, Level.ERROR, "a line of the audit log can't be written; the call is not affected", failure);
            UserCode.rethrowFatal(failure);
        }
    }

    /** Returns the number of lines that could not be written. */
    public long failures() {
        return failures.get();
    }

    /**
     * Closes the sink, if it can be closed. Later lines count as failures where the sink takes none.
     *
     * @throws IOException if closing fails
     */
    @Override
    public void close() throws IOException {
        if (sink instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException("the sink can't be closed", e);
            }
        }
    }
}
