import * as z from "zod";
import { MonthKey } from "../../core/calendar/schema.ts";
import { noSuch } from "../../core/errors/errors.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { cursorParam, Limit, pageOf } from "../../core/input/pagination.ts";
import { OPEN_OUTCOMES } from "../../imports/orders/open-order.ts";
import { bookedGross } from "../../imports/orders/order-plan.ts";
import type { OrderInWaiting } from "./open-orders.ts";
import { ConnectionPath, Findings, findingView } from "./schema.ts";
import { grossInShop } from "./shop-amount.ts";

const OrderId = z
  .string()
  .regex(/^[\w.:-]{1,60}$/, noSuch("open order"))
  .meta({ description: "The shop's own id of the order", example: "1001" });

export const OpenOrderPath = z.strictObject({ ...ConnectionPath.shape, order_id: OrderId });

export const OpenOrderView = z
  .strictObject({
    order_id: z.string().describe("The shop's own id of the order"),
    outcome: z
      .enum(OPEN_OUTCOMES)
      .describe(
        "Outcome of the order; `unresolved`: a fact or a decision is missing; `rejected`: it cannot be booked",
      ),
    month: MonthKey.nullable().describe("Month of the supply, YYYY-MM; null if unreadable"),
    since: z.iso.datetime().describe("Time when the edit was first seen, UTC"),
    modified_at: z.iso
      .datetime()
      .nullable()
      .describe("The instant of the edit, as the shop states it; null where it states none"),
    is_booked: z.boolean().describe("True if an earlier edit of the order is booked"),
    country: z.string().nullable().describe("Country of the customer, as the shop writes it"),
    currency: KnownCurrency.nullable().describe("Currency of the amounts"),
    gross_amount_minor: z
      .int()
      .nullable()
      .describe("Amount in the shop, with VAT and less refunds; null where it cannot be read"),
    booked_gross_amount_minor: z.int().describe("Amount booked, with VAT and less refunds"),
    undeclared_gross_amount_minor: z
      .int()
      .nullable()
      .describe(
        "Amount that stays undeclared if the order is left as it is booked: the difference of the two; negative where too much stays declared",
      ),
    findings: Findings,
  })
  .meta({ id: "OpenOrder" });
export type OpenOrderView = z.output<typeof OpenOrderView>;

export function openOrderView({ order_id, open, booked, notes }: OrderInWaiting): OpenOrderView {
  const { country = null, currency = null } = open;
  const gross_amount_minor = grossInShop(open, notes) ?? null;
  const [first] = booked;
  const booked_gross_amount_minor = bookedGross({ booked });
  return {
    order_id,
    outcome: open.outcome,
    month: open.month === "" ? null : open.month,
    since: open.since,
    // The stored text orders the edits, and need not be an instant.
    modified_at: Number.isNaN(Date.parse(open.modified_at)) ? null : open.modified_at,
    is_booked: booked.length > 0,
    country: country ?? first?.event.consumption_country ?? null,
    currency: currency ?? KnownCurrency.safeParse(first?.event.currency).data ?? null,
    gross_amount_minor,
    booked_gross_amount_minor,
    undeclared_gross_amount_minor:
      gross_amount_minor === null ? null : gross_amount_minor - booked_gross_amount_minor,
    findings: open.findings.map(findingView),
  };
}

const OPEN_ORDERS = "open-orders";

export const OpenOrderQuery = z.strictObject({
  limit: Limit,
  cursor: cursorParam(OPEN_ORDERS, OrderId),
});

export const OpenOrderList = z
  .strictObject({
    items: z.array(OpenOrderView),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "OpenOrderList" });

/** Builds a page of `limit` open orders from the next `limit` + 1 orders. */
export const openOrdersPage = (found: readonly OrderInWaiting[], limit: number) =>
  pageOf(OPEN_ORDERS, found, limit, { idOf: ({ order_id }) => order_id, view: openOrderView });
