import { importExclusionOf } from "../schemes/import-exclusions.ts";
import {
  fromCountryOf,
  isImport,
  isService,
  type LedgerEvent,
  type Link,
  periodOf,
} from "../schemes/supply-event.ts";
import { unionExclusionOf } from "../schemes/union-exclusions.ts";
import type { Entry } from "../tallies/tally.ts";
import {
  checkKey,
  correctionKey,
  excludedKey,
  importLineKey,
  thresholdDayKey,
  unionCorrectionKey,
  unionLineKey,
} from "../tallies/tally-key.ts";
import { countsTowardsThreshold } from "../threshold/eligibility.ts";

/**
 * Every sum that an event is in. Used by the writer and by the audit alike: what is written is what
 * a recount gives.
 */
export const tallyEntries = (event: LedgerEvent): Entry[] => [
  { period: periodOf(event), key: countedAs(event), amounts: amountsOf(event) },
  ...checkEntries(event),
  ...thresholdEntries(event),
];

/** The one line, correction or exclusion of its period's return that an event counts in. */
export function countedAs(event: LedgerEvent): string {
  const code = isImport(event) ? importExclusionOf(event) : unionExclusionOf(event);
  if (code) return excludedKey(code);
  const link = event.link?.status === "linked" ? event.link : undefined;
  const original_period = link && periodOf({ ...event, supply_date: link.supply_date });
  return original_period === undefined || original_period === periodOf(event)
    ? lineKey(event, link)
    : repairKey(event, original_period);
}

function repairKey(event: LedgerEvent, original_period: string): string {
  const { consumption_country, currency } = event;
  const correction = { original_period, consumption_country, currency };
  return isImport(event)
    ? correctionKey(correction)
    : unionCorrectionKey({ ...correction, supply_kind: unionKindOf(event) });
}

const unionKindOf = (event: LedgerEvent) =>
  isService(event.supply_kind) ? ("services" as const) : ("goods" as const);

/** A correction within the period nets into the line of its sale. */
function lineKey(event: LedgerEvent, link: (Link & { status: "linked" }) | undefined): string {
  const { consumption_country, currency } = event;
  const { rate_category, vat_rate_bps } = link ?? event;
  const from_country = link?.from_country ?? fromCountryOf(event) ?? "";
  const line = { consumption_country, rate_category, vat_rate_bps, currency };
  if (isImport(event)) return importLineKey(line);
  return unionLineKey({ ...line, supply_kind: unionKindOf(event), from_country });
}

/** A refund, cancellation or credit note is booked as a positive amount: its type gives the sign. */
export function signedAmounts(event: LedgerEvent): { taxable: number; vat: number } {
  const sign = event.event_type === "sale" || event.event_type === "adjustment" ? 1 : -1;
  return {
    taxable: sign * event.taxable_amount_minor,
    vat: sign * event.vat_amount_minor,
  };
}

function amountsOf(event: LedgerEvent): Entry["amounts"] {
  const { taxable, vat } = signedAmounts(event);
  return { event_count: 1, taxable_amount_minor: taxable, vat_amount_minor: vat };
}

const checkEntries = (event: LedgerEvent): Entry[] =>
  event.checks.map((check) => ({
    period: periodOf(event),
    key: checkKey(check.code),
    amounts: { event_count: 1 },
  }));

/** Threshold sums are kept by day and currency, since each day converts at its own rate. */
function thresholdEntries(event: LedgerEvent): Entry[] {
  if (!countsTowardsThreshold(event)) return [];
  const { supply_date, currency, consumption_country, taxable_amount_minor } = event;
  return [
    {
      period: supply_date.slice(0, 4),
      key: thresholdDayKey(supply_date, currency),
      amounts: {
        event_count: 1,
        taxable_amount_minor,
        [`taxable_amount_minor_${consumption_country}`]: taxable_amount_minor,
      },
    },
  ];
}
