import { exponentOf } from "../../../shared/core/money/money.ts";
import { hasDecimalComma } from "./locale.ts";

/**
 * Parses a typed amount to minor units; undefined when it is invalid. Accepts the separators of the locale, and a point
 * as the decimal sign. Avoids floating point.
 */
export function minorTyped(text: string, currency: string, locale: string): number | undefined {
  const digits = exponentOf(currency) ?? 2;
  const plain = text.replaceAll(/[\s\u00a0\u202f'’]/g, "");
  const sign = hasDecimalComma(locale) && plain.includes(",") ? "," : ".";
  const [whole = "", part = "", ...more] = withoutGroups(plain, sign).split(sign);
  if (more.length > 0 || !/^\d{1,12}$/.test(whole) || !/^\d*$/.test(part)) return undefined;
  if (part.length > digits) return undefined;
  const minor = Number(`${whole}${part.padEnd(digits, "0")}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** Removes group separators, which are valid only before exactly three digits. */
function withoutGroups(text: string, sign: string): string {
  const group = sign === "," ? "." : ",";
  const [whole = "", ...parts] = text.split(sign);
  const isGrouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(whole);
  return [isGrouped ? whole.replaceAll(group, "") : whole, ...parts].join(sign);
}
