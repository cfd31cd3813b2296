import { quarterOf } from "../../shared/calendar/quarter.ts";
import {
  filingCurrencyOn,
  type MemberStateCode,
} from "../../shared/reference-data/member-states.ts";
import {
  exclusionOf,
  fromCountry,
  isImport,
  isService,
  isStateForServices,
  linkOf,
  periodOf,
} from "./findings.ts";
import { covering, outsideDays } from "./registered-days.ts";
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
  ratesOf,
  type World,
} from "./world.ts";

/** The events that a quarter's return has to account for. */
const eventsOf = (world: World, quarter: string): Booked[] =>
  world.events.filter((event) => !isImport(event) && periodOf(event) === quarter);

/** The Union return of a quarter, or the code of the refusal. */
export function unionReturn(world: World, quarter: string) {
  const [registration, ...more] = covering(
    world,
    "union_oss",
    firstDayOf(quarter),
    lastDayOf(quarter),
  );
  if (!registration) return "registration_required" as const;
  if (more.length > 0) return "registration_conflict" as const;
  return returnTo(registration.member_state_identification, world, quarter);
}

export type UnionReturn = ReturnType<typeof returnTo>;

function returnTo(state: string, world: World, quarter: string) {
  const lastDay = quarterOf(quarter)?.lastDay as Parameters<typeof filingCurrencyOn>[1];
  const return_currency = filingCurrencyOn(state as MemberStateCode, lastDay);
  const events = eventsOf(world, quarter);
  const placed = events.map((event) => place(world, event, state, return_currency));
  const included = placed.filter((one) => typeof one !== "string");
  const excluded = placed.filter((one) => typeof one === "string");
  const current = included.filter(({ period }) => period === quarter);
  const earlier = included.filter(({ period }) => period !== quarter);
  const rows = rowsBy(current, return_currency, ({ event }) => rowKey(world, event, state));
  const corrections = rowsBy(earlier, return_currency, ({ event, period }) => ({
    original_period: period,
    member_state_of_consumption: event.given.consumption_country as string,
  }));
  return {
    scheme_type: "union_oss",
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
export function excludedIds(world: World, quarter: string): Map<string, string[]> {
  const drawn = unionReturn(world, quarter);
  if (typeof drawn === "string") return new Map();
  const { member_state_identification: state, return_currency } = drawn;
  const excluded = eventsOf(world, quarter).flatMap((event) => {
    const code = place(world, event, state, return_currency);
    return typeof code === "string" ? [{ code, id: event.given.event_id }] : [];
  });
  const groups = Map.groupBy(excluded, ({ code }) => code);
  return new Map([...groups].map(([code, all]) => [code, all.map(({ id }) => id)]));
}

/** Where an event stands in the return, or why it does not. */
function place(world: World, event: Booked, state: string, currency: string): Included | string {
  const code =
    exclusionOf(world, event) ??
    outsideDays(world, "union_oss", event, state) ??
    exclusionUnder(state, event);
  if (code !== undefined) return code;
  const { original } = linkOf(world, event);
  const period = periodOf(original ?? event);
  const isCurrent = period === periodOf(event);
  const rates = isCurrent ? ratesOf(world, period) : correctionRatesOf(world, period);
  const { currency: own, taxable_amount_minor } = event.given;
  return converted(taxable_amount_minor, own, currency, rates)
    ? { event, period, rates }
    : "missing_exchange_rate_excluded";
}

/** Services in the identification state go into its national return; XI has no scheme for them. */
function exclusionUnder(state: string, event: Booked): string | undefined {
  if (!isService(event)) return undefined;
  if (event.given.consumption_country === state) return "classification_excluded";
  return state === "XI" ? "unsupported_supply_kind_excluded" : undefined;
}

/** A correction within the quarter stands in the row of its sale. */
function rowKey(world: World, event: Booked, state: string) {
  const sale = linkOf(world, event).original ?? event;
  const from = fromCountry(sale) as string;
  const services = isService(event);
  const abroad = services ? isStateForServices(from) && from !== state : from !== state;
  const section = services ? (abroad ? "2c" : "2a") : abroad ? "2d" : "2b";
  return {
    section,
    member_state_of_consumption: event.given.consumption_country as string,
    supply_kind: services ? "services" : "goods",
    from_member_state: abroad ? from : null,
    rate_category: sale.given.rate_category as string,
    vat_rate_bps: sale.given.vat_rate_bps,
  };
}

/** The same return by Member State of consumption. */
export function countryBreakdown({ rows, corrections, balances, ...common }: UnionReturn) {
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
