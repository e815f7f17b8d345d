@org.jspecify.annotations.NullMarked
package io.rowlock.testkit.classic;
