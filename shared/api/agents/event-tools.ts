import * as z from "zod";
import {
  type Api,
  account,
  cursor,
  type Document,
  pathOf,
  period,
  picked,
  pickedAll,
  type ReadingTool,
  reading,
  returnInput,
} from "./tool.ts";

/** Events of one answer. */
const PAGE = 25;

const EVENT_FACTS = [
  "event_id",
  "event_type",
  "original_event_id",
  "order_name",
  "supply_date",
  "supply_kind",
  "customer_type",
  "consumption_country",
  "dispatch_country",
  "currency",
  "taxable_amount_minor",
  "vat_amount_minor",
  "vat_rate_bps",
  "treatment",
  "classification_status",
  "classification_reasons",
  "checks",
  "exclusion_code",
  "exclusion_status",
  "declared_in",
  "undeclared_reason",
  "source_id",
  "description",
  "in_return",
  "after_lock",
] as const;

const country = z.string().regex(/^[A-Z]{2}$/);

/** Reads one page of events. */
async function eventsAt(
  api: Api,
  { path, account, query }: { path: string; account?: string | undefined; query: Document },
) {
  const found = await api({ path, account, query: { ...query, limit: PAGE } });
  return { found, events: pickedAll(found.items, EVENT_FACTS), next_cursor: found.next_cursor };
}

const eventsBehindFigure = reading({
  name: "events_behind_figure",
  title: "The events behind a row of a return",
  description:
    "The sales and refunds that a row, a correction or the whole of a return was computed from, with their count and exact sum.",
  input: z.strictObject({
    ...returnInput,
    part: z.enum(["rows", "corrections"]).default("rows").describe("Part of the return"),
    section: z.enum(["2a", "2b", "2c", "2d"]).optional().describe("Section of the row"),
    member_state_of_consumption: country.optional().describe("Member State of the row"),
    vat_rate_bps: z.int().min(0).optional().describe("Rate of the row in basis points"),
    supply_kind: z.enum(["goods", "services"]).optional().describe("Kind of the row"),
    from_member_state: country.optional().describe("Member State of dispatch or supply of the row"),
    rate_category: z.enum(["standard", "reduced"]).optional().describe("Rate category of the row"),
    original_period: period.optional().describe("Period that a correction is of"),
    cursor,
  }),
  page: "docs/quarter.md",
  read: async (api, { account, scheme, period, ...query }) => {
    const path = `${pathOf({ scheme, period })}/events`;
    const { found, events, next_cursor } = await eventsAt(api, { path, account, query });
    return {
      answer: { figure: found.figure, events },
      requests: [`GET ${path}`],
      next_cursor,
    };
  },
});

const leftOutEvents = reading({
  name: "left_out_events",
  title: "Why events are left out of a return",
  description:
    "The events that a return leaves out: without code, the codes with their counts; with a code of that list, the events themselves.",
  input: z.strictObject({
    ...returnInput,
    code: z
      .string()
      .regex(/^[a-z_]{1,60}$/)
      .optional()
      .describe("Exclusion code, such as needs_review_excluded"),
    cursor,
  }),
  page: "docs/quarter.md",
  read: async (api, { account, scheme, period, registration_id, code, cursor }) => {
    const path = pathOf({ scheme, period });
    if (code === undefined) {
      const { warnings, excluded_source_event_count } = await api({
        path,
        account,
        query: { registration_id },
      });
      return {
        answer: { excluded_source_event_count, left_out: warnings },
        requests: [`GET ${path}`],
      };
    }
    const query = { registration_id, cursor, warning: code };
    const { found, events, next_cursor } = await eventsAt(api, {
      path: `${path}/events`,
      account,
      query,
    });
    return {
      answer: { figure: found.figure, events },
      requests: [`GET ${path}/events?warning=${code}`],
      next_cursor,
    };
  },
});

const eventsWithCheck = reading({
  name: "events_with_check",
  title: "Events that a check points at",
  description:
    "The events of a period that are counted under a check code of check_findings, such as rate_not_in_force.",
  input: z.strictObject({
    account,
    period,
    code: z
      .string()
      .regex(/^[a-z_]{1,60}$/)
      .describe("Check code"),
    cursor,
  }),
  page: "docs/quarter.md",
  read: async (api, { account, code, ...rest }) => {
    const path = "/v1/supply-events";
    const query = { ...rest, warning: code };
    const { events, next_cursor } = await eventsAt(api, { path, account, query });
    return {
      answer: { events },
      requests: [`GET ${path}?period=${rest.period}&warning=${code}`],
      next_cursor,
    };
  },
});

const explainEvent = reading({
  name: "explain_event",
  title: "One event explained",
  description:
    "One sale or refund with its place of supply and article, its rate, the return and row that declare it or the reason why none does, its sale and its corrections.",
  input: z.strictObject({
    account,
    event_id: z.string().min(1).max(100).describe("Id of the event"),
  }),
  page: "docs/quarter.md",
  read: async (api, { account, event_id }) => {
    const path = `/v1/supply-events/${encodeURIComponent(event_id)}/explanation`;
    const { event, sale, corrected_by, ...rest } = await api({ path, account });
    return {
      answer: {
        event: picked(event, EVENT_FACTS),
        ...rest,
        sale: sale && picked(sale, EVENT_FACTS),
        corrected_by: pickedAll(corrected_by ?? [], EVENT_FACTS),
      },
      requests: ["GET /v1/supply-events/{event_id}/explanation"],
    };
  },
});

const findOrder = reading({
  name: "find_order",
  title: "The events of an order",
  description: "Finds events by the name of their order as the shop shows it, such as #1001.",
  input: z.strictObject({
    account,
    order: z.string().min(1).max(100).describe("Name of the order, or its beginning"),
    cursor,
  }),
  page: "docs/api.md",
  read: async (api, { account, ...query }) => {
    const path = "/v1/supply-events";
    const { events, next_cursor } = await eventsAt(api, { path, account, query });
    return { answer: { events }, requests: [`GET ${path}?order={order}`], next_cursor };
  },
});

const ORDER_FACTS = [
  "order_id",
  "outcome",
  "month",
  "since",
  "is_booked",
  "country",
  "currency",
  "gross_amount_minor",
  "booked_gross_amount_minor",
  "undeclared_gross_amount_minor",
] as const;

const openOrders = reading({
  name: "open_orders",
  title: "Orders of connected shops that wait for a decision",
  description:
    "Without connection_id, the connected shops; with it, the orders of that shop that are not booked as the shop has them, with the findings of each.",
  input: z.strictObject({
    account,
    connection_id: z
      .string()
      .regex(/^cn_[0-9a-f]{24}$/)
      .optional()
      .describe("Id of the connected shop"),
    cursor,
  }),
  page: "docs/api.md",
  read: async (api, { account, connection_id, cursor }) => {
    const path = connection_id ? `/v1/connections/${connection_id}/open-orders` : "/v1/connections";
    const { items, next_cursor } = await api({ path, account, query: { limit: PAGE, cursor } });
    const lines = connection_id
      ? items.map(({ findings, ...order }: Document) => ({
          ...picked(order, ORDER_FACTS),
          findings: findings.map(({ message, ...finding }: Document) => ({
            ...picked(finding, ["outcome", "reason", "column", "value"]),
            // The words of a finding repeat what the shop has sent.
            finding: message,
          })),
        }))
      : items.map((shop: Document) =>
          picked(shop, ["id", "kind", "source_id", "description", "paused", "fault"]),
        );
    return {
      answer: connection_id ? { orders: lines } : { connections: lines },
      requests: [`GET ${path}`],
      next_cursor,
    };
  },
});

export const EVENT_TOOLS: readonly ReadingTool[] = [
  eventsBehindFigure,
  leftOutEvents,
  eventsWithCheck,
  explainEvent,
  findOrder,
  openOrders,
];
