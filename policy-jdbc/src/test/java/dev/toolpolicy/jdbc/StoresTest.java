package dev.toolpolicy.jdbc;

import dev.toolpolicy.runtime.store.SessionStore;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Every store does what stores do. */
class StoresTest {
    /** A store that no pause of the machine outlasts: what takes too long is tried elsewhere. */
    private static SessionStore patient(DataSource database) {
        return JdbcSessionStore.on(database, Databases.PATIENT);
    }

    @Nested
    class InMemory extends SessionStoreContract {
        private final SessionStore store = SessionStore.inMemory();

        @Override
        SessionStore store() {
            return store;
        }
    }

    @Nested
    class InMemoryAtOnce extends SessionStoreRaces {
        private final SessionStore store = SessionStore.inMemory();

        @Override
        List<SessionStore> nodes() {
            return List.of(store);
        }
    }

    @Nested
    class OnH2InMemory extends SessionStoreContract {
        private final SessionStore store = patient(Databases.h2());

        @Override
        SessionStore store() {
            return store;
        }
    }

    @Nested
    class OnH2InAFile extends SessionStoreContract {
        @TempDir
        Path folder;

        private SessionStore store;

        @BeforeEach
        void open() {
            store = patient(Databases.pooled(Databases.h2("file:" + folder.resolve("sessions")), 4));
        }

        @Override
        SessionStore store() {
            return store;
        }
    }

    /** One node with a pool, since each connection is a process of the server. */
    private abstract static class Pooled extends SessionStoreContract {
        private final SmallPool pool;
        private final SessionStore store;

        Pooled(DataSource database) {
            this.pool = new SmallPool(database, 4);
            this.store = patient(pool);
        }

        @Override
        SessionStore store() {
            return store;
        }

        @AfterEach
        void drain() throws SQLException {
            pool.drain();
        }
    }

    @Nested
    class OnPostgres extends Pooled {
        OnPostgres() {
            super(Databases.postgres());
        }
    }

    @Nested
    class OnPostgresWithALanguagesOrder extends Pooled {
        OnPostgresWithALanguagesOrder() {
            super(Databases.postgres("template template0 locale_provider icu icu_locale 'en-US' encoding UTF8"));
        }
    }

    @Nested
    class OnPostgresWithAnOldEncoding extends Pooled {
        OnPostgresWithAnOldEncoding() {
            super(Databases.postgres("template template0 locale 'C' encoding LATIN1"));
        }
    }

    /** Two nodes, each with connections of its own. */
    private abstract static class Nodes extends SessionStoreRaces {
        private final List<DataSource> pools;
        private final List<SessionStore> nodes;

        Nodes(DataSource database) {
            this.pools = List.of(Databases.pooled(database, 4), Databases.pooled(database, 4));
            this.nodes = pools.stream().map(StoresTest::patient).toList();
        }

        @Override
        List<SessionStore> nodes() {
            return nodes;
        }

        @AfterEach
        void drain() throws SQLException {
            for (DataSource pool : pools) {
                if (pool instanceof SmallPool small) {
                    small.drain();
                }
            }
        }
    }

    @Nested
    class OnH2AtOnce extends Nodes {
        OnH2AtOnce() {
            super(Databases.h2());
        }
    }

    @Nested
    class OnPostgresAtOnce extends Nodes {
        OnPostgresAtOnce() {
            super(Databases.postgres());
        }
    }

    @Nested
    class OnPostgresSerializable extends Nodes {
        OnPostgresSerializable() throws SQLException {
            super(Isolated.serializable(Databases.postgres()));
        }

        @Override
        int rounds() {
            return 30;
        }
    }
}
