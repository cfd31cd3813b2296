import { type Period, periodNamed, publicationDayOn } from "../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../shared/core/ids.ts";
import {
  correctionKey,
  excludedKey,
  lineKey,
  type RunningSum,
  type SumCorrection,
  type SumLine,
} from "../../shared/ledger/sums/sum.ts";
import {
  type Covered,
  computeReturn,
  type ReturnInput,
} from "../../shared/returns/compute/compute.ts";
import { coverageOf } from "../../shared/returns/compute/coverage.ts";
import { requireReturn } from "../../shared/returns/compute/status.ts";
import type { Return } from "../../shared/returns/schema.ts";
import { type PeriodRates, periodRates } from "../../shared/vat/exchange-rates/period-rates.ts";
import type { MemberStateCode } from "../../shared/vat/reference-data/member-states.ts";
import { IOSS } from "../../shared/vat/schemes/ioss.ts";
import type { Scheme } from "../../shared/vat/schemes/scheme.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { exclusion, type WarningCode } from "../../shared/vat/schemes/warnings.ts";
import type { Registration } from "../../shared/vat/seller/registration.ts";
import { makeRegistration } from "./registration.ts";

type Amounts = readonly [taxable: number | bigint, vat: number | bigint, count?: number];

const tally = (key: string, [taxable, vat, count = 1]: Amounts): RunningSum => ({
  key,
  amounts: {
    event_count: BigInt(count),
    taxable_amount_minor: BigInt(taxable),
    vat_amount_minor: BigInt(vat),
    writes: 1n,
  },
});

/** The sum of goods from Sweden to Germany at 19 % in euro, with what a test changes. */
export const lineTally = (line: Partial<SumLine>, ...amounts: Amounts): RunningSum =>
  tally(
    lineKey({
      supply_kind: "goods",
      from_country: "SE",
      consumption_country: "DE",
      rate_category: "standard",
      vat_rate_bps: 1_900,
      currency: "EUR",
      segment: "",
      ...line,
    }),
    amounts,
  );

/** The sum of imports to Germany at 19 % in euro, with what a test changes. */
export const importTally = (line: Partial<SumLine>, ...amounts: Amounts): RunningSum =>
  lineTally({ from_country: "", ...line }, ...amounts);

/** The sum of corrections of goods of 2025-Q2 in Germany in euro, with what a test changes. */
export const correctionTally = (
  correction: Partial<SumCorrection>,
  ...amounts: Amounts
): RunningSum =>
  tally(
    correctionKey({
      supply_kind: "goods",
      original_period: "2025-Q2" as PeriodKey,
      consumption_country: "DE",
      currency: "EUR",
      segment: "",
      original_segment: "",
      named: false,
      ...correction,
    }),
    amounts,
  );

/** The sum of corrections of imports of 2025-06 in Germany in euro, with what a test changes. */
export const importCorrection = (
  correction: Partial<SumCorrection>,
  ...amounts: Amounts
): RunningSum =>
  correctionTally({ original_period: "2025-06" as PeriodKey, ...correction }, ...amounts);

export const excludedTally = (code: WarningCode, count: number, segment = ""): RunningSum =>
  tally(excludedKey(exclusion(code), segment), [1, 1, count]);

/** The quarter or the month of that name. */
export function periodAt(key: string): Period {
  const period = periodNamed(key);
  if (!period) throw new RangeError(`no period ${key}`);
  return period;
}

/** What the ECB published for a period, by currency; nothing at all without `rates`. */
export function ratesOf(period: string, rates?: Record<string, string>): PeriodRates {
  const { lastDay } = periodAt(period);
  const day = publicationDayOn(lastDay);
  return periodRates(period as PeriodKey, lastDay, day, rates && { day, rates });
}

/** The import scheme in Sweden since it began, unless said otherwise. */
export const importRegistration = (fields: Parameters<typeof makeRegistration>[0] = {}) =>
  makeRegistration({ scheme_type: "ioss", member_state_identification: "SE", ...fields });

type Options = {
  readonly scheme?: Scheme;
  readonly period?: string;
  /** The Member State of identification, where no `registrations` are given. */
  readonly state?: MemberStateCode;
  readonly registrations?: readonly Registration[];
  readonly rates?: readonly PeriodRates[];
  readonly openings?: ReturnInput["openings"];
};

/**
 * Input of a return to Sweden: of the Union scheme for 2025-Q3, of the import scheme for 2025-08,
 * unless said otherwise. The rates of its period are there, if empty.
 */
export function makeReturn(tallies: readonly RunningSum[], options: Options = {}): ReturnInput {
  const { scheme = UNION_OSS, state = "SE", rates = [] } = options;
  const period = periodAt(options.period ?? (scheme === UNION_OSS ? "2025-Q3" : "2025-08"));
  const registrations = options.registrations ?? [
    makeRegistration({ scheme_type: scheme.id, member_state_identification: state }),
  ];
  return {
    scheme,
    period,
    registrations,
    coverage: coverageOf(scheme, registrations, period),
    sums: tallies,
    late: [],
    openings: options.openings ?? [],
    rates: new Map(
      [ratesOf(period.key), ...rates].map((periodRates) => [periodRates.period, periodRates]),
    ),
  };
}

/** The same of the import scheme. */
export const makeMonth = (tallies: readonly RunningSum[], options: Options = {}): ReturnInput =>
  makeReturn(tallies, { scheme: IOSS, ...options });

/** What is drawn of such input, where a registration makes the return. */
export const computedReturn = (...input: Parameters<typeof makeReturn>): Covered =>
  requireReturn(computeReturn(makeReturn(...input)));

export const reportOf = (...input: Parameters<typeof makeReturn>): Return =>
  computedReturn(...input).report;
