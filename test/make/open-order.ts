import type { LedgerId } from "../../shared/core/ids.ts";
import { openOrder } from "../../shared/imports/orders/open-orders.ts";

/** The id of an order that is noted by `noteOpenOrder`. */
export const OPEN_ORDER = "1001";

/** Notes an order of a connection that waits for a person, as its worker does. Its message is not stored. */
export const noteOpenOrder = (
  account: LedgerId,
  connection_id: string,
  source_id: string,
  order_id = OPEN_ORDER,
) =>
  openOrder(
    account,
    { source_id, order_id },
    {
      connection_id,
      outcome: "unresolved",
      since: "2026-10-05T10:00:00.000Z",
      modified_at: "2026-10-05T09:59:00.000Z",
      findings: [
        {
          outcome: "unresolved",
          reason: "country_missing",
          message: "The country of the customer is missing.",
          supply_date: "2026-10-05",
        },
      ],
    },
  );
