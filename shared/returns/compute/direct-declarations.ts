import * as z from "zod";
import { PeriodKey } from "../../core/calendar/schema.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { LateChange, State } from "../schema.ts";
import { type ChangedReturn, lateChanges } from "./late-changes.ts";

const DIRECT_REASONS = ["after_three_years", "former_registration", "former_currency"] as const;
export type DirectReason = (typeof DIRECT_REASONS)[number];

export const DirectDeclaration = z
  .strictObject({
    scheme_type: SchemeType,
    original_period: PeriodKey,
    member_state_of_consumption: State,
    member_state_identification: State.describe("Where the return of the period was declared"),
    return_currency: z.string(),
    taxable_amount_minor: LateChange.shape.taxable_amount_minor,
    vat_amount_minor: LateChange.shape.vat_amount_minor,
    event_count_difference: LateChange.shape.event_count_difference,
    reason: z
      .enum(DIRECT_REASONS)
      .describe(
        "`after_three_years`: its return was due more than three years ago (Art. 61(2) CIR 282/2011); `former_registration`: the registration that declared it makes no return any more (Art. 61a); `former_currency`: the returns are in another currency now",
      ),
  })
  .meta({
    id: "DirectDeclaration",
    description:
      "A change of a declared return that no return declares any more. Declare it to the Member State of consumption directly",
  });
export type DirectDeclaration = z.output<typeof DirectDeclaration>;

/** Declared returns of one Member State of identification and currency, some of which no return corrects any more. */
type DirectGroup = {
  readonly scheme_type: DirectDeclaration["scheme_type"];
  readonly member_state_identification: string;
  readonly return_currency: string;
  /** The reasons by period. */
  readonly reasons: ReadonlyMap<string, DirectReason>;
  /** All changed returns of the group. */
  readonly changed: readonly ChangedReturn[];
  /** The late changes that locked returns have declared, and those that open returns declare. */
  readonly declared: readonly LateChange[];
};

/**
 * Returns what is left of the changes of a group once all returns have declared theirs. The sum over the whole group is
 * right where one period corrects another, of which only one can still be corrected.
 */
export function directDeclarations(group: DirectGroup): DirectDeclaration[] {
  const { scheme_type, member_state_identification, return_currency, reasons } = group;
  const [fallback = "former_registration"] = reasons.values();
  return lateChanges(group.changed, group.declared).map((one) => ({
    scheme_type,
    original_period: one.original_period as DirectDeclaration["original_period"],
    member_state_of_consumption:
      one.member_state_of_consumption as DirectDeclaration["member_state_of_consumption"],
    member_state_identification:
      member_state_identification as DirectDeclaration["member_state_identification"],
    return_currency,
    taxable_amount_minor: one.taxable_amount_minor,
    vat_amount_minor: one.vat_amount_minor,
    event_count_difference: one.event_count_difference,
    reason: reasons.get(one.original_period) ?? fallback,
  }));
}
