package io.rowlock.testkit;

/**
 * Every promise that does not need a network. A test class names its database and nothing else:
 *
 * <pre>{@code
 * class OurDatabaseTest implements EngineContract {
 *     @Override
 *     public TestDatabase database() {
 *         return TestDatabase.of(dataSource);
 *     }
 * }
 * }</pre>
 */
public interface EngineContract extends DatabaseContract, ClientSideContract {}
