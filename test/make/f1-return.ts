import { readFileSync } from "node:fs";
import * as z from "zod";
import type { PeriodKey } from "../../shared/core/ids.ts";
import {
  neutralReturn,
  type ReturnOfFile,
} from "../../shared/filing/portal-files/neutral-return.ts";
import { balancesOf, totalsOf } from "../../shared/returns/compute/compute.ts";
import type { CorrectionRow, ReturnRow } from "../../shared/returns/schema.ts";
import {
  isMemberState,
  type MemberStateCode,
} from "../../shared/vat/reference-data/member-states.ts";
import { makeRegistration } from "./registration.ts";

const F1 = z
  .object({
    period: z.string().brand("PeriodKey"),
    rows: z.array(
      z.object({
        section: z.enum(["2a", "2b", "2c", "2d"]),
        msc: z.string(),
        kind: z.enum(["GOODS", "SERVICES"]),
        rate: z.string(),
        rate_type: z.enum(["STANDARD", "REDUCED"]),
        base: z.string(),
        vat: z.string(),
        origin_country: z.string().nullable(),
        origin_vat_id: z.string().nullable(),
      }),
    ),
    corrections: z.array(
      z.object({ year: z.int(), quarter: z.int(), msc: z.string(), vat: z.string() }),
    ),
  })
  .parse(JSON.parse(readFileSync("test/return-files/samples/F1.json", "utf8")));

const minor = (amount: string): number => Math.round(Number(amount) * 100);

/** A line of a return: goods from home to France at 20 %, with what a test changes. */
export const makeRow = (row: Partial<ReturnRow> = {}): ReturnRow => ({
  section: "2b",
  member_state_of_consumption: "FR",
  supply_kind: "goods",
  from_member_state: null,
  rate_category: "standard",
  vat_rate_bps: 2_000,
  taxable_amount_minor: 10_000,
  vat_amount_minor: 2_000,
  event_count: 1,
  ...row,
});

/** A correction of -10.00 in Greece for the quarter before, with what a test changes. */
export const makeCorrection = (row: Partial<CorrectionRow> = {}): CorrectionRow => ({
  original_period: "2025-Q2" as PeriodKey,
  member_state_of_consumption: "EL",
  taxable_amount_minor: -4_167,
  vat_amount_minor: -1_000,
  event_count: 1,
  ...row,
});

/** The rows and corrections of F1. */
export const F1_ROWS: readonly ReturnRow[] = F1.rows.map((row) => ({
  section: row.section,
  member_state_of_consumption: row.msc,
  supply_kind: row.kind === "GOODS" ? "goods" : "services",
  from_member_state: row.origin_country,
  rate_category: row.rate_type.toLowerCase(),
  vat_rate_bps: minor(row.rate),
  taxable_amount_minor: minor(row.base),
  vat_amount_minor: minor(row.vat),
  event_count: 1,
}));
export const F1_CORRECTIONS: readonly CorrectionRow[] = F1.corrections.map((row) =>
  makeCorrection({
    original_period: `${row.year}-Q${row.quarter}` as PeriodKey,
    member_state_of_consumption: row.msc,
    vat_amount_minor: minor(row.vat),
  }),
);

/** The establishments of F1, as printers get them: with country prefix. */
export const F1_ESTABLISHMENTS = F1.rows.flatMap(({ origin_country, origin_vat_id }) => {
  const country = isMemberState(origin_country ?? "") && (origin_country as MemberStateCode);
  return country && origin_vat_id ? [{ country, vat_number: `${country}${origin_vat_id}` }] : [];
});

/** The return of these rows and corrections, as a lock or a preview has it; F1 unless told otherwise. */
export function declaredReturn(
  rows: readonly ReturnRow[] = F1_ROWS,
  corrections: readonly CorrectionRow[] = F1_CORRECTIONS,
  more: Partial<ReturnOfFile> = {},
): ReturnOfFile {
  return {
    scheme_type: "union_oss",
    period_key: F1.period,
    return_currency: "EUR",
    rows: [...rows],
    corrections: [...corrections],
    totals: totalsOf(rows, balancesOf(rows, corrections)),
    ...more,
  };
}

/** The same in neutral form, filed in `state` under one registration without an end. */
export function neutralIn(
  state: MemberStateCode,
  declared: ReturnOfFile = declaredReturn(),
): ReturnType<typeof neutralReturn> {
  const own = makeRegistration({
    scheme_type: declared.scheme_type,
    member_state_identification: state,
    effective_from: "2021-07-01",
  });
  return neutralReturn(declared, own, [own]);
}
