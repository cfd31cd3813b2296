import type { JournalPartition } from "../../../../shared/operations/journal/journal-partition.ts";
import type { Account } from "../../../stack/api.ts";

/* Everything that the store is used for is imported late: its clients read the environment at import. */

/** Writes the journal of all changes until now. */
export async function writeJournal(): Promise<void> {
  const { writeJournalHere } = await import("../../../../scripts/local/journal-here.ts");
  await writeJournalHere();
}

/** Writes the journal, and returns what npm run verify-journal says of the account. */
export async function verified(of: Pick<Account, "account">) {
  await writeJournal();
  return verifiedIn(of);
}

/** Returns what the command says of the account with `--partitions`. */
export async function verifiedByPartitions(of: Pick<Account, "account">, count: number) {
  const { partitionsLike } = await import(
    "../../../../shared/operations/journal/journal-partition.ts"
  );
  const { sumOfAudits } = await import("../../../../shared/operations/journal/verify-journal.ts");
  const partitions = partitionsLike({ number: 1, of: count });
  return sumOfAudits(
    await Promise.all(partitions.map((partition) => verifiedIn(of, { partition }))),
  );
}

async function verifiedIn(
  { account }: Pick<Account, "account">,
  more: { readonly partition?: JournalPartition } = {},
) {
  const { verifyJournal } = await import("../../../../shared/operations/journal/verify-journal.ts");
  const { streamOfTable } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  const question = { stream: await streamOfTable(), restored: false, ...more };
  return verifyJournal({ ...question, account, settle: async () => undefined });
}
