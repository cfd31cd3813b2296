import * as z from "zod";
import { sha256Of } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import { checkRights, type RightsCheck } from "../rights/check-rights.ts";
import { differingIn } from "./change-faults.ts";
import { type JournalPartition, placeOfFile, WHOLE_JOURNAL } from "./journal-file.ts";
import { type AttributeMap, coveredItem } from "./journal-record.ts";
import { loadJournaled, noFiles, presentIn, readFiles, readRecords } from "./load-journaled.ts";
import {
  compareTable,
  faultsOfReplay,
  itemId,
  type JournalDifference,
  keyOfId,
  newReplay,
  type Replay,
  type TableItem,
} from "./replay.ts";
import { operatorKeys } from "./settings-history.ts";
import { itemsAt } from "./store-journal-files.ts";

type JournalQuestion = {
  /** The account to verify; all accounts if undefined. */
  readonly account?: LedgerId;
  /** The name of the table's current stream; undefined if it has none. */
  readonly stream: string | undefined;
  /** The partition of the journal to verify; all of it by default. */
  readonly partition?: JournalPartition;
  /** True if the table was restored, so that it may have returned to an earlier state. */
  readonly restored: boolean;
  /** Waits until all current changes are in the journal. */
  readonly settle: () => Promise<unknown>;
};

export const JournalAudit = z.object({
  /** True if any file of the journal was read. */
  has_journal: z.boolean(),
  files: z.int(),
  changes: z.int(),
  items: z.int(),
  faults: z.array(z.string()),
  /** One line per key that no key has made, for the operator to recognise. */
  operator_keys: z.array(z.string()),
  /** Lines about rights that are no differences. */
  notes: z.array(z.string()).default([]),
});
export type JournalAudit = z.output<typeof JournalAudit>;

/**
 * Replays the journal, and compares the result with the table in both directions. Differences are checked again after
 * the journal has caught up, because the table is slightly ahead.
 */
export async function verifyJournal(question: JournalQuestion): Promise<JournalAudit> {
  const { account: ledger, restored, settle, partition = WHOLE_JOURNAL } = question;
  // Later than every stream: changes made since are in no journal.
  const stream = question.stream ?? "9".repeat(20);
  const into = newReplay(restored, partition);
  const read = noFiles(ledger);
  await readFiles(into, read);
  const { notes, ...rights } = await rightsIn(into, question);
  if (read.names.size === 0 && question.stream === undefined) {
    return { ...NO_JOURNAL, faults: rights.faults, notes };
  }
  if (notes.length > 0) {
    // The journal must have the rows that were added.
    await settle();
    await readFiles(into, read);
  }
  const present = await loadJournaled(ledger, into);
  let differences = compareTable(into, present.items, stream);
  let { related } = present;
  if (differences.length + related.length > 0) {
    await settle();
    await readFiles(into, read);
    differences = await lookAgain(into, differences, stream);
    related = related.length > 0 ? await foundAgain(related, ledger, into) : related;
  }
  const messages = await Promise.all(
    differences.map((difference, n) => (n < DETAILED ? wordsFor(difference) : difference.what)),
  );
  const isOff = question.stream === undefined && partition.number === 1;
  const off = isOff ? ["the stream of the table's changes is switched off"] : [];
  const faults = [
    ...off,
    ...read.faults,
    ...faultsOfReplay(into),
    ...present.faults,
    ...related,
    ...messages,
    ...rights.faults,
  ];
  const counts = { files: read.count, changes: into.changes, items: present.count };
  const operator_keys = operatorKeys(into.authors.keys);
  return { has_journal: read.names.size > 0, ...counts, faults, operator_keys, notes };
}

/** Checks the rights of the account, or all of them: of the partitions, the first one has them. */
const rightsIn = async (
  { partition, authors }: Replay,
  { account, settle }: JournalQuestion,
): Promise<RightsCheck> =>
  partition.number === 1
    ? checkRights({ account, keys: [...authors.keys.keys()], settle })
    : NO_JOURNAL;

const NO_JOURNAL: JournalAudit = {
  has_journal: false,
  files: 0,
  changes: 0,
  items: 0,
  faults: [],
  operator_keys: [],
  notes: [],
};

/** Adds up the results of partitions. */
export const sumOfAudits = (audits: readonly JournalAudit[]): JournalAudit =>
  audits.reduce(
    (sum, result) => ({
      has_journal: sum.has_journal || result.has_journal,
      files: sum.files + result.files,
      changes: sum.changes + result.changes,
      items: sum.items + result.items,
      faults: [...sum.faults, ...result.faults],
      operator_keys: [...sum.operator_keys, ...result.operator_keys],
      notes: [...sum.notes, ...result.notes],
    }),
    NO_JOURNAL,
  );

/** Maximum number of differences whose attributes are named; each requires reading a file again. */
const DETAILED = 20;

/** Returns the findings that a second read confirms, because pages of a changing table are not of one moment. */
async function foundAgain(first: readonly string[], ledger: LedgerId | undefined, into: Replay) {
  const again = new Set((await loadJournaled(ledger, into)).related);
  return first.filter((fault) => again.has(fault));
}

async function lookAgain(into: Replay, first: readonly JournalDifference[], stream: string) {
  const ids = new Set(first.map(({ id }) => id));
  const keys = [...ids].map(keyOfId);
  const items: TableItem[] = [];
  for await (const page of itemsAt(keys)) items.push(...page.map(presentIn));
  return compareTable(into, items, stream, ids);
}

/** Returns the text of a difference, with the differing attributes if the journal has the item. */
async function wordsFor({ id, what, file }: JournalDifference): Promise<string> {
  const place = file && placeOfFile(file);
  if (!place) return what;
  const records = (await readRecords(file, place)) ?? [];
  const recorded = records.findLast(({ pk, sk }) => itemId(pk, sk) === id)?.new;
  const [[item] = []] = await Array.fromAsync(itemsAt([keyOfId(id)]));
  if (!recorded || !item) return what;
  return `${what}: ${differingIn(recorded, coveredItem(item as AttributeMap, sha256Of)).join(", ")}`;
}
