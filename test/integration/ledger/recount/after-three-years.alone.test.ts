import { beforeAll, expect, it, vi } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId, PeriodKey } from "../../../../shared/core/ids.ts";
import type { LedgerEvent } from "../../../../shared/vat/schemes/supply-event.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

/*
 * Before version 10 of the rules, a refund that came after three years had an invalid link, so that the return asked about
 * it.
 */
const rules = vi.hoisted(() => ({ areOlder: true }));

vi.mock("../../../../shared/ledger/events/links.ts", async (original) => {
  const today = await original<typeof import("../../../../shared/ledger/events/links.ts")>();
  const { isTooLate } = await import("../../../../shared/vat/schemes/schemes.ts");
  const { withLink } = await import("../../../../shared/vat/schemes/supply-event.ts");
  const reason = "more than three years after the original return was due";
  return {
    ...today,
    linkOf: (event: LedgerEvent, ...sale: [LedgerEvent | undefined]) => {
      const link = today.linkOf(event, ...sale);
      return rules.areOlder && link && isTooLate(withLink(event, link))
        ? { status: "invalid", reason }
        : link;
    },
  };
});

vi.mock("../../../../shared/ledger/sums/sums-of-event.ts", async (original) => {
  const today = await original<typeof import("../../../../shared/ledger/sums/sums-of-event.ts")>();
  return {
    ...today,
    get RULES_VERSION() {
      return rules.areOlder ? 9 : today.RULES_VERSION;
    },
  };
});

const NOW = new Date("2026-11-30T08:00:00.000Z");

const late = { supply_date: "2026-08-10" as IsoDate };
const EVENTS = [
  makeSale({ supply_date: "2022-02-02" as IsoDate }),
  makeSale({ event_id: "now", ...late }),
  makeRefund(late),
  makeRefund({
    event_id: "of-period",
    original_event_id: undefined,
    original_period: "2021-Q4" as PeriodKey,
    ...late,
  }),
];

beforeAll(tableOfOwn);

it("a ledger of version 9 ends in the sums that the same events have today", async () => {
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  const { commitEvents } = await import("../../../../shared/ledger/commit/commit-events.ts");
  const { recountAccount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { loadSums } = await import("../../../../shared/ledger/sums/store-sums.ts");
  const { auditOf } = await import("../../../stack/audit.ts");
  const { clockAt } = await import("../../../stack/settle.ts");
  const sumsOf = async (ledger: LedgerId) => {
    const read = ["u2026-Q3", "xu2026-Q3", "d2026"].map((one) => loadSums(ledger, one));
    return (await Promise.all(read))
      .flat()
      .flatMap(({ key, amounts: { writes: _, ...amounts } }) =>
        Object.values(amounts).some((amount) => amount !== 0n) ? [[key, amounts]] : [],
      );
  };
  const [old, anew] = ["of-version-9", "of-today"] as [LedgerId, LedgerId];
  await ensureAccount(old, NOW);
  await commitEvents(old, EVENTS, NOW);
  const before = await sumsOf(old);
  expect(before.map(([key]) => key)).toContain(
    "excluded|correction_reference_invalid_excluded|open",
  );
  rules.areOlder = false;
  await ensureAccount(anew, NOW);
  await commitEvents(anew, EVENTS, NOW);
  await recountAccount(old, clockAt(NOW.getTime()), {
    until: NOW.getTime() + 1,
    longest_pause_ms: 0,
  });
  expect(await recountAccount(old, clockAt(NOW.getTime() + 100_000))).toMatchObject({
    state: "done",
    moved: 2,
  });
  expect(await auditOf(old)).toMatchObject({ differences: [], stale_events: [], stale_links: [] });
  const today = await sumsOf(anew);
  expect(await sumsOf(old)).toEqual(today);
  expect(today.map(([key]) => key)).toEqual([
    "correction|goods|2021-Q4@named|DE|EUR",
    "correction|goods|2022-Q1|DE|EUR",
    "line|goods|SE|DE|standard|1900|EUR",
    "u2026-Q3|correction|goods|2021-Q4@named|DE|EUR",
    "u2026-Q3|correction|goods|2022-Q1|DE|EUR",
  ]);
});
