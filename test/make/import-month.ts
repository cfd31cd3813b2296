import { type Month, monthOf } from "../../shared/calendar/month.ts";
import { publicationDayOn } from "../../shared/calendar/target-days.ts";
import { type PeriodRates, periodRates } from "../../shared/exchange-rates/period-rates.ts";
import type { Registration } from "../../shared/registrations/registration.ts";
import type { ImportMonthInput } from "../../shared/returns/month-report.ts";
import type { Tally } from "../../shared/tallies/tally.ts";
import {
  type Correction,
  correctionKey,
  type ImportLine,
  importLineKey,
} from "../../shared/tallies/tally-key.ts";
import { makeRegistration } from "./registration.ts";

type Amounts = readonly [taxable: number, vat: number, count?: number];

const tally = (key: string, [taxable, vat, count = 1]: Amounts): Tally => ({
  key,
  amounts: {
    event_count: BigInt(count),
    taxable_amount_minor: BigInt(taxable),
    vat_amount_minor: BigInt(vat),
    writes: 1n,
  },
});

/** The sum of imports to Germany at 19 % in euro, with what a test changes. */
export const importTally = (line: Partial<ImportLine>, ...amounts: Amounts): Tally =>
  tally(
    importLineKey({
      consumption_country: "DE",
      rate_category: "standard",
      vat_rate_bps: 1_900,
      currency: "EUR",
      ...line,
    }),
    amounts,
  );

/** The sum of corrections of 2025-06 in Germany in euro, with what a test changes. */
export const importCorrection = (correction: Partial<Correction>, ...amounts: Amounts): Tally =>
  tally(
    correctionKey({
      original_period: "2025-06",
      consumption_country: "DE",
      currency: "EUR",
      ...correction,
    }),
    amounts,
  );

/** The import scheme in Sweden since it began, unless said otherwise. */
export const importRegistration = (fields: Parameters<typeof makeRegistration>[0] = {}) =>
  makeRegistration({ scheme_type: "ioss", member_state_identification: "SE", ...fields });

export const monthNamed = (key: string): Month => monthOf(key) as Month;

/** What the ECB published for a month, by currency; nothing at all without `rates`. */
export function monthRates(period: string, rates?: Record<string, string>): PeriodRates {
  const { lastDay } = monthNamed(period);
  const day = publicationDayOn(lastDay);
  return periodRates(period, lastDay, day, rates && { day, rates });
}

/** A month of the import scheme in Sweden: 2025-08, unless said otherwise. */
export function makeMonth(
  tallies: readonly Tally[],
  options: {
    period?: string;
    registrations?: readonly Registration[];
    rates?: readonly PeriodRates[];
  } = {},
): ImportMonthInput {
  const { period = "2025-08", registrations = [importRegistration()], rates = [] } = options;
  return {
    month: monthNamed(period),
    registrations,
    tallies,
    rates: new Map([monthRates(period), ...rates].map((one) => [one.period, one])),
  };
}
