import {
  filingCurrencyOn,
  type MemberStateCode,
} from "../../shared/vat/reference-data/member-states.ts";
import { exclusionOf, isImport, isTooLate, linkOf, periodOf, TOO_LATE } from "./findings.ts";
import { countedPeriodOf, covering, outsideDays } from "./registered-days.ts";
import {
  balancesOf,
  countedBy,
  type Included,
  rowsBy,
  totalsOf,
  usedRates,
} from "./return-sums.ts";
import {
  type Booked,
  converted,
  firstDayOf,
  lastDayOf,
  type Registered,
  ratesOf,
  type World,
} from "./world.ts";

/** What a month of the import scheme declares, as far as figures go. */
export function importMonth(world: World, month: string) {
  const [registration, ...more] = covering(world, "ioss", firstDayOf(month), lastDayOf(month));
  const events = world.events.filter(
    (event) => isImport(event) && countedPeriodOf(world, event) === month,
  );
  if (!registration) return withoutReturn("registration_missing_excluded", month, events.length);
  if (more.length > 0) return withoutReturn("registration_overlap_excluded", month, events.length);
  return returnOf(world, month, events, registration);
}

const withoutReturn = (code: string, period_key: string, count: number) => ({
  period_key,
  registration_id: null,
  return_currency: null,
  totals: null,
  rows: [],
  corrections: [],
  balances: [],
  exchange_rates: [],
  warnings: count === 0 ? [] : [{ code, count }],
  total_source_event_count: count,
  included_source_event_count: 0,
  excluded_source_event_count: count,
});

function returnOf(world: World, month: string, events: readonly Booked[], row: Registered) {
  const lastDay = lastDayOf(month) as Parameters<typeof filingCurrencyOn>[1];
  const state = row.member_state_identification as MemberStateCode;
  const return_currency = filingCurrencyOn(state, lastDay);
  const placed = events.map((event) => place(world, event, row, return_currency));
  const included = placed.filter((one) => typeof one !== "string");
  const excluded = placed.filter((one) => typeof one === "string");
  const rows = rowsBy(
    included.filter(({ period }) => period === month),
    return_currency,
    ({ event }) => rowKey(world, event),
  );
  const corrections = rowsBy(
    included.filter(({ period }) => period !== month),
    return_currency,
    ({ event, period }) => ({
      original_period: period,
      member_state_of_consumption: event.given.consumption_country as string,
    }),
  );
  return {
    period_key: month,
    registration_id: row.id,
    return_currency,
    totals: totalsOf(rows, corrections),
    rows,
    corrections,
    balances: balancesOf(rows, corrections),
    exchange_rates: usedRates(included, return_currency),
    warnings: countedBy(excluded),
    total_source_event_count: events.length,
    included_source_event_count: included.length,
    excluded_source_event_count: excluded.length,
  };
}

function place(world: World, event: Booked, row: Registered, currency: string): Included | string {
  const code = exclusionOf(world, event) ?? outsideDays(world, event, row);
  if (code !== undefined) return code;
  if (isTooLate(world, event)) return TOO_LATE;
  const { original } = linkOf(world, event);
  const period = periodOf(original ?? event);
  const rates = ratesOf(world, period);
  return converted(event.given.taxable_amount_minor, event.given.currency, currency, rates)
    ? { event, period, rates }
    : "missing_exchange_rate_excluded";
}

/** Monthly returns know neither sections nor where goods come from. */
function rowKey(world: World, event: Booked) {
  const sale = linkOf(world, event).original ?? event;
  return {
    member_state_of_consumption: event.given.consumption_country as string,
    rate_category: sale.given.rate_category as string,
    vat_rate_bps: sale.given.vat_rate_bps,
  };
}
