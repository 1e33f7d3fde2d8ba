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
 * After a failure the next line opens the file again, and so it does if another program moved, deleted or cut the file.
 * It isn't written through a channel: an interrupt of the thread,
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
                shut();
                roll();
                target = open();
            }
            append(target, bytes);
        } catch (IOException e) {
            try {
                shut();
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private FileOutputStream open() throws IOException {
        FileOutputStream known = stream;
        if (known != null && size > 0 && file.toFile().length() == size) {
            return known;
        }
        shut(); // if another program moved, deleted or cut the file, lines in it would be lost
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

    /**
     * Moves older files by one number, as far as the first number that is free; without one, the last file is deleted.
     * So a roll that fails in the middle, and is tried with each line, loses none of them.
     */
    private void roll() throws IOException {
        if (older == 0) {
            Files.deleteIfExists(file);
            return;
        }
        int free = 0;
        while (free < older && Files.exists(numbered(free))) {
            free++;
        }
        for (int i = free; i > 0; i--) {
            Files.move(numbered(i - 1), numbered(i), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Path numbered(int number) {
        return number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
    }

    private void shut() throws IOException {
        FileOutputStream open = stream;
        stream = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        shut();
    }
}
