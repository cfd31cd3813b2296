import * as z from "zod";
import { minorUnitsOf, valueAt } from "./parse-values.ts";
import type { RowAmount } from "./row-facts.ts";

/** Maximum number of decimals of an amount of a shop; more are the noise of floating point. */
const MOST_DECIMALS = 6;

/** An amount that a shop writes as a number or as a text. It becomes a text with no more decimals than it needs. */
export const AmountText = z.union([z.number(), z.string()]).transform((amount) =>
  typeof amount === "string"
    ? amount
    : amount
        .toFixed(MOST_DECIMALS)
        .replace(/\.?0+$/, "")
        .replace(/^-0$/, "0"),
);

/** A text that a shop may leave out; empty then. */
export const TextOrNone = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

/** A list that a shop may leave out; empty then. */
export const listOrNone = <S extends z.ZodType>(of: S) =>
  z
    .array(of)
    .nullish()
    .transform((list) => list ?? []);

/** Returns the place and the amount with VAT of a record, by the paths of its fields; of several places the first. */
export const amountAt = (
  value: unknown,
  country: readonly string[],
  currency: string,
  gross: string,
): RowAmount => ({
  country: country.map((path) => valueAt(value, path)).find(Boolean),
  currency: valueAt(value, currency),
  gross: () => minorUnitsOf(String(valueAt(value, gross)), String(valueAt(value, currency)), gross),
});

/** Converts a rate in percent, as a number of a shop, into basis points. */
export const bpsOfPercent = (percent: number): number => Math.round(percent * 100);
