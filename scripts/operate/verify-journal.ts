import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { LedgerId } from "../../shared/core/ids.ts";
import type { JournalAudit } from "../../shared/operations/journal/verify-journal.ts";
import { requireAccount } from "../local/account-option.ts";
import { withStack } from "../local/connect.ts";
import { localEngine } from "../local/environment.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { type JournalCommand, journalCommandFrom } from "./journal-command.ts";
import { stateFile } from "./state-file.ts";

/** Delay of the journal: on AWS changes are collected for 20 seconds, and a function needs time to start. */
const LAG_MS = 60_000;

const waitForJournal = () => new Promise((over) => setTimeout(over, LAG_MS));

/** Returns a function that waits for the journal of a stage; of a data folder it writes the journal in this process. */
async function settleFor(): Promise<() => Promise<unknown>> {
  if (!localEngine()) return waitForJournal;
  const { writeJournalHere } = await import("../local/journal-here.ts");
  return () => writeJournalHere();
}

/** Verifies the partitions one after the other, from those on whose results are in the file. */
async function verifyEach({
  account,
  restored,
  partitions,
  resume,
}: JournalCommand): Promise<JournalAudit> {
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
  const audits = [...(file.resumeFrom?.audits ?? [])];
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
  const asked = journalCommandFrom(process.argv.slice(2));
  const verify = async () => {
    if (asked.account) await requireAccount(asked.account);
    const { isSandbox } = await import("../../shared/core/ids.ts");
    if (isSandbox((asked.account ?? "") as LedgerId))
      throw new Failure("the journal leaves sandboxes out", 2);
    return verifyEach(asked);
  };
  const audit = await withStack(verify, { files: true, signs: true });
  const { has_journal, files, changes, items, faults, operator_keys, notes } = audit;
  for (const line of notes) console.log(line);
  if (!has_journal && faults.length === 0) throw new Failure("there is no journal", 2);
  for (const line of [...operator_keys, ...faults]) console.log(line);
  console.log(
    `${changes} changes in ${files} files, ${items} items in the table, ${faults.length} difference${faults.length === 1 ? "" : "s"}`,
  );
  if (faults.length > 0) process.exitCode = 1;
});
