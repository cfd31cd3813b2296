import * as z from "zod";
import { IsoDate, PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { DirectDeclaration } from "../compute/late-changes.ts";
import { LateChange, Minor, State } from "../schema.ts";

const BothAmounts = z
  .strictObject({ taxable_minor: Minor, vat_minor: Minor })
  .meta({ id: "ReconciledAmounts" });
export type BothAmounts = z.output<typeof BothAmounts>;

/** The reconciliation of one locked period in one Member State of consumption. */
export const ReconciledState = z
  .strictObject({
    period_key: PeriodKey,
    member_state_of_consumption: State,
    return_currency: KnownCurrency,
    declared: BothAmounts.describe("Amounts in the rows of the period's own locked return"),
    corrected: BothAmounts.describe("Amounts in corrections in other locked returns"),
    to_declare: BothAmounts.describe("Amounts in corrections in returns that are still open"),
    in_returns: z.array(PeriodKey).describe("Periods of these open returns"),
    ledger: BothAmounts.describe("Amounts of the period in the ledger today"),
    difference: BothAmounts.describe(
      "Difference of `ledger` and all that is declared or to be declared; other than 0 where no return takes a change any more",
    ),
  })
  .meta({ id: "ReconciledState" });
export type ReconciledState = z.output<typeof ReconciledState>;

export const Reconciliation = z
  .strictObject({
    scheme_type: SchemeType,
    as_of: IsoDate,
    from: PeriodKey.describe(
      "The oldest period that may still be corrected (Art. 61(2) CIR 282/2011)",
    ),
    locked_periods: z.array(PeriodKey),
    open_periods: z.array(PeriodKey).describe("Periods since the oldest lock that are not locked"),
    items: z.array(ReconciledState),
    late_changes: z
      .array(
        z.strictObject({
          declared_in: PeriodKey,
          return_currency: KnownCurrency,
          ...LateChange.shape,
        }),
      )
      .describe(
        "Changes of locked returns since their lock, with the open return that declares each",
      ),
    direct_declarations: z
      .array(DirectDeclaration)
      .describe("Changes of locked returns that no return declares any more, whatever their age"),
    ...recountField,
  })
  .meta({ id: "Reconciliation" });
export type Reconciliation = z.output<typeof Reconciliation>;

export const ReconciliationQuery = z.strictObject({
  format: z.enum(["json", "xlsx"]).optional().meta({
    description: "Format of the reconciliation: `json` unless given; `xlsx` is a workbook",
  }),
});
