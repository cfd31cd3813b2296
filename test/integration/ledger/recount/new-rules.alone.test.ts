import { beforeAll, expect, it, vi } from "vitest";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import type { Entry } from "../../../../shared/ledger/sums/sum.ts";
import type { LedgerEvent } from "../../../../shared/vat/schemes/supply-event.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

/** By the second version of the rules every supply at 19 % stands in a row of its own, and one check has another name. */
const rules = vi.hoisted(() => ({ version: 1 }));

vi.mock("../../../../shared/ledger/sums/sums-of-event.ts", async (original) => {
  const first = await original<typeof import("../../../../shared/ledger/sums/sums-of-event.ts")>();
  const renamed = (entry: Entry): Entry => ({
    ...entry,
    key: entry.key
      .replace("|standard|1900|", "|standard|1901|")
      .replace("check|rate_given_in_percent", "check|rate_not_in_force"),
  });
  return {
    ...first,
    get RULES_VERSION() {
      return rules.version;
    },
    sumsOfEvent: (event: LedgerEvent, boundaries?: never) => {
      const entries = first.sumsOfEvent(event, boundaries);
      return rules.version === 1 ? entries : entries.map(renamed);
    },
  };
});

const NOW = 1_800_000_000_000;
const ACCOUNT = "old-rules" as LedgerId;

beforeAll(tableOfOwn);

it("a ledger counted by older rules is moved completely", async () => {
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  const { recountAccount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { loadPendingRecount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { auditOf } = await import("../../../stack/audit.ts");
  const { loadSums } = await import("../../../../shared/ledger/sums/store-sums.ts");
  const { commit } = await import("../../../make/committed.ts");
  const { clockAt } = await import("../../../stack/settle.ts");
  await ensureAccount(ACCOUNT, new Date());
  const slip = makeSale({ event_id: "slip", vat_rate_bps: 19 });
  await commit(ACCOUNT, [makeSale(), makeRefund(), makeSale({ event_id: "sale-2" }), slip]);

  rules.version = 2;
  expect(await loadPendingRecount(ACCOUNT)).toMatchObject({ requested_at: null, from: null });
  expect(await auditOf(ACCOUNT)).toMatchObject({ differences: [], recount_pending: true });
  // Whoever begins under the new rules has nothing to move.
  await ensureAccount("new-rules" as LedgerId, new Date());
  expect(await loadPendingRecount("new-rules" as LedgerId)).toBeNull();

  expect(
    await recountAccount(ACCOUNT, clockAt(NOW), { until: NOW + 1, longest_pause_ms: 0 }),
  ).toMatchObject({ moved: 4 });
  expect(await recountAccount(ACCOUNT, clockAt(NOW + 100_000))).toMatchObject({
    state: "done",
    rules_version: 2,
  });
  const rows = (await loadSums(ACCOUNT, "u2025-Q3")).map(({ key, amounts }) => [
    key,
    amounts["event_count"],
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    "line|goods|SE|DE|standard|1900|EUR": 0n,
    "line|goods|SE|DE|standard|1901|EUR": 3n,
    "line|goods|SE|DE|standard|19|EUR": 1n,
    "check|rate_given_in_percent": 0n,
    "check|rate_not_in_force": 1n,
  });
  expect(await auditOf(ACCOUNT)).toMatchObject({
    differences: [],
    stale_links: [],
    stale_events: [],
    recount_pending: false,
  });
});
