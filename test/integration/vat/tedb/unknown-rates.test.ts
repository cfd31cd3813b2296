import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { commitEvents } from "../../../../shared/ledger/commit/commit-events.ts";
import { countUnknownRates } from "../../../../shared/ledger/tax-rates/compare-tax-rates.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { newAccount } from "../../../stack/api.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

const now = new Date("2025-10-02T12:00:00Z");

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  await tableOfOwn();
});
afterAll(() => {
  vi.useRealTimers();
});

/** An account with this number of sales at a rate that Germany does not have. */
async function sells(count: number): Promise<string> {
  const { account } = await newAccount();
  const sales = Array.from({ length: count }, (_, n) =>
    makeSale({ event_id: `s-${n}`, vat_rate_bps: 2_000, vat_amount_minor: 2_000 }),
  );
  await commitEvents(account, sales, now);
  return account;
}

it("is reported from the third account with twenty sales on, for this quarter and the last", async () => {
  await sells(19);
  await sells(20);
  await sells(25);
  expect(await countUnknownRates(now)).toBe(0);
  await sells(20);
  expect(await countUnknownRates(now)).toBe(3);
  expect(await countUnknownRates(new Date("2026-01-02T12:00:00Z"))).toBe(0);
});

it("is listed by account", async () => {
  vi.useRealTimers();
  const env = { ...inject("stack").env, TABLE_NAME: process.env["TABLE_NAME"] ?? "" };
  const { code, stderr } = await runCommand("scripts/operate/rates.ts", ["market"], "none", env);
  expect([code, stderr]).toEqual([0, ""]);
});
