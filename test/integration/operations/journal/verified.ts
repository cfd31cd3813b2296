import type { JournalPartition } from "../../../../shared/operations/journal/journal-file.ts";
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
  return verifiedAsWritten({ account: of.account });
}

/** Returns what the command says of the account with `--partitions`. */
export async function verifiedByPartitions(of: Pick<Account, "account">, count: number) {
  const { partitionsLike } = await import("../../../../shared/operations/journal/journal-file.ts");
  const { sumOfAudits } = await import("../../../../shared/operations/journal/verify-journal.ts");
  const partitions = partitionsLike({ number: 1, of: count });
  return sumOfAudits(
    await Promise.all(
      partitions.map((partition) => verifiedAsWritten({ account: of.account, partition })),
    ),
  );
}

type Of = Partial<Pick<Account, "account">> & {
  readonly partition?: JournalPartition;
  /** Writes what has happened since to the journal. */
  readonly settle?: () => Promise<unknown>;
};

/** Returns what the command says of an account, or of all, by the journal that is written so far. */
export async function verifiedAsWritten({ settle = async () => undefined, ...of }: Of) {
  const { verifyJournal } = await import("../../../../shared/operations/journal/verify-journal.ts");
  const { streamOfTable } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  return verifyJournal({ ...of, stream: await streamOfTable(), restored: false, settle });
}
