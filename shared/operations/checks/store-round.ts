import * as z from "zod";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { EVIDENCE_ROUND_ITEM } from "../../platform/table/audit-items.ts";
import { evidenceRoundKey } from "../../platform/table/keys.ts";

/** A round of the weekly check over all accounts, in the order of their names. */
export const EvidenceRound = z.object({
  version: z.int(),
  /** Absent before the first round. */
  started_at: z.iso.datetime().optional(),
  /** Set when the round has come to its end. */
  ended_at: z.iso.datetime().optional(),
  /** The account whose check is under way; all before it are done. */
  account: z.string().optional(),
  /** The step of the account: 0 for its locks, then one for each partition of its journal. */
  steps: z.int(),
  /** Number of attempts at the step. */
  attempts: z.int(),
  /** Number of partitions of the account's journal. */
  of: z.int(),
});
export type EvidenceRound = z.output<typeof EvidenceRound>;

const ITEM: VersionedItem<EvidenceRound> = {
  key: () => evidenceRoundKey,
  schema: EvidenceRound,
  empty: { version: 0, steps: 0, attempts: 0, of: 1 },
  definition: EVIDENCE_ROUND_ITEM,
  name: "the round of checks",
};

export const loadRound = (): Promise<EvidenceRound> => loadVersioned(ITEM, "");

/**
 * Stores how far a round has come.
 * @returns the stored round; undefined if another run has gone on meanwhile
 */
export async function saveRound(
  seen: EvidenceRound,
  next: Omit<EvidenceRound, "version">,
): Promise<EvidenceRound | undefined> {
  const wanted = { ...next, version: seen.version + 1 };
  let isOurs = false;
  const saved = await updateVersioned(ITEM, "", (found) => {
    isOurs = found.version === seen.version;
    return isOurs ? wanted : found;
  });
  return isOurs ? saved : undefined;
}
