import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { exponentOf, roundExact } from "../../core/money/money.ts";
import { isMemberState } from "../../vat/reference-data/member-states.ts";
import { OriginCountry } from "../../vat/reference-data/schema.ts";
import {
  CONSIGNED_KIND,
  CONSIGNMENT_LIMIT_EUR_MINOR,
  hasConsignment,
} from "../../vat/schemes/consignment-value.ts";
import { excluded, type ImportedEvent, type RowOutcome, unresolved } from "./outcome.ts";
import { naturalKey } from "./row-facts.ts";

/** The settings with which the orders of a shop are imports (Art. 369l VAT Directive). */
export const importSchemeSettings = {
  origin_country: OriginCountry.optional().describe(
    "The country or territory outside the Union from which imported goods are dispatched",
  ),
  one_order_is_one_consignment: z
    .boolean()
    .default(false)
    .describe(
      "True: each order travels alone and in one parcel, so that its goods are the value of the consignment",
    ),
  customs_rates: z
    .record(
      z.string().regex(/^[A-Z]{3} \d{4}-(0[1-9]|1[0-2])$/, "must look like GBP 2026-10"),
      z.string().regex(/^(?!0+(\.0+)?$)\d{1,7}(\.\d{1,8})?$/, "must be a rate such as 0.8712"),
    )
    .default({})
    .describe(
      "Customs rates by currency and month, in units of the currency for one euro, as your customs office publishes them (Art. 146 of Implementing Regulation (EU) 2015/2447); orders in euro need none",
    ),
};

type ImportScheme = {
  readonly origin_country?: string | undefined;
  readonly one_order_is_one_consignment?: boolean | undefined;
  readonly customs_rates?: Readonly<Record<string, string>> | undefined;
};

export const importSchemeFaults = (kinds: readonly string[], settings: ImportScheme) => {
  const { origin_country, one_order_is_one_consignment } = settings;
  if (!kinds.some(hasConsignment)) return [];
  return [
    ...faultIf(origin_country === undefined, "origin_country", `needed for ${CONSIGNED_KIND}`),
    ...faultIf(
      origin_country !== undefined && isMemberState(origin_country),
      "origin_country",
      "must lie outside the Union: goods from a Member State are no imports",
    ),
    ...faultIf(
      !one_order_is_one_consignment,
      "one_order_is_one_consignment",
      `must be true for ${CONSIGNED_KIND}: the value of a consignment is known only if each order is one`,
    ),
  ];
};

/** The goods of an order: what they cost without VAT, shipping and insurance (Art. 1(48) Delegated Regulation 2015/2446). */
export type GoodsValue = {
  readonly day: IsoDate;
  readonly currency: string;
  readonly value: number;
};

/** Returns the value of goods in euro cents at the customs rate of the month; undefined without that rate. */
function eurValue(
  { day, currency, value }: GoodsValue,
  settings: ImportScheme,
): number | undefined {
  if (currency === "EUR") return value;
  const rate = settings.customs_rates?.[`${currency} ${day.slice(0, "2026-10".length)}`];
  const exponent = exponentOf(currency);
  if (rate === undefined || exponent === undefined) return undefined;
  const [whole = "", decimals = ""] = rate.split(".");
  // value / 10^exponent / rate * 100, in whole numbers.
  return Number(
    roundExact({
      numerator: BigInt(value) * 100n * 10n ** BigInt(decimals.length),
      denominator: 10n ** BigInt(exponent) * BigInt(whole + decimals),
    }),
  );
}

/** Returns why the goods of an order are in no return of the import scheme. */
export function consignmentLeftOut(
  goods: GoodsValue,
  settings: ImportScheme,
): RowOutcome | undefined {
  const eur = eurValue(goods, settings);
  if (eur === undefined) {
    const { currency, day } = goods;
    return unresolved("customs_rate_missing", { details: { currency, month: day.slice(0, 7) } });
  }
  return eur > CONSIGNMENT_LIMIT_EUR_MINOR ? excluded("consignment_value_exceeded") : undefined;
}

type Consignment = NonNullable<ImportedEvent["consignment"]>;

/**
 * Returns the parts of a consignment that an order's events have. Their values in euro add up to that of the whole, so
 * that rounding takes no consignment over the limit.
 */
export function consignmentsOf(
  source_id: string,
  order: string,
  parts: readonly GoodsValue[],
  settings: ImportScheme,
): readonly Consignment[] {
  const id = naturalKey(source_id, order);
  const upTo = (count: number): number | undefined => {
    const [first] = parts;
    const value = parts.slice(0, count).reduce((sum, part) => sum + part.value, 0);
    return first && eurValue({ ...first, value }, settings);
  };
  return parts.map(({ currency, value }, n) => {
    const [before = 0, after] = [upTo(n), upTo(n + 1)];
    return {
      id,
      intrinsic_value_minor: value,
      currency,
      ...(currency !== "EUR" &&
        after !== undefined && { intrinsic_value_eur_minor: after - before }),
    };
  });
}

/** Returns the code of the customs tariff that all of these goods have; undefined if they have several, or none. */
export function commonHsCode(codes: readonly (string | undefined)[]): string | undefined {
  const written = new Set(codes.map((code) => code?.replace(/[.\s]/g, "")));
  const [code] = written;
  return written.size === 1 && code !== undefined && /^\d{6,10}$/.test(code) ? code : undefined;
}
