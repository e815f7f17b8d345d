/** The board on which a person watches a round of the demo. */
@NullMarked
package io.rowlock.cli.demo.board;

import org.jspecify.annotations.NullMarked;
