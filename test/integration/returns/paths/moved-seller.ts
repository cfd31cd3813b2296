import { expect } from "vitest";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { commit } from "../../../stack/seller.ts";
import { register } from "./sellers.ts";

export const LOCKS = "/v1/reports/locked-return-periods/union-oss";

/** The same of one of the two registrations: 1 is Swedish, 2 Danish. */
export const under = (id: number, path: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}registration_id=${id}`;

/** After the move, EUR 100.00 to Germany at 19 %. */
export const SOLD_LATER = { ...makeSale(), supply_date: "2025-08-16" };

/** EUR 10.00 at 19 %. */
export const refundOf = (original_event_id: string, event_id: string, supply_date: string) => ({
  ...makeRefund({ event_id, original_event_id }),
  supply_date,
});

/**
 * A seller who has moved from Sweden to Denmark on 16 August 2025: the quarter has a return in euro
 * and one in crowns.
 */
export async function movedSeller(): Promise<Account> {
  const seller = await newAccount("move");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: "SE" });
  await register(seller, "union_oss", "SE", { status: "ended", effective_to: "2025-08-15" });
  await register(seller, "union_oss", "DK", { effective_from: "2025-08-16" });
  const french = { consumption_country: "FR", vat_rate_bps: 2_000, vat_amount_minor: 2_000 };
  await taken(seller, [
    makeSale({ event_id: "before-1" }),
    refundOf("before-1", "before-1-back", "2025-08-20"),
    { ...SOLD_LATER, event_id: "after-1" },
    { ...SOLD_LATER, event_id: "after-2", ...french },
  ]);
  return seller;
}

export async function taken(seller: Account, events: readonly object[]): Promise<void> {
  const { status, text } = await commit(seller, events);
  expect(status, text).toBe(200);
}
