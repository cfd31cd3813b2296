import { periodKeyOn } from "../calendar/period.ts";
import { periodKeyOf, schemeOf } from "../schemes/schemes.ts";
import type { LedgerEvent } from "../schemes/supply-event.ts";
import type { Entry } from "../tallies/tally.ts";
import {
  checkKey,
  correctionKey,
  excludedKey,
  lineKey,
  returnBook,
  thresholdBook,
  thresholdDayKey,
} from "../tallies/tally-key.ts";
import { countsTowardsThreshold } from "../threshold/eligibility.ts";
import { openChecks } from "./open-checks.ts";
import { signedAmounts } from "./signed-amounts.ts";

/**
 * Every sum that an event is in. Used by the writer and by the audit alike: what is written is what
 * a recount gives.
 */
export const tallyEntries = (event: LedgerEvent): Entry[] => {
  const book = bookOf(event);
  return [
    { book, key: countedAs(event), amounts: amountsOf(event) },
    ...openChecks(event).map(({ code }) => ({
      book,
      key: checkKey(code),
      amounts: { event_count: 1 },
    })),
    ...thresholdEntries(event),
  ];
};

/** The book of the tax period that the event counts in. */
export const bookOf = (event: LedgerEvent): string =>
  returnBook(schemeOf(event), periodKeyOf(event));

/** The one line, correction or exclusion of its period's return that an event counts in. */
export function countedAs(event: LedgerEvent): string {
  const scheme = schemeOf(event);
  const code = scheme.exclusionOf(event);
  if (code) return excludedKey(code);
  const link = event.link?.status === "linked" ? event.link : undefined;
  const original_period = link && periodKeyOn(scheme.period_kind, link.supply_date);
  const { consumption_country, currency } = event;
  const origin = scheme.originOf(event);
  if (original_period !== undefined && original_period !== periodKeyOf(event)) {
    const { supply_kind } = origin;
    return correctionKey({ supply_kind, original_period, consumption_country, currency });
  }
  // A correction within the period nets into the line of its sale.
  const { rate_category, vat_rate_bps } = link ?? event;
  const { from_country } = link ?? origin;
  const line = { consumption_country, rate_category, vat_rate_bps, currency };
  return lineKey({ ...line, supply_kind: origin.supply_kind, from_country });
}

function amountsOf(event: LedgerEvent): Entry["amounts"] {
  const { taxable, vat } = signedAmounts(event);
  return { event_count: 1, taxable_amount_minor: taxable, vat_amount_minor: vat };
}

/** Threshold sums are kept by day and currency, since each day converts at its own rate. */
function thresholdEntries(event: LedgerEvent): Entry[] {
  if (!countsTowardsThreshold(event)) return [];
  const { supply_date, currency, consumption_country, taxable_amount_minor } = event;
  return [
    {
      book: thresholdBook(supply_date.slice(0, 4)),
      key: thresholdDayKey(supply_date, currency),
      amounts: {
        event_count: 1,
        taxable_amount_minor,
        [`taxable_amount_minor_${consumption_country}`]: taxable_amount_minor,
      },
    },
  ];
}
