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
    /** A public package and an internal one that it starts may know each other, in one direction through those classes only. */
    @ArchTest
    static final ArchRule noPackageIsPartOfACycleUnlessAnEntranceOfAPublicPackageClosesIt = slices().matching(
                    "(io.rowlock..)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(not(Packages.areNot(Packages.ENTRANCES)), resideInAPackage(Packages.INTERNAL));

    /** The API stays in one package, because its types refer to each other and users import them together. */
    @ArchTest
    static final ArchRule noPackageButTheApiHasMoreThanFifteenClasses =
            classes().that().resideOutsideOfPackage(Packages.API).should(liveInAPackageOfAtMost(15));

    /** A caller's connection may be handed through. */
    @ArchTest
    static final ArchRule onlySqlAndJdbcPackagesKnowMoreOfJdbcThanConnectionAndDataSource = noClasses()
            .that()
            .resideOutsideOfPackages(Packages.SQL_AND_JDBC)
            .should()
            .dependOnClassesThat(Packages.JDBC_ITSELF.and(
                    not(belongToAnyOf(java.sql.Connection.class, javax.sql.DataSource.class))));

    @ArchTest
    static final ArchRule noPackageOfTheClientKnowsSqlOrJdbcPackages = noClasses()
            .that()
            .resideInAnyPackage(Packages.ENGINE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(Packages.SQL_AND_JDBC);

    @ArchTest
    static final ArchRule sqlOfTheLockTableKnowsNoDataSourceNoJdbcPackageAndOfTheClientTimeAlone = noClasses()
            .that()
            .resideInAPackage(Packages.SQL)
            .and()
            .resideOutsideOfPackage("io.rowlock.internal.sql.foreign")
            .should()
            .dependOnClassesThat(resideInAPackage("javax.sql")
                    .or(resideInAnyPackage(Packages.JDBC))
                    .or(resideInAnyPackage(Packages.ENGINE).and(not(resideInAPackage("io.rowlock.internal.time")))));

    @ArchTest
    static final ArchRule noPackageOfOneDatabaseKnowsThatOfAnother = slices().matching(
                    "io.rowlock.internal.sql.(postgresql|innodb|h2|oracle|sqlserver)")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule onlyTheJdbcPackageOfForeignTablesKnowsMoreOfTheClientThanTime = noClasses()
            .that()
            .resideInAnyPackage(Packages.JDBC)
            .and()
            .resideOutsideOfPackage("io.rowlock.internal.jdbc.foreign")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage(Packages.ENGINE).and(not(resideInAPackage("io.rowlock.internal.time"))));

    @ArchTest
    static final ArchRule ofTheInternalPackagesTheStoreKnowsTimeAlone = noClasses()
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
