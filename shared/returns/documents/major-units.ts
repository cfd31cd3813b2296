import { decimalString, percentString } from "../../core/money/decimal-string.ts";
import type { InMajorUnits } from "./schema.ts";

/**
 * Converts the amounts of a part of a return for documents: decimal strings in major units of `currency`, the return
 * currency. Rates become percentages.
 */
export const inMajorUnits = <Part extends object>(
  part: Part,
  currency: string,
): InMajorUnits<Part> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (name === "vat_rate_bps") return ["vat_rate_pct", percentString(value)];
      return name.endsWith("_minor")
        ? [name.slice(0, -"_minor".length), decimalString(value, currency)]
        : [name, value];
    }),
  ) as InMajorUnits<Part>;
