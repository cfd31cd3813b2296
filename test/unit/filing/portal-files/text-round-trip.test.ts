import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import type {
  NeutralReturn,
  NeutralSupply,
  ReturnOfFile,
} from "../../../../shared/filing/portal-files/neutral-return.ts";
import { encoded } from "../../../../shared/filing/portal-files/text.ts";
import type { CorrectionRow, ReturnRow } from "../../../../shared/returns/schema.ts";
import {
  MEMBER_STATES,
  type MemberStateCode,
} from "../../../../shared/vat/reference-data/member-states.ts";
import { anyUnionReturn } from "../../../make/any-return.ts";
import { declaredReturn, neutralIn } from "../../../make/f1-return.ts";
import { fileRequest } from "../../../make/file-request.ts";
import { lengthOf } from "../../../stack/soak.ts";
import { corrections369, supplies369 } from "./es-369-lists.ts";
import type { FormatName } from "./made-file.ts";
import { faults369, fieldValue, read369 } from "./read-es-369.ts";
import { readFinnish } from "./read-finnish.ts";
import { readGerman } from "./read-german.ts";
import { readNorthern } from "./read-northern.ts";
import { readSwedish } from "./read-swedish.ts";

/** A number in every Member State. */
const EVERYWHERE = MEMBER_STATES.map(({ code }) => ({
  country: code,
  vat_number: `${code}12345678`,
}));

const numberIn = (state: string | null): string | null => state && `${state}12345678`;

/** The file as its bytes are read again. */
function written(name: FormatName, neutral: NeutralReturn, more: object = {}): string {
  const format = formatNamed(name);
  const request = fileRequest(name, { establishments: EVERYWHERE, ...more });
  const made = encoded(format.print(neutral, request), format.encoding);
  if ("missing" in made) throw new Error(made.missing.join());
  return new TextDecoder(format.encoding === "utf-8" ? "utf-8" : "latin1").decode(made.bytes);
}

/** Runs `check` with Union returns to `state` that have a line at least. */
const forReturns = (
  state: MemberStateCode,
  check: (neutral: NeutralReturn) => void,
  more: Partial<ReturnOfFile> = {},
) =>
  fc.assert(
    fc.property(anyUnionReturn(state), (lists) => {
      const neutral = neutralIn(state, declaredReturn(...withoutSections(lists, more), more));
      fc.pre(!neutral.is_nil);
      check(neutral);
    }),
    { numRuns: lengthOf("ROUNDS", 20, 2_000) },
  );

/** Rows of the other schemes have no section and no state that they come from; some count by months. */
function withoutSections(
  [rows = [], corrections = []]: Parameters<typeof declaredReturn>,
  { scheme_type, period_key }: Partial<ReturnOfFile>,
): [readonly ReturnRow[], readonly CorrectionRow[]] {
  if (scheme_type === undefined) return [rows, corrections];
  const isMonthly = !period_key?.includes("Q");
  return [
    rows.map((row) => ({ ...row, section: null, from_member_state: null })),
    corrections.map((row) =>
      isMonthly
        ? { ...row, original_period: row.original_period.replace("Q", "0") as PeriodKey }
        : row,
    ),
  ];
}

const figures = ({ member_state, rate_bps, base_minor, vat_minor }: NeutralSupply) => ({
  member_state,
  rate_bps,
  base_minor,
  vat_minor,
});

const correctionsOf = ({ corrections }: NeutralReturn) =>
  corrections.map(({ period, member_state, vat_minor }) => ({
    period: period.key,
    member_state,
    vat_minor,
  }));

describe("a text file, read back", () => {
  it("se_oss001 has every row and correction", () =>
    forReturns("SE", (neutral) => {
      const read = readSwedish(written("se_oss001", neutral));
      expect(read.head).toEqual(["SE556000016701", "3", "2025"]);
      expect(read.supplies).toEqual(
        neutral.supplies.map((row) => ({
          ...figures(row),
          number: numberIn(row.from),
          supply_type: row.supply_type,
        })),
      );
      expect(read.corrections).toEqual(correctionsOf(neutral));
    }));

  it("se_oss001 has those of the other schemes", () => {
    for (const [scheme_type, period_key, vat_number, period] of [
      ["non_union_oss", "2025-Q3", "EU752123456", "3"],
      ["ioss", "2025-09", "IM7521234567", "09"],
    ] as const) {
      forReturns(
        "SE",
        (neutral) => {
          const read = readSwedish(written("se_oss001", neutral, { filer: { vat_number } }));
          expect(read.head).toEqual([vat_number, period, "2025"]);
          expect(read.supplies).toEqual(
            neutral.supplies.map((row) => ({
              ...figures(row),
              number: null,
              supply_type: row.supply_type,
            })),
          );
          expect(read.corrections).toEqual(correctionsOf(neutral));
        },
        { scheme_type, period_key: period_key as PeriodKey },
      );
    }
  });

  it.for([".", ","] as const)("de_bop_v2 has every row and correction, with %s", (decimal_sign) =>
    forReturns("DE", (neutral) => {
      const extras = { decimal_sign, deemed_supplier: false };
      const read = readGerman(written("de_bop_v2", neutral, { extras }), decimal_sign);
      expect(read.supplies).toEqual(
        neutral.supplies.map((row) => ({
          ...figures(row),
          section: row.section,
          from: row.from,
          number: numberIn(row.from),
          flag: row.section === "2d" ? "1" : null,
          rate_type: row.rate_type,
        })),
      );
      expect(read.corrections).toEqual(correctionsOf(neutral));
      expect(read.states).toEqual(neutral.balances.map((balance) => balance.member_state).sort());
    }),
  );

  it("fi_mytax has every row and correction", () =>
    forReturns("FI", (neutral) => {
      const read = readFinnish(written("fi_mytax", neutral));
      expect([...read.numbers]).toEqual(["FI12345678"]);
      expect(read.supplies).toEqual(
        neutral.supplies.map((row) => ({
          ...figures(row),
          number: numberIn(row.from),
          supply_type: row.supply_type,
          rate_type: row.rate_type,
        })),
      );
      expect(read.corrections).toEqual(correctionsOf(neutral));
    }));

  it.for([
    ["non_union_oss", "2025-Q3", "EU246123456"],
    ["ioss", "2025-09", "IM2461234567"],
  ] as const)("fi_mytax has those of the scheme %s", ([scheme_type, period_key, vat_number]) =>
    forReturns(
      "FI",
      (neutral) => {
        const read = readFinnish(written("fi_mytax", neutral, { filer: { vat_number } }));
        expect([...read.numbers]).toEqual([vat_number]);
        expect(read.supplies).toEqual(
          neutral.supplies.map((row) => ({
            ...figures(row),
            number: null,
            supply_type: row.supply_type,
            rate_type: row.rate_type,
          })),
        );
        expect(read.corrections).toEqual(correctionsOf(neutral));
      },
      { scheme_type, period_key: period_key as PeriodKey },
    ),
  );

  it("xi_hmrc has every way and rate once, with the sums of their rows", () =>
    forReturns("XI", (neutral) => {
      const read = readNorthern(
        written("xi_hmrc", neutral, { extras: { online_marketplace: true } }),
        true,
      );
      const ways = new Map<string, { base_minor: number; vat_minor: number; from?: string }>();
      for (const row of neutral.supplies) {
        const from = row.from ?? "XI";
        const key = [from, row.member_state, row.rate_bps].join();
        const before = ways.get(key) ?? { base_minor: 0, vat_minor: 0 };
        ways.set(key, {
          from,
          ...figures(row),
          base_minor: before.base_minor + row.base_minor,
          vat_minor: before.vat_minor + row.vat_minor,
        });
      }
      expect(read.supplies).toEqual([...ways.values()]);
    }));

  it("es_369 follows the record design, and has every row and correction", () =>
    forReturns("ES", (neutral) => {
      const read = read369(written("es_369", neutral));
      expect(faults369(read)).toEqual([]);
      expect(supplies369(read)).toEqual(
        neutral.supplies.map((row) => ({
          ...figures(row),
          section: row.section,
          from: row.from,
          number: row.from && "12345678",
          rate_type: row.rate_type,
        })),
      );
      expect(corrections369(read)).toEqual(correctionsOf(neutral));
    }));

  it.for([
    ["non_union_oss", "2025-Q3", "EU724123456", "NEUOSS"],
    ["ioss", "2025-09", "IM7241234567", "NIOSS"],
  ] as const)("es_369 does so in the scheme %s", ([scheme_type, period_key, vat_number, field]) =>
    forReturns(
      "ES",
      (neutral) => {
        const filer = { vat_number, tax_number: "N1234567A" };
        const read = read369(written("es_369", neutral, { filer }));
        expect(faults369(read)).toEqual([]);
        expect(fieldValue(read.pages[1], new RegExp(`\\(${field}\\)`))).toBe(vat_number);
        expect(read.tax_number).toBe("N1234567A");
        expect(supplies369(read)).toEqual(
          neutral.supplies.map((row) => ({
            ...figures(row),
            section: null,
            from: null,
            number: null,
            rate_type: row.rate_type,
          })),
        );
        expect(corrections369(read)).toEqual(correctionsOf(neutral));
      },
      { scheme_type, period_key: period_key as PeriodKey },
    ),
  );
});
