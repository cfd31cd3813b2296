import { type DateRange, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { isTargetDay } from "../../core/calendar/target-days.ts";
import type { EcbDay } from "./ecb-csv.ts";
import { EcbXmlError, parseEcbXml } from "./ecb-xml.ts";

/** The daily file has today's rates first; the other one is read for corrections and missed days. */
export const ECB_FILES = ["eurofxref-daily.xml", "eurofxref-hist-90d.xml"] as const;
export type EcbFile = (typeof ECB_FILES)[number];

/** A file as it was fetched: its text, or why there is none. */
export type FetchedFile =
  | { readonly file: EcbFile; readonly text: string }
  | { readonly file: EcbFile; readonly fault: string };

/** The days that can be stored, and for people: why the others cannot. */
type Reading = { readonly days: readonly EcbDay[]; readonly faults: readonly string[] };

/**
 * What all files together say. Of a file with a fault nothing is used. A rate on which two files
 * disagree is left out: one of them is out of date, and the next fetch will tell which.
 */
export function readEcbFiles(fetched: readonly FetchedFile[], today: IsoDate): Reading {
  const readings = fetched.map((file) => readFile(file, today));
  const merged = mergedDays(readings.flatMap(({ days }) => days));
  return { days: merged.days, faults: [...readings.flatMap((r) => r.faults), ...merged.faults] };
}

function readFile(fetched: FetchedFile, today: IsoDate): Reading {
  const { file } = fetched;
  if ("fault" in fetched) return { days: [], faults: [`${file}: ${fetched.fault}`] };
  try {
    return { days: parseEcbXml(fetched.text, today), faults: [] };
  } catch (error) {
    if (!(error instanceof EcbXmlError)) throw error;
    return { days: [], faults: [`${file}: ${error.message}`] };
  }
}

function mergedDays(all: readonly EcbDay[]): Reading {
  const found = new Map<IsoDate, Map<string, Set<string>>>();
  for (const { day, rates } of all) {
    const ofDay = found.get(day) ?? new Map<string, Set<string>>();
    found.set(day, ofDay);
    for (const [currency, rate] of Object.entries(rates)) {
      ofDay.set(currency, (ofDay.get(currency) ?? new Set()).add(rate));
    }
  }
  const faults: string[] = [];
  const days: EcbDay[] = [];
  for (const [day, ofDay] of found) {
    const agreed = [...ofDay].filter(([, rates]) => rates.size === 1);
    const disputed = [...ofDay].filter(([, rates]) => rates.size > 1);
    faults.push(...disputed.map(([currency, rates]) => dispute(day, currency, rates)));
    const rates = agreed.map(([currency, [rate]]) => [currency, rate as string] as const);
    if (rates.length > 0) days.push({ day, rates: Object.fromEntries(rates) });
  }
  return { days: days.sort((a, b) => (a.day < b.day ? -1 : 1)), faults };
}

const dispute = (day: IsoDate, currency: string, rates: ReadonlySet<string>): string =>
  `${currency} of ${day}: the files disagree, ${[...rates].join(" and ")}`;

/** What a refresh has done and found. */
export type EcbRefresh = {
  /** Days written. */
  readonly stored: number;
  /** Rates replaced among them; the old ones are kept as revisions. */
  readonly corrected: number;
  /** TARGET days of the year past whose rates should be there and are not. */
  readonly missing_days: readonly IsoDate[];
  /** Why a file, or a rate in it, was not used. */
  readonly faults: readonly string[];
};

/** The alarm on this one tells that a TARGET day has no rates at 18:00 Frankfurt time. */
export const MISSING_DAYS_METRIC = "EcbDaysMissing";

export const refreshMetrics = ({ missing_days, faults, stored, corrected }: EcbRefresh) => ({
  [MISSING_DAYS_METRIC]: missing_days.length,
  EcbFaults: faults.length,
  EcbDaysStored: stored,
  EcbRatesCorrected: corrected,
});

/** A refresh that could not use all of what it fetched: the job counts as failed and is tried again. */
export class EcbFeedError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join("; "));
    this.name = "EcbFeedError";
  }
}

/** A rate the ECB corrected after it was stored. */
type RateRevision = {
  readonly currency: string;
  readonly old_rate: string;
  readonly new_rate: string;
  readonly replaced_at: string;
};

/** A publication day as it is kept: `version` counts its writes, from 1. */
export type StoredEcbDay = EcbDay & {
  readonly revisions: readonly RateRevision[];
  readonly version: number;
};

/**
 * The next version of a day that takes in `loaded`, or undefined when it holds all of that already.
 * A currency that `loaded` does not name stays. The ECB does correct itself (the krone of 2025-10-23
 * was first 11.8529, then 11.5829), and a return made before must stay explicable: the old rate is kept.
 */
export function mergedDay(
  stored: StoredEcbDay | undefined,
  loaded: EcbDay,
  now: Date,
): StoredEcbDay | undefined {
  const before = stored ?? { day: loaded.day, rates: {}, revisions: [], version: 0 };
  const changed = Object.entries(loaded.rates).filter(
    ([currency, rate]) => before.rates[currency] !== rate,
  );
  if (changed.length === 0) return undefined;
  const revisions = changed.flatMap(([currency, new_rate]) => {
    const old_rate = before.rates[currency];
    const replaced_at = now.toISOString();
    return old_rate === undefined ? [] : [{ currency, old_rate, new_rate, replaced_at }];
  });
  return {
    day: loaded.day,
    rates: { ...before.rates, ...Object.fromEntries(changed) },
    revisions: [...before.revisions, ...revisions],
    version: before.version + 1,
  };
}

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

/** The ECB's clock: its days begin and its rates appear by Frankfurt time, summer time included. */
const FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  hourCycle: "h23",
});

/** The day and the full hour (0 to 23) of an instant in Frankfurt. */
export function frankfurtTime(instant: Date): { readonly day: IsoDate; readonly hour: number } {
  const parts = FORMAT.formatToParts(instant);
  const part = (name: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === name)?.value ?? "";
  return {
    day: `${part("year")}-${part("month")}-${part("day")}` as IsoDate,
    hour: Number(part("hour")),
  };
}

/** Rates appear at about 16:00; two hours later their absence is worth an alarm. */
const ALARM_HOUR = 18;

/** How far back a hole in the rates is looked for: a year, in which any date of a return lies. */
const WATCHED_DAYS = 366;

/** The days whose rates should be there at this instant; today from 18:00 Frankfurt time on. */
export function watchedRange(now: Date): DateRange {
  const { day, hour } = frankfurtTime(now);
  const to = hour >= ALARM_HOUR ? day : plusDays(day, -1);
  return { from: plusDays(to, 1 - WATCHED_DAYS), to };
}

/** The TARGET days of the range that have no rates, in order. */
export function missingDays({ from, to }: DateRange, stored: Iterable<IsoDate>): IsoDate[] {
  const known = new Set(stored);
  const missing: IsoDate[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    if (isTargetDay(day) && !known.has(day)) missing.push(day);
  }
  return missing;
}
