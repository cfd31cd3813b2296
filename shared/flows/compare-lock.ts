import type { Period } from "../calendar/period.ts";
import { type ChangedSinceLock, changesSince } from "../locks/changes.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { drawReturn } from "../returns/draw.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadLock } from "../store/locked-periods.ts";
import { contentSha256 } from "./content-sha256.ts";
import { loadReturn } from "./load-return.ts";

/** A locked period, and how far today's return has moved from it; undefined while it is not locked. */
export async function compareLock(
  account: string,
  scheme: Scheme,
  period: Period,
): Promise<{ readonly lock: LockedPeriod; readonly changes: ChangedSinceLock | null } | undefined> {
  const lock = await loadLock(account, scheme.id, period.key);
  if (!lock) return undefined;
  const today = drawReturn(await loadReturn(account, scheme, period));
  const report = today.status === "covered" ? today.report : undefined;
  return { lock, changes: changesSince(lock, report, contentSha256) };
}
