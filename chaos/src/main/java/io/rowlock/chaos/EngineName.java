package io.rowlock.chaos;

import io.rowlock.testkit.engine.Engines;
import io.rowlock.testkit.engine.ServerEngine;

/** The databases, as one types them. */
enum EngineName {
    postgresql,
    mysql,
    mariadb,
    h2;

    ServerEngine engine() {
        return switch (this) {
            case postgresql -> Engines.postgres();
            case mysql -> Engines.mySql();
            case mariadb -> Engines.mariaDb();
            case h2 -> Engines.h2Server();
        };
    }
}
