import type { IsoDate } from "../../core/calendar/dates.ts";
import { DomainError, invalidRequest } from "../../core/errors/errors.ts";
import { regionIn } from "../../vat/place-of-supply/place.ts";
import { type RatePlace, ratePlacesOn } from "../../vat/place-of-supply/rate-places.ts";
import { type MemberStateCode, memberStateOf } from "../../vat/reference-data/member-states.ts";
import { RATES_COMPLETE_FROM, type RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import { establishmentOfGoods, profileOn } from "../../vat/seller/profile.ts";
import { thresholdDecision } from "../../vat/threshold/relief.ts";
import type { ThresholdInput } from "../../vat/threshold/threshold-input.ts";
import { classRateIn } from "../calculate/calculate.ts";
import type { ClassPair } from "./schema.ts";

/** The rate of one of the shop's classes at a place. */
export type RateRow = RatePlace & {
  readonly shop_class: string;
  readonly rate_bps: number;
  /** The Member State whose rate it is; null where no VAT is charged. */
  readonly taxed_in: MemberStateCode | null;
};

export type RatesFile = {
  readonly day: IsoDate;
  /** The Member State whose rates apply everywhere while the relief is in force; undefined for those of destinations. */
  readonly home: MemberStateCode | undefined;
  readonly rows: readonly RateRow[];
  /** The state and class of each row that is not in the file, because no rate is known: `XI books`. */
  readonly missing: readonly string[];
};

/**
 * Returns the Member State whose rates apply to sales to consumers anywhere in the Union (Art. 59c), or undefined where
 * those of the destination do. The day is the last one of the threshold's range.
 * @throws DomainError `relief_uncertain` when neither is certain
 */
export function homeOfRates(threshold: ThresholdInput): MemberStateCode | undefined {
  const { certain, reasons } = thresholdDecision(threshold);
  if (!certain) {
    const why = reasons.map(({ message }) => message).join("; ");
    throw new DomainError(
      "relief_uncertain",
      `whether your own or the destination's rates apply is not certain: ${why}. With scope=destination the file has those of the destination in any case`,
    );
  }
  if (reasons.length > 0) return undefined;
  const profile = profileOn(threshold.seller.profile, threshold.range.to);
  return memberStateOf(establishmentOfGoods(profile) ?? "")?.code;
}

/**
 * Lists the rates of goods for consumers, by class and place, as a calculation has them.
 * @throws DomainError `invalid_request` for a day without rates, and a class without a rate at home
 */
export function ratesFile(
  classes: readonly ClassPair[],
  day: IsoDate,
  home: MemberStateCode | undefined,
  catalogue: RateCatalogue,
): RatesFile {
  if (day < RATES_COMPLETE_FROM) {
    const message = `no rates are known for ${day}; they begin on ${RATES_COMPLETE_FROM}`;
    throw invalidRequest([{ field: "on", message }]);
  }
  const places = ratePlacesOn(day);
  const found = classes.flatMap((pair) =>
    places.map((place) => ({ pair, row: rowAt(place, pair, day, home, catalogue) })),
  );
  const missing = found.flatMap(({ pair: { class_id }, row }) =>
    row.rate_bps === undefined ? [`${row.taxed_in} ${class_id}`] : [],
  );
  if (home !== undefined && missing.length > 0) {
    const message = `no rate of ${[...new Set(missing)].join(", ")} is known on ${day}: leave the class out`;
    throw invalidRequest([{ field: "class", message }]);
  }
  const rows = found.flatMap(({ row: { rate_bps, ...row } }) =>
    rate_bps === undefined ? [] : [{ ...row, rate_bps }],
  );
  return { day, home, rows, missing };
}

function rowAt(
  place: RatePlace,
  { class_id, shop_class }: ClassPair,
  day: IsoDate,
  home: MemberStateCode | undefined,
  catalogue: RateCatalogue,
) {
  const { state } = place.place;
  const taxed_in = state === null ? null : (home ?? state);
  const at = { state: taxed_in ?? undefined, region: regionIn(place.place, taxed_in), place: "" };
  const rate_bps = taxed_in === null ? 0 : classRateIn(at, class_id, day, catalogue);
  return { ...place, shop_class, rate_bps, taxed_in };
}
