import { expect, it, vi } from "vitest";
import { recountHere, recountPending } from "../../../../scripts/operate/jobs/recount-accounts.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

/** Two accounts; what is stored of the recount of the first cannot be read. */
async function twoAccounts() {
  await tableOfOwn();
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  const { requestRecount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { noteEvents } = await import("../../../../shared/ledger/recount/store-recounts.ts");
  const { dynamo } = await import("../../../../shared/platform/dynamodb/client.ts");
  for (const account of ["a-broken", "b-sound"]) {
    await ensureAccount(account, new Date());
    await noteEvents(account, [{ supply_date: "2025-08-10" }]);
    await requestRecount(account, 0);
  }
  dynamo.middlewareStack.add(
    (next) => (args) => {
      if (JSON.stringify(args.input).includes("a-broken")) throw new Error("it cannot be read");
      return next(args);
    },
    { step: "initialize" },
  );
}

it("what fails of one account goes to the log, as the worker tells it, and holds no other up", async () => {
  await twoAccounts();
  const { logger } = await import("../../../../shared/platform/telemetry/telemetry.ts");
  const { loadRecount } = await import("../../../../shared/ledger/recount/store-recounts.ts");
  const { announceRecount } = await import("../../../../shared/ledger/recount/queue.ts");
  const told = vi.spyOn(logger, "error").mockReturnValue();
  const broken = [
    "account not recounted",
    { account_id: "a-broken", error: expect.objectContaining({ message: "it cannot be read" }) },
  ] as const;

  await recountPending(new AbortController().signal);
  expect(told.mock.calls).toEqual([broken]);
  expect(await loadRecount("b-sound")).toMatchObject({ state: "done" });

  const closing = new AsyncDisposableStack();
  await recountHere(closing);
  await announceRecount("a-broken");
  await vi.waitUntil(() => told.mock.calls.length === 2);
  await closing.disposeAsync();
  expect(told.mock.calls).toEqual([broken, broken]);
});
