import * as z from "zod";
import { PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { BridgeGap, BridgeLine } from "../../imports/bridge/bridge-line.ts";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { SchemeType } from "../../vat/seller/registration.ts";

/** The bridge of a return as a lock stores it. */
export const StoredBridge = z.object({
  lines: z.array(BridgeLine),
  unknown: z.array(BridgeGap),
});
export type StoredBridge = z.output<typeof StoredBridge>;

export const ReturnBridge = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int().describe("Id of the registration that makes the return"),
    return_currency: KnownCurrency,
    locked: z.boolean().describe("True if the lines are those that were stored with the lock"),
    lines: z
      .array(BridgeLine)
      .nullable()
      .describe(
        "Lines from the files of shops and the recorded events to the return; null for a return that was locked before bridges were stored",
      ),
    unknown: z.array(BridgeGap).describe("Parts of the bridge that are not known"),
    ...recountField,
  })
  .meta({ id: "ReturnBridge" });
