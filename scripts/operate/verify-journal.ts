import { isDeepStrictEqual, parseArgs } from "node:util";
import * as z from "zod";
import {
  type JournalPartition,
  partitionNamed,
  partitionsLike,
} from "../../shared/operations/journal/journal-partition.ts";
import type { JournalAudit } from "../../shared/operations/journal/verify-journal.ts";
import { requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { outsideDynamo } from "../local/environment.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { stateFile } from "./state-file.ts";

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

type Asked = {
  readonly account: string | undefined;
  readonly restored: boolean;
  readonly partitions: readonly JournalPartition[];
  readonly resume: string | undefined;
};

function askedFrom(args: string[]): Asked {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const given = { account: text, partition: text, partitions: text, resume: text };
  try {
    const { values } = parseArgs({ args, options: { ...given, all: flag, restored: flag } });
    const { account, all, restored, resume } = values;
    const partitions = partitionsOf(values);
    if (all === (account === undefined) && partitions)
      return { account, restored, partitions, resume };
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
  const one = partitionNamed(partition ?? `1/${partitions ?? 1}`);
  return one && (partition === undefined ? partitionsLike(one) : [one]);
}

/** Delay of the journal: on AWS changes are collected for 20 seconds, and a function needs time to start. */
const BEHIND_MS = 60_000;

const behind = () => new Promise((over) => setTimeout(over, BEHIND_MS));

/** Returns a function that waits for the journal; locally it writes the journal in this process. */
async function settleFor(): Promise<() => Promise<unknown>> {
  if (!outsideDynamo()) return behind;
  const { writeJournalHere } = await import("../local/journal-here.ts");
  return () => writeJournalHere();
}

/** Verifies the partitions one after the other, from those on whose results are in the file. */
async function verifyEach({ account, restored, partitions, resume }: Asked): Promise<JournalAudit> {
  const { streamOfTable } = await import("../../shared/operations/journal/store-journal-files.ts");
  const { JournalAudit, sumOfAudits, verifyJournal } = await import(
    "../../shared/operations/journal/verify-journal.ts"
  );
  const asked = { account: account ?? null, restored, of: partitions.length };
  const State = z.object({
    asked: z.custom((seen) => isDeepStrictEqual(seen, asked), "the file is of another command"),
    audits: z.array(JournalAudit),
  });
  const file = stateFile(resume, (json) => State.parse(json));
  const audits = [...(file.begun?.audits ?? [])];
  const settle = await settleFor();
  for (const partition of partitions.slice(audits.length)) {
    const stream = await streamOfTable();
    const of = account === undefined ? {} : { account };
    audits.push(await verifyJournal({ ...of, restored, partition, stream, settle }));
    file.save(() => ({ asked, audits }), true);
  }
  file.remove();
  return sumOfAudits(audits);
}

await runCommand(async () => {
  const asked = askedFrom(process.argv.slice(2));
  const verify = async () => {
    if (asked.account) await requireAccount(asked.account);
    const { isSandbox } = await import("../../shared/core/sandbox-account.ts");
    if (isSandbox(asked.account ?? "")) throw new Failure("the journal leaves sandboxes out", 2);
    return verifyEach(asked);
  };
  const audit = await withStack(verify, { files: true });
  const { has_journal, files, changes, items, faults, operator_keys } = audit;
  if (!has_journal && faults.length === 0) throw new Failure("there is no journal", 2);
  for (const line of [...operator_keys, ...faults]) console.log(line);
  console.log(
    `${changes} changes in ${files} files, ${items} items in the table, ${faults.length} difference${faults.length === 1 ? "" : "s"}`,
  );
  if (faults.length > 0) process.exitCode = 1;
});
