package io.rowlock.engines.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.LockSchema;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.BoundEngineContract;
import io.rowlock.testkit.ClientSideContract;
import io.rowlock.testkit.DatabaseContract;
import io.rowlock.testkit.DeploymentContract;
import io.rowlock.testkit.EngineContract;
import io.rowlock.testkit.WithoutSqlContract;
import io.rowlock.testkit.bound.GetLockContract;
import io.rowlock.testkit.bound.UnabortableConnectionContract;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.StoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** A database that is named anywhere is served everywhere: in the dialects, the fixtures, the contracts, the README. */
class CompletenessTest {
    private static final String LEAVES = "io.rowlock.engines.leaf";

    @ParameterizedTest
    @EnumSource
    void everyDatabaseHasItsTableDefinition(Database database) {
        assertThat(LockSchema.statements(database, "some_table"))
                .isNotEmpty()
                .allSatisfy(statement -> assertThat(statement).contains("some_table"));
    }

    /** An engine, or the plain word in the README that it was not run. */
    @ParameterizedTest
    @EnumSource
    void everyDatabaseHasAnEngineToBeTestedOnOrIsSaidToHaveNone(Database database) throws IOException {
        boolean tested = Engines.all().stream().anyMatch(engine -> engine.name().startsWith(product(database)));
        assertThat(readmeRows(database))
                .isNotEmpty()
                .allMatch(row -> row.contains("not run on the real engine") != tested, "says whether it was run");
    }

    /** Some of them only when the long tests run too. */
    @ParameterizedTest
    @MethodSource("engines")
    void everyEngineRunsTheContracts(Engine engine) {
        assertThat(leaves(DatabaseContract.class))
                .extracting(Contract::database)
                .contains(engine);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void everyEngineRunsInEveryBuildWhatCanHangOnHowItIsRun(Engine engine) {
        assertThat(leaves(DeploymentContract.class))
                .filteredOn(leaf -> isInEveryBuild(leaf))
                .extracting(Contract::database)
                .contains(engine);
    }

    /** One kind of H2 is enough there, too. */
    @Test
    void everyPromiseThatADatabaseDecidesIsKeptInEveryBuildOnEachThatMakesIt() {
        List<Contract> leaves = leaves(Contract.class);
        List<Contract> always =
                leaves.stream().filter(leaf -> isInEveryBuild(leaf)).toList();
        assertThat(always).hasSizeLessThan(leaves.size());
        assertThat(promises().filter(type -> !isForAnyDatabase(type)))
                .isNotEmpty()
                .allSatisfy(contract ->
                        assertThat(products(contract, always)).isNotEmpty().isEqualTo(products(contract, leaves)));
    }

    /** The module of the locks in memory is not on this class path. */
    @Test
    void theSuiteWithoutSqlRunsInMemoryInEveryBuild() throws IOException {
        Path leaf =
                Path.of("..", "memory", "src", "test", "java", "io", "rowlock", "memory", "MemoryContractTest.java");
        assertThat(Files.readString(leaf))
                .contains("class MemoryContractTest implements " + WithoutSqlContract.class.getSimpleName())
                .doesNotContain("@Tag", "@Disabled", "abstract");
    }

    @Test
    void everyOtherPromiseIsPartOfTheSuiteWithoutSqlAndIsKeptInEveryBuildOnPostgreSql() {
        List<Contract> always = leaves(Contract.class).stream()
                .filter(leaf -> isInEveryBuild(leaf))
                .toList();
        assertThat(promises().filter(CompletenessTest::isForAnyDatabase))
                .isNotEmpty()
                .allMatch(contract -> contract.isAssignableFrom(WithoutSqlContract.class))
                .allSatisfy(contract -> assertThat(products(contract, always)).contains("PostgreSQL"));
    }

    @ParameterizedTest
    @MethodSource("engines")
    void everyDatabaseKeepsAllPromisesInTheBuildForEveryEngine(Engine engine) {
        List<Contract> leaves = leaves(Contract.class).stream()
                .filter(leaf -> !tags(leaf).contains("long"))
                .toList();
        assertThat(products(ClientSideContract.class, leaves)).contains(product(engine));
        assertThat(products(DatabaseContract.class, leaves)).contains(product(engine));
    }

    private static boolean isForAnyDatabase(Class<?> contract) {
        return List.of(contract.getInterfaces()).contains(AnyDatabaseContract.class);
    }

    private static boolean isInEveryBuild(Contract leaf) {
        return tags(leaf).isEmpty();
    }

    private static List<String> tags(Contract leaf) {
        return AnnotationSupport.findRepeatableAnnotations(leaf.getClass(), Tag.class).stream()
                .map(Tag::value)
                .toList();
    }

    private static Stream<Class<?>> promises() {
        return contracts().filter(CompletenessTest::makesPromises);
    }

    private static boolean makesPromises(Class<?> type) {
        return type.isInterface()
                && Stream.of(type.getDeclaredMethods())
                        .anyMatch(method -> AnnotationSupport.isAnnotated(method, Testable.class));
    }

    private static Set<String> products(Class<?> contract, List<Contract> leaves) {
        return leaves.stream()
                .filter(contract::isInstance)
                .map(leaf -> product((Engine) leaf.database()))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource
    void everyDatabaseStandsInTheReadme(Database database) throws IOException {
        assertThat(readmeRows(database)).isNotEmpty();
    }

    private static List<String> readmeRows(Database database) throws IOException {
        return Files.readAllLines(Path.of("..", "README.md")).stream()
                .filter(line -> line.startsWith("| " + product(database)))
                .toList();
    }

    @Test
    void everyContractIsPartOfTheWhole() {
        assertThat(contracts().filter(type -> type.isInterface()))
                .isNotEmpty()
                .filteredOn(type -> type != StoreContract.class)
                .allMatch(type -> Stream.of(
                                PrimaryContract.class,
                                EngineContract.class,
                                WithoutSqlContract.class,
                                BoundServerContract.class,
                                GetLockContract.class,
                                UnabortableConnectionContract.class)
                        .anyMatch(type::isAssignableFrom));
    }

    /** Contracts that are not in that list run in memory. */
    @Test
    void thePageOnTestingSaysWhyAContractNeedsSql() throws IOException {
        List<String> listed = Pattern.compile("`(\\w+Contract)`")
                .matcher(Files.readString(Path.of("..", "docs", "testing.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(contracts()
                        .filter(CompletenessTest::makesPromises)
                        .filter(type -> !type.isAssignableFrom(WithoutSqlContract.class))
                        .map(Class::getSimpleName))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    /** One kind of H2 is enough, because it differs in nothing that these locks use. */
    @ParameterizedTest
    @MethodSource("engines")
    void everyDatabaseRunsTheContractsOfLocksThatAreTiedToConnections(Engine engine) {
        assertThat(products(BoundEngineContract.class, leaves(BoundEngineContract.class)))
                .contains(product(engine));
    }

    static List<Engine> engines() {
        return Engines.all();
    }

    private static String product(Engine engine) {
        return engine.name().split(" ", 2)[0];
    }

    private static String product(Database database) {
        return switch (database) {
            case H2 -> "H2";
            case POSTGRESQL -> "PostgreSQL";
            case MYSQL -> "MySQL";
            case MARIADB -> "MariaDB";
            case ORACLE -> "Oracle";
            case SQL_SERVER -> "SQL Server";
        };
    }

    private static List<Contract> leaves(Class<? extends Contract> whole) {
        return leaves().filter(type -> whole.isAssignableFrom(type) && !type.isInterface())
                .map(leaf -> (Contract) ReflectionSupport.newInstance(leaf))
                .toList();
    }

    private static Stream<Class<?>> contracts() {
        return Stream.of(EngineContract.class.getPackageName(), PrimaryContract.class.getPackageName())
                .flatMap(CompletenessTest::classes);
    }

    private static Stream<Class<?>> leaves() {
        return classes(LEAVES);
    }

    private static Stream<Class<?>> classes(String below) {
        return ReflectionSupport.streamAllClassesInPackage(
                below, type -> ClientContract.class.isAssignableFrom(type) && !type.isMemberClass(), name -> true);
    }
}
