import { saleOf } from "../ledgers.ts";

const BATCH = 20;

export type Request = { readonly path: string; readonly body?: object };

/** What one shop asks of the service; each call makes the next request of its kind. */
export function shop(dice: () => number) {
  let sales = 0;
  let refunds = 0;
  const sale = () => {
    sales += 1;
    return saleOf("shop", sales, dice);
  };
  const refund = () => {
    refunds += 1;
    const original = saleOf("shop", 1 + Math.floor(dice() * Math.max(1, sales)), dice);
    return {
      ...original,
      event_id: `refund-${refunds}`,
      event_type: "refund",
      supply_date: "2025-10-05",
      original_event_id: original.event_id,
    };
  };
  return {
    "commit of one sale": (): Request => ({ path: "/v1/supply-events", body: sale() }),
    [`commit of a batch of ${BATCH}`]: (): Request => ({
      path: "/v1/supply-events",
      body: { events: Array.from({ length: BATCH }, sale) },
    }),
    "commit of one refund": (): Request => ({ path: "/v1/supply-events", body: refund() }),
    "quarterly summary": (): Request => ({
      path: "/v1/reports/oss-quarterly-summary?period=2025-Q3",
    }),
    "list of 50 events": (): Request => ({ path: "/v1/supply-events?period=2025-Q3&limit=50" }),
    "threshold check": (): Request => ({
      path: "/v1/vat/threshold-check",
      body: { threshold_type: "oss", from: "2025-01-01", to: "2025-12-31" },
    }),
    [NO_OP]: (): Request => ({ path: "/health" }),
  };
}

/** What the others are compared with: the way through gateway and handler, and nothing else. */
export const NO_OP = "no-op (`/health`)";

/** Of a hundred requests; the shares are those of a shop that looks at its figures often. */
export const SHARES: readonly number[] = [40, 10, 10, 12, 10, 10, 8];
