import { isService } from "../../vat/schemes/supply-event.ts";
import type { EventRecord } from "./event-record.ts";

/**
 * What an event says of its customer, place and rate, and, where a non-sale says nothing, what its
 * sale does, once that is known.
 */
export function asSold({ link, stated, ...event }: EventRecord) {
  const sold = link?.status === "linked" ? link : undefined;
  const from = sold?.from_country || undefined;
  const isServed = isService(event.supply_kind);
  return {
    customer_type: event.customer_type ?? sold?.customer_type,
    consumption_country: event.consumption_country ?? sold?.consumption_country,
    vat_rate_bps: event.vat_rate_bps ?? sold?.vat_rate_bps,
    rate_category: event.rate_category ?? sold?.rate_category,
    dispatch_country: event.dispatch_country ?? (isServed ? undefined : from),
    // Completed from the profile of its own day, unless the caller has named one.
    establishment_country:
      stated?.establishment_country ?? (isServed ? from : undefined) ?? event.establishment_country,
  };
}
