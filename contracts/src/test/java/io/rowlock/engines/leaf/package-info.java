/** The contracts of the testkit on the databases that are started here, one class for each. */
package io.rowlock.engines.leaf;
