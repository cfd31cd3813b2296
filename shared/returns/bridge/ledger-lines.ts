import type { Currency } from "../../core/money/money.ts";
import { jsonInteger } from "../../core/money/money.ts";
import {
  type BridgeLine,
  type BridgePart,
  bridgeLine,
  type LineCode,
  MoneySums,
  moneyOf,
} from "../../imports/bridge/bridge-line.ts";
import { parseLeftOutKey, parseReturnKey, type RunningSum } from "../../ledger/sums/sum.ts";
import type { Treatment } from "../../vat/schemes/supply-event.ts";
import type { Exclusion, WarningCode } from "../../vat/schemes/warnings.ts";
import { isOfOtherRegistration, placeExclusionOf } from "../compute/assign-sums.ts";
import type { Covered } from "../compute/compute.ts";

/** Events of one currency that stand in one line. */
type Counted = {
  readonly currency: Currency;
  readonly count: bigint;
  readonly taxable: bigint;
  readonly vat: bigint;
};

type Excluded = Counted & Exclusion & { readonly treatment: Treatment; readonly line: LineCode };

/** The line of events that are declared outside the special schemes, by their treatment. */
const LINE_OF: Readonly<Partial<Record<Treatment, LineCode>>> = {
  domestic: "domestic",
  origin_below_threshold: "domestic",
  reverse_charge: "business",
  export: "outside_union",
  outside_scope: "outside_union",
  deemed_by_marketplace: "marketplace",
};

const LINE_OF_CODE: Readonly<Partial<Record<WarningCode, LineCode>>> = {
  unsupported_rate_category_excluded: "zero_rated",
  correction_reference_missing_excluded: "without_sale",
  correction_reference_invalid_excluded: "without_sale",
  correction_opening_missing_excluded: "without_sale",
};

/** The order of the lines of excluded events. */
const ORDER: readonly LineCode[] = [
  "domestic",
  "outside_union",
  "business",
  "marketplace",
  "zero_rated",
  "in_review",
  "without_sale",
  "other_exclusions",
];

/** The codes of events whose treatment is not decided. */
const IN_REVIEW: readonly WarningCode[] = [
  "needs_review_excluded",
  "taxed_at_home_under_scheme_excluded",
];

/** Returns the line of an excluded event. Review comes first. */
function lineOf(code: WarningCode, treatment: Treatment): LineCode {
  if (IN_REVIEW.includes(code)) return "in_review";
  return LINE_OF[treatment] ?? LINE_OF_CODE[code] ?? "other_exclusions";
}

/** Returns the events that the return excludes by their own facts, of the days of its registration. */
function excludedByFacts({ input }: Covered, leftOut: readonly RunningSum[]): Excluded[] {
  return leftOut.flatMap(({ key, amounts }) => {
    const { treatment, currency, ...left } = parseLeftOutKey(key);
    const place = { family: "excluded", ...left } as const;
    if (isOfOtherRegistration(place, input)) return [];
    const { code, status } = placeExclusionOf(place, input) ?? left;
    const [count = 0n, taxable = 0n, vat = 0n] = AMOUNTS.map((name) => amounts[name]);
    const line = lineOf(code, treatment);
    const excluded = { code, status, treatment, line, currency, count, taxable, vat };
    return count === 0n ? [] : [excluded];
  });
}

const AMOUNTS = ["event_count", "taxable_amount_minor", "vat_amount_minor"];

/** Returns the events that only the return excludes, such as those without an exchange rate. */
const excludedByReturn = ({ scheme, sorted }: Covered): Excluded[] =>
  sorted.excluded.flatMap(({ key, code, status, count, taxable, vat }) => {
    const parsed = parseReturnKey(key);
    if (parsed.family !== "line" && parsed.family !== "correction") return [];
    const place = { code, status, treatment: scheme.id, line: lineOf(code, scheme.id) };
    return [{ ...place, currency: parsed.currency, count, taxable, vat }];
  });

export const countOf = (all: readonly { readonly count: bigint }[]): number =>
  jsonInteger(all.reduce((sum, { count }) => sum + count, 0n));

export function moneySumsOf(all: readonly Counted[]): MoneySums {
  const sums = new MoneySums();
  for (const { currency, taxable, vat } of all) {
    sums.add(currency, moneyOf(jsonInteger(taxable), jsonInteger(vat)));
  }
  return sums;
}

/** Returns the excluded events of the return, and the events whose amounts wait for a recount. */
export function excludedOf(computed: Covered, leftOut: readonly RunningSum[]) {
  const byFacts = excludedByFacts(computed, leftOut);
  const counted = computed.sorted.excluded.filter(
    ({ key }) => parseReturnKey(key).family === "excluded",
  );
  return {
    excluded: [...byFacts, ...excludedByReturn(computed)],
    notRecounted: countOf(counted) - countOf(byFacts),
  };
}

/** Returns a line for each kind of events that the return excludes. */
export function linesOfExcluded(
  { scheme, period, registration }: Covered,
  excluded: readonly Excluded[],
): BridgeLine[] {
  const path = `/v1/returns/${scheme.slug}/${period.key}/events`;
  return ORDER.flatMap((code) => {
    const all = excluded.filter(({ line }) => line === code);
    if (all.length === 0) return [];
    const byCode = [...Map.groupBy(all, (one) => one.code)];
    const links = byCode.map(([warning, own]) => {
      const treatments = [...new Set(own.map(({ treatment }) => treatment))].sort();
      return `${path}?warning=${warning}&treatment=${treatments}&registration_id=${registration.id}`;
    });
    const codes = byCode.map(([warning]) => warning);
    const start = { stage: "ledger", code, sign: "minus", count: countOf(all) } as const;
    return [bridgeLine({ ...start, codes, links, parts: partsOfExcluded(all) }, moneySumsOf(all))];
  });
}

/** Returns the excluded events of a line by code and treatment. */
export const partsOfExcluded = (all: readonly Excluded[]): BridgePart[] =>
  [...Map.groupBy(all, ({ code, treatment }) => `${code} ${treatment}`).values()].map((own) => {
    const { code, treatment } = own[0] as Excluded;
    return { code, treatment, count: countOf(own), amounts: moneySumsOf(own).amounts };
  });
