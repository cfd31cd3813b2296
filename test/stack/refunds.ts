import type { RefundResponse } from "../../shared/ledger/refunds/schema.ts";
import { type Account, call } from "./api.ts";
import { calculatedBatch, orderOf } from "./calculation-batches.ts";
import { eventPath, type Refusal } from "./seller.ts";

/** Refunds a sale or an order on 2025-08-20. */
export const refund = (
  { full }: Account,
  sale: string,
  asked: Readonly<Record<string, unknown>>,
  query = "",
) =>
  call<RefundResponse & Partial<Refusal>>(full, "POST", `${eventPath(sale)}/refunds${query}`, {
    event_id: "refund-1",
    supply_date: "2025-08-20",
    ...asked,
  });

/** Commits an order of EUR 119.00 at 19 % and EUR 21.40 at 7 %, as `<event_id>-1900` and `<event_id>-700`. */
export const commitOrder = (
  seller: Account,
  event_id: string,
  changes: Readonly<Record<string, unknown>> = {},
) =>
  calculatedBatch(seller, [
    orderOf(event_id, {
      tax_class_id: undefined,
      gross_amount_minor: undefined,
      lines: [
        { line_id: "lamp", tax_class_id: "standard", gross_amount_minor: 11_900 },
        { line_id: "book", tax_class_id: "books", gross_amount_minor: 2_140 },
      ],
      ...changes,
    }),
  ]);
