package dev.toolpolicy.examples;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireResponse;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file with a response that the user recorded. */
final class UserFile {
    /** No response is as long as this, in bytes. */
    static final long LARGEST = 64L << 20;

    private UserFile() {}

    /** The reason why a file can't be played, in one line. */
    static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        private UnusableException(String file, String reason) {
            super("cannot play " + VisibleText.ascii(file) + ": " + VisibleText.ascii(reason));
        }
    }

    static WireResponse read(String file) throws UnusableException {
        try {
            return WireResponse.read(text(file));
        } catch (WireException e) {
            throw new UnusableException(file, String.valueOf(e.getMessage()));
        } catch (NoSuchFileException | InvalidPathException e) {
            throw new UnusableException(file, "there is no such file");
        } catch (AccessDeniedException e) {
            throw new UnusableException(file, "it may not be read");
        } catch (CharacterCodingException e) {
            throw new UnusableException(file, "it is not UTF-8 text");
        } catch (IOException e) {
            throw new UnusableException(file, "it can't be read (" + e.getMessage() + ")");
        }
    }

    private static String text(String file) throws IOException, UnusableException {
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
            throw new UnusableException(file, "it is a folder");
        }
        if (Files.size(path) > LARGEST) {
            throw new UnusableException(file, "it has more than " + Printable.count(LARGEST) + " bytes");
        }
        return Files.readString(path);
    }
}
