import { afterAll, beforeAll, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { makeSale } from "../../../make/supply-event.ts";
import type { Account } from "../../../stack/api.ts";
import { type HeldApi, startHeldApi } from "../../../stack/held-calls.ts";

/*
 * A registration without events asks for no recount, and a commit notes that there are events before it
 * reads the registrations (docs/decisions/0100). Whatever comes between the calls of the two, the sale
 * ends where the registration puts it: its commit has seen it, or a recount was asked for.
 */
let api: HeldApi["api"];
let calls: HeldApi["calls"];
let call: typeof import("../../../stack/api.ts")["callAt"];
let seller: Account;

beforeAll(async () => {
  ({ api, calls } = await startHeldApi());
  ({ callAt: call } = await import("../../../stack/api.ts"));
});
afterAll(() => api.stop());

const newSeller = async () => {
  const { newAccount } = await import("../../../stack/api.ts");
  seller = await newAccount("first");
};

const register = () =>
  call(api.url, seller.full, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2025-08-10",
    status: "active",
  });

const commit = () =>
  call(
    api.url,
    seller.full,
    "POST",
    "/v1/supply-events",
    makeSale({ supply_date: "2025-08-20" as IsoDate }),
  );

const summary = async () =>
  (await call(api.url, seller.readOnly, "GET", "/v1/reports/oss-quarterly-summary?period=2025-Q3"))
    .body;

/** What a report says until everything is done, and after it. */
async function expectCounted(isAsked: boolean): Promise<void> {
  const { settleRecount } = await import("../../../stack/settle.ts");
  const { auditOf } = await import("../../../stack/audit.ts");
  expect((await summary())["recount_pending"] !== null).toBe(isAsked);
  if (isAsked) await settleRecount(seller.account);
  expect(await summary()).toMatchObject({
    recount_pending: null,
    totals: { payable_vat_minor: 1_900 },
  });
  expect(await auditOf(seller.account)).toMatchObject({
    events: 1,
    differences: [],
    stale_events: [],
  });
}

const REGISTRATIONS = (operation: string, asked: string) =>
  operation === "BatchGetItem" && asked.includes("REGISTRATIONS");

it("between the commit's note and its reading of the registrations", async () => {
  await newSeller();
  const held = calls.next(REGISTRATIONS);
  const committed = commit();
  await held.reached;
  expect((await register()).status).toBe(201);
  held.release();
  expect((await committed).status).toBe(200);
  await expectCounted(true);
});

it("before the commit's note is written", async () => {
  await newSeller();
  const held = calls.next(
    (operation, asked) => operation === "PutItem" && asked.includes('"RECOUNT"'),
  );
  const committed = commit();
  await held.reached;
  expect((await register()).status).toBe(201);
  held.release();
  expect((await committed).status).toBe(200);
  await expectCounted(false);
});

it("with the whole commit between reading that there are no events, and writing", async () => {
  await newSeller();
  const held = calls.next(
    (operation, asked) => operation === "TransactWriteItems" && asked.includes("REGISTRATIONS"),
  );
  const registered = register();
  await held.reached;
  expect((await commit()).status).toBe(200);
  held.release();
  expect((await registered).status).toBe(201);
  await expectCounted(true);
});
