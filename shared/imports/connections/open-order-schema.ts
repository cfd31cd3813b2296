import * as z from "zod";
import { MonthKey } from "../../core/calendar/schema.ts";
import { cursorParam, Limit, pageOf } from "../../core/input/pagination.ts";
import { OPEN_OUTCOMES } from "../orders/open-order.ts";
import { Findings, findingView } from "./finding-schema.ts";
import type { OrderInWaiting } from "./open-orders.ts";
import { ConnectionPath } from "./schema.ts";

const OrderId = z
  .string()
  .regex(/^[\w.:-]{1,60}$/, "must be the id of an order of the shop")
  .meta({ description: "The shop's own id of the order", example: "1001" });

export const OpenOrderPath = z.strictObject({ ...ConnectionPath.shape, order_id: OrderId });

export const OpenOrderView = z
  .strictObject({
    order_id: z.string().describe("The shop's own id of the order"),
    outcome: z
      .enum(OPEN_OUTCOMES)
      .describe("`unresolved`: a fact or a decision is missing; `rejected`: it cannot be booked"),
    month: MonthKey.nullable().describe("Of the supply; null where no day can be read"),
    since: z.iso.datetime().describe("When the edit was noted"),
    modified_at: z.string().describe("The instant of the edit, as the shop states it"),
    is_booked: z.boolean().describe("True if an earlier edit of the order is booked"),
    findings: Findings,
  })
  .meta({ id: "OpenOrder" });
export type OpenOrderView = z.output<typeof OpenOrderView>;

/** Returns an open order as a response shows it. */
export const openOrderView = ({ order_id, open, booked }: OrderInWaiting): OpenOrderView => ({
  order_id,
  outcome: open.outcome,
  month: open.month === "" ? null : open.month,
  since: open.since,
  modified_at: open.modified_at,
  is_booked: booked.length > 0,
  findings: open.findings.map(findingView),
});

const LIST = "open-orders";

export const OpenOrderQuery = z.strictObject({ limit: Limit, cursor: cursorParam(LIST, OrderId) });

export const OpenOrderList = z
  .strictObject({
    items: z.array(OpenOrderView),
    next_cursor: z.string().nullable().describe("Null on the last page"),
  })
  .meta({ id: "OpenOrderList" });

/** Builds a page of `limit` open orders from the next `limit` + 1 orders. */
export const openOrdersPage = (found: readonly OrderInWaiting[], limit: number) =>
  pageOf(LIST, found, limit, { idOf: ({ order_id }) => order_id, view: openOrderView });
