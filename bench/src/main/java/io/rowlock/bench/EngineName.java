package io.rowlock.bench;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;

/** The databases, as one types them. */
enum EngineName {
    postgresql,
    mariadb,
    mysql,
    h2;

    Engine engine() {
        return switch (this) {
            case postgresql -> Engines.postgres();
            case mariadb -> Engines.mariaDb();
            case mysql -> Engines.mySql();
            case h2 -> Engines.h2File();
        };
    }
}
