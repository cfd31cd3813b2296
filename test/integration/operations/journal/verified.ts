import type { Account } from "../../../stack/api.ts";

/* Everything that the store is used for is imported late: its clients read the environment at import. */

/** Writes the journal of all changes until now. */
export async function writeJournal(): Promise<void> {
  const { writeJournalHere } = await import("../../../../scripts/local/journal-here.ts");
  await writeJournalHere();
}

/** Writes the journal, and returns what npm run verify-journal says of the account. */
export async function verified({ account }: Pick<Account, "account">) {
  await writeJournal();
  const { verifyJournal } = await import("../../../../shared/operations/journal/verify-journal.ts");
  const { streamOfTable } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  const question = { stream: await streamOfTable(), restored: false };
  return verifyJournal({ ...question, account, settle: async () => undefined });
}
