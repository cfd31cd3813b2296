import { type DateRange, type IsoDate, isTargetDay, plusDays } from "../../core/calendar/dates.ts";
import type { EcbDay } from "./ecb-csv.ts";
import { EcbXmlError, parseEcbXml } from "./ecb-xml.ts";

/**
 * The files of the ECB. The daily file has today's rates first; the 90-day file supplies corrections and missed days.
 */
export const ECB_FILES = ["eurofxref-daily.xml", "eurofxref-hist-90d.xml"] as const;
export type EcbFile = (typeof ECB_FILES)[number];

export type FetchedFile =
  | { readonly file: EcbFile; readonly text: string }
  | { readonly file: EcbFile; readonly fault: string };

/** The days that can be stored, and for people the reasons why other days cannot. */
type FeedReading = { readonly days: readonly EcbDay[]; readonly faults: readonly string[] };

/**
 * Combines the days of all files. Ignores a file with a fault. Omits a rate on which two files disagree: one of them is
 * outdated, and the next fetch will show which.
 */
export function readEcbFiles(fetched: readonly FetchedFile[], today: IsoDate): FeedReading {
  const readings = fetched.map((file) => readFile(file, today));
  const merged = mergedDays(readings.flatMap(({ days }) => days));
  return { days: merged.days, faults: [...readings.flatMap((r) => r.faults), ...merged.faults] };
}

function readFile(fetched: FetchedFile, today: IsoDate): FeedReading {
  const { file } = fetched;
  if ("fault" in fetched) return { days: [], faults: [`${file}: ${fetched.fault}`] };
  try {
    return { days: parseEcbXml(fetched.text, today), faults: [] };
  } catch (error) {
    if (!(error instanceof EcbXmlError)) throw error;
    return { days: [], faults: [`${file}: ${error.message}`] };
  }
}

function mergedDays(all: readonly EcbDay[]): FeedReading {
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

export type EcbRefresh = {
  /** Number of days written. */
  readonly stored: number;
  /** Number of rates replaced in those days. The old rates are stored as revisions. */
  readonly corrected: number;
  /** Stored rates that were not the published ones before this refresh: corrected by the ECB, or altered in the table. */
  readonly differing: readonly string[];
  /** TARGET days of the past year whose published rates are missing. */
  readonly missing_days: readonly IsoDate[];
  /** Reasons why a file, or a rate in a file, was not used. */
  readonly faults: readonly string[];
};

/** The metric whose alarm reports that a TARGET day has no rates at 18:00 Frankfurt time. */
export const MISSING_DAYS_METRIC = "EcbDaysMissing";

export const refreshMetrics = ({ missing_days, faults, stored, corrected }: EcbRefresh) => ({
  [MISSING_DAYS_METRIC]: missing_days.length,
  EcbFaults: faults.length,
  EcbDaysStored: stored,
  EcbRatesCorrected: corrected,
});

/** The error of a refresh that could not use everything it fetched. The job counts as failed and is retried. */
export class EcbFeedError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join("; "));
    this.name = "EcbFeedError";
  }
}

/** A stored rate that the ECB corrected later. */
type RateRevision = {
  readonly currency: string;
  readonly old_rate: string;
  readonly new_rate: string;
  readonly replaced_at: string;
};

/** A publication day as stored; `version` counts its writes, from 1. */
export type StoredEcbDay = EcbDay & {
  readonly revisions: readonly RateRevision[];
  readonly version: number;
};

/**
 * Returns the next version of a day with the rates of `loaded`, or undefined when nothing changes.
 * Currencies that `loaded` does not contain stay. Old rates are stored as revisions, because the ECB corrects its rates
 * and an earlier return must stay explicable: the krone of 2025-10-23 was first 11.8529, then 11.5829.
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
 * Largest plausible ratio between a rate and its predecessor. The widest step since the schemes began is the rouble's
 * rise by a quarter over the last weekend of February 2022. A shifted decimal point or swapped columns exceed this
 * ratio by far.
 */
const WIDEST_STEP = 1.5;

/** Maximum age in days of the preceding rate; over a year a currency may well lose half its value. */
const REMEMBERED_DAYS = 31;

/** First day of the rates that returns need: the schemes began on 2021-07-01. */
const ASKED_FROM = "2021-07-01";

type KnownRate = { readonly day: IsoDate; readonly rate: string };

/** Returns the range of days that the plausibility check of `days` needs. */
export function neighbouringDays(
  days: readonly EcbDay[],
): { from: IsoDate; to: IsoDate } | undefined {
  const inOrder = days.map(({ day }) => day).sort();
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  return first && last ? { from: plusDays(first, -REMEMBERED_DAYS), to: last } : undefined;
}

/**
 * Removes implausible rates from `days` and returns one sentence for each.
 * Accepts every rate that is already stored: an operator has confirmed it, and later rates are compared with it.
 */
export function withoutJumps(
  days: readonly EcbDay[],
  stored: readonly EcbDay[],
): { readonly days: readonly EcbDay[]; readonly faults: readonly string[] } {
  const storedOn = new Map(stored.map(({ day, rates }) => [day, rates]));
  const loadedOn = new Map(days.map(({ day, rates }) => [day, rates]));
  const before = new Map<string, KnownRate>();
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

function parted<T>(all: readonly T[], isFirst: (element: T) => boolean): [T[], T[]] {
  const { first = [], second = [] } = Object.groupBy(all, (element) =>
    isFirst(element) ? "first" : "second",
  );
  return [first, second];
}

function isTooFar(day: IsoDate, rate: string, before: KnownRate | undefined): boolean {
  if (!before || day < ASKED_FROM || before.day < plusDays(day, -REMEMBERED_DAYS)) return false;
  const step = Number(rate) / Number(before.rate);
  return step > WIDEST_STEP || step < 1 / WIDEST_STEP;
}

function faultOf(
  day: IsoDate,
  currency: string,
  rate: string,
  before: ReadonlyMap<string, KnownRate>,
): string {
  const last = before.get(currency);
  return `${currency} of ${day} is not taken: ${rate} is more than ${WIDEST_STEP} times away from ${last?.rate} of ${last?.day}. If the ECB says so, confirm it: npm run load-ecb -- <file> --confirm-jumps`;
}

/** Formats instants in Frankfurt time, including daylight saving time; the ECB publishes by this clock. */
const FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  hourCycle: "h23",
});

/** Returns the day and the full hour (0 to 23) of an instant in Frankfurt. */
export function frankfurtTime(instant: Date): { readonly day: IsoDate; readonly hour: number } {
  const parts = FORMAT.formatToParts(instant);
  const part = (name: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === name)?.value ?? "";
  return {
    day: `${part("year")}-${part("month")}-${part("day")}` as IsoDate,
    hour: Number(part("hour")),
  };
}

/** Hour from which missing rates raise an alarm. Rates appear at about 16:00. */
const ALARM_HOUR = 18;

/** Number of days that are checked for missing rates: one year, which covers every date of a return. */
const WATCHED_DAYS = 366;

/** Returns the days whose rates must exist at this instant. Today is included from 18:00 Frankfurt time on. */
export function watchedRange(now: Date): DateRange {
  const { day, hour } = frankfurtTime(now);
  const to = hour >= ALARM_HOUR ? day : plusDays(day, -1);
  return { from: plusDays(to, 1 - WATCHED_DAYS), to };
}

/** Returns the TARGET days of the range that have no rates, in order. */
export function missingDays({ from, to }: DateRange, stored: Iterable<IsoDate>): IsoDate[] {
  const known = new Set(stored);
  const missing: IsoDate[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    if (isTargetDay(day) && !known.has(day)) missing.push(day);
  }
  return missing;
}
