/** The shop of the demo: its tables, and a sale. */
@NullMarked
package io.rowlock.cli.demo.shop;

import org.jspecify.annotations.NullMarked;
