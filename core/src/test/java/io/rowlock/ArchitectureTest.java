package io.rowlock;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** The walls between the packages that ARCHITECTURE.md draws. */
@AnalyzeClasses(packages = "io.rowlock", importOptions = Packages.NotTheTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule noPackageIsPartOfACycle =
            slices().matching("io.rowlock.internal.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noPublicPackageIsPartOfACycle = slices().matching(
                    "io.(rowlock|rowlock.table|rowlock.classic|rowlock.driver)")
            .should()
            .beFreeOfCycles();

    /** The API stays in one package, because its types refer to each other and users import them together. */
    @ArchTest
    static final ArchRule noPackageHasMoreThanFifteenClasses = classes()
            .that()
            .resideInAnyPackage(Packages.INTERNAL, Packages.TABLE, Packages.CLASSIC)
            .should(liveInAPackageOfAtMost(15));

    /** A caller's connection may be handed through. */
    @ArchTest
    static final ArchRule onlySqlAndJdbcPackagesKnowMoreOfJdbcThanConnections = noClasses()
            .that()
            .resideOutsideOfPackages(Packages.SQL_AND_JDBC)
            .should()
            .dependOnClassesThat(Packages.JDBC_ITSELF.and(
                    not(belongToAnyOf(java.sql.Connection.class, javax.sql.DataSource.class))));

    @ArchTest
    static final ArchRule theClientKnowsNeitherSqlNorJdbcPackages = noClasses()
            .that()
            .resideInAnyPackage(Packages.ENGINE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(Packages.SQL_AND_JDBC);

    @ArchTest
    static final ArchRule sqlOpensNoConnectionsAndKnowsNeitherClientNorJdbcPackages = noClasses()
            .that()
            .resideInAPackage(Packages.SQL)
            .and()
            .resideOutsideOfPackage("io.rowlock.internal.sql.foreign")
            .should()
            .dependOnClassesThat(resideInAPackage("javax.sql")
                    .or(resideInAnyPackage(Packages.JDBC))
                    .or(resideInAnyPackage(Packages.ENGINE).and(not(resideInAPackage("io.rowlock.internal.time")))));

    @ArchTest
    static final ArchRule databasesDoNotKnowEachOther = slices().matching(
                    "io.rowlock.internal.sql.(postgresql|innodb|h2|oracle|sqlserver)")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule onlyForeignTablesJoinJdbcToTheClient = noClasses()
            .that()
            .resideInAnyPackage(Packages.JDBC)
            .and()
            .resideOutsideOfPackage("io.rowlock.internal.jdbc.foreign")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage(Packages.ENGINE).and(not(resideInAPackage("io.rowlock.internal.time"))));

    @ArchTest
    static final ArchRule theStoreKnowsOnlyTheApiAndTime = noClasses()
            .that()
            .resideInAPackage(Packages.STORE)
            .should()
            .dependOnClassesThat(resideInAPackage(Packages.INTERNAL)
                    .and(not(resideInAnyPackage(Packages.STORE, "io.rowlock.internal.time"))));

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
}
