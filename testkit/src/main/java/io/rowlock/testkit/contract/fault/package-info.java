/**
 * What must hold when processes, networks and servers fail. Each contract is an interface of test methods; a server's
 * leaf implements them and says which engine it is.
 */
@NullMarked
package io.rowlock.testkit.contract.fault;

import org.jspecify.annotations.NullMarked;
