import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import type { NeutralReturn } from "../../../../shared/filing/portal-files/neutral-return.ts";
import { MEMBER_STATES } from "../../../../shared/vat/reference-data/member-states.ts";
import { anyUnionReturn } from "../../../make/any-return.ts";
import { declaredReturn, neutralIn } from "../../../make/f1-return.ts";
import { fileRequest } from "../../../make/file-request.ts";
import { lengthOf } from "../../../stack/soak.ts";
import { type ReadReturn, readReturn } from "./read-xml.ts";
import { schemaFaults } from "./xml-schemas.ts";

/** A number in every Member State, of no form but short enough for every schema. */
const EVERYWHERE = MEMBER_STATES.map(({ code }) => ({
  country: code,
  vat_number: `${code}12345678`,
}));

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The neutral return in the words of a file: lists in an order of their own, and what the form carries. */
const expected = (name: string, neutral: NeutralReturn, read: ReadReturn): ReadReturn => ({
  supplies: neutral.supplies.map(({ index, section, ...row }) => row).sort(byText),
  corrections: neutral.corrections
    .map(({ index, period, ...rest }) => ({ period: period.key, ...rest }))
    .sort(byText),
  ...(read.balances ? { balances: carriedBalances(name, neutral).sort(byText) } : {}),
  ...(read.total_minor === undefined ? {} : { total_minor: neutral.total_minor }),
});

/** The Romanian form has no balance of a Member State that is corrected alone. */
const carriedBalances = (name: string, { balances, supplies }: NeutralReturn) =>
  balances.filter(
    ({ member_state }) =>
      name !== "ro_d398" || supplies.some((row) => row.member_state === member_state),
  );

const KEYS = [
  "supply_type",
  "member_state",
  "from",
  "rate_type",
  "rate_bps",
  "base_minor",
  "vat_minor",
] as const;

/** With the fields of its rows in the order of ours. */
const sorted = (read: ReadReturn): ReadReturn => ({
  ...read,
  supplies: read.supplies
    .map((row) => Object.fromEntries(KEYS.map((key) => [key, row[key]])) as typeof row)
    .sort(byText),
  corrections: [...read.corrections].sort(byText),
  ...(read.balances ? { balances: [...read.balances].sort(byText) } : {}),
});

describe("a file, read back", () => {
  it.for(["sk_dposs", "cz_ossei1", "pl_viudo2", "ro_d398"] as const)(
    "%s is valid, and has the rows, corrections, balances and total of the return",
    (name) => {
      const format = formatNamed(name);
      const request = fileRequest(name, { establishments: EVERYWHERE });
      fc.assert(
        fc.property(anyUnionReturn(format.member_state), (lists) => {
          const neutral = neutralIn(format.member_state, declaredReturn(...lists));
          const text = format.print(neutral, request);
          expect(schemaFaults(name, text)).toEqual([]);
          const read = readReturn(name, text);
          expect(sorted(read)).toEqual(expected(name, neutral, read));
        }),
        { numRuns: lengthOf("ROUNDS", 20, 2_000) },
      );
    },
  );

  it("says which of balances and total each form carries", () => {
    const carried = (["sk_dposs", "cz_ossei1", "pl_viudo2", "ro_d398"] as const).map((name) => {
      const format = formatNamed(name);
      const text = format.print(neutralIn(format.member_state), fileRequest(name));
      const { balances, total_minor } = readReturn(name, text);
      return [name, balances?.length, total_minor];
    });
    expect(carried).toEqual([
      ["sk_dposs", 2, 10_110],
      ["cz_ossei1", undefined, undefined],
      ["pl_viudo2", 2, 10_110],
      ["ro_d398", 2, 10_110],
    ]);
  });
});
