import fc from "fast-check";
import { expect, test } from "vitest";
import type { ImportMonth } from "../../../../shared/returns/overview/schema.ts";
import { importHistory } from "../../../make/import-history.ts";
import type { Account } from "../../../stack/api.ts";
import { newImporter, previewOf, workspaceOf } from "../../../stack/importer.ts";
import { committed, listed, type ShownEvent } from "../../../stack/seller.ts";
import { type ByHand, monthByHand, type Window } from "./month-by-hand.ts";

const SEED = 11;
const EVENTS = 80;

const ended = (effective_from: string, effective_to: string) => ({
  effective_from,
  effective_to,
  status: "ended",
});

/** Registrations in euro, so that one sum tells it all. */
const REGISTRATIONS: readonly (readonly [string, readonly Window[]])[] = [
  ["since years", [{ effective_from: "2021-07-01" }]],
  ["from the first of August", [{ effective_from: "2025-08-01" }]],
  ["from the middle of July", [{ effective_from: "2025-07-10" }]],
  ["to the middle of September", [ended("2025-01-01", "2025-09-20")]],
  ["for a few weeks", [ended("2025-07-10", "2025-08-15")]],
  ["one after the other", [ended("2025-01-01", "2025-08-14"), { effective_from: "2025-08-15" }]],
  ["with a gap", [ended("2025-01-01", "2025-06-29"), { effective_from: "2025-07-10" }]],
  ["none", []],
];

const histories = fc.sample(importHistory(EVENTS), { seed: SEED, numRuns: REGISTRATIONS.length });

async function ledgerOf(importer: Account): Promise<ShownEvent[]> {
  const events: ShownEvent[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof listed>> = await listed(
      importer,
      `?limit=200${cursor && `&cursor=${cursor}`}`,
    );
    events.push(...page.body.items);
    cursor = page.body.next_cursor;
  }
  return events;
}

const asByHand = (month: ImportMonth): ByHand => ({
  rows: Object.fromEntries(
    [
      ...month.rows.map((row) => [row, `${row.vat_rate_bps}`] as const),
      ...month.corrections.map((row) => [row, `of ${row.original_period}`] as const),
    ].map(([row, of]) => [
      `${row.member_state_of_consumption} ${of}`,
      [row.taxable_amount_minor, row.vat_amount_minor],
    ]),
  ),
  excluded: Object.fromEntries(month.warnings.map(({ code, count }) => [code, count])),
  included: month.included_source_event_count,
});

function expectTies(month: ImportMonth): void {
  const { rows, corrections, balances, totals } = month;
  if (!totals) return;
  const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);
  expect(totals).toEqual({
    taxable_minor: sum(rows.map((row) => row.taxable_amount_minor)),
    current_vat_minor: sum(rows.map((row) => row.vat_amount_minor)),
    correction_vat_minor: sum(corrections.map((row) => row.vat_amount_minor)),
    payable_vat_minor: sum(balances.map((balance) => Math.max(0, balance.payable_vat_minor))),
  });
}

test.for(REGISTRATIONS.map(([name, windows], n) => [name, windows, n] as const))(
  "months equal a count by hand: registered %s",
  async ([, windows, n]) => {
    const importer = await newImporter(...windows);
    const events = histories[n] ?? [];
    for (let at = 0; at < events.length; at += 50) {
      await committed(importer, events.slice(at, at + 50));
    }
    const ledger = await ledgerOf(importer);
    expect(ledger).toHaveLength(EVENTS);

    for (const quarter of ["2025-Q2", "2025-Q3", "2025-Q4"]) {
      const { ioss } = await workspaceOf(importer, quarter);
      for (const month of ioss.months) {
        expect(asByHand(month), month.period_key).toEqual(
          monthByHand(ledger, windows, month.period_key),
        );
        expectTies(month);
        await expectFindable(importer, month);
      }
      const preview = await previewOf(importer, quarter);
      expect(preview.ioss).toEqual(withoutLines(ioss));
      expectJurisdictions(preview, ioss.months);
    }
  },
);

async function expectFindable(importer: Account, { period_key, warnings }: ImportMonth) {
  for (const { code, count } of warnings) {
    const query = `?limit=200&period=${period_key}&warning=${code}`;
    const { items } = (await listed(importer, query)).body;
    expect(items.filter((one) => one.supply_kind === "imported_goods")).toHaveLength(count);
  }
}

function withoutLines(ioss: Awaited<ReturnType<typeof workspaceOf>>["ioss"]) {
  const months = ioss.months.map(
    ({ rows, corrections, balances, late_changes, exchange_rates, checks, ...rest }) => {
      const { open_questions, open_question_count, ...shown } = rest;
      const { negative_row_count, corrections_below_zero, ...summary } = shown;
      return summary;
    },
  );
  return { ...ioss, months };
}

function expectJurisdictions(
  { jurisdictions }: Awaited<ReturnType<typeof previewOf>>,
  months: readonly ImportMonth[],
): void {
  for (const month of months) {
    const parts = jurisdictions.flatMap(({ ioss }) =>
      (ioss?.months ?? []).filter(({ period_key }) => period_key === month.period_key),
    );
    expect(parts.map(({ balance }) => balance)).toEqual(month.balances);
    expect(parts.flatMap(({ rows }) => rows)).toEqual(month.rows);
    const corrections = parts.flatMap((part) => part.corrections);
    expect(corrections).toHaveLength(month.corrections.length);
    expect(corrections).toEqual(expect.arrayContaining(month.corrections));
  }
}
