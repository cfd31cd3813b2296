import { type IsoDate, type Period, periodNamed } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import {
  makeImport,
  makeRefund,
  makeSale,
  makeService,
  type SentEvent,
} from "../../../make/supply-event.ts";

/** Those that are locked; later ones stay open, so that every change has a return that declares it. */
export const QUARTERS = ["2024-Q3", "2024-Q4", "2025-Q1"];
export const MONTHS = ["2025-01", "2025-02", "2025-03"];
/** Of the first two days' sales, returns of 2024-Q3 and of 2024-08 are the last that declare a correction. */
export const DAYS = [
  ...["2021-08-10", "2021-09-10"],
  ...["2024-08-05", "2024-08-25", "2024-11-11", "2024-11-22", "2025-01-10", "2025-01-20"],
  ...["2025-02-20", "2025-03-31", "2025-04-05", "2025-04-15"],
];
const MAKERS = { goods: makeSale, tbe_services: makeService, imported_goods: makeImport };
const STATES = ["DE", "FR", "PL"];
const CURRENCIES = ["EUR", "EUR", "SEK", "PLN"] as const;

export type Random = () => number;
export const pickBy =
  (random: Random) =>
  <T>(from: readonly T[]): T =>
    from[Math.floor(random() * from.length)] as T;

/** What has been sold so far, some of it not committed yet. */
export class Supplies {
  readonly #random: Random;
  readonly #pick: ReturnType<typeof pickBy>;
  readonly #sales: SentEvent[] = [];
  readonly #committed: SentEvent[] = [];
  /** Sales that arrive later than what corrects them. */
  #late: SentEvent[] = [];

  constructor(random: Random) {
    this.#random = random;
    this.#pick = pickBy(random);
  }

  get isEmpty(): boolean {
    return this.#committed.length === 0;
  }

  /** Up to three sales, of which one may be late, with one that was. */
  sales(n: number): SentEvent[] {
    const count = 1 + Math.floor(this.#random() * 3);
    const sold = Array.from({ length: count }, (_, m) => this.#sale(`s-${n}-${m}`));
    const arriving = [...this.#late.splice(0, 1), ...sold];
    const late = this.#random() < 0.2 ? arriving.splice(1) : [];
    this.#late.push(...late);
    this.#sales.push(...sold);
    this.#committed.push(...arriving);
    return arriving;
  }

  /** What corrects a sale, on its day or on a later one. */
  change(n: number): SentEvent {
    const sale = this.#pick(this.#sales);
    const event_type = this.#pick(["refund", "adjustment"] as const);
    const sign = event_type === "adjustment" && this.#random() < 0.5 ? -1 : 1;
    const vat = sign * Math.floor(this.#random() * 900);
    const change = makeRefund({
      event_id: `c-${n}`,
      event_type,
      original_event_id: sale.event_id,
      supply_kind: sale.supply_kind,
      consumption_country: sale.consumption_country,
      currency: sale.currency,
      supply_date: this.#pick(DAYS.filter((day) => day >= sale.supply_date)) as IsoDate,
      taxable_amount_minor: vat * 5,
      vat_amount_minor: vat,
    });
    this.#committed.push(change);
    return change;
  }

  /** A refund that names a period, whether or not its return was filed elsewhere. */
  naming(n: number): SentEvent {
    const vat = 1 + Math.floor(this.#random() * 900);
    const [supply_kind, periods] = this.#pick([
      ["goods", QUARTERS],
      ["tbe_services", QUARTERS],
      ["imported_goods", MONTHS],
    ] as const);
    const original_period = this.#pick(periods);
    const { lastDay } = periodNamed(original_period) as Period;
    const refund = makeRefund({
      event_id: `n-${n}`,
      original_event_id: undefined,
      original_period: original_period as PeriodKey,
      supply_kind,
      consumption_country: this.#pick(STATES),
      currency: this.#pick(CURRENCIES),
      supply_date: this.#pick(DAYS.filter((day) => day > lastDay)) as IsoDate,
      taxable_amount_minor: vat * 5,
      vat_amount_minor: vat,
    });
    this.#committed.push(refund);
    return refund;
  }

  /** A person's decision on something that is there. */
  decision(): { readonly id: string; readonly to: "classified" | "excluded" } {
    const { event_id: id } = this.#pick(this.#committed);
    return { id, to: this.#pick(["classified", "excluded", "excluded"] as const) };
  }

  /** All that has not arrived yet. */
  get last(): readonly SentEvent[] {
    return this.#late;
  }

  /** A sale of this kind within a period. */
  saleIn(event_id: string, kind: keyof typeof MAKERS, period: string): SentEvent {
    const { firstDay, lastDay } = periodNamed(period) as Period;
    const days = DAYS.filter((day) => firstDay <= day && day <= lastDay);
    const sale = this.#sale(event_id, MAKERS[kind], days);
    this.#sales.push(sale);
    this.#committed.push(sale);
    return sale;
  }

  #sale(
    event_id: string,
    make = this.#pick([makeSale, makeSale, makeService, makeImport]),
    days = DAYS,
  ): SentEvent {
    const vat = 100 + Math.floor(this.#random() * 5_000);
    return make({
      event_id,
      ...(make === makeService ? { establishment_country: "US" } : {}),
      supply_date: this.#pick(days) as IsoDate,
      consumption_country: this.#pick(STATES),
      currency: this.#pick(CURRENCIES),
      taxable_amount_minor: vat * 5,
      vat_amount_minor: vat,
      vat_rate_bps: this.#pick([2_000, 700]),
      rate_category: "standard",
    });
  }
}
