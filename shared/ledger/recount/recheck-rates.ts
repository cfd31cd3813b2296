import { accountPages } from "../../accounts/store-accounts.ts";
import { dayOf, type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { toReportCode } from "../../vat/reference-data/member-states.ts";
import { formOf, type RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import { periodKeyOf } from "../../vat/schemes/schemes.ts";
import { isSale } from "../../vat/schemes/supply-event.ts";
import { classRateOn } from "../../vat/tax-classes/class-rates.ts";
import { listTransactions } from "../calculate/store-transactions.ts";
import type { Transaction } from "../calculate/transaction-schema.ts";
import { changeEvent } from "../commit/change-event.ts";
import { ratesCheckedAnew } from "../events/checks.ts";
import type { EventRecord } from "../events/event-record.ts";
import type { EventPosition } from "../events/listing.ts";
import { readEvents } from "../events/store-event-list.ts";
import { recordOf } from "../events/store-events.ts";
import { loadAccountSettings } from "../settings/store-settings.ts";

/** The place and the first day of a rate that was accepted or withdrawn. */
export type ChangedRate = { readonly country: string; readonly valid_from: IsoDate };

/** The effect of a changed rate on one account. */
export type Recheck = {
  readonly ledger: LedgerId;
  /** The number of events whose checks differ under the rates of today, by the period of their return. */
  readonly events: ReadonlyMap<string, number>;
  /** The number of calculations of a tax class whose rate is not that of today. */
  readonly calculations: number;
};

/** Supplies may be committed some days before they take place. */
const DAYS_AHEAD = 732;

/**
 * Compares the checks of events from the first day of a rate on with those by the rates of today, account by account,
 * and stores the new ones if `isApplied`. Checks move no figure, so no recount is pending. Calculations are counted, and
 * never changed. Interrupted, the next run finds what is left.
 */
export async function* recheckRates(
  changed: ChangedRate,
  rates: RateCatalogue,
  isApplied: boolean,
): AsyncGenerator<Recheck> {
  for await (const accounts of accountPages()) {
    for (const ledger of accounts) {
      const events = await recheckEvents(ledger, changed, rates, isApplied);
      const calculations = await countCalculations(ledger, changed, rates);
      if (events.size > 0 || calculations > 0) yield { ledger, events, calculations };
    }
  }
}

const daysOf = ({ valid_from }: ChangedRate) => ({
  from: valid_from,
  to: plusDays(dayOf(new Date()), DAYS_AHEAD),
});

async function recheckEvents(
  ledger: LedgerId,
  changed: ChangedRate,
  rates: RateCatalogue,
  isApplied: boolean,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  let boundaries: ReturnType<typeof boundariesOf> | undefined;
  let after: EventPosition | undefined;
  do {
    const page = await readEvents(ledger, daysOf(changed), after);
    for (const record of page.items.map(recordOf)) {
      if (!isConcerned(record, changed) || rechecked(record, rates) === record) continue;
      const period = periodKeyOf(record) ?? "none";
      counts.set(period, (counts.get(period) ?? 0) + 1);
      if (!isApplied) continue;
      boundaries ??= boundariesOf((await loadAccountSettings(ledger)).registrations.items);
      await changeEvent(ledger, boundaries, record.event_id, (seen) => rechecked(seen, rates));
    }
    after = page.next;
  } while (after);
  return counts;
}

/** Only sales are checked against the rates in force: a correction keeps the rate of its sale. */
const isConcerned = (record: EventRecord, { country }: ChangedRate): boolean =>
  isSale(record) && toReportCode(record.consumption_country) === country;

/** Returns the record with the checks by the rates of today; the unchanged record if they are the same. */
function rechecked(record: EventRecord, rates: RateCatalogue): EventRecord {
  const checks = ratesCheckedAnew(record, record.checks, rates);
  const isSame = JSON.stringify(checks) === JSON.stringify(record.checks);
  return isSame ? record : { ...record, checks };
}

const CALCULATIONS_AT_ONCE = 500;

async function countCalculations(
  ledger: LedgerId,
  changed: ChangedRate,
  rates: RateCatalogue,
): Promise<number> {
  let count = 0;
  let after: Parameters<typeof listTransactions>[2]["after"];
  do {
    const page = await listTransactions(ledger, daysOf(changed), {
      limit: CALCULATIONS_AT_ONCE,
      after,
    });
    count += page.items.filter((calculation) => hasOtherRate(calculation, changed, rates)).length;
    after = page.next;
  } while (after);
  return count;
}

/** True if a calculation was made by a class whose rate in the state is another one today. */
function hasOtherRate(
  { taxed_in, country, transaction_date, tax_class_id, vat_rate_bps, supply }: Transaction,
  changed: ChangedRate,
  rates: RateCatalogue,
): boolean {
  if (tax_class_id === undefined || vat_rate_bps === null) return false;
  if (toReportCode(taxed_in ?? country) !== changed.country) return false;
  const form = formOf(supply?.supply_kind);
  const rate = classRateOn(tax_class_id, changed.country, transaction_date, rates, form)?.rate_bps;
  return rate !== undefined && rate !== vat_rate_bps;
}
