import { parseArgs } from "node:util";
import type { LedgerId } from "../../shared/core/ids.ts";
import {
  type JournalPartition,
  partitionNamed,
  partitionsLike,
} from "../../shared/operations/journal/journal-file.ts";
import { Failure } from "../local/failure.ts";

const USAGE = `usage: npm run --silent verify-journal -- --account <name> | --all [--restored]
  [--partition <n>/<of> | --partitions <of> [--resume <file>]]
Replays the journal of all changes, and holds the table against what it leaves, in both directions; names what was changed,
added or removed past the service, and changes that the journal lacks. Lists the keys that an operator has made, for the
operator to recognise. Exits 1 if there are differences, 2 if there is no such account or no journal.
--all reads the whole table: it costs what the table holds.
--restored takes for right that items went back to what they were when the table was restored.
--partition verifies one of up to 1,024 partitions of a journal that does not fit into memory (a kilobyte a change), and
--partitions all of them, one after the other; each reads all files of the account.
--resume keeps the results of partitions in a file: broken off, the same command goes on with the next partition.`;

export type JournalCommand = {
  readonly account: LedgerId | undefined;
  readonly restored: boolean;
  readonly partitions: readonly JournalPartition[];
  readonly resume: string | undefined;
};

/** Reads a command line of verify-journal; fails with the usage for any wrong argument. */
export function journalCommandFrom(args: readonly string[]): JournalCommand {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const given = { account: text, partition: text, partitions: text, resume: text };
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...given, all: flag, restored: flag },
    });
    const { account, all, restored, resume } = values;
    const partitions = partitionsOf(values);
    if (all === (account === undefined) && partitions)
      return { account: account as LedgerId, restored, partitions, resume };
  } catch {
    // For any wrong argument, the usage is printed.
  }
  throw new Failure(USAGE, 2);
}

/** Returns the partitions to verify; undefined for a wrong argument. */
function partitionsOf(given: {
  readonly partition?: string | undefined;
  readonly partitions?: string | undefined;
  readonly resume?: string | undefined;
}): readonly JournalPartition[] | undefined {
  const { partition, partitions, resume } = given;
  if (partition !== undefined && (partitions ?? resume) !== undefined) return undefined;
  const range = partitionNamed(partition ?? `1/${partitions ?? 1}`);
  return range && (partition === undefined ? partitionsLike(range) : [range]);
}
