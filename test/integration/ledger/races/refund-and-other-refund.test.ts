import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRefund, makeSale, type SentEvent } from "../../../make/supply-event.ts";
import type { Account } from "../../../stack/api.ts";
import { type HeldApi, startHeldApi } from "../../../stack/held-calls.ts";

/*
 * A refund that exceeds its sale makes every other refund of the sale a finding (Art. 90 VAT Directive). It has read
 * those others before it is written, and one may change in between.
 */
let api: HeldApi["api"];
let calls: HeldApi["calls"];
let call: typeof import("../../../stack/api.ts")["callAt"];
let seller: Account;

beforeAll(async () => {
  ({ api, calls } = await startHeldApi());
  const { callAt, newAccount } = await import("../../../stack/api.ts");
  call = callAt;
  seller = await newAccount("refunds");
});
afterAll(() => api.stop());

const EVENTS = "/v1/supply-events";
const commit = (event: SentEvent) => call(api.url, seller.full, "POST", EVENTS, event);
const checksOf = async (id: string) => {
  const { body } = await call(api.url, seller.readOnly, "GET", `${EVENTS}/${id}`);
  return (body["checks"] as { code: string }[]).map(({ code }) => code);
};

it("a refund above its sale finds another one that is classified while it is written", async () => {
  const { auditOf } = await import("../../../stack/audit.ts");
  const above = { taxable_amount_minor: 12_000, vat_amount_minor: 2_280 };
  await commit(makeSale({ event_id: "sale" }));
  await commit(
    makeRefund({
      event_id: "set-aside",
      original_event_id: "sale",
      classification_status: "excluded",
    }),
  );
  const held = calls.next(
    (operation, asked) => operation === "TransactWriteItems" && asked.includes("above"),
  );
  const answer = commit(makeRefund({ event_id: "above", original_event_id: "sale", ...above }));
  await held.reached;
  const change = { classification_status: "classified", note: "A refund to a consumer" };
  const path = `${EVENTS}/set-aside/classification`;
  expect((await call(api.url, seller.full, "POST", path, change)).status).toBe(200);
  held.release();

  expect((await answer).status).toBe(200);
  expect(await checksOf("above")).toContain("refund_above_sale");
  expect(await checksOf("set-aside")).toContain("refund_above_sale");
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });
});
