package io.rowlock;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;

/** The classes that may call JDBC, read a clock, or sleep. */
@AnalyzeClasses(packages = "io.rowlock", importOptions = Packages.NotTheTests.class)
class ForbiddenCallsTest {
    @ArchTest
    static final ArchRule onlySqlAndJdbcPackagesCallJdbc = noClasses()
            .that()
            .resideOutsideOfPackages(Packages.SQL_AND_JDBC)
            .should()
            .accessTargetWhere(describe("of JDBC", access -> Packages.JDBC_ITSELF.test(access.getTargetOwner())));

    @ArchTest
    static final ArchRule onlyJdbcPackagesOpenConnections = noClasses()
            .that()
            .resideOutsideOfPackages(Packages.JDBC)
            .should()
            .accessTargetWhere(method(
                            "getConnection",
                            "javax.sql.DataSource",
                            "javax.sql.PooledConnection",
                            "java.sql.DriverManager")
                    .or(method("connect", "java.sql.Driver")));

    @ArchTest
    static final ArchRule onlySuspensionTickerCallsNanoTime = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.rowlock.internal.time.SuspensionTicker")
            .should()
            .accessTargetWhere(method("nanoTime", "java.lang.System"));

    /** Two values of the classic systems judge by the JVM's clock, as they always did; nothing of ours asks them. */
    @ArchTest
    static final ArchRule onlyTwoClassicValuesReadAbsoluteTime = noClasses()
            .that(Packages.areNot("LockOwner", "LockData"))
            .should()
            .accessTargetWhere(method("currentTimeMillis", "java.lang.System").or(readingTheWallClock()))
            .orShould()
            .dependOnClassesThat(belongToAnyOf(java.time.Clock.class, java.util.Date.class, java.util.Calendar.class));

    @ArchTest
    static final ArchRule onlyTheNamedClassesSleepParkOrWait = noClasses()
            .that(Packages.areNot(
                    "StoreClient",
                    "ShutdownGate",
                    "NotificationListener",
                    "EngineThread",
                    "FinalRelease",
                    "Heartbeat",
                    "StoreWorker",
                    "ParkedWaiter",
                    "ServerWait",
                    "Ticker"))
            .should()
            .accessTargetWhere(sleeping());

    private static DescribedPredicate<JavaAccess<?>> method(String name, String... owners) {
        return describe(
                "method " + name + " of " + Arrays.toString(owners),
                access -> access.getTarget().getName().equals(name)
                        && Arrays.stream(owners).anyMatch(access.getTargetOwner()::isAssignableTo));
    }

    private static DescribedPredicate<JavaAccess<?>> readingTheWallClock() {
        return describe(
                "a wall clock of java.time",
                access -> access.getTarget().getName().equals("now")
                        && access.getTargetOwner().getPackageName().startsWith("java.time"));
    }

    private static DescribedPredicate<JavaAccess<?>> sleeping() {
        return method("sleep", "java.lang.Thread", "java.util.concurrent.TimeUnit")
                .or(method("wait", "java.lang.Object"))
                .or(method("timedJoin", "java.util.concurrent.TimeUnit"))
                .or(method("join", "java.lang.Thread"))
                .or(describe(
                        "a park",
                        access -> access.getTarget().getName().startsWith("park")
                                && access.getTargetOwner()
                                        .isEquivalentTo(java.util.concurrent.locks.LockSupport.class)));
    }
}
