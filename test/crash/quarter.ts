import { fillLedger } from "../../scripts/bench/fill.ts";
import type { EventId } from "../../shared/core/ids.ts";
import { loadEventStates } from "../../shared/ledger/events/store-events.ts";
import { loadRegistrations } from "../../shared/ledger/settings/store-settings.ts";
import { boundariesOf } from "../../shared/vat/schemes/registration-segments.ts";
import { makeRefund } from "../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../stack/api.ts";
import { retryOn503 } from "../stack/retry-on-503.ts";

/** Within 2025-Q3: five of six sales of a ledger of `fillLedger` are on this day or later. */
const BEGINS = "2025-07-15";

/** One sale in so many is taken back in part, in its quarter. */
const SALES_PER_REFUND = 50;

const REFUNDS_AT_ONCE = 100;

/** The events of a ledger with so many sales. */
export const eventsOf = (sales: number): number => sales + Math.floor(sales / SALES_PER_REFUND);

/** A seller in Sweden with a quarter of sales and refunds, registered for it or not yet. */
export async function sellerOfQuarter(
  url: string,
  { name, sales, isRegistered }: { name: string; sales: number; isRegistered: boolean },
): Promise<Account> {
  const seller = await newAccount(name);
  const seat = { establishment_country: "SE", fixed_establishments: [] };
  await insisted(() => callAt(url, seller.full, "PUT", "/v1/account", seat));
  if (isRegistered) await registerWithin(url, seller);
  const boundaries = boundariesOf((await loadRegistrations(seller.account)).items);
  await fillLedger(seller.account, "shop", sales, { boundaries });
  const ids = Array.from({ length: eventsOf(sales) - sales }, (_, n) => n * SALES_PER_REFUND);
  for (let at = 0; at < ids.length; at += REFUNDS_AT_ONCE) {
    const events = await refundsOf(seller, ids.slice(at, at + REFUNDS_AT_ONCE));
    await insisted(() => callAt(url, seller.full, "POST", "/v1/supply-events", { events }));
  }
  return seller;
}

/** A registration that begins in the middle of the quarter. */
export const registerWithin = (url: string, { full }: Account): Promise<void> =>
  insisted(() =>
    callAt(url, full, "POST", "/v1/tax-registrations", {
      scheme_type: "union_oss",
      member_state_identification: "SE",
      effective_from: BEGINS,
      status: "active",
    }),
  );

async function refundsOf({ account }: Account, sales: readonly number[]) {
  const ids = sales.map((n) => `sale-${n}` as EventId);
  const slots = await loadEventStates(account, ids);
  return ids.map((original_event_id) => {
    const sale = slots.get(original_event_id)?.event;
    if (!sale) throw new Error(`there is no ${original_event_id}`);
    const { consumption_country, currency, vat_rate_bps = 0, rate_category } = sale;
    return makeRefund({
      event_id: `back-${original_event_id}`,
      original_event_id,
      supply_date: "2025-09-30" as typeof sale.supply_date,
      ...{ consumption_country, currency, vat_rate_bps, rate_category },
      taxable_amount_minor: 100,
      vat_amount_minor: vat_rate_bps / 100,
    });
  });
}

async function insisted(send: () => ReturnType<typeof callAt>): Promise<void> {
  const { status, text } = await retryOn503(send);
  if (status >= 300) throw new Error(`refused with ${status}: ${text}`);
}
