import { exponentOf } from "../../../shared/core/money/money.ts";
import { hasDecimalComma } from "./locale.ts";

/**
 * Parses a typed amount to minor units; undefined when it is invalid. Accepts the separators of the locale, a point as
 * the decimal sign, and of two different separators the last one. Avoids floating point.
 */
export function minorTyped(text: string, currency: string, locale: string): number | undefined {
  const digits = exponentOf(currency) ?? 2;
  const plain = text.replaceAll(/[\s\u00a0\u202f'’]/g, "");
  const sign = decimalSignOf(plain, locale);
  const [whole = "", part = "", ...more] = withoutGroups(plain, sign).split(sign);
  if (more.length > 0 || !/^\d{1,12}$/.test(whole) || !/^\d*$/.test(part)) return undefined;
  if (part.length > digits) return undefined;
  const minor = Number(`${whole}${part.padEnd(digits, "0")}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

function decimalSignOf(text: string, locale: string): "," | "." {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  const isComma = point < 0 ? comma >= 0 && hasDecimalComma(locale) : comma > point;
  return isComma ? "," : ".";
}

/**
 * Parses a typed amount for a request. One that cannot be read becomes null, which the service refuses as no number;
 * an empty one is left out, and the service asks for it.
 */
export const minorOrNull = (
  text: string,
  currency: string,
  locale: string,
): number | null | undefined =>
  text === "" ? undefined : (minorTyped(text, currency, locale) ?? null);

/** Removes group separators, which are valid only before exactly three digits. */
function withoutGroups(text: string, sign: string): string {
  const group = sign === "," ? "." : ",";
  const [whole = "", ...parts] = text.split(sign);
  const isGrouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(whole);
  return [isGrouped ? whole.replaceAll(group, "") : whole, ...parts].join(sign);
}
