import fc from "fast-check";
import { expect, it, test } from "vitest";
import type { RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { changesSince } from "../../../../shared/returns/locks/changes.ts";
import { frozenContent } from "../../../../shared/returns/locks/snapshot.ts";
import { legibleHash, makeLock } from "../../../make/locked-period.ts";
import {
  correctionTally,
  drawn,
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
  const lock = makeLock([], drawn(frozen, { rates: [ratesOf("2025-Q2", {})] }));
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
