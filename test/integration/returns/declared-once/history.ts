import type { IsoDate } from "../../../../shared/calendar/iso-date.ts";
import { periodNamed } from "../../../../shared/calendar/period.ts";
import type { NewEvent } from "../../../../shared/ledger/schema.ts";
import { makeImport, makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";

/** One thing that happens to an account. */
export type Step =
  | { readonly do: "commit"; readonly events: readonly NewEvent[] }
  | { readonly do: "classify"; readonly id: string; readonly to: "classified" | "excluded" }
  | { readonly do: "lock"; readonly scheme: string; readonly period: string }
  | { readonly do: "open"; readonly scheme: string; readonly period: string };

export const QUARTERS = ["2024-Q3", "2024-Q4", "2025-Q1", "2025-Q2"];
export const MONTHS = ["2025-01", "2025-02", "2025-03", "2025-04"];
const DAYS = ["2024-08-05", "2024-11-11", "2025-01-10", "2025-02-20", "2025-03-31", "2025-04-15"];
const STATES = ["DE", "FR", "PL"];

const SCHEMES = ["union_oss", "union_oss", "non_union_oss", "ioss"];

/**
 * A history of `length` steps, drawn from `random`: what was filed elsewhere, sales of all schemes, what
 * corrects them, locks.
 */
export function* historyOf(random: () => number, length: number): Generator<Step> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const sales: NewEvent[] = [];
  const openings = Math.floor(random() * 5);
  for (let n = 0; n < openings; n += 1) yield { do: "open", ...anyPeriod(pick) };
  for (let n = 0; n < length; n += 1) {
    if (sales.length > 0 && random() >= 0.45) {
      yield anythingAbout(sales, `${n}`, pick, random);
      continue;
    }
    const sold = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, m) =>
      saleOf(`s-${n}-${m}`, pick, random),
    );
    sales.push(...sold);
    yield { do: "commit", events: sold };
  }
}

/** What may happen once something is sold. */
function anythingAbout(
  sales: readonly NewEvent[],
  id: string,
  pick: Pick,
  random: () => number,
): Step {
  const dice = random();
  if (dice < 0.45)
    return { do: "commit", events: [changeOf(`c-${id}`, pick(sales), pick, random)] };
  if (dice < 0.57) return { do: "commit", events: [namingOf(`n-${id}`, pick, random)] };
  if (dice < 0.7) {
    return { do: "classify", id: pick(sales).event_id, to: pick(["classified", "excluded"]) };
  }
  return { do: dice < 0.75 ? "open" : "lock", ...anyPeriod(pick) };
}

function anyPeriod(pick: Pick) {
  const scheme = pick(SCHEMES);
  return { scheme, period: pick(scheme === "ioss" ? MONTHS : QUARTERS) };
}

type Pick = <T>(from: readonly T[]) => T;

function saleOf(event_id: string, pick: Pick, random: () => number): NewEvent {
  const make = pick([makeSale, makeSale, makeService, makeImport]);
  const vat = 100 + Math.floor(random() * 5_000);
  return make({
    event_id,
    ...(make === makeService ? { establishment_country: "US" } : {}),
    supply_date: pick(DAYS) as IsoDate,
    consumption_country: pick(STATES),
    taxable_amount_minor: vat * 5,
    vat_amount_minor: vat,
    vat_rate_bps: pick([2_000, 700]),
    rate_category: "standard",
  });
}

/** A refund or an adjustment of a sale, on its day or on a later one. */
function changeOf(event_id: string, sale: NewEvent, pick: Pick, random: () => number): NewEvent {
  const event_type = pick(["refund", "adjustment"] as const);
  const sign = event_type === "adjustment" && random() < 0.5 ? -1 : 1;
  const vat = sign * Math.floor(random() * 900);
  return makeRefund({
    event_id,
    event_type,
    original_event_id: sale.event_id,
    supply_kind: sale.supply_kind,
    consumption_country: sale.consumption_country,
    supply_date: pick(DAYS.filter((day) => day >= sale.supply_date)) as IsoDate,
    taxable_amount_minor: vat * 5,
    vat_amount_minor: vat,
  });
}

/** A refund that names a period, be one of it recorded or not. */
function namingOf(event_id: string, pick: Pick, random: () => number): NewEvent {
  const vat = Math.floor(random() * 900);
  const [supply_kind, periods] = pick([
    ["goods", QUARTERS],
    ["tbe_services", QUARTERS],
    ["imported_goods", MONTHS],
  ] as const);
  const original_period = pick(periods.slice(0, -1));
  const after = DAYS.filter((day) => day > String(periodNamed(original_period)?.lastDay));
  return makeRefund({
    event_id,
    original_event_id: undefined,
    original_period,
    supply_kind,
    consumption_country: pick(STATES),
    supply_date: pick(after) as IsoDate,
    taxable_amount_minor: vat * 5,
    vat_amount_minor: vat,
  });
}
