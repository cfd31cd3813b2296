import { taxed } from "../../core/money/amounts.ts";
import { decimalString } from "../../core/money/decimal-string.ts";
import type { FileFinding } from "./finding.ts";
import type { NeutralReturn, NeutralSupply } from "./neutral-return.ts";
import { nameOfRow } from "./row-findings.ts";

/**
 * Rows whose VAT is not base times rate, rounded half up. A return declares the VAT as it was booked
 * (docs/decisions/0015), and the rounding of each invoice adds up; some portals compute it themselves.
 */
export const vatOfBaseFindings = (
  { supplies, currency }: NeutralReturn,
  severity: FileFinding["severity"],
): FileFinding[] =>
  supplies
    .map((row) => ({ row, vat: vatOfBase(row) }))
    .filter(({ row, vat }) => row.vat_minor !== vat)
    .map(({ row, vat }) => ({
      severity,
      field: `rows.${row.index}`,
      rule: "vat_unlike_base_times_rate",
      message: `${nameOfRow(row)}: VAT is ${decimalString(row.vat_minor, currency)}, and base times rate ${decimalString(vat, currency)}`,
    }));

const vatOfBase = ({ base_minor, rate_bps }: NeutralSupply): number =>
  Number(taxed(BigInt(base_minor), rate_bps, false).vat);
