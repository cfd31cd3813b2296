import { parseArgs } from "node:util";
import { requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { outsideDynamo } from "../local/environment.ts";
import { Failure, runCommand } from "../local/failure.ts";

const USAGE = `usage: npm run --silent verify-journal -- --account <name> | --all [--restored]
Replays the journal of all changes, and holds the table against what it leaves, in both directions; names what was changed,
added or removed past the service, and changes that the journal lacks. Lists the keys that an operator has made, for the
operator to recognise. Exits 1 if there are differences, 2 if there is no such account or no journal.
--all reads the whole table: it costs what the table holds.
--restored takes for right that items went back to what they were when the table was restored.`;

type Asked = { readonly account?: string; readonly restored: boolean };

function askedFrom(args: string[]): Asked {
  const flag = { type: "boolean", default: false } as const;
  const options = { account: { type: "string" }, all: flag, restored: flag } as const;
  try {
    const { account, all, restored } = parseArgs({ args, options }).values;
    if (all === (account === undefined)) return { ...(account ? { account } : {}), restored };
  } catch {
    // For any wrong argument, the usage is printed.
  }
  throw new Failure(USAGE, 2);
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

await runCommand(async () => {
  const asked = askedFrom(process.argv.slice(2));
  const verify = async () => {
    if (asked.account) await requireAccount(asked.account);
    const { isSandbox } = await import("../../shared/core/sandbox-account.ts");
    if (isSandbox(asked.account ?? "")) throw new Failure("the journal leaves sandboxes out", 2);
    const { streamOfTable } = await import(
      "../../shared/operations/journal/store-journal-files.ts"
    );
    const { verifyJournal } = await import("../../shared/operations/journal/verify-journal.ts");
    const stream = await streamOfTable();
    return verifyJournal({ ...asked, stream, settle: await settleFor() });
  };
  const { files, changes, items, faults, operator_keys } = await withStack(verify, { files: true });
  if (files === 0 && faults.length === 0) throw new Failure("there is no journal", 2);
  for (const line of [...operator_keys, ...faults]) console.log(line);
  console.log(
    `${changes} changes in ${files} files, ${items} items in the table, ${faults.length} difference${faults.length === 1 ? "" : "s"}`,
  );
  if (faults.length > 0) process.exitCode = 1;
});
