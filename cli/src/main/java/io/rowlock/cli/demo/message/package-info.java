/** The messages between the demo and its clerks. */
@NullMarked
package io.rowlock.cli.demo.message;

import org.jspecify.annotations.NullMarked;
