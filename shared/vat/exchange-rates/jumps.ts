import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import type { EcbDay } from "./ecb-csv.ts";

/**
 * How far one rate may be from the one before without a question. The rouble, the widest step since
 * the schemes began, went up by a quarter over the last weekend of February 2022; a slip of the
 * decimal point or of two columns is far beyond.
 */
const WIDEST_STEP = 1.5;

/** How long before a rate the last known one may lie; over a year a currency may well lose a half. */
const REMEMBERED_DAYS = 31;

/** No return converts at an older rate: the schemes began with 2021-07-01. */
const ASKED_FROM = "2021-07-01";

type Known = { readonly day: IsoDate; readonly rate: string };

/** The days that a check of these has to know of. */
export function daysBeside(days: readonly EcbDay[]): { from: IsoDate; to: IsoDate } | undefined {
  const inOrder = days.map(({ day }) => day).sort();
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  return first && last ? { from: plusDays(first, -REMEMBERED_DAYS), to: last } : undefined;
}

/**
 * `days` without the rates that nobody would believe, and a sentence for each. A rate that is stored
 * already is believed: somebody has confirmed it, and the days after it follow on from it.
 */
export function withoutJumps(
  days: readonly EcbDay[],
  stored: readonly EcbDay[],
): { readonly days: readonly EcbDay[]; readonly faults: readonly string[] } {
  const storedOn = new Map(stored.map(({ day, rates }) => [day, rates]));
  const loadedOn = new Map(days.map(({ day, rates }) => [day, rates]));
  const before = new Map<string, Known>();
  const faults: string[] = [];
  const believed: EcbDay[] = [];
  for (const day of [...new Set([...storedOn.keys(), ...loadedOn.keys()])].sort()) {
    const known = storedOn.get(day) ?? {};
    const loaded = Object.entries(loadedOn.get(day) ?? {});
    const isJump = ([currency, rate]: [string, string]) =>
      known[currency] !== rate && isTooFar(day, rate, before.get(currency));
    const [jumps, others] = parted(loaded, isJump);
    faults.push(...jumps.map(([currency, rate]) => faultOf(day, currency, rate, before)));
    const rates = Object.fromEntries(others);
    if (Object.keys(rates).length > 0) believed.push({ day, rates });
    for (const [currency, rate] of Object.entries({ ...known, ...rates })) {
      before.set(currency, { day, rate });
    }
  }
  return { days: believed, faults };
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const { first = [], second = [] } = Object.groupBy(all, (one) =>
    isFirst(one) ? "first" : "second",
  );
  return [first, second];
}

function isTooFar(day: IsoDate, rate: string, before: Known | undefined): boolean {
  if (!before || day < ASKED_FROM || before.day < plusDays(day, -REMEMBERED_DAYS)) return false;
  const step = Number(rate) / Number(before.rate);
  return step > WIDEST_STEP || step < 1 / WIDEST_STEP;
}

function faultOf(
  day: IsoDate,
  currency: string,
  rate: string,
  before: ReadonlyMap<string, Known>,
): string {
  const last = before.get(currency);
  return `${currency} of ${day} is not taken: ${rate} is more than ${WIDEST_STEP} times away from ${last?.rate} of ${last?.day}. If the ECB says so, confirm it: npm run load-ecb -- <file> --confirm-jumps`;
}
