package dev.toolpolicy.jdbc;

import dev.toolpolicy.runtime.store.StoreException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The meanings of exceptions that drivers throw. Their messages can quote parameters, and so what sessions hold, or
 * where the database is and as whom one logs in: what is passed on are classes, codes and stack traces.
 */
final class SqlFailure {
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK = "40P01";
    private static final String H2_CONCURRENT_UPDATE = "90131";
    private static final String INTEGRITY = "23";
    private static final String CONNECTION = "08";
    private static final String AUTHORIZATION = "28";
    private static final int CAUSES = 6;
    private static final String SYNTAX_OR_ACCESS = "42";

    private SqlFailure() {}

    /** Returns the exception for a failed operation. */
    static StoreException of(String what, Throwable failure) {
        return new StoreException(what + ": " + name(failure), withoutWords(failure, 0));
    }

    /** Returns whether the database rolled back a transaction because of another one, so that it should be retried. */
    static boolean isConflict(SQLException failure) {
        for (SQLException each = failure; each != null; each = each.getNextException()) {
            String state = each.getSQLState();
            if (SERIALIZATION_FAILURE.equals(state) || DEADLOCK.equals(state) || H2_CONCURRENT_UPDATE.equals(state)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the row already exists. */
    static boolean isDuplicate(SQLException failure) {
        return begins(failure, INTEGRITY);
    }

    /** Returns whether the database answered, so that a retry may succeed. */
    static boolean isAnswer(SQLException failure) {
        return failure.getSQLState() != null && !begins(failure, CONNECTION) && !begins(failure, AUTHORIZATION);
    }

    /** Returns whether a table is missing, already exists, or may not be used by this user. */
    static boolean isNoTable(SQLException failure) {
        return begins(failure, SYNTAX_OR_ACCESS);
    }

    private static boolean begins(SQLException failure, String statesClass) {
        String state = failure.getSQLState();
        return state != null && state.startsWith(statesClass);
    }

    private static String name(Throwable failure) {
        String name = failure.getClass().getName();
        return failure instanceof SQLException sql
                ? name + ", SQLSTATE " + sql.getSQLState() + ", code " + sql.getErrorCode()
                : name;
    }

    private static @Nullable Throwable withoutWords(@Nullable Throwable failure, int depth) {
        if (failure == null || depth == CAUSES) {
            return null;
        }
        Throwable copy = new Exception(name(failure), withoutWords(failure.getCause(), depth + 1));
        copy.setStackTrace(failure.getStackTrace());
        return copy;
    }
}
