package dev.toolpolicy.config.internal.document;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.PolicyProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The text of a file, or the problem with it. A file that changes during the reading is read again, since TOML that
 * stops early is often valid TOML with fewer rules.
 *
 * @param text the text; the empty text if there is a problem
 * @param problem the problem with the file, if there is one
 */
public record FileText(String text, Optional<PolicyProblem> problem) {
    /** The largest size of a configuration, in bytes. */
    static final int LARGEST = 1 << 20;
    /** The number of attempts to read a file that changes during the reading. */
    private static final int ATTEMPTS = 3;

    /** Reads a file, which must be UTF-8 of at most a mebibyte. */
    public static FileText read(Path file) {
        return read(file, () -> {});
    }

    /** Reads a file. Tests change it {@code meanwhile}: after each reading, before the check that it is unchanged. */
    static FileText read(Path file, Runnable meanwhile) {
        String source = file.toString();
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                Optional<FileText> read = readOnce(file, source, meanwhile);
                if (read.isPresent()) {
                    return read.get();
                }
            }
            return failed(source, DocumentWords.changing());
        } catch (NoSuchFileException e) {
            return failed(source, DocumentWords.noFile());
        } catch (AccessDeniedException e) {
            return failed(source, DocumentWords.denied());
        } catch (IOException e) {
            return failed(source, DocumentWords.unreadable(Objects.toString(e.getMessage(), e.toString())));
        }
    }

    /** Returns the text; empty if the file was replaced while it was read. */
    private static Optional<FileText> readOnce(Path file, String source, Runnable meanwhile) throws IOException {
        BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class);
        if (before.isDirectory()) {
            return Optional.of(failed(source, DocumentWords.folder()));
        } else if (!before.isRegularFile()) {
            return Optional.of(failed(source, DocumentWords.noRegularFile())); // reading it might never end
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        }
        if (bytes.length > LARGEST) {
            return Optional.of(failed(source, DocumentWords.tooLarge(LARGEST)));
        }
        meanwhile.run();
        BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class);
        boolean same = before.lastModifiedTime().equals(after.lastModifiedTime())
                && Objects.equals(before.fileKey(), after.fileKey())
                && after.size() == bytes.length;
        return same ? Optional.of(decode(source, bytes)) : Optional.empty();
    }

    /** Decodes bytes, all of which must be UTF-8. */
    static FileText decode(String source, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            String readable = new String(Arrays.copyOf(bytes, in.position()), StandardCharsets.UTF_8);
            PolicyProblem.Place place = SourceText.atEnd(source, readable);
            return new FileText(
                    "", Optional.of(new PolicyProblem("", DocumentWords.notUtf8(), Optional.of(place), List.of())));
        }
        return new FileText(out.flip().toString(), Optional.empty());
    }

    private static FileText failed(String source, Diagnostic problem) {
        PolicyProblem.Place place = PolicyProblem.Place.whole(source);
        return new FileText("", Optional.of(new PolicyProblem("", problem, Optional.of(place), List.of())));
    }
}
