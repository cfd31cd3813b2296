/*
 * All write into the one journal of the stack, which is that of a single table: where it ends is asked of its files. So they share
 * a table, and go one after the other; the command looks at all accounts before any is tampered with.
 */
import "./command.ts";
import "./keys.ts";
import "./openings.ts";
import "./tampering.ts";
import "./undone.ts";
import "./evidence.ts";
