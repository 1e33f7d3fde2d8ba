package dev.toolpolicy.agents.internal.local;

import dev.toolpolicy.runtime.store.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that one thread of one process of this machine holds at a time. The file stays when it is released. */
public final class FolderLock {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(5);
    /** A process can't lock one file twice, so its threads agree first. */
    private static final ConcurrentMap<Path, ReentrantLock> IN_PROCESS = new ConcurrentHashMap<>();

    private final Path file;

    /** Creates a lock on a file whose folder exists. */
    public FolderLock(Path file) {
        this.file = file.toAbsolutePath().normalize();
    }

    /** Work under the lock. */
    @FunctionalInterface
    public interface Work<R> {
        /** Does the work. */
        R run() throws IOException;
    }

    /**
     * Does work under the lock.
     *
     * @param what the message of a failure begins with it
     * @param work the work
     * @return the work's result
     * @throws StoreException if the lock isn't free within five seconds, or the work fails
     */
    public <R> R hold(String what, Work<R> work) {
        long end = System.nanoTime() + LIMIT.toNanos();
        ReentrantLock local = IN_PROCESS.computeIfAbsent(file, path -> new ReentrantLock());
        try {
            if (!local.tryLock(LIMIT.toNanos(), TimeUnit.NANOSECONDS)) {
                throw busy(what);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(what + ": interrupted", e);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock(channel, what, end);
            return work.run(); // closing the channel releases the lock
        } catch (IOException e) {
            throw new StoreException(what + ": " + e.getMessage(), e);
        } finally {
            local.unlock();
        }
    }

    private void lock(FileChannel channel, String what, long end) throws IOException {
        while (channel.tryLock() == null) {
            if (System.nanoTime() - end > 0) {
                throw busy(what);
            }
            try {
                Thread.sleep(PAUSE.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoreException(what + ": interrupted", e);
            }
        }
    }

    private StoreException busy(String what) {
        return new StoreException(
                what + ": another process has held " + file + " for " + LIMIT.toSeconds() + " s", null);
    }
}
