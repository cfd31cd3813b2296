import * as z from "zod";
import { type IsoDate, rowOn } from "../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { toReportCode } from "./member-states.ts";
import table from "./rates-in-force.json" with { type: "json" };

/** First day with complete VAT rates. Classes begin here even where their law is older. */
export const RATES_COMPLETE_FROM = "2021-07-01";

/** Day on which the VAT rates were gathered. Later changes of law are not included. */
export const RATES_SEEN_TO = "2026-09-23" as IsoDate;

/** The forms of supply that a row of rates covers. */
export const AppliesTo = z
  .enum(["any", "physical", "electronic"])
  .describe(
    "Supplies that the rate covers: `electronic` ones are those of `tbe_services` (Art. 58), `physical` all others",
  );
export type AppliesTo = z.output<typeof AppliesTo>;

/** The form of a supply. */
export type Form = Exclude<AppliesTo, "any">;

/** Returns the form of a supply: telecommunications, broadcasting and electronic services are electronic (Art. 58). */
export const formOf = (supplyKind: string | undefined): Form =>
  supplyKind === "tbe_services" ? "electronic" : "physical";

export const covers = (applies_to: AppliesTo, form: Form): boolean =>
  applies_to === "any" || applies_to === form;

/** The proposal that an accepted row comes from. */
const Origin = {
  source: z.string(),
  /** The address of the source; absent for TEDB. */
  source_url: z.string().optional(),
  proposal_id: z.string(),
  accepted_at: z.string(),
};

/** A rate that an operator has accepted. It replaces the built-in rate of the class from its first day on. */
const OverlayRow = z.object({
  /** The Member State by its code in returns. */
  country: z.string(),
  class_id: z.string(),
  rate_bps: z.int().min(0),
  valid_from: Day,
  /** Rows that were written before rates were parted by form have none. */
  applies_to: AppliesTo.default("any"),
  ...Origin,
});
export type OverlayRow = Readonly<z.output<typeof OverlayRow>>;

/** A national threshold for small enterprises (Art. 284 VAT Directive) that an operator has accepted. */
const OverlayThreshold = z.object({
  /** The Member State by its code in returns. */
  country: z.string(),
  currency: KnownCurrency,
  /** Whole units of `currency`. */
  threshold_nac: z.int(),
  valid_from: Day,
  ...Origin,
});
export type OverlayThreshold = Readonly<z.output<typeof OverlayThreshold>>;

/** All accepted rates and thresholds. `version` counts the changes of the overlay. */
export const RateOverlay = z.object({
  version: z.int(),
  rows: z.array(OverlayRow).readonly(),
  /** Overlays that were written before thresholds could be accepted have none. */
  thresholds: z.array(OverlayThreshold).readonly().default([]),
});
export type RateOverlay = Readonly<z.output<typeof RateOverlay>>;

export const NO_OVERLAY: RateOverlay = { version: 0, rows: [], thresholds: [] };

/**
 * The VAT rates and thresholds that a request or a run uses: the built-in rows and the accepted ones. It is loaded once
 * and passed on, so that all figures of an answer, and the version that the answer names, come from the same rates.
 */
export type RateCatalogue = {
  /** The day up to which the built-in rates were gathered, and the version of the accepted rates. */
  readonly version: string;
  readonly overlay: RateOverlay;
  /** False if the accepted rates could not be read, so that these are older ones or none. */
  readonly isCurrent: boolean;
};

/** Returns the catalogue of the built-in rates and these accepted ones. */
export const catalogueOf = (overlay: RateOverlay, isCurrent = true): RateCatalogue => ({
  version: `${RATES_SEEN_TO}+${overlay.version}`,
  overlay,
  isCurrent,
});

/** Lifetime of the accepted rates in a process. An accepted rate, or a withdrawal, takes effect after at most this time. */
const OVERLAY_CACHED_MS = Number(process.env["ACCEPTED_RATES_CACHED_SECONDS"] ?? 300) * 1000;

/** The functions that empty the cache of each loader. */
const caches: (() => void)[] = [];

/** Loads the VAT rates. */
type RateLoader = {
  (): Promise<RateCatalogue>;
  /** Returns the rates of the last read that succeeded; the built-in ones before the first. */
  readonly latest: () => RateCatalogue;
};

/**
 * Returns a loader of the VAT rates. It reads the accepted ones again after five minutes, so that they are one read for
 * many requests; concurrent requests share a read.
 * @param now the clock, in milliseconds.
 */
export function rateLoader(load: () => Promise<RateOverlay>, now = () => Date.now()): RateLoader {
  let latest = catalogueOf(NO_OVERLAY);
  let kept: { readonly rates: Promise<RateCatalogue>; readonly until: number } | undefined;
  const read = async (): Promise<RateCatalogue> => {
    const overlay = await load();
    // A slow read must not undo a newer one.
    if (overlay.version >= latest.overlay.version) latest = catalogueOf(overlay);
    return latest;
  };
  const loaded = (): Promise<RateCatalogue> => {
    if (kept && now() < kept.until) return kept.rates;
    const own = { rates: read(), until: now() + OVERLAY_CACHED_MS };
    kept = own;
    // A failed read is not cached, so the next request tries again.
    own.rates.catch(() => {
      if (kept === own) kept = undefined;
    });
    return own.rates;
  };
  caches.push(() => {
    kept = undefined;
    latest = catalogueOf(NO_OVERLAY);
  });
  return Object.assign(loaded, { latest: () => latest });
}

/** Lets this process read the accepted rates anew, and not after the lifetime of what it has read. */
export function forgetVatRates(): void {
  for (const empty of caches) empty();
}

/** The version of the rates that a response was computed with. */
export const RatesVersion = z
  .string()
  .describe(
    "The day up to which the built-in rates were gathered, and the version of the accepted rates",
  );

/** The fields with which the catalogue says which rates it has used. */
export const RatesUsed = z.object({
  rates_version: RatesVersion,
  accepted_rates: z
    .enum(["included", "unavailable"])
    .describe(
      "State of the rates that an operator has accepted; `unavailable`: they could not be read; ask again",
    ),
});
type RatesUsed = z.output<typeof RatesUsed>;

export const ratesUsed = ({ version, isCurrent }: RateCatalogue): RatesUsed => ({
  rates_version: version,
  accepted_rates: isCurrent ? "included" : "unavailable",
});

/** The origin of an accepted row, as public responses show it. */
export const Accepted = z.strictObject({
  proposal_id: z.string().describe("The proposal that was accepted"),
  source: z.string().describe("The publication that the proposal comes from"),
  source_url: z.string().nullable().describe("Address of the source; null for TEDB"),
  accepted_at: z.iso.datetime().describe("The instant of the decision"),
});

/** Returns the origin of a row as public responses show it; null for a built-in one. */
export const acceptedView = (row: OverlayRow | OverlayThreshold | undefined) =>
  row
    ? {
        proposal_id: row.proposal_id,
        source: row.source,
        source_url: row.source_url ?? null,
        accepted_at: row.accepted_at,
      }
    : null;

/** Returns the accepted threshold of a state that is in force on `day`: the newest one. */
export const acceptedThresholdOn = (
  state: string,
  day: IsoDate,
  { overlay }: RateCatalogue,
): OverlayThreshold | undefined =>
  rowOn(
    overlay.thresholds
      .filter(({ country }) => country === state)
      .toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1)),
    day,
  );

export type RateStart = {
  readonly rate_bps: number;
  readonly valid_from: IsoDate;
  readonly applies_to: AppliesTo;
  /** The accepted row that it comes from; absent for a built-in rate. */
  readonly accepted?: OverlayRow;
};

/** Returns the accepted rates of a class in a state that cover a form of supply, newest first. */
export const acceptedRateStarts = (
  state: string,
  classId: string,
  { overlay }: RateCatalogue,
  form: Form = "physical",
): readonly RateStart[] =>
  overlay.rows
    .filter((row) => row.country === state && row.class_id === classId)
    .filter(({ applies_to }) => covers(applies_to, form))
    .map((row) => ({
      rate_bps: row.rate_bps,
      valid_from: row.valid_from,
      applies_to: row.applies_to,
      accepted: row,
    }))
    .toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1));

export const hasAccepted = (state: string, { overlay }: RateCatalogue): boolean =>
  overlay.rows.some(({ country }) => country === state);

/** Returns the accepted rates of a state that are in force on `day`: the newest one of each class and form. */
function acceptedOn(
  state: string,
  day: IsoDate,
  { overlay }: RateCatalogue,
): readonly OverlayRow[] {
  const rows = overlay.rows.filter((row) => row.country === state);
  const alike = Map.groupBy(rows, ({ class_id, applies_to }) => `${class_id} ${applies_to}`);
  return [...alike.values()].flatMap((own) => {
    const newestFirst = own.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1));
    return rowOn(newestFirst, day) ?? [];
  });
}

/** state → first day → rates in basis points, newest first. Complete from RATES_COMPLETE_FROM. */
const RATES_IN_FORCE: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = table;

/**
 * Returns every VAT rate, in basis points, in force in `country` on `day`: of any class of goods or services and in any
 * region of the EU VAT territory. For Northern Ireland (XI), the rates of the United Kingdom. Accepts EL and GR for
 * Greece.
 * @returns undefined where the table has no data: before it is complete, and for other countries.
 */
export function ratesInForce(
  country: string,
  day: IsoDate,
  catalogue: RateCatalogue,
): ReadonlySet<number> | undefined {
  const state = toReportCode(country);
  const rates = builtInOn(state, day);
  return rates && withAccepted(state, day, rates, catalogue);
}

function builtInOn(state: string, day: IsoDate): ReadonlySet<number> | undefined {
  const windows = Object.entries(RATES_IN_FORCE[state] ?? {});
  const row = rowOn(
    windows.map(([valid_from, rates]) => ({ valid_from, rates })),
    day,
  );
  return row && new Set(row.rates);
}

/**
 * Adds the accepted rates. An accepted standard rate replaces the built-in one, unless the built-in table has a newer
 * one; former reduced rates stay, because other classes may have them.
 */
function withAccepted(
  state: string,
  day: IsoDate,
  rates: ReadonlySet<number>,
  catalogue: RateCatalogue,
) {
  const accepted = acceptedOn(state, day, catalogue);
  if (accepted.length === 0) return rates;
  const standard = accepted.find(({ class_id }) => class_id === "standard");
  const usual = Math.max(...rates);
  const isNewest = standard && Math.max(...(builtInOn(state, standard.valid_from) ?? [])) === usual;
  const reduced = accepted.filter(({ class_id }) => class_id !== "standard");
  const counted = isNewest ? [...rates].filter((rate) => rate !== usual) : rates;
  return new Set([
    ...counted,
    ...reduced.map(({ rate_bps }) => rate_bps),
    ...(isNewest ? [standard.rate_bps] : []),
  ]);
}

/**
 * Standard rates of regions (rows of other-rates.csv): listed Aegean islands; Madeira and the Azores. A supply there may
 * be reported as standard or, because the Member State has a higher rate, as reduced.
 */
const REGIONAL_STANDARD_RATES: Readonly<Record<string, readonly number[]>> = {
  EL: [1_700],
  PT: [2_200, 1_600],
};

/**
 * Returns the rates that may be reported as standard in `country` on `day`. The standard rate is the highest in force;
 * all lower rates are reduced rates (Art. 96 to 98 VAT Directive).
 * @returns `usual` undefined where the table has no data
 */
export function standardRatesInForce(country: string, day: IsoDate, catalogue: RateCatalogue) {
  const rates = ratesInForce(country, day, catalogue);
  return {
    usual: rates && Math.max(...rates),
    regional: REGIONAL_STANDARD_RATES[toReportCode(country)] ?? [],
  };
}
