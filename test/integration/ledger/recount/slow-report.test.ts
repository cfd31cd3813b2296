import { afterAll, beforeAll, expect, it } from "vitest";
import type * as z from "zod";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { ReturnAnswer } from "../../../../shared/returns/locks/return-view.ts";
import { atHand } from "../../../make/author.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type HeldApi, startHeldApi } from "../../../stack/held-calls.ts";

/*
 * A report that has read its sums before the last event moved, and asks for the recount only when that
 * is over: it would show the figures of before, and say that they stand.
 */
let api: HeldApi["api"];
let calls: HeldApi["calls"];

beforeAll(async () => {
  ({ api, calls } = await startHeldApi());
});
afterAll(() => api.stop());

it("a recount does not end while a report is under way that has read what it has moved since", async () => {
  const { callAt, newAccount } = await import("../../../stack/api.ts");
  const { clockAt } = await import("../../../stack/settle.ts");
  const { commit } = await import("../../../make/committed.ts");
  const { recountAccount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { updateRegistrations } = await import(
    "../../../../shared/ledger/settings/store-settings.ts"
  );
  const seller = await newAccount("slow");
  await commit(seller.account, [makeSale({ supply_date: "2025-08-20" as IsoDate })]);
  const items = [makeRegistration({ effective_from: "2025-08-10" as IsoDate })];
  const all = { last_id: 1, items };
  // Long ago, so that the first pass could be the last but for what it moves.
  await updateRegistrations(seller.account, (seen) => ({ ...seen, ...all }), atHand(new Date(0)));

  const held = calls.next(
    (operation, asked) => operation === "GetItem" && asked.includes("RECOUNT"),
  );
  const path = "/v1/reports/oss-quarterly-summary?period=2025-Q3";
  const summary = () =>
    callAt<z.output<typeof ReturnAnswer>>(api.url, seller.readOnly, "GET", path);
  const slow = summary();
  await held.reached;
  const clock = clockAt(Date.now());
  // As long as a report may last: the slow one answers meanwhile.
  const pause = async (ms: number) => {
    held.release();
    await slow;
    await clock.pause(ms);
  };
  await recountAccount(seller.account, { ...clock, pause });
  held.release();

  const { body } = await slow;
  expect(body.totals.payable_vat_minor).toBe(0);
  expect(body.recount_pending).toMatchObject({ from: "2025-07-01", events_moved: 1 });
  expect((await summary()).body).toMatchObject({
    recount_pending: null,
    totals: { payable_vat_minor: 1_900 },
  });
});
