import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { quarterOn } from "../../core/calendar/quarter.ts";
import type { Ground } from "../../ledger/events/re-evaluate.ts";
import { isPending } from "../../ledger/recount/recount-state.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { loadAccountSettings } from "../../ledger/settings/account-settings.ts";
import { edgesOf } from "../../vat/schemes/registration-segments.ts";
import { auditQuarter, type QuarterAudit } from "./audit-quarter.ts";
import { FIRST_DAY, quartersOf } from "./audit-range.ts";
import { findQuarters } from "./find-quarters.ts";
import type { AuditFindings } from "./findings.ts";
import { scanAccount } from "./scan-account.ts";

/** `stale_events` names none while a recount is pending. */
type AuditResult = AuditFindings & {
  readonly events: number;
  readonly books: readonly string[];
  readonly recount_pending: boolean;
};

type Reach = {
  /** Whether the whole table is read for sums of periods beyond the usual ones. */
  readonly scan?: boolean;
  readonly now?: Date;
  /** Where the usual periods begin. */
  readonly from?: IsoDate;
};

/**
 * Adds up what an account's events have added to sums, and compares every sum that there is. The events come
 * from the index, which on AWS is a little behind: audit an account that is not being written to, or run again.
 */
export async function auditTallies(
  account: string,
  { scan = false, now = new Date(), from = FIRST_DAY }: Reach = {},
): Promise<AuditResult> {
  const ground = await loadGround(account);
  const found = (await findQuarters(account, now, from)).map(({ quarter }) => quarter);
  const further = scan ? await furtherBooks(account, found) : NOTHING_FURTHER;
  const audits: QuarterAudit[] = [];
  for (const quarter of [...found, ...further.quarters]) {
    audits.push(await auditQuarter(account, quarter, ground));
  }
  // Asked last: what began while the events were read excuses what it has not moved yet.
  const recount_pending = isPending(await loadRecount(account));
  return {
    events: audits.reduce((sum, { events }) => sum + events, 0),
    books: [...new Set(audits.flatMap(({ books }) => books))].sort(),
    differences: audits.flatMap(({ differences }) => differences),
    stale_links: audits.flatMap(({ stale_links }) => stale_links),
    stale_events: recount_pending ? [] : audits.flatMap(({ stale_events }) => stale_events),
    faults: [...audits.flatMap(({ faults }) => faults), ...further.faults],
    recount_pending,
  };
}

/** What decides on events besides themselves, as the account stands. */
export async function loadGround(account: string): Promise<Ground> {
  const { registrations, profile } = await loadAccountSettings(account);
  return { edges: edgesOf(registrations.items), profile };
}

type Further = { readonly quarters: readonly Period[]; readonly faults: readonly string[] };

const NOTHING_FURTHER: Further = { quarters: [], faults: [] };

/** Quarters that nothing but what is in them leads to, and books that no period is called by. */
async function furtherBooks(account: string, found: readonly Period[]): Promise<Further> {
  const known = new Set(found.map(({ key }) => key));
  const seen = await scanAccount(account);
  const books = seen.books.map((book) => ({ book, quarters: quartersOf(book) }));
  const further = [...books.flatMap(({ quarters }) => quarters), ...seen.days.map(quarterOn)]
    .filter(({ key }) => !known.has(key))
    .map((quarter) => [quarter.key, quarter] as const);
  return {
    quarters: [...new Map(further).values()],
    faults: books
      .filter(({ quarters }) => quarters.length === 0)
      .map(({ book }) => `${book} has sums, and no period is called so`),
  };
}
