import { expect, it, vi } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { loadRegistrations } from "../../../../shared/ledger/settings/store-settings.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { loadDueReturns } from "../../../../shared/returns/overview/load-due-returns.ts";
import { newAccount } from "../../../stack/api.ts";
import { register } from "../../../stack/seller.ts";
import { commit, locked, sale } from "../locks/locking.ts";

const TODAY = "2026-11-23" as IsoDate;

async function readsSince(day: string, ...periods: string[]): Promise<number> {
  const seller = await newAccount("due");
  await register(seller, "SE", day);
  await commit(seller, sale({ supply_date: "2026-08-03" }));
  for (const period of periods) await locked(seller, period);
  const { items } = await loadRegistrations(seller.account);
  using send = vi.spyOn(dynamo, "send");
  await loadDueReturns(seller.account, items, TODAY, []);
  return send.mock.calls.length;
}

it("five years of due returns take as many reads as one and a half, locked or not", async () => {
  const recent = await readsSince("2025-07-01");
  expect(recent).toBeGreaterThan(6);
  expect(await readsSince("2021-07-01", "2021-Q3", "2021-Q4", "2022-Q1")).toBe(recent);
});
