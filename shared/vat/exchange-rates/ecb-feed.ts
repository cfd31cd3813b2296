import type { IsoDate } from "../../core/calendar/iso-date.ts";
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
