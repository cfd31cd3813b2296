import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { changedLines, placeOfLine } from "../../../../shared/returns/locks/changed-lines.ts";
import { changesSince } from "../../../../shared/returns/locks/changes.ts";
import { frozenContent } from "../../../../shared/returns/locks/snapshot.ts";
import { legibleHash, makeLock } from "../../../make/locked-period.ts";
import {
  computedReturn,
  correctionTally,
  lineTally,
  ratesOf,
  reportOf,
} from "../../../make/return-input.ts";

type State = NonNullable<Parameters<typeof reportOf>[1]>["state"];

const previewOf = (tallies: readonly RunningSum[], state: State = "SE") =>
  reportOf(tallies, {
    state,
    rates: [ratesOf("2025-Q2", {}), ratesOf("2025-Q3", { DKK: "7.46" })],
  });
const contentOf = (preview: ReturnType<typeof previewOf>) => legibleHash(frozenContent(preview));

function changes(frozen: readonly RunningSum[], today: readonly RunningSum[], state?: State) {
  const lock = makeLock([], computedReturn(frozen, { rates: [ratesOf("2025-Q2", {})] }));
  const content_sha256 = contentOf(previewOf(frozen));
  return changesSince({ ...lock, content_sha256 }, previewOf(today, state), contentOf);
}

const NOTHING = {
  taxable_minor: 0,
  current_vat_minor: 0,
  correction_vat_minor: 0,
  payable_vat_minor: 0,
};

test("nothing has changed", () => {
  const tallies = [lineTally({}, 100, 19), correctionTally({}, -10, -2)];
  expect(changes(tallies, tallies)).toEqual({
    changed: false,
    source_event_count_difference: 0,
    totals: NOTHING,
    member_states: [],
  });
});

test("a Member State that came, one that went, one that changed, and one that did not", () => {
  const line = (consumption_country: string, ...sums: [number, number]) =>
    lineTally({ consumption_country }, ...sums);
  const frozen = [line("DE", 100, 19), line("FR", 200, 40), line("ES", 10, 2)];
  const today = [line("DE", 100, 19), line("FR", 150, 30), line("IT", 50, 11)];
  expect(
    changes(frozen, [...today, correctionTally({ consumption_country: "IT" }, -100, -22)]),
  ).toEqual({
    changed: true,
    source_event_count_difference: 1,
    // Italy's refund is not set off: what is payable to France and Spain is less, nothing to Italy.
    totals: {
      taxable_minor: -10,
      current_vat_minor: -1,
      correction_vat_minor: -22,
      payable_vat_minor: -12,
    },
    member_states: [
      {
        ...NOTHING,
        member_state_of_consumption: "ES",
        taxable_minor: -10,
        current_vat_minor: -2,
        payable_vat_minor: -2,
      },
      {
        ...NOTHING,
        member_state_of_consumption: "FR",
        taxable_minor: -50,
        current_vat_minor: -10,
        payable_vat_minor: -10,
      },
      {
        member_state_of_consumption: "IT",
        taxable_minor: 50,
        current_vat_minor: 11,
        correction_vat_minor: -22,
        payable_vat_minor: -11,
      },
    ],
  });
});

test("null without a preview, and in another currency", () => {
  expect(changesSince(makeLock(), undefined, contentOf)).toBeNull();
  expect(changes([], [], "DK")).toBeNull();
  expect(changes([], [], "FI")).toMatchObject({ changed: true });
});

it("the frozen amounts plus the differences are today's", () => {
  const sums = fc.tuple(
    fc.constantFrom("DE", "FR", "EL", "ES"),
    fc.integer({ min: -9_999, max: 9_999 }),
    fc.integer({ min: -9_999, max: 9_999 }),
  );
  const ledger = fc
    .array(sums, { maxLength: 8 })
    .map((all) =>
      all.map(([consumption_country, ...rest]) => lineTally({ consumption_country }, ...rest)),
    );
  fc.assert(
    fc.property(ledger, ledger, (frozen, today) => {
      const found = changes(frozen, today);
      const [before, after] = [previewOf(frozen), previewOf(today)];
      for (const amount of ["taxable_minor", "current_vat_minor", "payable_vat_minor"] as const) {
        expect(before.totals[amount] + (found?.totals[amount] ?? 0)).toBe(after.totals[amount]);
      }
      for (const { member_state_of_consumption, payable_vat_minor } of after.balances) {
        const of = <One extends { member_state_of_consumption: string }>(
          list: readonly One[] = [],
        ) => list.find((one) => one.member_state_of_consumption === member_state_of_consumption);
        const difference = of(found?.member_states)?.payable_vat_minor ?? 0;
        expect((of(before.balances)?.payable_vat_minor ?? 0) + difference).toBe(payable_vat_minor);
      }
      const differs =
        found?.member_states.length !== 0 || found.source_event_count_difference !== 0;
      if (differs) expect(found?.changed).toBe(true);
    }),
  );
});

describe("the changed lines", () => {
  const lines = (tallies: readonly RunningSum[], declared: readonly RunningSum[]) => {
    const { rows, corrections } = changedLines(previewOf(tallies), previewOf(declared));
    const amounts = (one: (typeof rows)[number] | (typeof corrections)[number]) => [
      one.member_state_of_consumption,
      one.taxable_amount_minor,
      one.vat_amount_minor,
      one.event_count_difference,
    ];
    return { rows: rows.map(amounts), corrections: corrections.map(amounts) };
  };
  const line = (state: string, ...sums: [number, number, number?]) =>
    lineTally({ consumption_country: state }, ...sums);

  it("are those that differ in anything: declared ones first, then those that came", () => {
    const declared = [line("DE", 100, 19), line("ES", 10, 2), line("FR", 20, 4), line("IT", 5, 1)];
    const today = [line("AT", 7, 1), line("DE", 101, 19), line("ES", 10, 3), line("FR", 20, 4, 2)];
    expect(lines([...today, line("IT", 5, 1)], declared)).toEqual({
      rows: [
        ["DE", 1, 0, 0],
        ["ES", 0, 1, 0],
        ["FR", 0, 0, 1],
        ["AT", 7, 1, 1],
      ],
      corrections: [],
    });
  });

  it("are corrections as well, and lines that went", () => {
    const declared = [line("DE", 100, 19), correctionTally({}, -10, -2)];
    expect(lines([correctionTally({}, -15, -3, 2)], declared)).toEqual({
      rows: [["DE", -100, -19, -1]],
      corrections: [["DE", -5, -1, 1]],
    });
  });

  it("are found by their place, whatever their amounts", () => {
    const [declared] = previewOf([line("DE", 100, 19)]).rows;
    const [changed] = changedLines(
      previewOf([line("DE", 101, 19)]),
      previewOf([line("DE", 100, 19)]),
    ).rows;
    expect(declared && changed && placeOfLine(declared)).toBe(changed && placeOfLine(changed));
    expect(placeOfLine({ ...declared, ...{ vat_rate_bps: 700 } })).not.toBe(
      placeOfLine({ ...declared }),
    );
  });
});
