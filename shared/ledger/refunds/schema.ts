import * as z from "zod";
import { faultIf } from "../../core/errors/field-errors.ts";
import { withRules } from "../../core/input/fields.ts";
import { eventFields } from "../../vat/schemes/event-fields.ts";
import { CommittedItem, DryRun } from "../events/schema.ts";

/** Body of POST /v1/supply-events/{event_id}/refunds. */
export const RefundRequest = withRules(
  z.strictObject({
    event_id: eventFields.event_id.describe(
      "The caller's id of the refund, unique in the account. The parts of an order that was split get the suffixes of its parts: `refund-2-2000` takes back from `order-2-2000`",
    ),
    event_type: z
      .enum(["refund", "cancellation", "credit_note"])
      .optional()
      .describe("Kind of the events that are booked, `refund` unless given"),
    supply_date: eventFields.supply_date.describe(
      "The day of the refund, not before that of the sale",
    ),
    in_full: z
      .literal(true)
      .optional()
      .describe(
        "True if the rest of the sale is refunded: its amounts less those of earlier refunds",
      ),
    gross_amount_minor: z
      .int()
      .min(1)
      .optional()
      .describe(
        "The amount with VAT to take back, instead of `in_full`, in minor units of the sale's currency. Its split over the parts is in proportion to what is left of each, and each part has net and VAT at the ratio of its sale",
      ),
    source_id: eventFields.source_id.describe(
      "The tag of the shop or channel; unless given, that of the `X-Source-ID` header, or else that of the sale",
    ),
    invoice_number: eventFields.invoice_number,
    invoice_date: eventFields.invoice_date,
    description: eventFields.description,
    metadata: eventFields.metadata,
  }),
  ({ in_full, gross_amount_minor }) => [
    ...faultIf(
      in_full === undefined && gross_amount_minor === undefined,
      "gross_amount_minor",
      "required, unless in_full is true",
    ),
    ...faultIf(
      in_full !== undefined && gross_amount_minor !== undefined,
      "in_full",
      "not together with gross_amount_minor: send one of them",
    ),
  ],
  {
    lines:
      "calculate what came back and commit it as a refund: POST /v1/vat/calculate, with commit.event_type refund and commit.original_event_id",
  },
).meta({ id: "RefundSale" });
export type RefundRequest = z.output<typeof RefundRequest>;

export const RefundQuery = z.strictObject({ dry_run: DryRun });

export const RefundResponse = z
  .strictObject({
    items: z.array(
      CommittedItem.extend({
        original_event_id: z.string().brand("EventId"),
        taxable_amount_minor: z.int(),
        vat_amount_minor: z.int(),
      }),
    ),
    currency: eventFields.currency,
    gross_amount_minor: z.int(),
  })
  .meta({ id: "RefundedSale" });
export type RefundResponse = z.output<typeof RefundResponse>;
