import { expect, it, vi } from "vitest";
import { ALL_DAYS } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { atEachCall } from "../../../stack/put-back.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

/** Two accounts; what is stored of the recount of the first cannot be read. */
async function twoAccounts() {
  await tableOfOwn();
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  const { requestRecount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { noteEvents } = await import("../../../../shared/ledger/recount/store-recounts.ts");
  const { dynamo } = await import("../../../../shared/platform/dynamodb/client.ts");
  for (const account of ["a-broken", "b-sound"]) {
    await ensureAccount(account as LedgerId, new Date());
    await noteEvents(account as LedgerId, [{ supply_date: "2025-08-10" }]);
    await requestRecount(account as LedgerId, 0);
  }
  atEachCall(dynamo, (next) => (args) => {
    if (JSON.stringify(args.input).includes("a-broken")) throw new Error("it cannot be read");
    return next(args);
  });
}

it("the failure of one account is logged, and holds no other account up", async () => {
  await twoAccounts();
  const { logger } = await import("../../../../shared/platform/telemetry/telemetry.ts");
  const { loadRecount } = await import("../../../../shared/ledger/recount/store-recounts.ts");
  const { recountWorker } = await import("../../../../shared/ledger/recount/recount.ts");
  const { enqueueAccounts } = await import("../../../../shared/accounts/enqueue-accounts.ts");
  const { listen } = await import("../../../../scripts/local/local-queues.ts");
  const logged = vi.spyOn(logger, "error").mockReturnValue();
  await using closing = new AsyncDisposableStack();
  const queue = await listen("recounts", recountWorker(), closing);
  await enqueueAccounts("recounts");
  await vi.waitUntil(() => queue.done === 1 && logged.mock.calls.length > 0);
  const [message, line] = logged.mock.calls[0] ?? [];
  expect(message).toBe("message failed");
  expect(line).toMatchObject({
    body: '{"account":"a-broken"}',
    error: expect.objectContaining({ message: "it cannot be read" }),
  });
  expect(await loadRecount("b-sound" as LedgerId)).toMatchObject({ state: "done" });
});

it("a pass that has to wait for commits under way waits in the queue, and keeps no worker", async () => {
  await tableOfOwn();
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  const { noteEvents, updateRecount } = await import(
    "../../../../shared/ledger/recount/store-recounts.ts"
  );
  const { requested } = await import("../../../../shared/ledger/recount/recount-state.ts");
  const { recountWorker } = await import("../../../../shared/ledger/recount/recount.ts");
  await ensureAccount("waiting" as LedgerId, new Date());
  await noteEvents("waiting" as LedgerId, [{ supply_date: "2025-08-10" }]);
  const now = Date.now();
  await updateRecount("waiting" as LedgerId, (seen) =>
    requested(seen, { days: ALL_DAYS, now, under_way_ms: 30_000 }),
  );
  const delivery = { Records: [{ messageId: "1", body: '{"account":"waiting"}' }] };
  const pause = () => Promise.reject(new Error("a worker waits"));
  const work = (at: number) => recountWorker({ now: () => at, pause })(delivery);
  const { loadRecount } = await import("../../../../shared/ledger/recount/store-recounts.ts");
  expect(await work(now)).toEqual({ batchItemFailures: [] });
  expect(await loadRecount("waiting" as LedgerId)).toMatchObject({ state: "pending", passes: 1 });
  expect(await work(now + 30_000)).toEqual({ batchItemFailures: [] });
  expect(await loadRecount("waiting" as LedgerId)).toMatchObject({ state: "done", passes: 2 });
});
