import { type AccountRecord, isEmptied } from "../../../shared/accounts/account.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { lockReport, sumReport } from "../audit-report.ts";
import type { Verified } from "./rehearse-restore.ts";
import type { DeployedData } from "./restore-cloud.ts";

/**
 * Verifies a restored table: every account that the table in use had at the recovery point is there, its sums are those
 * of its events, and its locks are those whose files are in the bucket. Imports late, because stores read the
 * environment at import.
 * @param only the accounts to verify; all without it
 */
export async function verifyRestored(
  { table, bucket }: DeployedData,
  restored: string,
  { at, only }: { readonly at: Date; readonly only?: readonly string[] | undefined },
): Promise<Verified> {
  Object.assign(process.env, { TABLE_NAME: table, BUCKET_NAME: bucket });
  // An emptied sandbox may have lost some of its items.
  const isWanted = (record: AccountRecord) =>
    !isEmptied(record) && (only?.includes(record.account) ?? true);
  const expected = await accountsIn(
    (account) => isWanted(account) && account.created_at < at.toISOString(),
  );
  process.env["TABLE_NAME"] = restored;
  const accounts = await accountsIn(isWanted);
  const missing = expected.filter((account) => !accounts.includes(account));
  const lines = missing.map((account) => `${account} is missing`);
  let isSound = missing.length === 0;
  for (const account of accounts) {
    const report = await auditOf(account as LedgerId, at);
    lines.push(...report.lines.map((line) => `${account}: ${line}`));
    isSound &&= report.isSound;
  }
  return { lines: [...lines, `${accounts.length} accounts verified`], isSound };
}

async function accountsIn(isWanted: (record: AccountRecord) => boolean): Promise<string[]> {
  const { accountPages } = await import("../../../shared/accounts/store-accounts.ts");
  return (await Array.fromAsync(accountPages(isWanted))).flat();
}

async function auditOf(account: LedgerId, at: Date): Promise<Verified> {
  const { auditSums } = await import("../../../shared/operations/audit/audit-sums.ts");
  const { auditLocks } = await import("../../../shared/operations/audit/audit-locks.ts");
  const sums = sumReport(await auditSums(account));
  const locks = lockReport(await auditLocks(account, at.toISOString()));
  return { lines: [...sums.lines, ...locks.lines], isSound: sums.code + locks.code === 0 };
}
