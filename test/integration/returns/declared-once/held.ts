import {
  type Period,
  periodKeyOn,
  periodNamed,
  periodOn,
  publicationDayOn,
} from "../../../../shared/core/calendar/dates.ts";
import type { SentEvent } from "../../../make/supply-event.ts";
import { type Fraction, NOTHING, plus, rounded } from "../../../model/fraction.ts";
import { converted, type Rate } from "../../../model/world.ts";
import type { History, SchemeId, Step, Window } from "./history.ts";
import { DAYS } from "./supplies.ts";

/** VAT by scheme, original period and Member State, in the currency of the return. */
export type Sums = Map<string, number>;

/** Sums without those that come to nothing, in order. */
export const printedSums = (sums: Sums) =>
  [...sums].filter(([, vat]) => vat !== 0).sort(([a], [b]) => (a < b ? -1 : 1));

const SCHEME_OF: Readonly<Record<string, SchemeId>> = {
  goods: "union_oss",
  tbe_services: "non_union_oss",
  imported_goods: "ioss",
};

const KIND_OF = { union_oss: "quarter", non_union_oss: "quarter", ioss: "month" } as const;

const isWithin = ({ from, to }: Window, day: string): boolean =>
  day >= from && (to === undefined || day <= to);

/**
 * What the ledger holds, counted from the events alone: each change belongs to its sale's period, or to the
 * one that it names, where that was filed `elsewhere`. A row of a return, a correction of one, and what comes after
 * three years, is rounded once; nothing else is.
 */
export function heldBy({ home, steps }: History, elsewhere: ReadonlySet<string>): Sums {
  const ledger = new Ledger(steps);
  const parts = new Map<string, { readonly of: string; sum: Fraction }>();
  for (const event of ledger.events) {
    const sale = ledger.saleOf(event);
    if (!sale || !ledger.isDeclared(event, sale)) continue;
    const { scheme, sold } = ledger.periodsOf(event, sale);
    if (event.original_period && !elsewhere.has(`${scheme} ${sold}`)) continue;
    const of = [scheme, sold, sale.consumption_country].join(" ");
    const name = [of, ledger.rowOf(event, sale)].join(" ");
    const part = parts.get(name) ?? { of, sum: NOTHING };
    parts.set(name, { of, sum: plus(part.sum, vatOf(event, sold, home)) });
  }
  const sums: Sums = new Map();
  for (const { of, sum } of parts.values()) sums.set(of, (sums.get(of) ?? 0) + rounded(sum));
  return sums;
}

const schemeOf = ({ supply_kind }: SentEvent): SchemeId => SCHEME_OF[supply_kind] as SchemeId;

const periodIn = (scheme: SchemeId, day: SentEvent["supply_date"]): string =>
  periodKeyOn(KIND_OF[scheme], day);

/** True where a return may not correct that of a period: three years after it was due, at the end of the month after it. */
export function isTooLate(original: string, correcting: string): boolean {
  const [sold, own] = [original, correcting].map((key) => (periodNamed(key) as Period).lastDay);
  const [year = 0, month = 0] = String(sold).split("-").map(Number);
  const due = new Date(Date.UTC(year + 3, month + 1, 0)).toISOString().slice(0, 10);
  return String(own) >= due;
}

/** Everything that has happened, as lists. */
class Ledger {
  readonly events: readonly SentEvent[];
  readonly #byId: ReadonlyMap<string, SentEvent>;
  readonly #excluded = new Map<string, boolean>();
  readonly #windows = new Map<SchemeId, Window>();

  constructor(steps: readonly Step[]) {
    this.events = steps.flatMap((step) => (step.do === "commit" ? step.events : []));
    this.#byId = new Map(this.events.map((event) => [event.event_id, event]));
    for (const step of steps) {
      if (step.do === "classify") this.#excluded.set(step.id, step.to === "excluded");
      if (step.do === "register") this.#windows.set(step.scheme, step.window);
    }
  }

  saleOf = ({ event_id, original_event_id }: SentEvent) =>
    this.#byId.get(original_event_id ?? event_id);

  /**
   * The period that an event belongs to by its sale, or by its own word, and the one whose return has it: that of its
   * own day, or of the last day of the registration.
   */
  periodsOf(event: SentEvent, sale: SentEvent) {
    const scheme = schemeOf(sale);
    const { to = "9999-12-31" } = this.#windows.get(scheme) as Window;
    const isLate = to < event.supply_date && event.original_event_id !== undefined;
    const own = periodIn(scheme, isLate ? (to as SentEvent["supply_date"]) : event.supply_date);
    return { scheme, own, sold: event.original_period ?? periodIn(scheme, sale.supply_date) };
  }

  /** The row that an event is rounded in. */
  rowOf(event: SentEvent, sale: SentEvent): string {
    if (this.#isTooLate(event, sale)) return "directly";
    const { sold, own } = this.periodsOf(event, sale);
    return sold === own ? String(sale.vat_rate_bps) : `corrected in ${own}`;
  }

  #isTooLate(event: SentEvent, sale: SentEvent): boolean {
    const [sold, own] = [sale, event].map((one) => periodIn(schemeOf(sale), one.supply_date));
    return event.original_period === undefined && isTooLate(String(sold), String(own));
  }

  /**
   * Both are in, and the sale lies on a day of the registration. What names its period alone needs a return of its own
   * period.
   */
  isDeclared(event: SentEvent, sale: SentEvent): boolean {
    const scheme = schemeOf(sale);
    const window = this.#windows.get(scheme) as Window;
    const isIn = [sale, event].every(({ event_id }) => !this.#excluded.get(event_id));
    const { firstDay, lastDay } = periodOn(KIND_OF[scheme], event.supply_date);
    const hasReturn = window.from <= lastDay && (window.to === undefined || firstDay <= window.to);
    const isLinked = event.original_period === undefined;
    return isIn && (isLinked || hasReturn) && isWithin(window, sale.supply_date);
  }
}

/** An exact amount in the currency of the return, at the rate of the period of the sale. */
function vatOf(event: SentEvent, period: string, home: History["home"]): Fraction {
  const sign = event.event_type === "refund" ? -1 : 1;
  const { lastDay } = periodNamed(period) as Period;
  const own = new Map(Object.entries(RATES.get(publicationDayOn(lastDay)) ?? {}).map(asRate));
  const to = home === "DK" ? "DKK" : "EUR";
  return converted(sign * event.vat_amount_minor, event.currency, to, own) as Fraction;
}

const asRate = ([currency, rate]: [string, string]): [string, Rate] => [
  currency,
  { rate, date: "" },
];

/** What the ECB has published for every period of the histories; each has rates of its own. */
export const RATES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  [...new Set(DAYS.flatMap((day) => [`${day.slice(0, 7)}`, quarterOf(day)]))].map((period, n) => [
    publicationDayOn((periodNamed(period) as Period).lastDay),
    { SEK: `11.${4_000 + 37 * n}`, PLN: `4.${2_000 + 91 * n}`, DKK: `7.4${500 + 13 * n}` },
  ]),
);

function quarterOf(day: string): string {
  return periodKeyOn("quarter", day as SentEvent["supply_date"]);
}
