package io.rowlock;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/** The walls that ARCHITECTURE.md draws. */
@AnalyzeClasses(packages = "io.rowlock", importOptions = ArchitectureTest.NotTheTests.class)
class ArchitectureTest {
    private static final String API = "io.rowlock";
    private static final String CLASSIC = "io.rowlock.classic";
    private static final String TABLE = "io.rowlock.table";
    private static final String INTERNAL = "io.rowlock.internal..";
    private static final String STORE = "io.rowlock.internal.store";
    private static final String[] JDBC = {
        "io.rowlock.internal.jdbc..", "io.rowlock.internal.database", "io.rowlock.internal.fence"
    };
    private static final String SQL = "io.rowlock.internal.sql..";
    private static final String[] SQL_AND_JDBC =
            Stream.concat(Stream.of(SQL), Arrays.stream(JDBC)).toArray(String[]::new);

    /** The rooms of the client: they work on a store, and know nothing of SQL. */
    private static final String[] ENGINE = Stream.of(
                    "acquire",
                    "client",
                    "dispatch",
                    "doctor",
                    "event",
                    "hold",
                    "queue",
                    "release",
                    "table",
                    "thread",
                    "time",
                    "wakeup")
            .map(room -> "io.rowlock.internal." + room)
            .toArray(String[]::new);

    private static final DescribedPredicate<JavaClass> JDBC_ITSELF = resideInAnyPackage("java.sql", "javax.sql");

    @ArchTest
    static final ArchRule noRoomIsPartOfACycle =
            slices().matching("io.rowlock.internal.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noPublicPackageIsPartOfACycle = slices().matching(
                    "io.(rowlock|rowlock.table|rowlock.classic|rowlock.driver)")
            .should()
            .beFreeOfCycles();

    /** The API stays in one package, because its types refer to each other and users import them together. */
    @ArchTest
    static final ArchRule noRoomHasMoreThanFifteenClasses =
            classes().that().resideInAnyPackage(INTERNAL, TABLE, CLASSIC).should(liveInAPackageOfAtMost(15));

    @ArchTest
    static final ArchRule onlySqlAndJdbcRoomsCallJdbc = noClasses()
            .that()
            .resideOutsideOfPackages(SQL_AND_JDBC)
            .should()
            .accessTargetWhere(describe("of JDBC", access -> JDBC_ITSELF.test(access.getTargetOwner())));

    /** A caller's connection may be handed through. */
    @ArchTest
    static final ArchRule onlySqlAndJdbcRoomsKnowMoreOfJdbcThanConnections = noClasses()
            .that()
            .resideOutsideOfPackages(SQL_AND_JDBC)
            .should()
            .dependOnClassesThat(
                    JDBC_ITSELF.and(not(belongToAnyOf(java.sql.Connection.class, javax.sql.DataSource.class))));

    @ArchTest
    static final ArchRule theClientKnowsNeitherSqlNorJdbcRooms = noClasses()
            .that()
            .resideInAnyPackage(ENGINE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SQL_AND_JDBC);

    @ArchTest
    static final ArchRule sqlOpensNoConnectionsAndKnowsNeitherClientNorJdbcRooms = noClasses()
            .that()
            .resideInAPackage(SQL)
            .and()
            .resideOutsideOfPackage("io.rowlock.internal.sql.foreign")
            .should()
            .dependOnClassesThat(resideInAPackage("javax.sql")
                    .or(resideInAnyPackage(JDBC))
                    .or(resideInAnyPackage(ENGINE).and(not(resideInAPackage("io.rowlock.internal.time")))));

    @ArchTest
    static final ArchRule databasesDoNotKnowEachOther = slices().matching(
                    "io.rowlock.internal.sql.(postgresql|innodb|h2|oracle|sqlserver)")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule onlyForeignTablesJoinJdbcToTheClient = noClasses()
            .that()
            .resideInAnyPackage(JDBC)
            .and()
            .resideOutsideOfPackage("io.rowlock.internal.jdbc.foreign")
            .should()
            .dependOnClassesThat(resideInAnyPackage(ENGINE).and(not(resideInAPackage("io.rowlock.internal.time"))));

    @ArchTest
    static final ArchRule theStoreKnowsOnlyTheApiAndTime = noClasses()
            .that()
            .resideInAPackage(STORE)
            .should()
            .dependOnClassesThat(
                    resideInAPackage(INTERNAL).and(not(resideInAnyPackage(STORE, "io.rowlock.internal.time"))));

    @ArchTest
    static final ArchRule onlyJdbcRoomsOpenConnections = noClasses()
            .that()
            .resideOutsideOfPackages(JDBC)
            .should()
            .accessTargetWhere(method(
                            "getConnection",
                            "javax.sql.DataSource",
                            "javax.sql.PooledConnection",
                            "java.sql.DriverManager")
                    .or(method("connect", "java.sql.Driver")));

    @ArchTest
    static final ArchRule elapsedTimeIsReadBehindTheTicker = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.rowlock.internal.time.SuspensionTicker")
            .should()
            .accessTargetWhere(method("nanoTime", "java.lang.System"));

    /** Two values of the classic systems judge by the JVM's clock, as they always did; nothing of ours asks them. */
    @ArchTest
    static final ArchRule absoluteTimeIsReadByTheDatabaseAlone = noClasses()
            .that(areNot("LockOwner", "LockData"))
            .should()
            .accessTargetWhere(method("currentTimeMillis", "java.lang.System").or(readingTheWallClock()))
            .orShould()
            .dependOnClassesThat(belongToAnyOf(java.time.Clock.class, java.util.Date.class, java.util.Calendar.class));

    @ArchTest
    static final ArchRule onlyTheseSleep = noClasses()
            .that(areNot(
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

    @ArchTest
    static final ArchRule onlyTheEntrancesOfTheApiReachBehindIt = noClasses()
            .that()
            .resideInAPackage(API)
            .and(areNot("RowlockBuilder", "LockSchema", "Fence"))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(INTERNAL);

    @ArchTest
    static final ArchRule noPublicSignatureShowsAnInternalType =
            classes().that().resideInAnyPackage(API, TABLE, CLASSIC).should(showNothingInternal());

    /** The classic faces keep the names that their users know. */
    @ArchTest
    static final ArchRule namesSayWhatAThingIs = noClasses()
            .that()
            .resideOutsideOfPackage("io.rowlock.classic..")
            .should()
            .haveNameMatching(".*[.$](Abstract\\w*|\\w*(Impl|Utils?|Helper|Manager))(\\$.*)?");

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

    /** Everything but the named classes, and what they enclose. */
    private static DescribedPredicate<JavaClass> areNot(String... names) {
        Set<String> excepted = Set.of(names);
        return describe(
                "are not " + excepted,
                type -> !excepted.contains(outermost(type).getSimpleName()));
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    private static ArchCondition<JavaClass> liveInAPackageOfAtMost(int most) {
        return new ArchCondition<>("live in a package of at most " + most + " classes") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                long classes = type.getPackage().getClasses().stream()
                        .filter(other -> other.isTopLevelClass()
                                && !other.isArray()
                                && !other.getSimpleName().equals("package-info"))
                        .count();
                if (classes > most) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getPackageName() + " has " + classes + " classes; split it by subject"));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> showNothingInternal() {
        return new ArchCondition<>("show no internal type to others") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                shownBy(type)
                        .filter(resideInAPackage(INTERNAL))
                        .forEach(internal -> events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " shows " + internal.getName() + " to its users")));
            }
        };
    }

    private static Stream<JavaClass> shownBy(JavaClass type) {
        if (!type.getModifiers().contains(JavaModifier.PUBLIC)) {
            return Stream.empty();
        }
        Stream<JavaClass> fields = type.getFields().stream()
                .filter(field -> isShown(field.getModifiers()))
                .map(JavaField::getRawType);
        Stream<JavaClass> calls = type.getCodeUnits().stream()
                .filter(unit -> isShown(unit.getModifiers()))
                .flatMap(ArchitectureTest::signature);
        Stream<JavaClass> parents = Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
        return Stream.of(fields, calls, parents).flatMap(all -> all);
    }

    private static Stream<JavaClass> signature(JavaCodeUnit unit) {
        return Stream.of(
                        unit.getReturnType().getAllInvolvedRawTypes().stream(),
                        unit.getParameterTypes().stream().flatMap(type -> type.getAllInvolvedRawTypes().stream()),
                        unit.getExceptionTypes().stream())
                .flatMap(all -> all);
    }

    private static boolean isShown(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    /** ArchUnit's own option does not know the directory of the fast build. */
    static final class NotTheTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }
}
