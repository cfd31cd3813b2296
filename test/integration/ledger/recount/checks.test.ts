import { beforeEach, expect, it } from "vitest";
import { makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { auditOf } from "../../../stack/audit.ts";
import { committed, idsOf, newSeller, shown, sumsOf } from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller("SE", { establishment_country: "DE" });
});

async function moveTo(establishment_country: string): Promise<void> {
  await call(seller.full, "PUT", "/v1/account", { establishment_country });
  await settleRecount(seller.account);
  expect(await auditOf(seller.account)).toMatchObject({
    differences: [],
    stale_links: [],
    stale_events: [],
    recount_pending: false,
  });
}

/** How often each check is counted in the quarter. */
async function countedChecks(): Promise<object> {
  const sums = Object.entries(await sumsOf(seller, "2025-Q3"));
  return Object.fromEntries(
    sums.flatMap(([key, { event_count }]) =>
      key.startsWith("check|") ? [[key, event_count]] : [],
    ),
  );
}

// At home a business is charged VAT like everybody; whether it is at home depends on the seat.
it("finds VAT on a business abroad when the seat moves away, and no more when it moves back", async () => {
  const { establishment_country, ...service } = makeService({
    customer_type: "b2b",
    supply_kind: "other_services",
  });
  const [item] = await committed(seller, service);
  expect(item?.checks).toEqual([]);
  expect(await countedChecks()).toEqual({});
  await moveTo("SE");
  const found = { code: "vat_on_b2b_sale", severity: "blocking" };
  expect((await shown(seller, "service-1")).body.checks).toMatchObject([found]);
  expect(await countedChecks()).toEqual({ "check|vat_on_b2b_sale": 1 });
  expect(await idsOf(seller, "?warning=vat_on_b2b_sale")).toEqual(["service-1"]);
  await moveTo("DE");
  expect((await shown(seller, "service-1")).body.checks).toEqual([]);
  expect(await countedChecks()).toEqual({});
  expect(await idsOf(seller, "?warning=vat_on_b2b_sale")).toEqual([]);
});

it("keeps what refunds take back of their sale, and what a person has settled", async () => {
  const whole = { taxable_amount_minor: 10_000, vat_amount_minor: 1_900 };
  await committed(seller, [
    makeSale(),
    makeRefund(whole),
    makeRefund({ ...whole, event_id: "refund-2" }),
    makeSale({ event_id: "slip", vat_rate_bps: 19 }),
  ]);
  await call(seller.full, "POST", "/v1/supply-events/slip/classification", {
    classification_status: "classified",
    note: "so it is",
  });
  expect(await countedChecks()).toEqual({ "check|refund_above_sale": 2 });
  await moveTo("SE");
  expect(await countedChecks()).toEqual({ "check|refund_above_sale": 2 });
  await call(seller.full, "POST", "/v1/supply-events/refund-2/classification", {
    classification_status: "excluded",
    note: "booked twice",
  });
  expect(await countedChecks()).toEqual({});
});
