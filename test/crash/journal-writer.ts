/*
 * The local stack's writer of the journal in a process of its own, to be killed: it begins as after a start, and writes
 * what there is.
 */
const { BATCH, writeJournalHere } = await import("../../scripts/local/journal-here.ts");
await writeJournalHere(BATCH);
process.exit();
