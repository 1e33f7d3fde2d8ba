package dev.toolpolicy.runtime.audit;

import dev.toolpolicy.event.CallRecord;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file of lines that rolls. Each line is written by one operation, so that it is complete when {@link #write} returns.
 * After a failure the next line opens the file again. It isn't written through a channel: an interrupt of the thread,
 * which any handler can cause, would close it and lose the line.
 */
final class RollingFile implements AuditLog.Sink, Closeable {
    private final Path file;
    private final long most;
    private final int older;
    private @Nullable FileOutputStream stream;
    private long size;
    private boolean closed;

    RollingFile(Path file, long bytes, int older) throws IOException {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be positive, was " + bytes);
        }
        if (older < 0) {
            throw new IllegalArgumentException("older must not be negative, was " + older);
        }
        this.file = Objects.requireNonNull(file, "file");
        this.most = bytes;
        this.older = older;
        open();
    }

    @Override
    public synchronized void write(CallRecord call, String line) throws IOException {
        if (closed) {
            throw new IOException(file + " is closed");
        }
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            FileOutputStream target = open();
            if (size > 0 && size + bytes.length > most) {
                target.close();
                stream = null;
                roll();
                target = open();
            }
            append(target, bytes);
        } catch (IOException e) {
            release();
            throw e;
        }
    }

    private FileOutputStream open() throws IOException {
        FileOutputStream known = stream;
        if (known != null) {
            return known;
        }
        FileOutputStream opened = new FileOutputStream(file.toFile(), true);
        stream = opened;
        size = Files.size(file);
        if (size > 0 && !endsWithLine()) {
            append(opened, new byte[] {'\n'});
        }
        return opened;
    }

    private boolean endsWithLine() throws IOException {
        try (RandomAccessFile reading = new RandomAccessFile(file.toFile(), "r")) {
            reading.seek(size - 1);
            return reading.read() == '\n';
        }
    }

    private void append(FileOutputStream target, byte[] bytes) throws IOException {
        target.write(bytes);
        size += bytes.length;
    }

    /** Moves each older file by one number; the last is deleted. */
    private void roll() throws IOException {
        if (older == 0) {
            Files.deleteIfExists(file);
            return;
        }
        for (int i = older - 1; i >= 0; i--) {
            Path from = numbered(i);
            if (Files.exists(from)) {
                Files.move(from, numbered(i + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path numbered(int number) {
        return number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
    }

    /** Closes the file after a failure; the failure itself is what the caller hears of. */
    private void release() {
        FileOutputStream broken = stream;
        stream = null;
        if (broken != null) {
            try {
                broken.close();
            } catch (IOException e) {
                size = 0; // unknown until the file is opened again
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        FileOutputStream open = stream;
        stream = null;
        if (open != null) {
            open.close();
        }
    }
}
