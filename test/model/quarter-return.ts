import { quarterOf } from "../../shared/core/calendar/dates.ts";
import {
  filingCurrencyOn,
  type MemberStateCode,
} from "../../shared/vat/reference-data/member-states.ts";
import {
  exclusionOf,
  fromCountry,
  isOpen,
  isService,
  isStateForServices,
  isTooLate,
  linkOf,
  periodOf,
  schemeOf,
  TOO_LATE,
} from "./findings.ts";
import { countedPeriodOf, covering, isOfOther, outsideDays } from "./registered-days.ts";
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
  correctionRatesOf,
  firstDayOf,
  lastDayOf,
  type QuarterScheme,
  type Registered,
  ratesOf,
  type World,
} from "./world.ts";

/** The events that a quarter's return has to account for: not those of the days of another one. */
const eventsOf = (world: World, { scheme, registration }: Handed, quarter: string): Booked[] =>
  world.events.filter(
    (event) =>
      schemeOf(world, event) === scheme &&
      countedPeriodOf(world, event) === quarter &&
      !isOfOther(world, event, registration),
  );

/** Those that make a return of the quarter: two of them where one follows the other. */
export const makersOf = (world: World, scheme: QuarterScheme, quarter: string): Registered[] =>
  covering(world, scheme, firstDayOf(quarter), lastDayOf(quarter));

/** Which return it is: of a scheme, and under which registration. */
type Handed = { readonly scheme: QuarterScheme; readonly registration: Registered };

/** The Member State that it is handed in to. */
const stateOf = ({ registration }: Handed): string => registration.member_state_identification;

/** Who makes the return of a quarter, or the code of the refusal; `id` chooses between two. */
function handedOf(world: World, scheme: QuarterScheme, quarter: string, id?: number) {
  const makers = makersOf(world, scheme, quarter);
  const [registration, ...more] = makers.filter((row) => id === undefined || row.id === id);
  if (!registration) return "registration_required" as const;
  if (more.length > 0) return "registration_conflict" as const;
  return { scheme, registration };
}

/** The return of a quarter, or the code of the refusal. */
export function quarterReturn(world: World, scheme: QuarterScheme, quarter: string, id?: number) {
  const handed = handedOf(world, scheme, quarter, id);
  return typeof handed === "string" ? handed : returnTo(handed, world, quarter);
}

/**
 * Whose return is meant today by one that a registration made: undefined when it makes none any more and
 * the only one that there is takes its place.
 */
export function makerToday(world: World, scheme: QuarterScheme, quarter: string, id: number) {
  return makersOf(world, scheme, quarter).find((row) => row.id === id)?.id;
}

export type QuarterReturn = ReturnType<typeof returnTo>;

function returnTo(handed: Handed, world: World, quarter: string) {
  const { scheme } = handed;
  const state = stateOf(handed);
  const lastDay = quarterOf(quarter)?.lastDay as Parameters<typeof filingCurrencyOn>[1];
  const return_currency = filingCurrencyOn(state as MemberStateCode, lastDay);
  const events = eventsOf(world, handed, quarter);
  const placed = events.map((event) => place(world, event, handed, return_currency));
  const included = placed.filter((one) => typeof one !== "string");
  const excluded = placed.filter((one) => typeof one === "string");
  const current = included.filter(({ period }) => period === quarter);
  const earlier = included.filter(({ period }) => period !== quarter);
  const rows = rowsBy(current, return_currency, ({ event }) => rowKey(world, event, handed));
  const corrections = rowsBy(earlier, return_currency, ({ event, period }) => ({
    original_period: period,
    member_state_of_consumption: event.given.consumption_country as string,
  }));
  return {
    scheme_type: scheme,
    period_key: quarter,
    member_state_identification: state,
    return_currency,
    totals: totalsOf(rows, corrections),
    rows,
    corrections,
    balances: balancesOf(rows, corrections),
    warnings: countedBy(excluded),
    exchange_rates: usedRates(included, return_currency),
    total_source_event_count: events.length,
    included_source_event_count: included.length,
    excluded_source_event_count: excluded.length,
  };
}

/** The events of a quarter that its return leaves out, by the reason; none without a return. */
export function excludedIds(
  world: World,
  scheme: QuarterScheme,
  quarter: string,
  id?: number,
): Map<string, string[]> {
  const handed = handedOf(world, scheme, quarter, id);
  if (typeof handed === "string") return new Map();
  const { return_currency } = returnTo(handed, world, quarter);
  const excluded = eventsOf(world, handed, quarter).flatMap((event) => {
    const code = place(world, event, handed, return_currency);
    return typeof code === "string" ? [{ code, id: event.given.event_id }] : [];
  });
  const groups = Map.groupBy(excluded, ({ code }) => code);
  return new Map([...groups].map(([code, all]) => [code, all.map(({ id }) => id)]));
}

/** True if the return excludes an event that may still belong in it. */
export const hasOpenExclusions = (
  world: World,
  scheme: QuarterScheme,
  quarter: string,
  id?: number,
): boolean =>
  [...excludedIds(world, scheme, quarter, id)].some(([code, ids]) =>
    world.events.some((event) => ids.includes(event.given.event_id) && isOpen(world, event, code)),
  );

/** True if events of the quarter belong to another scheme that no registration makes a return of their period for. */
export const hasUnregistered = (world: World, scheme: QuarterScheme, quarter: string): boolean =>
  world.events.some((event) => {
    const own = schemeOf(world, event);
    const period = countedPeriodOf(world, event);
    const [first, last] = [firstDayOf(period), lastDayOf(period)];
    const isOfQuarter = firstDayOf(quarter) <= first && last <= lastDayOf(quarter);
    return own !== scheme && isOfQuarter && covering(world, own, first, last).length === 0;
  });

/** Where an event stands in the return, or why it does not. */
function place(world: World, event: Booked, handed: Handed, currency: string): Included | string {
  const { scheme } = handed;
  const code =
    exclusionOf(world, event) ??
    outsideDays(world, event, handed.registration) ??
    exclusionUnder(handed, event);
  if (code !== undefined) return code;
  if (isTooLate(world, event)) return TOO_LATE;
  const { original } = linkOf(world, event);
  const period = periodOf(original ?? event);
  const isCurrent = period === countedPeriodOf(world, event);
  const rates = isCurrent ? ratesOf(world, period) : correctionRatesOf(world, scheme, period);
  const { currency: own, taxable_amount_minor } = event.given;
  return converted(taxable_amount_minor, own, currency, rates)
    ? { event, period, rates }
    : "missing_exchange_rate_excluded";
}

/**
 * In the Union scheme services in the identification state go into its national return; XI has no scheme for them. The
 * non-Union return takes them all.
 */
function exclusionUnder(handed: Handed, event: Booked): string | undefined {
  if (!isService(event) || handed.scheme === "non_union_oss") return undefined;
  const state = stateOf(handed);
  if (event.given.consumption_country === state) return "classification_excluded";
  return state === "XI" ? "unsupported_supply_kind_excluded" : undefined;
}

/** A correction within the quarter stands in the row of its sale. */
function rowKey(world: World, event: Booked, handed: Handed) {
  const sale = linkOf(world, event).original ?? event;
  return {
    ...originOf(sale, handed),
    member_state_of_consumption: event.given.consumption_country as string,
    supply_kind: isService(event) ? "services" : "goods",
    rate_category: sale.given.rate_category as string,
    vat_rate_bps: sale.given.vat_rate_bps,
  };
}

/** The section, and where the sale comes from, which a non-Union return does not ask. */
function originOf(sale: Booked, handed: Handed) {
  if (handed.scheme === "non_union_oss") return { section: null, from_member_state: null };
  const state = stateOf(handed);
  const from = fromCountry(sale) as string;
  const services = isService(sale);
  const abroad = services ? isStateForServices(from) && from !== state : from !== state;
  const section = services ? (abroad ? "2c" : "2a") : abroad ? "2d" : "2b";
  return { section, from_member_state: abroad ? from : null };
}

/** The same return by Member State of consumption. */
export function countryBreakdown({ rows, corrections, balances, ...common }: QuarterReturn) {
  return {
    ...common,
    countries: balances.map((balance) => {
      const ofState = (row: { member_state_of_consumption: string }) =>
        row.member_state_of_consumption === balance.member_state_of_consumption;
      const [own, repaired] = [rows.filter(ofState), corrections.filter(ofState)];
      return {
        member_state_of_consumption: balance.member_state_of_consumption,
        totals: totalsOf(own, repaired),
        rows: own,
        corrections: repaired,
        balance,
      };
    }),
  };
}
