import type { IsoDate } from "../../../../shared/calendar/iso-date.ts";
import type { NewEvent } from "../../../../shared/ledger/schema.ts";
import { makeImport, makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";

/** One thing that happens to an account. */
export type Step =
  | { readonly do: "commit"; readonly events: readonly NewEvent[] }
  | { readonly do: "classify"; readonly id: string; readonly to: "classified" | "excluded" }
  | { readonly do: "lock"; readonly scheme: string; readonly period: string };

export const QUARTERS = ["2024-Q3", "2024-Q4", "2025-Q1", "2025-Q2"];
export const MONTHS = ["2025-01", "2025-02", "2025-03", "2025-04"];
const DAYS = ["2024-08-05", "2024-11-11", "2025-01-10", "2025-02-20", "2025-03-31", "2025-04-15"];
const STATES = ["DE", "FR", "PL"];

/** A history of `length` steps, drawn from `random`: sales of all schemes, what corrects them, locks. */
export function* historyOf(random: () => number, length: number): Generator<Step> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const sales: NewEvent[] = [];
  for (let n = 0; n < length; n += 1) {
    const dice = random();
    if (dice < 0.45 || sales.length === 0) {
      const sold = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, m) =>
        saleOf(`s-${n}-${m}`, pick, random),
      );
      sales.push(...sold);
      yield { do: "commit", events: sold };
    } else if (dice < 0.7) {
      yield { do: "commit", events: [changeOf(`c-${n}`, pick(sales), pick, random)] };
    } else if (dice < 0.8) {
      yield { do: "classify", id: pick(sales).event_id, to: pick(["classified", "excluded"]) };
    } else {
      const scheme = pick(["union_oss", "union_oss", "non_union_oss", "ioss"]);
      yield { do: "lock", scheme, period: pick(scheme === "ioss" ? MONTHS : QUARTERS) };
    }
  }
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
